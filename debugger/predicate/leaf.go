package predicate

import (
	"fmt"
	"slices"

	"machsim/debugger/graph"
	"machsim/debugger/lang"
	"machsim/kernel"
)

// leaf is a condition or an expression of one process, and how it went.
type leaf struct {
	text   string
	thread kernel.ThreadID // 0 for packets
	lane   int
	truth  bool // it is a condition: spans are known, or else changes

	// Of variables.
	eval   eval
	vars   []variableOf // the variables in it
	source source

	spans   []span
	was     [][]Value // for each span, what the variables were when it began
	changes []change
	events  []int // of a place: the events by which the calls were done
	place   *lang.Place
	inverse bool // of a place: while the thread is not there
	done    bool // it is known how it went
	loose   bool // it went otherwise when the threads of its task took their steps in another order

	frame frame
	last  Value // while it is fed: what it is
}

// variableOf is a variable of a leaf.
type variableOf struct {
	text string
	eval eval
}

// blank is a leaf that has not gone yet.
func (l *leaf) blank() *leaf {
	return &leaf{text: l.text, thread: l.thread, lane: l.lane, truth: l.truth, eval: l.eval, vars: l.vars, source: l.source}
}

// goes says whether two leaves went alike.
func (l *leaf) goes(o *leaf) bool {
	return slices.Equal(l.spans, o.spans) && slices.EqualFunc(l.changes, o.changes, func(a, b change) bool {
		return a.event == b.event && a.value.same(&b.value)
	})
}

// see takes in what a leaf's thread shows after an event.
func (l *leaf) see(vars []kernel.Variable, event int) {
	l.frame.vars = vars
	v := l.eval(&l.frame)
	if l.truth {
		l.turn(v.True(), event)
		return
	}
	v = v.kept()
	if v.same(&l.last) {
		return
	}
	l.last = v
	if n := len(l.changes) - 1; n >= 0 && l.changes[n].event == event {
		l.changes[n].value = v
		return
	}
	l.changes = append(l.changes, change{event, v})
}

// turn takes in that a condition holds, or does not hold, after an event.
func (l *leaf) turn(now bool, event int) {
	if now == l.last.True() {
		return
	}
	l.last = boolean(now)
	if now {
		if n := len(l.spans) - 1; n >= 0 && l.spans[n].hi == event {
			l.spans[n].hi = never // it was seen twice after one event
			return
		}
		l.spans = append(l.spans, span{event, never})
		l.was = append(l.was, l.values())
		return
	}
	n := len(l.spans) - 1
	if l.spans[n].hi = event; l.spans[n].lo == event {
		l.spans, l.was = l.spans[:n], l.was[:n]
	}
}

// values are what the variables of a leaf are while it is fed.
func (l *leaf) values() (all []Value) {
	for _, v := range l.vars {
		all = append(all, v.eval(&l.frame).kept())
	}
	return all
}

// moments are the events at which the leaf became true or, of a place, was passed.
func (l *leaf) moments() []int {
	if l.place != nil && !l.inverse {
		return l.events
	}
	var all []int
	for _, s := range l.spans {
		if s.lo != always {
			all = append(all, s.lo)
		}
	}
	return all
}

// value is what a leaf is in a cut.
func (l *leaf) value(g *graph.Graph, c graph.Cut) Value {
	if l.truth {
		return boolean(in(g, l.spans, c) >= 0)
	}
	if i := at(g, l.changes, c); i > 0 {
		return l.changes[i-1].value
	}
	return Value{}
}

// steps are the events at which the leaf changes.
func (l *leaf) steps() (all []int) {
	for _, s := range l.spans {
		for _, e := range []int{s.lo, s.hi} {
			if e != always && e != never && (len(all) == 0 || all[len(all)-1] != e) {
				all = append(all, e)
			}
		}
	}
	for _, c := range l.changes {
		all = append(all, c.event)
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
func (r *Run) ordered(l *leaf) error {
	wrong := &Unordered{l.thread, r.task(l.thread), r.thread(l.thread), l.text}
	if l.loose {
		return wrong
	}
	steps := l.steps()
	for i := 1; i < len(steps); i++ {
		if a, b := steps[i-1], steps[i]; r.t.Lane(a) != r.t.Lane(b) && !r.g.Before(a, b) {
			return wrong
		}
	}
	return nil
}
