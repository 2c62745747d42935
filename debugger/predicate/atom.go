package predicate

import (
	"fmt"
	"slices"
	"sort"

	"machsim/debugger/graph"
	"machsim/debugger/lang"
	"machsim/kernel"
)

// Atom is a condition or an expression of one process, and how it went.
type Atom struct {
	Text    string
	Thread  kernel.ThreadID // 0 for packets
	Lane    int
	IsTruth bool // it is a condition: spans are known, or else changes

	// Of variables.
	eval   Eval
	Vars   []Var // the variables in it
	source source

	Spans     []Span
	Was       [][]Value // for each span, what the variables were when it began
	Changes   []Change
	Events    []int // of a place: the events by which the calls were done
	place     *lang.Place
	inverse   bool // of a place: while the thread is not there
	done      bool // it is known how it went
	unordered bool // it went otherwise when the threads of its task took their steps in another order

	frame Frame
	last  Value // while it is fed: what it is
}

// Var is a variable of an atom.
type Var struct {
	Text string
	eval Eval
}

// blank is an atom that has not gone yet.
func (l *Atom) blank() *Atom {
	return &Atom{Text: l.Text, Thread: l.Thread, Lane: l.Lane, IsTruth: l.IsTruth, eval: l.eval, Vars: l.Vars, source: l.source}
}

// goes says whether two leaves went alike.
func (l *Atom) goes(o *Atom) bool {
	return slices.Equal(l.Spans, o.Spans) && slices.EqualFunc(l.Changes, o.Changes, func(a, b Change) bool {
		return a.Event == b.Event && a.Value.Same(&b.Value)
	})
}

// see takes in what an atom's thread shows after an event.
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

// turn takes in that a condition holds, or does not hold, after an event.
func (l *Atom) turn(now bool, event int) {
	if now == l.last.True() {
		return
	}
	l.last = BoolOf(now)
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

// values are what the variables of an atom are while it is fed.
func (l *Atom) values() (all []Value) {
	for _, v := range l.Vars {
		all = append(all, v.eval(&l.frame).Kept())
	}
	return all
}

// Moments are the events at which the atom became true or, of a place, was passed.
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

// Value is what an atom is in a cut.
func (l *Atom) Value(g *graph.Graph, c graph.Cut) Value {
	if l.IsTruth {
		return BoolOf(In(g, l.Spans, c) >= 0)
	}
	if i := At(g, l.Changes, c); i > 0 {
		return l.Changes[i-1].Value
	}
	return Value{}
}

// Steps are the events at which the atom changes.
func (l *Atom) Steps() (all []int) {
	for _, s := range l.Spans {
		for _, e := range []int{s.Lo, s.Hi} {
			if e != Always && e != Never && (len(all) == 0 || all[len(all)-1] != e) {
				all = append(all, e)
			}
		}
	}
	for _, c := range l.Changes {
		all = append(all, c.Event)
	}
	return all
}

// Unordered says that threads of one task change what one of them shows, in no causal order:
// they share variables without a lock. What it is in a cut is not known then, until the
// events of the task are put into one line (graph.Graph.Line).
type Unordered struct {
	Thread kernel.ThreadID // that shows it
	Task   kernel.TaskID
	Name   string // of the thread
	What   string // condition or expression
}

func (u *Unordered) Error() string {
	return fmt.Sprintf("threads of its task change what %s shows without a lock, in an order that may be another: %s", u.Name, u.What)
}

// ordered checks that each change happened before the next.
func (r *Run) ordered(l *Atom) error {
	wrong := &Unordered{l.Thread, r.TaskOf(l.Thread), r.ThreadName(l.Thread), l.Text}
	if l.unordered {
		return wrong
	}
	steps := l.Steps()
	for i := 1; i < len(steps); i++ {
		if a, b := steps[i-1], steps[i]; r.Tape.Lane(a) != r.Tape.Lane(b) && !r.Graph.Before(a, b) {
			return wrong
		}
	}
	return nil
}

// Since is the event since when an atom is what it is in a cut; -1 for always.
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

// Turns are the events at which an atom changes, and what it is after each, and first before
// all.
func (l *Atom) Turns() (events []int, turns []Value) {
	turns = []Value{{}}
	if l.IsTruth {
		turns[0] = BoolOf(len(l.Spans) > 0 && l.Spans[0].Lo == Always)
	}
	for _, e := range l.Steps() {
		events = append(events, e)
		turns = append(turns, BoolOf(false))
	}
	for i, c := range l.Changes {
		turns[i+1] = c.Value
	}
	for _, s := range l.Spans {
		if i := sort.SearchInts(events, s.Lo); s.Lo != Always {
			turns[i+1] = BoolOf(true)
		}
	}
	return events, turns
}
