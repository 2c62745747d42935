package detect

import (
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// loud are the events at which a leaf may change or occur, in whatever order. For an assertion that looks at virtual
// time and the clocks of hosts, and at no single positions, another event makes a difference only by what time it is
// after it, and none at all if it was that late before.
func (a *assertion) loud() map[int]bool {
	loud := map[int]bool{}
	for _, l := range a.leaves {
		for i := range l.happened {
			loud[l.happened[i].Event] = true
		}
		if l.state == nil {
			continue
		}
		for _, f := range []*predicate.Formula{l.state, l.contrary} {
			a.heard(loud, f.Atoms)
		}
	}
	return loud
}

// heard adds the events to loud at which atoms change.
func (a *assertion) heard(loud map[int]bool, atoms []*predicate.Atom) {
	for _, x := range atoms {
		events, _ := x.Turns()
		for _, e := range events {
			loud[e] = true
		}
	}
}

// absorb adds to a cut the events that can come next and make no difference there. They would make none later either,
// and whatever can come without them can come after them: so all cuts that differ only in such events count as one.
func (s *ordering) absorb(c graph.Cut) {
	if s.loud == nil {
		return
	}
	g := s.a.r.Graph
	now := s.a.clock(virtualClock, g.Last(c))
	for grown := true; grown; {
		grown = false
		s.x.Budget.Spend(len(c))
		for lane := range c {
			l := &s.a.r.Tape.Lanes[lane]
			for int(c[lane]) < l.Len() {
				e := l.Event(int(c[lane]))
				if s.loud[e] || s.a.clock(virtualClock, e) > now || len(g.MissingCauses(c, e)) > 0 {
					break
				}
				c[lane]++
				grown = true
			}
		}
	}
}
