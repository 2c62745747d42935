package rebuild

import (
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
	r := &Resumed{Options: runner.Replay(p, late)}
	t = t.For(p, r.Options.Setup().Config())
	t.Limit = r.Options.LoopLimit
	programs, err := Leave(t, stop, g)
	if err != nil {
		return nil
	}
	r.Log, r.Tape = t, t.GoOn(t.Config)
	programs.Glanced(r.Tape.Glanced)
	s := t.Start.Clone()
	programs.Places(func(id kernel.ThreadID, pc uintptr) {
		s.Threads.Mut(uint32(id)).Call.PC = pc
		r.Tape.Placed(id, pc)
	})
	t.Start = s.Freeze()
	r.Options.From(func(cfg kernel.Config) *kernel.Machine { return programs.Machine(cfg, s) })
	return r
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
