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

// Predicates returns the run for evaluating predicates. It keeps what it has computed.
func (s *Session) Predicates() *detect.Run {
	if s.predicates == nil {
		s.predicates = detect.NewRun(s.order(), s.Events, s.seeing())
		s.predicates.Complete = s.Rec.Complete() && !s.Rec.Truncated && uint64(s.Len()) == s.Rec.Events
		s.predicates.Stop = func() <-chan struct{} { return s.Stop }
	}
	return s.predicates
}

// seeing returns the engine that gives predicates access to the programs' own variables, where they
// have hooks.
func (s *Session) seeing() engine.Engine {
	if e, ok := s.log().engine.(engine.Hearing); ok && s.log().source != nil {
		return source.Seeing(e)
	}
	return s.log().engine
}

// Predicate parses a predicate, and evaluates its conditions over the run. If threads of a task
// turn out to share watched variables without a lock, the events of that task are serialized from
// now on. The position then grows to stay consistent, and grown is true.
func (s *Session) Predicate(text string) (p *detect.Predicate, grown bool, err error) {
	grown, err = s.serializing(func() (err error) {
		p, err = s.Predicates().Predicate(text)
		return err
	})
	return p, grown, err
}

// Contrary is Predicate for the negation of a condition (detect.Run.Contrary).
func (s *Session) Contrary(text string) (p *detect.Predicate, grown bool, err error) {
	grown, err = s.serializing(func() (err error) {
		p, err = s.Predicates().Contrary(text)
		return err
	})
	return p, grown, err
}

// Expression is Predicate for an expression whose values are shown.
func (s *Session) Expression(text string) (e *detect.Expression, grown bool, err error) {
	return s.ExpressionOf(0, text)
}

// ExpressionOf is Expression as a thread would write it (detect.Run.ExpressionOf).
func (s *Session) ExpressionOf(own kernel.ThreadID, text string) (e *detect.Expression, grown bool, err error) {
	grown, err = s.serializing(func() (err error) {
		e, err = s.Predicates().ExpressionOf(own, text)
		return err
	})
	return e, grown, err
}

// Hits finds where a breakpoint stops threads. Its condition on variables may let the position
// grow, as in Predicate.
func (s *Session) Hits(spec *lang.Place) (h *breakpoint.Hits, grown bool, err error) {
	grown, err = s.serializing(func() (err error) {
		h, err = s.Predicates().Hits(spec)
		return err
	})
	return h, grown, err
}

// HitsAfter returns places where whoever took an event has just taken it: those of some events of the run.
func (s *Session) HitsAfter(events []int) *breakpoint.Hits {
	places := map[int][]uint32{}
	for _, e := range events {
		lane := s.log().tape.Lane(e)
		places[lane] = append(places[lane], uint32(s.InLane(lane, e)+1))
	}
	return breakpoint.NewHits(s.log().tape, places)
}

// serializing calls read again until it reports no further task whose threads share variables
// without a lock. It serializes the events of each reported task.
func (s *Session) serializing(read func() error) (grown bool, err error) {
	for {
		err = read()
		var u *predicate.Unordered
		if !errors.As(err, &u) || !s.share(u.Thread) {
			return grown, err
		}
		grown = true
		if err := s.MoveTo(s.Consistent(s.log().at)); err != nil {
			return grown, err
		}
	}
}
