package detect

import (
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// silent are the events at which no leaf changes or occurs, in whatever order. For an assertion that looks at virtual
// time and the clocks of hosts, and at no single positions, such an event makes a difference only by what time it is
// after it, and none at all if it was that late before.
func (a *assertion) silent() []bool {
	silent := make([]bool, a.r.Tape.Len())
	for e := range silent {
		silent[e] = true
	}
	for _, l := range a.leaves {
		for i := range l.happened {
			silent[l.happened[i].Event] = false
		}
		if l.state == nil {
			continue
		}
		for _, f := range []*predicate.Formula{l.state, l.contrary} {
			a.heard(silent, f.Atoms)
		}
	}
	return silent
}

// heard takes the events from silent at which atoms change.
func (a *assertion) heard(silent []bool, atoms []*predicate.Atom) {
	for _, x := range atoms {
		events, _ := x.Turns()
		for _, e := range events {
			silent[e] = false
		}
	}
}

// absorb adds to a cut the events that can come next and make no difference there. They would make none later either,
// and whatever can come without them can come after them: so all cuts that differ only in such events count as one.
func (s *ordering) absorb(c graph.Cut) {
	if s.silent == nil {
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
				if !s.silent[e] || s.a.clock(virtualClock, e) > now || len(g.MissingCauses(c, e)) > 0 {
					break
				}
				c[lane]++
				grown = true
			}
		}
	}
}
