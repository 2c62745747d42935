package session

import (
	"errors"
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/event/view"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Branch says how a fork of a recorded run differs from it.
type Branch struct {
	Seed  uint64        // of the random choices from there on
	First kernel.Actor  // takes the first step, if it can; the zero Actor: the seed chooses
	Edits []kernel.Edit // applied first; Branch fills in their positions
	// Along repeats the recorded choices as long as they fit; only then does the seed choose. It is
	// for a fork that begins after an event and changes something.
	Along bool
	File  string // the recording that is left, as its fork names it
}

// Branch makes a fork at the present position, runs it to its end, and opens it. It also returns its
// recording: the bytes of a file that needs no other. The fork stands where this Session does; this Session
// stays as it is. A position that is no prefix of the recorded order gives a run with the events of that
// position only. If these events cannot be a run, because time would differ or messages are held, the error
// has a hint: HintPrefix or HintDelays.
func (s *Session) Branch(b Branch, o Options) (*Session, []byte, error) {
	w, f, ro, err := s.follows(b, o)
	if err != nil {
		return nil, nil, err
	}
	fork, file, err := s.goOn(w.from, ro, f, o)
	if err != nil {
		return nil, nil, err
	}
	if err := s.begins(fork, f, w); err != nil {
		fork.Close()
		return nil, nil, err
	}
	return fork, file, nil
}

// follows returns the options of a run that goes on from the present position.
func (s *Session) follows(b Branch, o Options) (w way, f *record.Follow, ro *runner.FollowOptions, err error) {
	if w, err = s.wayTo(b); err != nil {
		return w, nil, nil, err
	}
	f = record.Leave(s.Rec, s.answersTo(w), w.turns, w.further, uint64(s.Done()), w.reordered)
	ro = runner.Follow(s.Program, s.Rec, f, b.File, b.Seed)
	ro.Within(o.LoopLimit)
	ro.First, ro.Stop = b.First, o.Stop
	ro.Edits = s.edits()
	for _, e := range b.Edits {
		e.After = uint64(s.Done())
		ro.Edits = append(ro.Edits, e)
	}
	return w, f, ro, nil
}

// noRun is the error for a position whose events cannot begin a run. Its hint says where a run can
// begin.
func (s *Session) noRun(why error) error {
	first, _ := s.Prefix(s.log().at)
	return text.WithHint(fmt.Errorf("no run can begin at this position: %w", why),
		text.HintPrefix, first, s.LastOf(s.log().at)+1)
}

// way is how a fork comes to the position at which it begins to differ.
type way struct {
	from      int           // it leaves after so many of the recorded events, in their order,
	turns     []record.Turn // repeats others,
	further   []record.Turn // and then, as far as they fit, those that follow
	reordered bool          // these are not the first events of the recorded run
}

// wayTo returns how a fork comes to the present position. It leaves as late as it can: before the first event that the
// position lacks. To set a variable before a statement it leaves before the thread runs on to that. Where the recording
// does not say how the thread of its last event went on, that event is made again, and the thread goes on from there.
func (s *Session) wayTo(b Branch) (w way, err error) {
	n, whole := s.Prefix(s.log().at)
	if !whole && len(s.Held()) > 0 {
		return w, s.noRun(text.WithHint(
			errors.New("messages are held here that arrive after others which have not been sent"), text.HintDelays))
	}
	w.from, w.reordered = n, !whole
	for _, e := range b.Edits {
		lane := s.log().tape.LaneOf(kernel.ThreadID(e.Object))
		if e.Statement == 0 || lane < 0 {
			continue
		}
		if s.log().at.Cut[lane] == 0 {
			return w, s.noRun(fmt.Errorf("%s stands before a statement that it did before event %d",
				s.ThreadName(kernel.ThreadID(e.Object)), s.First()+1))
		}
		w.from = min(w.from, s.log().tape.Lanes[lane].Event(int(s.log().at.Cut[lane])-1))
	}
	if id := s.Run.Computing(); s.WentOn(id) {
		l := &s.log().tape.Lanes[s.log().tape.LaneOf(id)]
		w.from = min(w.from, l.Event(l.Len()-1))
	}
	w.turns = s.turns(w.from, s.log().cuts.Last(s.log().at.Cut)+1, s.Holds)
	if b.Along {
		w.further = s.turns(n, s.Len(), func(int) bool { return true })
	}
	return w, nil
}

// answersTo returns the Answers for the turns of a way.
func (s *Session) answersTo(w way) *record.Answers {
	if len(w.turns)+len(w.further) == 0 {
		return record.NewAnswers(uint64(s.First()))
	}
	return s.Answers()
}

// turns returns those events from one on and before another which are wanted and no edits, in recorded order.
func (s *Session) turns(from, to int, wanted func(event int) bool) (all []record.Turn) {
	for e := from; e < to; e++ {
		if wanted(e) && !s.log().tape.Lanes[s.log().tape.Lane(e)].Edits {
			all = append(all, record.Turn{Event: uint64(e) + 1})
		}
	}
	return all
}

// edits returns the changes to the recorded run that the present position holds.
func (s *Session) edits() (all []kernel.Edit) {
	s.log().tape.Edits(func(event int, e *kernel.Edit) {
		if event < s.First() || s.Holds(event) {
			all = append(all, *e)
		}
	})
	return all
}

// Make runs a program and records it in memory. The error says why there is no run, or that machsim
// itself is at fault.
func Make(o runner.Choosing) (*record.Recording, []byte, error) {
	run, file := runner.InMemory(o)
	run.Close()
	if err := made(run); err != nil {
		return nil, nil, err
	}
	rec, err := record.Read(file)
	if err != nil {
		return nil, nil, fault(err)
	}
	return rec, file, nil
}

// begins moves a fork to the point where it becomes a run of its own, and checks that its state
// equals the present one.
func (s *Session) begins(fork *Session, f *record.Follow, w way) error {
	n := s.Done()
	if err := fork.MoveTo(fork.After(n)); err != nil || !w.reordered {
		return err
	}
	if m := f.TurnDivergence(); m != nil {
		return s.noRun(fmt.Errorf("with its %d events alone, the %s of them comes out otherwise: %s",
			n, ordinal(w.from+m.Turn+1), m.Why))
	}
	here, there := view.Of(s.State()).Timeless(), view.Of(fork.State()).Timeless()
	if changes := view.Diff(here, there); len(changes) > 0 {
		c := changes[0]
		return s.noRun(fmt.Errorf("with its %d events alone, %s of %s %s would be %s and not %s",
			n, c.Field, c.Kind, c.Name, c.New, c.Old))
	}
	return nil
}

// ordinal formats a number as in "the 3rd".
func ordinal(n int) string {
	ending := "th"
	if n%100 < 11 || n%100 > 13 {
		ending = [...]string{"th", "st", "nd", "rd", "th", "th", "th", "th", "th", "th"}[n%10]
	}
	return fmt.Sprint(n, ending)
}

// CheckEdit says why a change cannot be made at the present position (Branch); nil if it can. To
// set a variable that a thread shows, it brings the programs' threads here.
func (s *Session) CheckEdit(e *kernel.Edit) error {
	if f := s.State().Failure; f != nil {
		return fmt.Errorf("the run has failed here (%s), and nothing goes on; go back first", f.Kind)
	}
	if err := s.State().CheckEdit(e); err != nil || e.Kind != kernel.EditSet {
		return err
	}
	t, err := s.Threads()
	if err != nil {
		return err
	}
	return t.CheckSet(e)
}
