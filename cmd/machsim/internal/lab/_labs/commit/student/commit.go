// Package student is what you write and hand in.
package student

import "machsim/kernel"

// Coordinate is the coordinator, from a start of its host to the next crash. It never returns.
func Coordinate(th *kernel.Thread, s *Site) {
	for {
		s.Receive(100 * kernel.Millisecond) // Your code.
	}
}

// Participate is a participant, from a start of its host to the next crash. It never returns.
func Participate(th *kernel.Thread, s *Site) {
	for {
		s.Receive(100 * kernel.Millisecond) // Your code.
	}
}
