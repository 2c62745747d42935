package session

import (
	"machsim/debugger/graph"
)

// Position returns where the Session stands.
func (s *Session) Position() graph.Position { return s.at }

// Start returns the position at which the recording begins.
func (s *Session) Start() graph.Position { return graph.At(s.Graph.Start()) }

// End returns the position at which the recording ends.
func (s *Session) End() graph.Position { return graph.At(s.Graph.All()) }

// After returns the position with the first n events, in recorded order.
func (s *Session) After(n int) graph.Position { return graph.At(s.Graph.First(n)) }

// Least returns the least position that holds an event.
func (s *Session) Least(event int) graph.Position { return graph.At(s.Graph.Least(event)) }

// Greatest returns the greatest position without an event.
func (s *Session) Greatest(event int) graph.Position { return graph.At(s.Graph.Greatest(event)) }

// Consistent returns p if its cut is consistent, else the position at the least consistent cut that
// holds it. The order of a run becomes stricter when threads turn out to share variables, and a
// position that was kept from before may lack an event then.
func (s *Session) Consistent(p graph.Position) graph.Position {
	if s.Graph.Consistent(p.Cut) {
		return p
	}
	return graph.At(s.Graph.Up(p.Cut))
}

// Prefix returns the number of events up to the first in recorded order that p lacks. whole says
// that p holds no others: it is a beginning of the recorded order.
func (s *Session) Prefix(p graph.Position) (n int, whole bool) {
	n = s.Graph.Missing(p.Cut)
	return n, s.Graph.Last(p.Cut) < n
}

// LastOf returns the last event, in recorded order, that p holds; -1 if it holds none.
func (s *Session) LastOf(p graph.Position) int { return s.Graph.Last(p.Cut) }

// Holds says whether the present position holds an event.
func (s *Session) Holds(event int) bool { return s.Graph.Holds(s.at.Cut, event) }

// Done returns the number of events that the present position holds.
func (s *Session) Done() int { return s.at.Events() }

// Len returns the number of events of the run.
func (s *Session) Len() int { return s.Tape.Len() }
