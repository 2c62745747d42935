package session

import (
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
)

// Joint finds where the threads that hits stops are stopped together, beyond the present position
// or, with back, before it. Mode Optimistic uses Krawczuk's consistent breakpoint, Pessimistic his
// causal one.
func (s *Session) Joint(hits *breakpoint.Hits, m Mode, back bool) *breakpoint.Stop {
	reach := breakpoint.OCB
	if m == Pessimistic {
		reach = breakpoint.PCB
	}
	return reach(s.order(), hits, s.log().at.Cut, breakpoint.Direction(back))
}

// JointAt is Joint for threads that are stopped before statements, and for places at calls. The position is where the
// threads stand together: the Cut of stop, with those before statements. They are local events of their threads, so
// the cut is found in a run that has these too.
func (s *Session) JointAt(lines []graph.Stand, calls []breakpoint.Place, m Mode, back bool) (
	stop *breakpoint.Stop, at graph.Position, err error) {
	f, places, err := s.Predicates().Stopping(lines, calls)
	if err != nil {
		return nil, at, err
	}
	mode, d := breakpoint.Optimistic, breakpoint.Direction(back)
	if m == Pessimistic {
		mode = breakpoint.Pessimistic
	}
	stop, next := breakpoint.Reach(f.Graph, breakpoint.NewHits(f.Tape, places), f.Cut(s.log().at), mode, d)
	at = f.Position(stop.Cut, s.log().at)
	for lane, all := range places {
		for i, n := range all {
			places[lane][i] = f.Recorded(lane, n)
		}
		if n, ok := next[lane]; ok {
			next[lane] = f.Recorded(lane, n)
		}
	}
	hits := breakpoint.NewHits(s.log().tape, places)
	stop.Rows = breakpoint.Explained(s.order(), hits, next, s.log().at.Cut, at.Cut, mode, d)
	stop.Cut = at.Cut
	return stop, at, nil
}
