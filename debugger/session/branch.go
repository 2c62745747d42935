package session

import (
	"errors"
	"fmt"

	"machsim/debugger/graph"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/debugger/text"
	"machsim/debugger/view"
	"machsim/kernel"
)

// Branch says how a fork of a recorded run differs from it.
type Branch struct {
	Seed  uint64          // of the random choices from there on
	First kernel.ThreadID // takes the first step, if it can; 0: the seed chooses
	Edits []kernel.Edit   // applied first; Branch fills in their positions
	// Along repeats the recorded choices as long as they fit; only then does the seed choose. It is
	// for a fork that begins after an event and changes something.
	Along bool
	File  string // the recording that is left, as its fork names it
}

// Branch makes a fork at the present position, runs it to its end, and opens its recording. It also
// returns that recording: the bytes of a file that needs no other. The fork stands where this
// Session does; this Session stays as it is. A position that is no prefix of the recorded order
// gives a run with the events of that position only. Branch refuses with *NoRun if these events
// cannot be a run, because time would differ or messages are held.
func (s *Session) Branch(b Branch, o Options) (*Session, []byte, error) {
	f, err := s.follow(b.Along, o)
	if err != nil {
		return nil, nil, err
	}
	n := s.Done()
	ro := runner.Follow(s.Program, s.Rec, f, b.File, b.Seed)
	ro.Within(o.LoopLimit)
	ro.First, ro.Stop = b.First, o.Stop
	ro.Edits = s.edits()
	for _, e := range b.Edits {
		e.After = uint64(n)
		ro.Edits = append(ro.Edits, e)
	}
	rec, file, err := Make(ro)
	if err != nil {
		return nil, nil, err
	}
	fork, err := Open(s.Program, rec, o)
	if err != nil {
		return nil, nil, err
	}
	if err := s.begins(fork, f, n); err != nil {
		fork.Close()
		return nil, nil, err
	}
	return fork, file, nil
}

// noRun is the error for a position whose events cannot begin a run. Its hint says where a run can
// begin.
func (s *Session) noRun(why error) error {
	first, _ := s.Prefix(s.at)
	return text.WithHint(fmt.Errorf("no run can begin at this position: %w", why),
		HintPrefix, first, s.LastOf(s.at)+1)
}

// follow returns the instructions that lead a fork to the present position.
func (s *Session) follow(along bool, o Options) (*record.Follow, error) {
	n, ok := s.Prefix(s.at)
	switch {
	case ok && !along:
		return record.NewFollow(s.Rec, uint64(n)), nil
	case !ok && len(s.Held()) > 0:
		return nil, s.noRun(text.WithHint(
			errors.New("messages are held here that arrive after others which have not been sent"), HintDelays))
	}
	a, err := s.Answers(o)
	if err != nil {
		return nil, err
	}
	if !ok {
		return record.FollowTurns(s.Rec, a, turns(s.order(), s.at.Cut)), nil
	}
	f := record.NewFollow(s.Rec, uint64(n))
	f.FollowFurther(a)
	return f, nil
}

// Answers replays the recording to get the results of its choices.
func (s *Session) Answers(o Options) (*record.Answers, error) {
	ro := runner.Replay(s.Program, s.Rec)
	ro.Within(o.LoopLimit)
	ro.Stop = o.Stop
	a := ro.Replayed().Keep()
	a.Packet = func(event uint64) kernel.PacketKey { return s.tape.Lanes[s.tape.Lane(int(event-1))].Packet }
	run := runner.Do(ro)
	run.Close()
	return a, run.Err
}

// turns returns the events of a cut, in recorded order.
func turns(g *graph.Graph, cut graph.Cut) (all []record.Turn) {
	for e := range g.Last(cut) + 1 {
		if g.Holds(cut, e) && !g.Tape.Lanes[g.Tape.Lane(e)].Edits {
			all = append(all, record.Turn{Event: uint64(e) + 1})
		}
	}
	return all
}

// edits returns the changes to the recorded run that the present position holds.
func (s *Session) edits() (all []kernel.Edit) {
	s.tape.Edits(func(event int, e *kernel.Edit) {
		if s.Holds(event) {
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
	switch {
	case run.Err != nil:
		return nil, nil, run.Err
	case run.Broken != nil:
		return nil, nil, fault(fmt.Errorf("%s\n%s", run.Broken.Text, run.Broken.Stack))
	case run.Lost != nil:
		return nil, nil, run.Lost
	}
	rec, err := record.Read(file)
	if err != nil {
		return nil, nil, fault(err)
	}
	return rec, file, nil
}

// begins moves a fork to the point where it becomes a run of its own, and checks that its state
// equals the present one.
func (s *Session) begins(fork *Session, f *record.Follow, n int) error {
	if err := fork.MoveTo(fork.After(n)); err != nil {
		return err
	}
	if _, ok := s.Prefix(s.at); ok {
		return nil
	}
	if m := f.TurnDivergence(); m != nil && m.Turn < n {
		return s.noRun(fmt.Errorf("with its %d events alone, the %s of them comes out otherwise: %s",
			n, ordinal(m.Turn+1), m.Why))
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
