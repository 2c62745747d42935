package detect

import (
	"math"
	"slices"
	"sort"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/cuts"
	"machsim/debugger/replay/graph"
)

// response is an assertion that events, or the start, lead to others within an interval: every E leads to F within D,
// or eventually F within D. In which orders of the run's events it holds can be told without a search, one trigger at
// a time, for time at a position depends on the last recorded event up to there alone, and so does whether a trigger
// is answered on what stands before it and between it and its answers.
type response struct {
	a        *assertion
	triggers []int // events in recorded order; temporal.None is the start
	answers  []*leaf
	by       map[string]*asked // by what answers have to have
	clock    int
	from, to int64
	budget   *cuts.Budget
}

// noEnd is the end of an interval that has none.
const noEnd = math.MaxInt64

// responses finds the responses that an assertion says hold all. whole says that it says no more than that.
func (a *assertion) responses(f *temporal.Formula, b *cuts.Budget) (all []*response, whole bool) {
	if f.Op == temporal.And {
		whole = true
		for _, k := range f.Kids {
			some, only := a.responses(k, b)
			all, whole = append(all, some...), whole && only
		}
		return all, whole
	}
	x := &response{a: a, clock: virtualClock, to: noEnd, budget: b}
	if w := f.Within; w != nil {
		x.clock, x.from, x.to = w.Clock, w.From, w.To
	}
	ok := x.clock != eventClock
	switch {
	case ok && f.Op == temporal.Eventually:
		x.triggers = []int{temporal.None}
		x.answers, ok = a.eventsOf(f.Kids[0])
	case ok && f.Op == temporal.LeadsTo:
		var first []*leaf
		if first, ok = a.eventsOf(f.Kids[0]); ok {
			x.answers, ok = a.eventsOf(f.Kids[1])
		}
		for _, l := range first {
			for i := range l.happened {
				x.triggers = append(x.triggers, l.happened[i].Event)
			}
		}
		slices.Sort(x.triggers)
		x.triggers = slices.Compact(x.triggers)
	default:
		ok = false
	}
	if !ok {
		return nil, false
	}
	return []*response{x}, true
}

// eventsOf are the leaves of a formula that is events, joined by or; ok is false of any other.
func (a *assertion) eventsOf(f *temporal.Formula) (all []*leaf, ok bool) {
	switch f.Op {
	case temporal.Atom:
		l := a.leaves[f.Atom]
		return []*leaf{l}, l.state == nil
	case temporal.Or:
		for _, k := range f.Kids {
			some, ok := a.eventsOf(k)
			if !ok {
				return nil, false
			}
			all = append(all, some...)
		}
		return all, true
	}
	return nil, false
}

// time is what the clock shows at the earliest after an event.
func (x *response) time(event int) int64 { return x.a.clock(x.clock, event) }

// timeOf is what it shows at a cut.
func (x *response) timeOf(c graph.Cut) int64 { return x.time(x.a.r.Graph.Last(c)) }

// before is the number of events that take place before a time.
func (x *response) before(time int64) int {
	return sort.Search(x.a.r.Tape.Len(), func(e int) bool { return x.time(e) >= time })
}

// past is what comes before a trigger in the causal order, and with is a cut with the trigger in it.
func (x *response) past(e int) graph.Cut {
	if e < 0 {
		return x.a.r.Graph.Start()
	}
	c := x.a.r.Graph.Least(e)
	c[x.a.r.Tape.Lane(e)]--
	return c
}

func (x *response) with(c graph.Cut, e int) graph.Cut {
	if e < 0 {
		return c
	}
	return x.a.r.Graph.Grow(c, e)
}

// evade returns an order in which a trigger is not answered, up to where that is known; nil if there is none. What
// answers the trigger has to come before it, or too soon, or too late. The later an event comes before the trigger,
// the later the trigger itself; so one is tried after the other, with all that are earlier.
func (x *response) evade(e int) cuts.Path {
	q := x.asked(e)
	if x.from == 0 && q.holds(e) {
		return nil
	}
	g := x.a.r.Graph
	x.budget.Spend(len(q.lanes) + 1)
	from := sort.SearchInts(q.late, e)
	for _, o := range q.late[from:] {
		x.budget.Spend(1)
		if o != e && (e < 0 || !g.Concurrent(o, e)) || o != e && !x.moves(q, o) {
			continue
		}
		if p := x.unanswered(e, x.until(e, o), q); p != nil || x.budget.IsSpent() {
			return p
		}
	}
	if !x.a.r.Complete || x.from == 0 && x.follows(q, e) {
		return nil
	}
	return x.unanswered(e, x.until(e, x.a.r.Tape.Len()), q)
}

