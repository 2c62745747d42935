package rebuild

import (
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/picture"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Resumed is a recorded run that goes on from a picture in its recording.
type Resumed struct {
	Options *runner.ReplayOptions
	From    *record.Recording // as if it began with the picture
	Leave   runner.Leave      // makes the machine
	Tape    *tape.Builder
	Log     *tape.Tape // with none of the run's events yet
}

// Resume returns a replay that begins with the last picture of a recording which comes after at most so many events;
// nil if it has none that fits the program. Then a replay begins with the program's Main. The gauge may be nil.
func Resume(p *kernel.Program, rec *record.Recording, events uint64, g *engine.Gauge, stop <-chan struct{}) *Resumed {
	late, ok := rec.After(events)
	if !ok {
		return nil
	}
	t := picture.Read(late.Picture)
	if t == nil || t.Start == nil || t.First() != int(late.Dropped) || t.Start.Hash != late.Before || unsound(t.Start) {
		return nil
	}
	r := &Resumed{Options: runner.Replay(p, late), From: late}
	t = t.For(p, r.Options.Setup().Config())
	t.Limit = r.Options.LoopLimit
	programs, err := Leave(t, stop, g)
	if err != nil {
		return nil
	}
	r.Log, r.Tape = t, t.GoOn(t.Config)
	programs.Cursors(r.Tape.Glanced)
	s := t.Start.Clone()
	programs.Places(func(id kernel.ThreadID, pc uintptr) {
		s.Threads.Mut(uint32(id)).Call.PC = pc
		r.Tape.Placed(id, pc)
	})
	t.Start = s.Freeze()
	r.Leave = func(cfg kernel.Config) *kernel.Machine { return programs.Machine(cfg, s) }
	r.Options.From(r.Leave)
	return r
}

// Follow returns the options of a fork of the recorded run of p that leaves it after an event. It begins as the run did
// or, if what the recording has dropped cannot be made again, at the last picture before it leaves.
func Follow(p *kernel.Program, rec *record.Recording, file string, event, seed uint64, stop <-chan struct{}) (
	*runner.FollowOptions, error) {
	f := record.NewFollow(rec, event)
	o := runner.Follow(p, rec, f, file, seed)
	if why := rec.Remade(); why != nil {
		x := Resume(p, rec, max(rec.Dropped, min(event, rec.Events-1)), nil, stop)
		switch {
		case x == nil && engine.Stopped(stop):
			return nil, engine.ErrStopped
		case x == nil || event < rec.Dropped:
			return nil, fmt.Errorf("%w; and it has no picture before event %d that fits the program", why, event+1)
		}
		f.Resume(x.From)
		o.Leave = x.Leave
	}
	return o, nil
}

// unsound says whether a state that was read is none that a run can come to.
func unsound(s *kernel.State) (wrong bool) {
	defer func() {
		if v := recover(); v != nil {
			wrong = true
		}
	}()
	return s.Clone().Check() != nil
}
