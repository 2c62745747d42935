package userprog

import (
	"slices"

	"machsim/debugger/record"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/livelock"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// told is the answer to a question about a cycle.
type told struct {
	Cycle *cycle.Cycle // nil if the run does not repeat itself
	Wrong string       // why nothing is known, "" if something is
}

// cycle answers that question.
func (l *Linked) cycle(recording []byte) told {
	rec, err := record.Read(recording)
	if err != nil {
		return told{Wrong: err.Error()}
	}
	i := slices.IndexFunc(l.Programs, func(p *kernel.Program) bool { return p.Name == rec.Program })
	if i < 0 {
		return told{Wrong: "the package does not declare it any more"}
	}
	p := l.Programs[i]
	o := runner.Replay(p, rec)
	o.Lines, o.Repeats = true, true
	o.Prove = func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
		return livelock.Judge(p, rec, w, c, 0)
	}
	run := runner.Do(o)
	defer run.Close()
	if run.Err != nil {
		return told{Wrong: run.Err.Error()}
	}
	return told{Cycle: run.Cycle}
}
