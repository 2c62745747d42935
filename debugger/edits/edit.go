package edits

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event"
	"machsim/debugger/event/text"
	"machsim/debugger/event/trace"
	"machsim/debugger/event/view"
	"machsim/debugger/lang/eval"
	"machsim/debugger/present"
	"machsim/debugger/rows"
	"machsim/debugger/values"
	"machsim/ipc"
	"machsim/kernel"
)

// Change is what a fork changes at the position where it begins: a Set, Assign, Invoke, CallRPC, Drop, Inject, Alter,
// Reorder, Abort, Kill, CutWire, HaltHost or ResumeHalt. It is an event of its own, made by the debugger.
type Change interface {
	Edit(In) (kernel.Edit, error)
}

// Set gives a variable another value, or a field or an element of one. The value is an expression of
// predicates at the present position, as "balance[0] + 1"; a name alone in it is a variable of the
// same thread, if that shows one. A text may also be given as one word without quotes, if no variable
// is called so.
type Set struct {
	Variable string // or a field or an element of one
	Value    string // an expression of predicates
	Thread   string // that shows it; "" for the only one that does, or else the one in focus
}

// Drop loses a message that is queued, or on a wire, with the rights in it.
type Drop struct {
	Sent uint64 // the number of the event that sent it
}

// Inject queues a message at a port, that nobody has sent. Its items are int64, float64, bool and string.
type Inject struct {
	Port  string // its name
	ID    int32  // of the message
	Items []any  // numbers, truth values and texts
}

// Kill ends a thread or a task, or crashes a host.
type Kill struct {
	Kind Kind   // thread, task or host; "" for the one that has this name
	Name string // its name
}

// CutWire cuts the wire between two hosts, or mends it.
type CutWire struct {
	From string // a host
	To   string // another
	Heal bool   // it is mended
}

func (c CutWire) Edit(d In) (e kernel.Edit, err error) {
	var ends [2]rows.Named
	for i, name := range []string{c.From, c.To} {
		if ends[i], err = d.S.Find(kernel.HostObject, name); err != nil {
			return e, err
		}
	}
	if ends[0].ID == ends[1].ID {
		return e, fmt.Errorf("no wire goes from %s to itself; name two hosts", ends[0].Name)
	}
	e = kernel.Edit{Kind: kernel.EditCut, Object: ends[0].ID, ID: int32(ends[1].ID)}
	if c.Heal {
		e.Kind = kernel.EditHeal
	}
	return e, nil
}

func (c Set) Edit(d In) (kernel.Edit, error) {
	id, err := d.owner(c)
	if err != nil {
		return kernel.Edit{}, err
	}
	if err := d.Fill(&c.Value); err != nil {
		return kernel.Edit{}, err
	}
	e := kernel.Edit{Kind: kernel.EditSet, Object: uint32(id), Name: c.Variable, Value: c.Value}
	to := d.typeOf(id, c.Variable)
	if to == nil || to.Kind() != reflect.String && d.S.CheckEdit(&e) == nil {
		return e, nil // a constant, or CheckEdit says what is wrong
	}
	e.Value, err = d.valueFor(to, id, c)
	return e, err
}

// typeOf is the type of a variable that a thread shows here, or of a part of it; nil if there is none.
func (d In) typeOf(id kernel.ThreadID, variable string) reflect.Type {
	all, err := d.ShownHere(text.Plain)
	if err != nil {
		return nil
	}
	name, path := variable, ""
	if i := strings.IndexAny(name, ".["); i >= 0 {
		name, path = name[:i], name[i:]
	}
	for _, v := range values.Called(values.ShownBy(all, id), name) {
		if part, err := v.Part(path); err == nil {
			return reflect.TypeOf(part.Value)
		}
	}
	return nil
}

// valueFor returns what is to be set, as a constant, for a variable of a type.
func (d In) valueFor(to reflect.Type, id kernel.ThreadID, c Set) (string, error) {
	x, err := d.S.ExpressionOf(id, c.Value)
	if err != nil {
		if to.Kind() == reflect.String && !strings.ContainsAny(c.Value, " \"") {
			return strconv.Quote(c.Value), nil
		}
		return "", present.Shown(err)
	}
	switch v := x.At(d.S.Position()); {
	case v.Kind() == eval.None:
		return "", fmt.Errorf("%s has no value here", c.Value)
	case !holds(to.Kind(), v.Kind()):
		return "", fmt.Errorf("%s is of type %s, and %s is %s", c.Variable, to, c.Value, v.Kind())
	default:
		return v.Constant(), nil
	}
}

// holds says whether a variable of a kind can have values of another kind. For a variable that cannot
// be set at all it is true: CheckEdit says so.
func holds(to reflect.Kind, v eval.Kind) bool {
	switch {
	case to == reflect.String:
		return v == eval.Text
	case to == reflect.Bool:
		return v == eval.Bool
	case to >= reflect.Int && to <= reflect.Float64:
		return v == eval.Int || v == eval.Float
	}
	return true
}

