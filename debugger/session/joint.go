package session

import "machsim/debugger/breakpoint"

// Joint finds where the threads that hits stops are stopped together, beyond the present position
// or, with back, before it. Mode Optimistic uses Krawczuk's consistent breakpoint, Pessimistic his
// causal one.
func (s *Session) Joint(hits *breakpoint.Hits, m Mode, back bool) *breakpoint.Stop {
	reach := breakpoint.OCB
	if m == Pessimistic {
		reach = breakpoint.PCB
	}
	return reach(s.order(), hits, s.at.Cut, breakpoint.Direction(back))
}
