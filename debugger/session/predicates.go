package session

import (
	"machsim/debugger/lang"
	"machsim/debugger/lines/source"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/detect"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// Predicates returns the run for evaluating predicates. It keeps what it has computed.
func (s *Session) Predicates() *detect.Run {
	if s.predicates == nil {
		s.predicates = detect.NewRun(s.order(), s.Events, s.seeing())
		whole := !s.Rec.Truncated && uint64(s.Len()) == s.Rec.Events
		s.predicates.Complete = whole && s.Rec.Complete()
		s.predicates.Open = !whole || s.Rec.GivenUp() || s.GoesOn()
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

// Target returns the statements of a place, where the program has hooks: of a line, of a label of Go, or the first of a
// function. ok is false if it is a place of calls: of a file without hooks, or of a label to which threads come by
// th.Label, which goes before one of Go.
func (s *Session) Target(place *lang.Place) (t *source.Target, ok bool, err error) {
	name := place.Text.Text
	switch {
	case !s.HasStatements() || place.After:
		return nil, false, nil
	case place.Kind == lang.Line && place.File != "":
		t, err = source.At(place.File, place.Number)
		return t, err == nil || source.HasFile(place.File), err
	case place.Kind == lang.Line:
		t, err = source.Named(name)
	case place.Kind == lang.Label && s.calls(place):
		return nil, false, nil
	case place.Kind == lang.Label:
		t, err = source.Label(name)
	case place.Kind == lang.Enter:
		if t, err = source.Function(name); err != nil {
			t, err = source.Named(name)
		}
	case place.Kind == lang.Leave:
		t, err = source.Leaving(name)
	default:
		return nil, false, nil
	}
	return t, err == nil, err
}

// calls says whether threads come to a place by calls.
func (s *Session) calls(place *lang.Place) bool {
	hits, err := s.Hits(place)
	return err == nil && !hits.Empty()
}

// stands finds where threads stand before the statements of a place (predicate.Run.Statements).
func (s *Session) stands(place *lang.Place) (all []predicate.Stand, ok bool, err error) {
	t, ok, err := s.Target(place)
	if !ok || err != nil || place.Kind == lang.Leave { // which is where a thread may stand at a call
		return nil, ok && place.Kind != lang.Leave, err
	}
	found, err := s.log().source.Hits(nil, source.Search{Target: t.Throughout()})
	if err != nil {
		return nil, true, err
	}
	for _, h := range found[0].Hits {
		all = append(all, predicate.Stand{Thread: h.Thread, N: h.N, Stays: h.Stays})
	}
	return all, true, nil
}

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
