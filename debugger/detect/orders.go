package detect

import (
	"slices"

	"machsim/debugger/graph"
	"machsim/debugger/predicate"
	"machsim/debugger/temporal"
)

// Orders says what an assertion about time is in other orders of the same events. In another order each event takes
// place when it did at the earliest, and never before one that comes before it in that order: virtual time at a
// position is the latest time at which one of the events up to there took place in the recorded run. So an order is
// one that a run could have had in which some threads and wires were slower; that a time limit would have ended a wait
// meanwhile, or that a sleep is over only now, it does not know.
type Orders struct {
	Recorded temporal.Truth // in the recorded order
	Other    bool           // another order says otherwise
	Decided  bool           // the search has seen all orders, or found one that says otherwise
	States   int            // that were looked at
	// Order is an order that says otherwise, up to where that is known: events, counted from 1. Cut is the position
	// there.
	Order []int
	Cut   graph.Cut
}

// Orders searches the orders of the run's events for one in which an assertion is otherwise than in the recorded order.
func (p *Predicate) Orders() (o *Orders, err error) {
	defer predicate.Caught(&err)
	a := p.assertion
	o = &Orders{Recorded: a.judge().Truth}
	s := a.search(o.Recorded, a.formula.IsTimed())
	if s.exact = s.run(); !s.exact {
		s = a.search(o.Recorded, true)
		s.run()
	}
	o.States, o.Decided = len(s.seen), s.found != nil || !s.given
	if n := s.found; n != nil {
		o.Other, o.Order, o.Cut = true, a.order(n), p.r.Position(n.cut, graph.Position{}).Cut
	}
	return o, nil
}

// ordering is a search of the product of the lattice of cuts and the states of a monitor.
type ordering struct {
	a     *assertion
	x     *lattice // its steps are the events at which a leaf changes or occurs, or all
	all   bool     // its steps are all events
	want  temporal.Truth
	seen  map[string]bool
	left  []*way
	found *way
	given bool // the search was given up
	exact bool // events that are no step make no difference
}

// way is an order of events up to a cut.
type way struct {
	cut    graph.Cut
	event  int // the last step, -1 at the start
	m      *temporal.Monitor
	before *way
}

// search prepares a search for an order in which an assertion is not what it is in the recorded one.
func (a *assertion) search(recorded temporal.Truth, all bool) *ordering {
	s := &ordering{a: a, all: all, want: temporal.False, seen: map[string]bool{}}
	if recorded == temporal.False {
		s.want = temporal.True
	}
	steps := a.when
	if all {
		steps = make([]int, a.r.Tape.Len())
		for e := range steps {
			steps[e] = e
		}
	}
	s.x = newLattice(a.r, &formula{&predicate.Formula{}})
	s.x.stepping(steps)
	return s
}

// stepping makes some events, in recorded order, the steps of a lattice.
func (x *lattice) stepping(events []int) {
	by := map[int][]int{}
	for _, e := range events {
		lane := x.r.Tape.Lane(e)
		by[lane] = append(by[lane], e)
	}
	x.lanes, x.steps = nil, nil
	for lane := range by {
		x.lanes = append(x.lanes, lane)
	}
	slices.Sort(x.lanes)
	for _, lane := range x.lanes {
		x.steps = append(x.steps, by[lane])
	}
}

// run searches depth first, because one order is enough. It returns false if an event that is no step makes a
// difference, so that all have to be steps.
func (s *ordering) run() bool {
	start := &way{cut: s.a.r.Graph.Start(), event: temporal.None}
	start.m = s.a.program.Start(s.letter(start, false))
	if !s.add(start) {
		return false
	}
	for len(s.left) > 0 && s.found == nil {
		s.a.r.Tick()
		w := s.left[len(s.left)-1]
		s.left = s.left[:len(s.left)-1]
		s.a.r.progress(len(s.seen))
		if !s.x.budget.looked(len(s.seen)) || !s.x.budget.keeps(len(s.seen)) {
			s.given = true
			return true
		}
		if !s.goOn(w) {
			return false
		}
	}
	return true
}

