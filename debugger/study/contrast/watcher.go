package contrast

import (
	"strings"
	"sync"

	"machsim/debugger/event"
	"machsim/debugger/event/facts"
	"machsim/ipc"
	"machsim/kernel"
)

// watcher listens to a run, and finds its features.
type watcher struct {
	mu      sync.Mutex // a run that is given up may go on beside whoever asks for its features
	over    bool       // it has been asked
	r       *event.Reader
	e       *event.Event
	sent    map[uint64]*occurrence // messages that were not received yet, by the event that sent them
	nth     map[uint64]int         // occurrences, by their keys
	objects map[string]*object
	firsts  []*occurrence // the first ones of their kinds
	mutexes facts.Mutexes
	held    []holding // mutexes that are held
	waiting []waiting // threads that wait for conditions
	woken   []wakening
	roles   map[string]string
	collector
}

func newWatcher(c collector) *watcher {
	return &watcher{
		r: event.NewReader(), sent: map[uint64]*occurrence{}, nth: map[uint64]int{},
		roles:   map[string]string{},
		objects: map[string]*object{}, collector: c,
	}
}

// tracer returns what listens for the watcher.
func (w *watcher) tracer() kernel.Tracer { return kernel.Tracer{Before: true, Event: w.see} }

// see looks at an event.
func (w *watcher) see(e *kernel.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	w.e = w.r.Look(e)
	w.mutexes.See(w.e)
	if w.e.Kind != event.Step || w.e.Fails {
		return
	}
	w.send()
	if w.e.Op == kernel.OpPreempt {
		w.access()
		return
	}
	w.locks()
	switch w.e.Op.Class() {
	case kernel.ClassWait:
		w.wait()
	case kernel.ClassMessage:
		w.message()
	default:
		if w.e.Done {
			w.done()
		}
	}
}

// done finds what a call did that is done.
func (w *watcher) done() {
	class := w.e.Op.Class()
	if w.e.Code != 0 {
		w.refused()
		return
	}
	switch class {
	case kernel.ClassSignal:
		w.signal()
	case kernel.ClassLabel:
		w.happens(actLabel, "passes label "+w.operands(), "")
	case kernel.ClassStage, kernel.ClassEnd: // what changes hosts and wires, and ends others
		w.happens(actStage, "does "+w.e.Op.String(), w.operands())
	case kernel.ClassStart:
		w.happens(actStart, "begins", "")
	case kernel.ClassExit:
		w.happens(actReturn, "ends", "")
	case kernel.ClassChance:
		if w.e.Op == kernel.OpRandom {
			w.draw()
		}
	}
}

// operands are those that have words.
func (w *watcher) operands() string {
	var parts []string
	for i := range w.e.Operands {
		if t := w.e.Operands[i].Text; t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, ", ")
}

// refused notes a call that was refused, or was over because of its time limit.
func (w *watcher) refused() {
	what := w.e.Op.String()
	switch {
	case w.e.Message != nil && w.e.Message.Sent == 0:
		what = "send of " + label(w.e.Message) + " to port " + w.e.Message.To.Text
	case w.e.Receives():
		what = "receive at port " + w.e.Operand(kernel.FieldName).Text
	}
	if timedOut(w.e.Code) {
		w.happens(actTimeout, what, "")
		return
	}
	w.happens(actRefused, w.e.Code.Error(), what)
}

// timedOut says whether a code is that of a time limit.
func timedOut(c ipc.Code) bool { return strings.Contains(c.Error(), "TIMED_OUT") }

// send notes a message on its way.
func (w *watcher) send() {
	m := w.e.Message
	if m == nil || m.Sent != w.e.Number {
		return
	}
	o := w.occurrence(w.e.Thread.Text, actReceipt, label(m), "port "+m.To.Text)
	o.fields = fieldsOf(m)
	w.sent[m.Sent] = o
}

