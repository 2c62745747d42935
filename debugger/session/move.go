package session

import (
	"fmt"

	"machsim/debugger/event/view"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// State returns the state at the present position. It is read-only and valid until the next motion;
// Clone makes one to keep.
func (s *Session) State() *kernel.State {
	if s.Early() {
		return s.early.state
	}
	if l := s.log(); l.play != nil {
		return l.play.State()
	}
	return s.log().tape.End
}

// MoveTo goes to a position, whose cut has to be consistent. Between two calls, the kernel's state
// is that after the earlier one. For such a position MoveTo also moves the programs' threads, to
// learn whether the engine can bring them there: engine.ErrAtCalls.
func (s *Session) MoveTo(to graph.Position) error {
	l, cut := s.log(), to.Cut
	if len(cut) != len(l.tape.Lanes) || !s.consistent(cut) {
		return fmt.Errorf("the position %v is not consistent: it holds an event without one that comes before it", cut)
	}
	first, last := l.cuts.Missing(cut), l.cuts.Last(cut)
	if !to.AtCalls() { // before anything changes, for it may fail
		if err := l.threads.To(to); err != nil {
			return err
		}
	}
	if l.at, l.at.Cut = to, cut.Clone(); first == l.tape.Len() {
		l.play = nil
		return nil
	}
	return l.playUpTo(cut, first, last)
}

// playUpTo brings the kernel's state to a cut. first is the first event that it lacks, last the last that it holds.
func (l *log) playUpTo(cut graph.Cut, first, last int) error {
	from := l.marks.best(l.tape, cut, first, last).nearer(l.before, first)
	step := l.marks.step(l.play, last+1)
	// What is played now goes on, unless a mark is nearer, or it has done what the cut lacks: steps are not taken back.
	if l.play == nil || l.play.Next() < from.n || l.play.Next() > last+1 ||
		!leadsTo(l.tape, l.play.Next(), l.play.Counts(), cut) {
		counts := from.counts
		if counts == nil {
			counts = l.cuts.First(from.n)
		}
		l.play = l.tape.Resume(from.state.Clone(), from.n, counts)
	}
	err := l.playTo(last, first, step, cut)
	if err == nil {
		l.pause(last, first)
		err = l.playTo(last+1, first, step, cut)
	}
	if err != nil {
		l.play, l.at = nil, graph.At(l.cuts.All())
		return fault(err)
	}
	return nil
}

// pause keeps the state before the last event of a motion, if that leads to a beginning of the recorded order. first is
// the first event that the motion leaves out.
func (l *log) pause(last, first int) {
	if p := l.play; p.Next() == last && last < first && p.State().IPC.Renews() <= recentBytes {
		l.before = mark{n: last, state: p.State().Freeze()}
	}
}

// playTo replays the events of a cut up to the n-th. It leaves the last marks on the way that are kept, every step
// events, where there are none.
func (l *log) playTo(n, first, step int, cut graph.Cut) error {
	for next := l.play.Next(); next < n; {
		next = min(n, (next/step+1)*step)
		if err := l.play.To(next, cut); err != nil {
			return err
		}
		if next < n && n-next <= maxRecent*step && (next > first || next%l.marks.spacing != 0) {
			l.marks.keep(next, first, l.play)
		}
	}
	return nil
}

// Keep takes an automatic checkpoint at the present position. Coming back is then cheap, until
// enough other positions have been kept to replace it.
func (s *Session) Keep() {
	if s.log().play == nil { // the end needs none
		return
	}
	if n := s.log().play.Next(); n > 0 {
		s.log().marks.keep(n, s.log().cuts.Missing(s.log().at.Cut), s.log().play)
	}
}

// View returns the state at a position by names, and the changes by the debugger that it holds. The present position
// stays.
func (s *Session) View(at graph.Position) (*view.View, []kernel.Edit, error) {
	here := s.log().at
	if err := s.MoveTo(at); err != nil {
		return nil, nil, err
	}
	then, edits := view.Of(s.State()), s.edits()
	return then, edits, s.MoveTo(here)
}
