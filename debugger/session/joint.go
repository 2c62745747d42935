package session

import "machsim/debugger/breakpoint"

// Joint finds where the threads that hits stop are stopped together, beyond the present position or,
// back, before it: with mode Optimistic by Krawczuk's consistent breakpoint, with Pessimistic by his
// causal one.
func (s *Session) Joint(hits *breakpoint.Hits, m Mode, back bool) *breakpoint.Stop {
	reach := breakpoint.OCB
	if m == Pessimistic {
		reach = breakpoint.PCB
	}
	return reach(s.order, hits, s.at.Cut, breakpoint.Direction(back))
}
