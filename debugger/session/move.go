package session

import (
	"fmt"

	"machsim/debugger/graph"
	"machsim/kernel"
)

// State returns the state at the present position. It is read-only and valid until the next motion;
// Clone makes one to keep.
func (s *Session) State() *kernel.State {
	if s.play == nil { // at the end
		return s.tape.End
	}
	return s.play.State()
}

// MoveTo goes to a position, whose cut has to be consistent. Between two calls, the kernel's state
// is that after the earlier one. For such a position MoveTo also moves the programs' threads, to
// learn whether the engine can bring them there: engine.ErrAtCalls.
func (s *Session) MoveTo(to graph.Position) error {
	cut := to.Cut
	if len(cut) != len(s.tape.Lanes) || !s.consistent(cut) {
		return fmt.Errorf("the position %v is not consistent: it holds an event without one that comes before it", cut)
	}
	first, last := s.cuts.Missing(cut), s.cuts.Last(cut)
	if !to.AtCalls() {
		if err := s.threads.To(to); err != nil {
			return err
		}
	}
	if s.at, s.at.Cut = to, cut.Clone(); first == s.tape.Len() {
		s.play = nil
		return nil
	}
	return s.playUpTo(cut, first, last)
}

// playUpTo brings the kernel's state to a cut. first is the first event that it lacks, last the last that it holds.
func (s *Session) playUpTo(cut graph.Cut, first, last int) error {
	from := s.marks.best(s.tape, cut, first)
	step := s.marks.step(s.play, last+1)
	if s.play == nil || s.play.Next() < from.n || s.play.Next() > last+1 ||
		!leadsTo(s.tape, s.play.Next(), s.play.Counts(), cut) {
		counts := from.counts
		if counts == nil {
			counts = s.cuts.First(from.n)
		}
		s.play = s.tape.Resume(from.state.Clone(), from.n, counts)
	}
	if err := s.playTo(last+1, first, step, cut); err != nil {
		s.play, s.at = nil, s.End()
		return fault(err)
	}
	return nil
}

// playTo replays the events of a cut up to the n-th. It leaves marks on the way, every step events, where there are
// none.
func (s *Session) playTo(n, first, step int, cut graph.Cut) error {
	for next := s.play.Next(); next < n; {
		next = min(n, (next/step+1)*step)
		if err := s.play.To(next, cut); err != nil {
			return err
		}
		if next < n && (next > first || next%s.marks.spacing != 0) {
			s.marks.keep(next, first, s.play)
		}
	}
	return nil
}