// moves says whether an event that comes before a trigger may make a difference: an answer or, where answers may be
// too soon, any event.
func (x *response) moves(q *asked, o int) bool { return x.from > 0 || q.holds(o) }

// follows says whether one of the answers comes after a trigger in every order.
func (x *response) follows(q *asked, e int) bool {
	return slices.ContainsFunc(q.lanes, func(l []int) bool {
		return e < 0 || x.a.r.Graph.Before(e, l[len(l)-1])
	})
}

// until is the cut of the recorded events up to one that do not come after a trigger in the causal order.
func (x *response) until(e, o int) graph.Cut {
	if e < 0 {
		return x.a.r.Graph.Start()
	}
	return x.a.r.Graph.First(min(o+1, x.a.r.Tape.Len())).Meet(x.a.r.Graph.Greatest(e))
}

// unanswered returns an order in which a trigger that comes right after a cut is not answered: what is too soon comes
// first, then all that depends on no other answer, and then one of these.
func (x *response) unanswered(e int, c graph.Cut, q *asked) cuts.Path {
	g := x.a.r.Graph
	x.a.r.Tick()
	x.budget.Spend((len(q.lanes) + 4) * len(c))
	soon := x.with(c, e)
	now := x.timeOf(soon)
	p := cuts.Path{c, soon}
	if x.from > 0 {
		soon = soon.Join(g.First(x.before(now + x.from)))
		p = append(p, soon)
	}
	most, open := g.All(), q.open(g, soon)
	for _, f := range open {
		g.Lower(most, f)
	}
	p = append(p, most)
	switch {
	case x.late(now, x.timeOf(most)), len(open) == 0 && x.a.r.Complete:
		return p
	}
	for _, f := range slices.Backward(open) {
		if then := g.Grow(most, f); x.late(now, x.timeOf(then)) && then.Events() == most.Events()+1 {
			return append(p, then)
		}
	}
	return nil
}

// late says whether a time is too late for an answer to what was at another.
func (x *response) late(since, time int64) bool { return time-since > x.to }

// answer returns an order in which a trigger is answered, up to there; nil if there is none. What is recorded near the
// trigger is tried first.
func (x *response) answer(e int) cuts.Path {
	q := x.asked(e)
	after := sort.SearchInts(q.answers, e)
	for i := range len(q.answers) {
		for _, k := range [2]int{after + i, after - 1 - i} {
			if k < 0 || k >= len(q.answers) || x.budget.IsSpent() {
				continue
			}
			f := q.answers[k]
			if x.budget.Spend(1); e >= 0 && f != e && x.a.r.Graph.Before(f, e) {
				continue
			}
			x.a.r.Tick()
			if p := x.answerBy(e, f); p != nil {
				return p
			}
		}
	}
	return nil
}

// answerBy returns an order in which an event answers a trigger. The trigger comes as late as one wants, up to the
// greatest cut that needs neither.
func (x *response) answerBy(e, f int) cuts.Path {
	g := x.a.r.Graph
	x.budget.Spend(4 * x.budget.Lanes)
	if e == f {
		if x.from > 0 {
			return nil
		}
		return cuts.Path{g.Least(e)}
	}
	most := g.Greatest(f)
	if e < 0 {
		return x.meets(e, f, g.Start(), most)
	}
	g.Lower(most, e)
	if x.from == 0 {
		return x.meets(e, f, most, g.Greatest(f))
	}
	for n := e; n <= x.a.r.Tape.Len(); n++ {
		x.budget.Spend(4 * len(most))
		if p := x.meets(e, f, x.past(e).Join(most.Meet(g.First(n))), g.Greatest(f)); p != nil {
			return p
		}
	}
	return nil
}

// meets returns an order in which a trigger comes right after a cut, and an event answers it, perhaps after others of
// a second cut.
func (x *response) meets(e, f int, c, others graph.Cut) cuts.Path {
	g := x.a.r.Graph
	x.budget.Spend(4 * len(c))
	at := x.with(c, e)
	now := x.timeOf(at)
	then := g.Grow(at, f)
	if d := x.timeOf(then) - now; d >= x.from {
		if d > x.to {
			return nil
		}
		return cuts.Path{c, at, then}
	}
	// It comes too soon, unless others come before it that take place later.
	for n := x.before(now + x.from); n < x.a.r.Tape.Len() && x.time(n)-now <= x.to; n++ {
		if g.Holds(others, n) {
			between := at.Join(others.Meet(g.First(n + 1)))
			return cuts.Path{c, at, between, g.Grow(between, f)}
		}
	}
	return nil
}
