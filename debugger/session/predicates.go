package session

import (
	"errors"

	"machsim/debugger/breakpoint"
	"machsim/debugger/detect"
	"machsim/debugger/engine"
	"machsim/debugger/lang"
	"machsim/debugger/predicate"
	"machsim/debugger/source"
	"machsim/kernel"
)

// Predicates is the run as predicates look at it. What they found out is kept.
func (s *Session) Predicates() *detect.Run {
	if s.predicates == nil {
		s.predicates = detect.NewRun(s.order, s.Events, s.seeing())
		s.predicates.Stop = func() <-chan struct{} { return s.Stop }
	}
	return s.predicates
}

// seeing returns the engine that lets predicates see the programs' own variables, where they have hooks.
func (s *Session) seeing() engine.Engine {
	if e, ok := s.engine.(engine.Hearing); ok && s.source != nil {
		return source.Seeing(e)
	}
	return s.engine
}

// Predicate reads a predicate, and finds out how its conditions went in the run. If threads of
// a task turn out to share what they show without a lock, the events of the task are put into
// one line from now on, and the position grows to hold what it has to: grown is true then.
func (s *Session) Predicate(text string) (p *detect.Predicate, grown bool, err error) {
	grown, err = s.inLine(func() (err error) {
		p, err = s.Predicates().Predicate(text)
		return err
	})
	return p, grown, err
}

// Contrary is Predicate for what a condition is not (detect.Run.Contrary).
func (s *Session) Contrary(text string) (p *detect.Predicate, grown bool, err error) {
	grown, err = s.inLine(func() (err error) {
		p, err = s.Predicates().Contrary(text)
		return err
	})
	return p, grown, err
}

// Expression is Predicate for an expression whose values are to be shown.
func (s *Session) Expression(text string) (e *detect.Expression, grown bool, err error) {
	return s.ExpressionOf(0, text)
}

// ExpressionOf is Expression as a thread would write it (detect.Run.ExpressionOf).
func (s *Session) ExpressionOf(own kernel.ThreadID, text string) (e *detect.Expression, grown bool, err error) {
	grown, err = s.inLine(func() (err error) {
		e, err = s.Predicates().ExpressionOf(own, text)
		return err
	})
	return e, grown, err
}

// Hits finds where a breakpoint stops somebody; its condition on variables may let the position
// grow, as a Predicate may.
func (s *Session) Hits(spec *lang.Place) (h *breakpoint.Hits, grown bool, err error) {
	grown, err = s.inLine(func() (err error) {
		h, err = s.Predicates().Hits(spec)
		return err
	})
	return h, grown, err
}

// inLine calls read until no task is found any more whose threads share variables.
func (s *Session) inLine(read func() error) (grown bool, err error) {
	for {
		err = read()
		var u *predicate.Unordered
		if !errors.As(err, &u) || !s.share(u.Thread) {
			return grown, err
		}
		grown = true
		if err := s.MoveTo(s.Consistent(s.at)); err != nil {
			return grown, err
		}
	}
}
