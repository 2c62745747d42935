package detect

import (
	"slices"

	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/cuts"
)

// responded is what responses tell of an assertion in other orders of the events.
type responded struct {
	decided    bool
	path       cuts.Path // to where another order says otherwise than the recorded one; nil for none
	unanswered bool      // trigger is owed an answer in that order or, if no order says otherwise, in all
	trigger    int
}

// respond decides by responses what an assertion is in other orders of the events. It does not if that takes too much
// work, or cannot be told of each response alone.
func (a *assertion) respond(recorded temporal.Truth, owed []Refutation) responded {
	b := cuts.NewBudget(a.r.Run)
	all, whole := a.responses(a.formula, &b)
	for _, x := range all {
		if x.group(); b.IsSpent() {
			return responded{}
		}
		for _, e := range x.triggers {
			var p cuts.Path
			if recorded == temporal.False {
				p = x.answer(e)
			} else {
				p = x.evade(e)
			}
			switch {
			case b.IsSpent():
				return responded{}
			case (p == nil) == (recorded == temporal.False): // it is answered in no order, or not in that one
				return responded{true, p, true, e}
			}
		}
	}
	if recorded == temporal.False {
		return a.mended(all, owed)
	}
	return responded{decided: whole}
}

// workPerStep is how much more work it is to hold an assertion against an event than to compare two events.
const workPerStep = 100

// mended tries, one by one, orders in which one of the events is answered to which something is owed in the recorded
// order, and which goes on as recorded.
func (a *assertion) mended(all []*response, owed []Refutation) (x responded) {
	if slices.ContainsFunc(a.leaves, func(l *leaf) bool { return l.state != nil }) {
		return x
	}
	open := map[int]bool{}
	for _, r := range owed {
		for _, n := range r.Owed {
			open[n] = true
		}
	}
	for _, x := range all {
		for _, e := range x.triggers {
			if !open[e+1] {
				continue
			}
			if x.budget.Spend(workPerStep * a.r.Tape.Len()); x.budget.IsSpent() {
				return responded{}
			}
			if p := append(x.answer(e), a.r.Graph.All()); a.says(p) == temporal.True {
				return responded{decided: true, path: p}
			}
		}
	}
	return x
}
