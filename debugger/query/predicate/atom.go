package predicate

import (
	"fmt"
	"slices"
	"sort"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Atom is a condition or an expression of one process, with its history in the run: when it held, or
// how its value changed.
type Atom struct {
	Text    string
	Thread  kernel.ThreadID // 0 for the lanes of packets
	Lane    int
	IsTruth bool // a condition has Spans, any other expression has Changes

	// Of variables.
	eval   Eval
	Vars   []Var // the variables in it
	source source

	Spans     []Span
	Was       [][]eval.Value // for each span, what the variables were when it began
	Changes   []Change
	Events    []int // of a place: the events by which the calls were done
	place     *lang.Place
	arrives   bool  // of a place: the thread comes there at the end of a stretch, and not by an event
	inverse   bool  // of a place: the atom holds while the thread is not there
	opposite  *Atom // of an inverse one: the atom that the thread is there
	fine      bool  // it reads variables that change at statements: until it is refined its history is told in moments
	done      bool  // its history is complete
	unordered bool  // its history was another one when the threads of its task took their steps in another order

	frame Frame
	last  eval.Value // while it is fed: its present value
}

// Var is a variable of an atom.
type Var struct {
	Text string
	eval Eval
}

// OfPlace says whether an atom holds while its thread is at some place, and is of no variable.
func (l *Atom) OfPlace() bool { return l.place != nil }

// blank returns a copy of an atom without its history.
func (l *Atom) blank() *Atom {
	return &Atom{
		Text: l.Text, Thread: l.Thread, Lane: l.Lane, IsTruth: l.IsTruth, eval: l.eval, Vars: l.Vars, source: l.source,
		fine: l.fine,
	}
}

// sameHistory says whether two atoms have the same history.
func (l *Atom) sameHistory(o *Atom) bool {
	return slices.Equal(l.Spans, o.Spans) && slices.EqualFunc(l.Changes, o.Changes, func(a, b Change) bool {
		return a.Event == b.Event && a.Value.Same(&b.Value)
	})
}

// see evaluates an atom over the variables that its thread shows after an event.
func (l *Atom) see(vars []kernel.Variable, event int) {
	l.frame.vars = vars
	v := l.eval(&l.frame)
	if l.IsTruth {
		l.turn(v.True(), event)
		return
	}
	v = v.Kept()
	if v.Same(&l.last) {
		return
	}
	l.last = v
	if n := len(l.Changes) - 1; n >= 0 && l.Changes[n].Event == event {
		l.Changes[n].Value = v
		return
	}
	l.Changes = append(l.Changes, Change{event, v})
}

// turn begins or ends a span, if a condition has changed by an event.
func (l *Atom) turn(now bool, event int) {
	if now == l.last.True() {
		if now && event == Always {
			l.Was[len(l.Was)-1] = l.values() // what holds where the log begins is what was seen last
		}
		return
	}
	l.last = eval.BoolOf(now)
	if now {
		if n := len(l.Spans) - 1; n >= 0 && l.Spans[n].Hi == event {
			l.Spans[n].Hi = Never // it was seen twice after one event
			return
		}
		l.Spans = append(l.Spans, Span{event, Never})
		l.Was = append(l.Was, l.values())
		return
	}
	n := len(l.Spans) - 1
	if l.Spans[n].Hi = event; l.Spans[n].Lo == event {
		l.Spans, l.Was = l.Spans[:n], l.Was[:n]
	}
}

// values returns the present values of the atom's variables, while it is fed.
func (l *Atom) values() (all []eval.Value) {
	return text.Each(l.Vars, func(v Var) eval.Value { return v.eval(&l.frame).Kept() })
}

// Moments returns the events at which the atom became true; of a place, those at which it was passed.
func (l *Atom) Moments() []int {
	if l.place != nil && !l.inverse {
		return l.Events
	}
	var all []int
	for _, s := range l.Spans {
		if s.Lo != Always {
			all = append(all, s.Lo)
		}
	}
	return all
}

// Value returns the atom's value in a cut.
func (l *Atom) Value(g *graph.Graph, c graph.Cut) eval.Value {
	if l.IsTruth {
		return eval.BoolOf(In(g, l.Spans, c) >= 0)
	}
	if i := At(g, l.Changes, c); i > 0 {
		return l.Changes[i-1].Value
	}
	return eval.Value{}
}

// Steps returns the events at which the atom changes.
func (l *Atom) Steps() (all []int) {
	for _, s := range l.Spans {
		for _, e := range []int{s.Lo, s.Hi} {
			if e != Always && e != Never && (len(all) == 0 || all[len(all)-1] != e) {
				all = append(all, e)
			}
		}
	}
	for _, c := range l.Changes {
		if c.Event != Always {
			all = append(all, c.Event)
		}
	}
	return all
}

// Unordered is the error for an atom whose changes are in no causal order, because threads of one task
// share variables without a lock. Then its value in a cut is not known until the events of the task
// are serialized (graph.Graph.Line).
type Unordered struct {
	Thread kernel.ThreadID // that shows it
	Task   kernel.TaskID
	Name   string // of the thread
	What   string // condition or expression
}

func (u *Unordered) Error() string {
	return fmt.Sprintf("threads of its task change what %s shows without a lock, in an order that may be another: %s",
		u.Name, u.What)
}

// ordered checks that each change happened before the next.
func (r *Run) ordered(l *Atom) error {
	wrong := &Unordered{l.Thread, r.TaskOf(l.Thread), r.ThreadName(l.Thread), l.Text}
	if l.unordered {
		return wrong
	}
	steps := l.Steps()
	for i := 1; i < len(steps); i++ {
		if a, b := steps[i-1], steps[i]; !l.fine && !r.precedes(momentOf(a, 0), momentOf(b, 0)) ||
			l.fine && !r.precedes(a, b) {
			return wrong
		}
	}
	return nil
}

// Since returns the event at which the atom got the value that it has in a cut; -1 if it always had it.
func (l *Atom) Since(g *graph.Graph, c graph.Cut) int {
	last := -1
	for _, s := range l.Spans {
		for _, e := range []int{s.Lo, s.Hi} {
			if !HoldsEvent(g, c, e) {
				return last
			}
			last = e
		}
	}
	if i := At(g, l.Changes, c); i > 0 {
		return l.Changes[i-1].Event
	}
	return last
}

// Turns returns the events at which an atom changes, and its values: the first is that before all of
// them, then there is one after each.
func (l *Atom) Turns() (events []int, turns []eval.Value) {
	turns = []eval.Value{{}}
	if l.IsTruth {
		turns[0] = eval.BoolOf(len(l.Spans) > 0 && l.Spans[0].Lo == Always)
	}
	for _, e := range l.Steps() {
		events = append(events, e)
		turns = append(turns, eval.BoolOf(false))
	}
	n := len(turns) - len(l.Changes)
	for i, c := range l.Changes {
		turns[n+i] = c.Value
	}
	for _, s := range l.Spans {
		if i := sort.SearchInts(events, s.Lo); s.Lo != Always {
			turns[i+1] = eval.BoolOf(true)
		}
	}
	return events, turns
}