// message notes what was received, and what calls came to nothing.
func (w *watcher) message() {
	switch {
	case !w.e.Done:
	case w.e.Code != 0:
		w.refused()
	case w.e.Got == nil:
	case w.sent[w.e.Got.Sent] == nil:
		w.happens(actNotice, "is told", label(w.e.Got))
	default:
		o := w.sent[w.e.Got.Sent]
		delete(w.sent, w.e.Got.Sent)
		o.event = int(w.e.Number)
		w.note(o)
		w.values(o)
		w.interleaves(o)
	}
}

// label is the type of a message, or its number.
func label(m *event.Message) string {
	if s, ok := kernel.ShapeOf(m.Items); ok {
		return s.Name
	}
	return "message " + number(int64(m.ID))
}

// maxFields is how many fields of a message are looked at.
const maxFields = 6

// fieldsOf returns the numbers and short texts in a message.
func fieldsOf(m *event.Message) (all []field) {
	names := shapeFields(m.Items)
	for i := range m.Items {
		it := &m.Items[i]
		name := "item " + number(int64(i+1))
		if names != nil {
			name = names[i]
		}
		switch it.Kind {
		case ipc.KindInt:
			all = append(all, field{name, number(int64(it.Num))})
		case ipc.KindBool:
			all = append(all, field{name, map[bool]string{false: "false", true: "true"}[it.Num != 0]})
		case ipc.KindString:
			if len(it.Str) <= longestText {
				all = append(all, field{name, `"` + it.Str + `"`})
			}
		}
		if len(all) == maxFields {
			break
		}
	}
	return all
}

// longestText is how long a text in a message may be that counts as a value.
const longestText = 32

func shapeFields(items []ipc.Item) []string {
	if s, ok := kernel.ShapeOf(items); ok {
		return s.Fields(items)
	}
	return nil
}

// named is the operand that is an object of a kind.
func (w *watcher) named(kind kernel.ObjectKind) string {
	for i := range w.e.Operands {
		if w.e.Operands[i].Kind == kind {
			return w.e.Operands[i].Text
		}
	}
	return ""
}

// access notes that a thread is about to read or write a variable.
func (w *watcher) access() {
	how, variable, _ := strings.Cut(w.operands(), " ")
	act := actRead
	if how == "write" {
		act = actWrite
	}
	w.interleaves(w.on(act, "variable "+variable))
}

// happens notes that the thread at hand does something.
func (w *watcher) happens(a act, what, object string) *occurrence {
	o := w.occurrence(w.e.Thread.Text, a, what, object)
	w.note(o)
	return o
}

// on is happens for an act that is named by its object.
func (w *watcher) on(a act, object string) *occurrence {
	return w.happens(a, map[act]string{actRead: "read", actWrite: "write"}[a], object)
}

// occurrence makes one.
func (w *watcher) occurrence(actor string, a act, what, object string) *occurrence {
	o := &occurrence{event: int(w.e.Number), actor: actor, act: a, what: what, object: object}
	o.deed = word(word(mix(1, uint64(a)), what), object)
	o.key, o.role = word(o.deed, actor), w.role(actor)
	o.kind = word(mix(o.deed, 2), o.role)
	w.nth[o.key]++
	o.nth = w.nth[o.key]
	return o
}

// role is the role of a thread, which is looked up.
func (w *watcher) role(actor string) string {
	r, ok := w.roles[actor]
	if !ok {
		r = role(actor)
		w.roles[actor] = r
	}
	return r
}

// finish finds what can be said at the end of a run only: messages of which nothing has become.
func (w *watcher) finish(s *kernel.State) {
	there := map[uint64]bool{}
	for _, m := range facts.Left(s) {
		there[uint64(m.Sent)] = true
	}
	for n, o := range w.sent {
		if there[n] {
			continue
		}
		lost := *o
		lost.act, lost.deed = actLost, mix(o.deed, uint64(actLost))
		lost.key, lost.kind = word(lost.deed, lost.actor), word(mix(lost.deed, 2), lost.role)
		w.note(&lost)
	}
}
