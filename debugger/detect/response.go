package detect

import (
	"math"
	"slices"
	"sort"

	"machsim/debugger/graph"
	"machsim/debugger/temporal"
)

// response is an assertion that events, or the start, lead to others within an interval: every E leads to F within D,
// or eventually F within D. In which orders of the run's events it holds can be told without a search, one trigger at
// a time, for time at a position depends on the last recorded event up to there alone, and so does whether a trigger
// is answered on what stands before it and between it and its answers.
type response struct {
	a        *assertion
	triggers []int // events in recorded order; temporal.None is the start
	answers  []*leaf
	clock    int
	from, to int64
	budget   *budget
}

// responses finds the responses that an assertion says hold all. whole says that it says no more than that.
func (a *assertion) responses(f *temporal.Formula, b *budget) (all []*response, whole bool) {
	if f.Op == temporal.And {
		whole = true
		for _, k := range f.Kids {
			some, only := a.responses(k, b)
			all, whole = append(all, some...), whole && only
		}
		return all, whole
	}
	x := &response{a: a, clock: virtualClock, to: math.MaxInt64, budget: b}
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

// answering are the events that answer a trigger and do not come before it in the causal order, in recorded order.
func (x *response) answering(e int) (all []int) {
	for _, l := range x.answers {
		x.budget.spend(len(l.happened))
		for i := range l.happened {
			h := &l.happened[i]
			if l.answers(h, e) && (e < 0 || h.Event == e || !x.a.r.Graph.Before(h.Event, e)) {
				all = append(all, h.Event)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
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
// answers the trigger has to come before it, or too soon, or too late. The later an event comes before the trigger
// that could have answered it, the later the trigger itself; so all are tried one after the other, with all that are
// earlier.
func (x *response) evade(e int) path {
	answers := x.answering(e)
	if x.from == 0 && slices.Contains(answers, e) {
		return nil
	}
	c := x.past(e)
	put := answers
	if x.from > 0 && e >= 0 { // the later the trigger, the more is too soon for it
		put = x.others(e)
	}
	for i := range len(put) + 1 {
		if i > 0 {
			if e < 0 || !x.a.r.Graph.Concurrent(put[i-1], e) {
				continue
			}
			c = x.a.r.Graph.Grow(c, put[i-1])
			if put[i-1] < e {
				continue // the trigger is not earlier without it
			}
		}
		if p := x.unanswered(e, c, answers); p != nil {
			return p
		}
	}
	return nil
}

// others are all events but one.
func (x *response) others(e int) (all []int) {
	for o := range x.a.r.Tape.Len() {
		if o != e {
			all = append(all, o)
		}
	}
	return all
}

// unanswered returns an order in which a trigger that comes right after a cut is not answered: what is too soon comes
// first, then all that depends on no other answer, and then one of these.
func (x *response) unanswered(e int, c graph.Cut, answers []int) path {
	g := x.a.r.Graph
	x.a.r.Tick()
	x.budget.spend((len(answers) + 4) * len(c))
	soon := x.with(c, e)
	now := x.timeOf(soon)
	p := path{c, soon}
	if x.from > 0 {
		soon = joinedCut(soon, g.First(x.before(now+x.from)))
		p = append(p, soon)
	}
	most, left := g.All(), false
	for _, f := range answers {
		if !g.Holds(soon, f) {
			g.Lower(most, f)
			left = true
		}
	}
	p = append(p, most)
	switch {
	case x.late(now, x.timeOf(most)), !left && x.a.r.Complete:
		return p
	case !left:
		return nil
	}
	for _, f := range slices.Backward(answers) {
		if g.Holds(soon, f) {
			continue
		}
		then := g.Grow(most, f)
		if len(x.a.r.between(most, then)) == 1 && x.late(now, x.timeOf(then)) {
			return append(p, then)
		}
	}
	return nil
}

// late says whether a time is too late for an answer to what was at another.
func (x *response) late(since, time int64) bool { return time-since > x.to }

// answer returns an order in which a trigger is answered, up to there; nil if there is none.
func (x *response) answer(e int) path {
	for _, f := range x.answering(e) {
		x.a.r.Tick()
		if p := x.answerBy(e, f); p != nil {
			return p
		}
	}
	return nil
}

// answerBy returns an order in which an event answers a trigger. The trigger comes as late as one wants, up to the
// greatest cut that needs neither.
func (x *response) answerBy(e, f int) path {
	g := x.a.r.Graph
	if e == f {
		if x.from > 0 {
			return nil
		}
		return path{g.Least(e)}
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
		x.budget.spend(4 * len(most))
		if p := x.meets(e, f, joinedCut(x.past(e), metCut(most, g.First(n))), g.Greatest(f)); p != nil {
			return p
		}
	}
	return nil
}

// meets returns an order in which a trigger comes right after a cut, and an event answers it, perhaps after others of
// a second cut.
func (x *response) meets(e, f int, c, others graph.Cut) path {
	g := x.a.r.Graph
	x.budget.spend(4 * len(c))
	at := x.with(c, e)
	now := x.timeOf(at)
	then := g.Grow(at, f)
	if d := x.timeOf(then) - now; d >= x.from {
		if d > x.to {
			return nil
		}
		return path{c, at, then}
	}
	// It comes too soon, unless others come before it that take place later.
	for n := x.before(now + x.from); n < x.a.r.Tape.Len() && x.time(n)-now <= x.to; n++ {
		if g.Holds(others, n) {
			between := joinedCut(at, metCut(others, g.First(n+1)))
			return path{c, at, between, g.Grow(between, f)}
		}
	}
	return nil
}
