package session

import (
	"machsim/debugger/lang"
	"machsim/debugger/lines/source"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/detect"
	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// Predicates returns the run for evaluating predicates. It keeps what it has computed.
func (s *Session) Predicates() *detect.Run {
	if s.predicates == nil {
		s.predicates = detect.NewRun(s.order(), s.Events, s.seeing())
		s.predicates.Complete = s.Rec.Complete() && !s.Rec.Truncated && uint64(s.Len()) == s.Rec.Events
		s.predicates.Open = s.GoesOn()
		if s.HasStatements() {
			s.predicates.Statements = s.stands
		}
		s.predicates.Stop = func() <-chan struct{} { return s.Stop }
		s.predicates.Among(s.ThreadSet)
	}
	return s.predicates
}

// seeing returns the engine that gives predicates access to the programs' own variables, where they
// have hooks.
func (s *Session) seeing() engine.Engine {
	if e, ok := s.log().engine.(engine.Hearing); ok && s.log().source != nil {
		return source.Seeing(e, s.log().tape)
	}
	return s.log().engine
}

// Predicate parses a predicate, and evaluates its conditions over the run. If threads of a task
// turn out to share watched variables without a lock, the events of that task are serialized from
// now on, and the position may grow (Options.Grown).
func (s *Session) Predicate(text string) (*detect.Predicate, error) {
	return serialized(s, func() (*detect.Predicate, error) { return s.Predicates().Predicate(text) })
}

// AtCalls is Predicate with variables looked at at kernel calls only (detect.Run.AtCalls).
func (s *Session) AtCalls(text string) (*detect.Predicate, error) {
	return serialized(s, func() (*detect.Predicate, error) { return s.Predicates().AtCalls(text) })
}

// Contrary is Predicate for the negation of a condition (detect.Run.Contrary).
func (s *Session) Contrary(text string) (*detect.Predicate, error) {
	return serialized(s, func() (*detect.Predicate, error) { return s.Predicates().Contrary(text) })
}

// Expression is Predicate for an expression whose values are shown.
func (s *Session) Expression(text string) (*detect.Expression, error) {
	return s.ExpressionOf(0, text)
}

// ExpressionOf is Expression as a thread would write it (detect.Run.ExpressionOf).
func (s *Session) ExpressionOf(own kernel.ThreadID, text string) (*detect.Expression, error) {
	return serialized(s, func() (*detect.Expression, error) { return s.Predicates().ExpressionOf(own, text) })
}

// Hits finds where a breakpoint stops threads. Its condition on variables may let the position
// grow, as in Predicate.
func (s *Session) Hits(spec *lang.Place) (*breakpoint.Hits, error) {
	return serialized(s, func() (*breakpoint.Hits, error) { return s.Predicates().Hits(spec) })
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
