package detect

import (
	"slices"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/cuts"
	"machsim/debugger/replay/graph"
)

// says is what an assertion without conditions on states is in an order of all events.
func (a *assertion) says(p cuts.Path) temporal.Truth {
	t := &orderLetter{timeline: a.timeline(), last: temporal.None}
	m := a.program.Start(t)
	c := a.r.Graph.Start()
	for _, to := range p {
		for _, e := range a.r.between(c, to) {
			a.tick(e)
			t.event, t.last = e, max(t.last, e)
			m.Step(t)
		}
		c = to
	}
	truth, _ := m.End(a.r.Complete)
	return truth
}

// orderLetter is the positions of another order of the events.
type orderLetter struct {
	*timeline
	last int // the last recorded event up to the position
}

func (t *orderLetter) Clock(n int) int64 { return t.a.clock(n, t.last) }

func (t *orderLetter) Atom(n, since int) temporal.Truth {
	l := t.a.leaves[n]
	if h := l.occurs(t.event); h != nil && l.answers(h, since) {
		return temporal.True
	}
	return temporal.False
}

// between are the events that one cut holds and not another within it, in recorded order.
func (r *Run) between(from, to graph.Cut) (all []int) {
	for lane, n := range to {
		for i := from[lane]; i < n; i++ {
			all = append(all, r.Tape.Lanes[lane].Event(int(i)))
		}
	}
	slices.Sort(all)
	return all
}

// along returns the events of a path, counted from 1.
func (r *Run) along(p cuts.Path) (all []int) {
	c := r.Graph.Start()
	for _, to := range p {
		all, c = r.numbered(all, r.between(c, to)), to
	}
	return all
}

// numbered adds the numbers of events of the run, each once.
func (r *Run) numbered(all, events []int) []int {
	for _, e := range events {
		if n := r.number(e); len(all) == 0 || all[len(all)-1] != n {
			all = append(all, n)
		}
	}
	return all
}
