package source

import (
	"errors"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// A Source is the threads of its run, as an engine makes them (engine.Threads), and can be brought between two calls.

// Has says whether a thread's program has begun and has not ended.
func (s *Source) Has(id kernel.ThreadID) bool { return s.world != nil && s.world.Has(id) }

// Variables returns what a thread's program shows (kernel.Thread.Watch).
func (s *Source) Variables(id kernel.ThreadID) []kernel.Variable {
	if s.world == nil {
		return nil
	}
	return s.world.Variables(id)
}

// Stack returns where a thread's program stands, innermost call first.
func (s *Source) Stack(id kernel.ThreadID) []kernel.Frame {
	if s.world == nil {
		return nil
	}
	return s.world.Stack(id)
}

// CheckSet returns an error if a variable cannot be set here.
func (s *Source) CheckSet(e *kernel.Edit) error {
	if s.world == nil {
		return errors.New("the programs do not stand here")
	}
	return s.world.CheckSet(e)
}

// Prepare makes the threads ready for motions to come from a position (engine.Preparer).
func (s *Source) Prepare(from graph.Position, stop <-chan struct{}) {
	if s.world == nil {
		s.world = s.engine.Hear(s.begun, s.stop)
	}
	if _, err := s.indexing(stop); err != nil {
		return
	}
	if p, ok := s.world.(engine.Preparer); ok {
		p.Prepare(from, stop)
	}
}

// Abandon gives all threads up without ending them.
func (s *Source) Abandon() {
	if s.world != nil {
		s.world.Abandon()
	}
	s.world = nil
}