// goOn adds the ways that go on with one step more.
func (s *ordering) goOn(w *way) bool {
	next, end := s.x.frontier(w.cut, 0), true
	slices.Sort(next)
	slices.Reverse(next) // so that what is like the recorded order is looked at first
	for _, e := range next {
		s.x.budget.spend(len(next))
		end = end && e < 0
		if e < 0 || slices.ContainsFunc(next, func(d int) bool { return d >= 0 && s.a.r.Graph.Before(d, e) }) {
			continue
		}
		s.x.budget.spend(len(w.cut))
		to := &way{cut: s.a.r.Graph.Grow(w.cut, e), event: e, m: w.m.Clone(), before: w}
		to.m.Step(s.letter(to, false))
		if !s.add(to) {
			return false
		}
	}
	if truth, _ := w.m.End(s.a.r.Complete); end && truth == s.want {
		s.found = w
	}
	return true
}

// add adds a way, unless another one has come to the same, or what is wanted is known not to be on it.
func (s *ordering) add(w *way) bool {
	key := string(w.m.AppendKey([]byte(key(w.cut))))
	if !s.all {
		quiet := w.m.Clone()
		if quiet.Step(s.letter(w, true)); quiet.Truth() != w.m.Truth() || !sameKey(quiet, w.m) {
			return false
		}
	}
	truth := w.m.Truth()
	switch {
	case s.seen[key]:
	case s.a.program.IsFuture() && truth == s.want:
		s.seen[key], s.found = true, w
	case s.a.program.IsFuture() && truth != temporal.Unknown:
		s.seen[key] = true
	default:
		s.seen[key], s.left = true, append(s.left, w)
	}
	return true
}

func sameKey(a, b *temporal.Monitor) bool { return slices.Equal(a.AppendKey(nil), b.AppendKey(nil)) }

// order returns the events of a way, counted from 1: each step comes right after what has to come before it.
func (a *assertion) order(w *way) (all []int) {
	var ways []*way
	for ; w.before != nil; w = w.before {
		ways = append(ways, w)
	}
	for _, w := range slices.Backward(ways) {
		var with []int
		for lane, n := range w.cut {
			l := &a.r.Tape.Lanes[lane]
			for i := w.before.cut[lane]; i < n; i++ {
				if e := l.Event(int(i)); e != w.event {
					with = append(with, e)
				}
			}
		}
		slices.Sort(with)
		for _, e := range append(with, w.event) {
			if n := a.number(e); len(all) == 0 || all[len(all)-1] != n {
				all = append(all, n)
			}
		}
	}
	return all
}

// cutLetter reads what the leaves of an assertion are at a cut.
type cutLetter struct {
	a     *assertion
	cut   graph.Cut
	event int
	truth []temporal.Truth // by leaf, of those that are conditions
	quiet bool             // the last event is none of the leaves'
}

// letter returns what holds at the end of a way; quiet is after a further event that is no step.
func (s *ordering) letter(w *way, quiet bool) *cutLetter {
	t := &cutLetter{a: s.a, cut: w.cut, event: w.event, truth: make([]temporal.Truth, len(s.a.leaves)), quiet: quiet}
	for i, l := range s.a.leaves {
		if l.state != nil {
			s.x.budget.spend(2 * len(l.state.Atoms))
			t.truth[i] = l.at(s.a.r, w.cut)
		}
	}
	return t
}

func (t *cutLetter) Event() int { return t.event }

func (t *cutLetter) Atom(n, since int) temporal.Truth {
	l := t.a.leaves[n]
	if l.state != nil {
		return t.truth[n]
	}
	if t.event >= 0 && !t.quiet {
		if h := l.occurs(t.event); h != nil && l.answers(h, since) {
			return temporal.True
		}
	}
	return temporal.False
}

func (t *cutLetter) Clock(n int) int64 {
	if n != eventClock {
		return t.a.clock(n, t.a.r.Graph.Last(t.cut))
	}
	events := int64(0)
	for lane, done := range t.cut {
		events += int64(t.a.r.Recorded(lane, done))
	}
	return events
}
