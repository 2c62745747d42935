package session

import (
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
)

// order returns the causal order. Only now it looks for tasks whose threads share variables without a lock, for that
// runs all programs twice; of a long recording it keeps which these are. If that is interrupted, so is what asks for
// the order, and it has to be done again.
func (s *Session) order() *graph.Graph {
	l := s.log()
	if !l.shared {
		shared, kept := s.keeping.sharing()
		if !kept {
			shared = engine.Sharing(l.engine, l.causal, s.Stop)
			if engine.Stopped(s.Stop) {
				return l.causal
			}
			s.keeping.keepSharing(shared)
		}
		l.causal.Serialize(shared)
		l.shared = true
	}
	return l.causal
}

// consistent says whether a cut holds, with every event, all events that come before it. What is a
// beginning of the recorded order does so whatever the causal order is.
func (s *Session) consistent(cut graph.Cut) bool {
	return s.log().cuts.Beginning(cut) || s.order().Consistent(cut)
}

// HappenedBefore says whether one event came before another in the causal order.
func (s *Session) HappenedBefore(a, b int) bool { return s.order().Before(a, b) }

// Precede returns how many events of a lane come before an event in the causal order.
func (s *Session) Precede(event, lane int) int { return int(s.order().Needs(event, lane)) }