// owner is the thread whose variable is meant: the one that is named or, of those that show such a
// variable, the only one or that in focus.
func (d In) owner(c Set) (kernel.ThreadID, error) {
	all, err := d.ShownHere(text.Plain)
	switch {
	case err != nil:
		return 0, err
	case c.Thread != "":
		return d.ThreadHere(c.Thread)
	}
	name := c.Variable
	if i := strings.IndexAny(name, ".["); i >= 0 {
		name = name[:i]
	}
	some := values.Called(all, name)
	switch {
	case len(some) == 0:
		return 0, fmt.Errorf("no variable is called %q here, nor a setting%s", name, d.WhichThere(all))
	case len(some) == 1:
		return some[0].Thread, nil
	case slices.ContainsFunc(some, func(e values.Exhibit) bool { return e.Thread == d.Focus }):
		return d.Focus, nil
	}
	threads := text.Each(some, func(v values.Exhibit) string { return d.S.State().ThreadName(v.Thread) })
	return 0, text.WithHint(fmt.Errorf("%s is shown by %s", name, text.Few(threads)),
		text.HintWhoseVariable, c.Variable, threads[0])
}

func (c Drop) Edit(d In) (kernel.Edit, error) {
	m, err := d.queued(c.Sent)
	return kernel.Edit{Kind: kernel.EditDrop, Object: uint32(m)}, err
}

// queued is the message that an event has sent, if it is in a queue.
func (d In) queued(sent uint64) (ipc.MsgID, error) {
	place := ""
	for _, m := range d.S.Messages() {
		switch {
		case m.Sent != sent:
		case d.S.State().Queued(m.Msg):
			return m.Msg, nil
		default:
			place = m.Place
		}
	}
	if place != "" {
		return 0, fmt.Errorf("the message of event %d is in no queue any more, but %s", sent, place)
	}
	return 0, d.NoMessage(sent)
}

func (c Inject) Edit(d In) (kernel.Edit, error) {
	port, err := d.S.Find(kernel.PortObject, c.Port)
	if err != nil {
		return kernel.Edit{}, err
	}
	e := kernel.Edit{Kind: kernel.EditInject, Object: port.ID, ID: c.ID}
	for _, x := range c.Items {
		switch x.(type) {
		case int64, float64, bool, string:
		default:
			return e, fmt.Errorf("a message cannot be given a %T here", x)
		}
	}
	e.Items = ipc.NewMessage(c.ID, c.Items...).Items
	if errors.Is(d.S.CheckEdit(&e), kernel.ErrNotThere) {
		return e, fmt.Errorf("no message can be queued at %s: it is one of the kernel's own, or has died", port.Name)
	}
	return e, nil
}

// killable is a kind of what can be ended, in the order in which a name is looked for.
type killable struct {
	kind kernel.ObjectKind
	edit kernel.EditKind
}

var killables = []killable{
	{kernel.ThreadObject, kernel.EditKillThread},
	{kernel.TaskObject, kernel.EditKillTask},
	{kernel.HostObject, kernel.EditCrash},
}

func (c Kill) Edit(d In) (kernel.Edit, error) {
	k, n, err := d.killable(c)
	if err != nil {
		return kernel.Edit{}, err
	}
	e := kernel.Edit{Kind: k.edit, Object: n.ID}
	if errors.Is(d.S.CheckEdit(&e), kernel.ErrNotThere) {
		return e, fmt.Errorf("%s %s has ended already", k.kind, n.Name)
	}
	return e, nil
}

// killable finds what is to be ended: of the kind that is named, or by its whole name, or else by
// a part of the name of a thread.
func (d In) killable(c Kill) (killable, rows.Named, error) {
	for _, k := range killables {
		if k.kind == ObjectKinds[c.Kind] {
			n, err := d.S.Find(k.kind, c.Name)
			return k, n, err
		}
	}
	for _, k := range killables {
		for _, n := range d.S.Named(k.kind) {
			if strings.EqualFold(n.Name, c.Name) {
				return k, n, nil
			}
		}
	}
	var first error
	for _, k := range killables {
		n, err := d.S.Find(k.kind, c.Name)
		if err == nil {
			return k, n, nil
		}
		if first == nil {
			first = err
		}
	}
	return killable{}, rows.Named{}, first
}

// InWords is a change in words.
func (d In) InWords(e *kernel.Edit) string {
	var m *ipc.Msg
	switch st := d.S.State(); e.Kind {
	case kernel.EditDrop, kernel.EditField, kernel.EditMove:
		m = st.IPC.Msgs.At(e.Object)
	}
	return trace.Edit(event.Changed(d.S.State(), e, m))
}

// Kind is a kind of objects that have names.
type Kind = view.Kind

// ObjectKinds are these kinds.
var ObjectKinds = map[Kind]kernel.ObjectKind{
	view.Thread: kernel.ThreadObject, view.Task: kernel.TaskObject, view.Host: kernel.HostObject,
	view.Port: kernel.PortObject, view.Mutex: kernel.MutexObject, view.Condition: kernel.ConditionObject,
}
