package predicate

import (
	"cmp"
	"errors"
	"math"
	"sort"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/query/breakpoint"
	"machsim/ipc"
	"machsim/kernel"
)

// Condition is the condition of a place, which stands behind its if. It speaks of the variables of the
// thread that stops there, which need no prefix, and of the message of its call.
type Condition struct {
	Text  string
	r     *Run
	any   *Formula         // of every lane, for it speaks of no variable; nil if it does
	lanes map[int]*Formula // by lane; none of threads that do not show the variables
}

// Condition binds the condition of a place, and computes its history for every thread that shows its
// variables. The errors are those of Predicate.
func (r *Run) Condition(text string) (c *Condition, err error) {
	defer Caught(&err)
	n, err := lang.ParseExpression(text)
	if err != nil {
		return nil, err
	}
	return r.condition(lang.Source{Of: "predicate", Text: text}, n, false)
}

// condition is Condition for a part of a text. With message, names may be fields of a message.
func (r *Run) condition(text lang.Source, n *lang.Node, message bool) (*Condition, error) {
	c := &Condition{Text: n.String(), r: r, lanes: map[int]*Formula{}}
	b := r.Binder(text)
	b.Calls = true
	switch {
	case n.Any(func(n *lang.Node) bool { return n.Op == lang.AtPlace || n.IsOfEvents() }):
		return nil, b.foreign(n)
	case !n.Any(func(n *lang.Node) bool { return n.Op == lang.Variable }):
		t, err := b.condition(n, scope{})
		if err != nil {
			return nil, err
		}
		c.any = b.standing(t)
		return c, nil
	}
	if err := r.survey(); err != nil {
		return nil, err
	}
	if err := c.bind(b, n, message); err != nil {
		return nil, unbound(err)
	}
	return c, nil
}

// foreign returns the mistake that a condition speaks of more than its thread's variables.
func (b *Binder) foreign(n *lang.Node) error {
	return b.Mistake(n.At, "this speaks of other threads than the one that stops, or of where it stands; "+
		"a condition here is about its own variables")
}

func (c *Condition) bind(b *Binder, n *lang.Node, message bool) error {
	var atoms []*Atom
	var lacks *unshown
	for _, id := range c.r.threads() {
		c.r.Tick()
		t, err := b.condition(n, scope{thread: id, message: message})
		var u unshown
		switch {
		case errors.As(err, &u):
			lacks = &u
			continue
		case err != nil:
			return err
		case t.anywhere(func(t *Expr) bool { return t.isForeignTo(id) }):
			return b.foreign(n)
		}
		t.owner = cmp.Or(t.owner, id)
		f := b.standing(t)
		c.lanes[c.r.Tape.LaneOf(id)] = f
		atoms = append(atoms, f.Atoms...)
	}
	if len(c.lanes) == 0 && lacks != nil {
		return b.unknown(lacks.Variable, lacks.At, message)
	}
	return c.r.Feed(atoms)
}

// unknown returns the mistake that a name is neither a variable nor, with message, a field of a message.
func (b *Binder) unknown(name string, at int, message bool) error {
	names := b.r.variableNames(b.r.threads())
	what := "no thread shows a variable of that name"
	if fields := b.r.fields(); message && len(fields) > 0 {
		names, what = append(names, fields...), what+", and no message has such a field"
	}
	return b.Unshown(name, at, "%s%s", what, text.Near(name, names, "none shows any (th.Watch)"))
}

// isForeignTo says whether an expression speaks of another thread, or of several.
func (t *Expr) isForeignTo(id kernel.ThreadID) bool {
	switch t.Op {
	case lang.Variable:
		return t.owner != id
	case lang.Aggregate:
		return t.Text == "count"
	}
	return t.Op == lang.Or && t.owner == several && len(t.Kids) == 0 // a family without members
}

// standing takes a condition of one thread apart, into atoms over its variables and parts of a message.
func (b *Binder) standing(t *Expr) *Formula {
	f := &Formula{source: b.source}
	f.Root = b.withAtoms(f, t, true)
	f.Eval = b.Compile(f.Root)
	f.Frame.Atoms = make([]eval.Value, len(f.Atoms))
	return f
}

// Holds says whether the condition holds for a call that is of its place's kind.
func (c *Condition) Holds(o *breakpoint.Occurrence) bool {
	f := c.of(o.Lane)
	if f == nil {
		return false
	}
	var m *ipc.Message
	if f.Root.ofMessage() {
		m = o.Message()
	}
	return c.holds(f, c.next(o.Lane, int(o.Done)), m)
}

// of returns the condition for a lane, nil if its thread does not show the variables.
func (c *Condition) of(lane int) *Formula {
	if c.any != nil {
		return c.any
	}
	return c.lanes[lane]
}

// next returns the event that a lane takes after n events.
func (c *Condition) next(lane, done int) int {
	if l := &c.r.Tape.Lanes[lane]; done < l.Len() {
		return l.Event(done)
	}
	return math.MaxInt
}

// holds says whether a condition holds when its thread is about to take an event, in the recorded
// order, with a message.
func (c *Condition) holds(f *Formula, event int, m *ipc.Message) bool {
	for i, l := range f.Atoms {
		f.Frame.Atoms[i] = l.before(event)
	}
	f.Frame.msg = m
	return f.Eval(&f.Frame).True()
}

// At says whether the condition holds when the thread of an event is about to take it, in the
// recorded order. That is for conditions without a part of a message.
func (c *Condition) At(event int) bool {
	f := c.of(c.r.Tape.Lane(event))
	return f != nil && c.holds(f, event, nil)
}

// before returns the value of an atom before an event, in the recorded order.
func (l *Atom) before(event int) eval.Value {
	if l.IsTruth {
		i := sort.Search(len(l.Spans), func(i int) bool { return l.Spans[i].Lo >= event }) - 1
		return eval.BoolOf(i >= 0 && l.Spans[i].Hi >= event)
	}
	i := sort.Search(len(l.Changes), func(i int) bool { return l.Changes[i].Event >= event }) - 1
	if i < 0 {
		return eval.Value{}
	}
	return l.Changes[i].Value
}
