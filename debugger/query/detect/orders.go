package detect

import (
	"slices"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
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
	// Unanswered is the event, counted from 1, that is owed an answer in that order or, if none says otherwise, in all;
	// 0 is the start, and -1 that no such event is known.
	Unanswered int
}

// Orders searches the orders of the run's events for one in which an assertion is otherwise than in the recorded order.
func (p *Predicate) Orders() (o *Orders, err error) {
	defer predicate.Caught(&err)
	a := p.assertion
	j := a.judge()
	o = &Orders{Recorded: j.Truth, Unanswered: -1}
	if x := a.respond(j.Truth, j.Refuted); x.decided {
		o.Decided = true
		if x.unanswered {
			o.Unanswered = a.r.number(x.trigger)
		}
		if x.path != nil {
			o.Other, o.Order = true, a.r.along(x.path)
			o.Cut = p.r.Position(x.path[len(x.path)-1], graph.Position{}).Cut
		}
		return o, nil
	}
	var s *ordering
	for _, few := range a.fewer() {
		if s = a.search(o.Recorded, few); s.run() {
			break
		}
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
	x     *cuts.Lattice // its steps are the events at which a leaf changes or occurs, or all
	few   fewer
	want  temporal.Truth
	seen  map[string]bool
	left  []*way
	found *way
	given bool // the search was given up
	kept  int  // bytes of what was seen
	// loud are the events that are not absorbed as soon as their time has come; nil for all.
	loud map[int]bool
}

// fewer says in which way a search looks at fewer cuts than there are.
type fewer uint8

const (
	ofChanges fewer = iota // its steps are the events at which a leaf changes or occurs
	ofTimes                // its steps are all events, but those that are not loud are absorbed
	ofNothing              // it looks at all cuts
)

// fewer are the ways to search the orders for an assertion, the cheapest first. Each is right only if positions after
// events that it leaves out make no difference; the last one leaves out none.
func (a *assertion) fewer() []fewer {
	switch {
	case !a.formula.IsTimed():
		return []fewer{ofChanges, ofTimes, ofNothing}
	case !a.formula.CountsPositions(eventClock):
		return []fewer{ofTimes, ofNothing}
	}
	return []fewer{ofNothing}
}

// way is an order of events up to a cut.
type way struct {
	cut    graph.Cut
	event  int // the last step, -1 at the start
	m      *temporal.Monitor
	before *way
}

// search prepares a search for an order in which an assertion is not what it is in the recorded one.
func (a *assertion) search(recorded temporal.Truth, few fewer) *ordering {
	s := &ordering{a: a, few: few, want: temporal.False, seen: map[string]bool{}}
	if recorded == temporal.False {
		s.want = temporal.True
	}
	steps := a.when
	if few != ofChanges {
		steps = a.r.inOrder()
	}
	if few == ofTimes {
		s.loud = a.loud()
	}
	s.x = cuts.Of(a.r.Run, steps)
	return s
}

// run searches depth first, because one order is enough. It returns false if an event that it leaves out makes a
// difference.
func (s *ordering) run() bool {
	start := &way{cut: s.a.r.Graph.Start(), event: temporal.None}
	start.m = s.a.program.Start(s.letter(start, false))
	s.absorb(start.cut)
	if !s.add(start) {
		return false
	}
	for len(s.left) > 0 && s.found == nil {
		s.a.r.Tick()
		w := s.left[len(s.left)-1]
		s.left = s.left[:len(s.left)-1]
		if !s.x.Budget.Looked(len(s.seen)) || !s.x.Budget.Keeps(len(s.seen)) || s.kept > cuts.MaxBytes {
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
	next, end := s.x.Frontier(w.cut, 0), true
	slices.Sort(next)
	slices.Reverse(next) // so that what is like the recorded order is looked at first
	for _, e := range next {
		s.x.Budget.Spend(len(next))
		end = end && e < 0
		if e < 0 || slices.ContainsFunc(next, func(d int) bool { return d >= 0 && s.a.r.Graph.Before(d, e) }) {
			continue
		}
		s.x.Budget.Spend(len(w.cut))
		to := &way{cut: s.a.r.Graph.Grow(w.cut, e), event: e, m: w.m.Clone(), before: w}
		to.m.Step(s.letter(to, false))
		s.absorb(to.cut)
		if !s.add(to) {
			return false
		}
	}
	if truth, _ := w.m.End(s.a.r.Complete); end && truth == s.want {
		s.found = w
	}
	return true
}

// workPerByte is how much more work a byte of what is known of a way is than to compare two events: it is copied, and
// found out anew, for each way that goes on.
const workPerByte = 4

// add adds a way, unless another one has come to the same, or what is wanted is known not to be on it.
func (s *ordering) add(w *way) bool {
	key := string(w.m.AppendKey([]byte(w.cut.Key())))
	s.kept += len(key)
	s.x.Budget.Spend(workPerByte * len(key))
	if s.few != ofNothing {
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

// order returns the events of a way, counted from 1: each step comes right after what has to come before it, and
// right before what was absorbed after it.
func (a *assertion) order(w *way) (all []int) {
	var ways []*way
	for ; w != nil; w = w.before {
		ways = append(ways, w)
	}
	from := a.r.Graph.Start()
	for _, w := range slices.Backward(ways) {
		var before, after []int
		for _, e := range a.r.between(from, w.cut) {
			switch {
			case e == w.event:
			case w.event >= 0 && a.r.Graph.Before(e, w.event):
				before = append(before, e)
			default:
				after = append(after, e)
			}
		}
		if w.event >= 0 {
			before = append(before, w.event)
		}
		all, from = a.r.numbered(all, append(before, after...)), w.cut
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
			s.x.Budget.Spend(2 * len(l.state.Atoms))
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
