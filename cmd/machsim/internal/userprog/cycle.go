package userprog

import (
	"bytes"
	"context"
	"errors"
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

// Cycles returns what asks an executable whose programs have hooks whether the run of a recording, which was given up
// at its limit of events, is in a livelock: it makes that run again. The recording may lack its end.
func Cycles(build func() (exe string, err error)) func(recording []byte) (*cycle.Cycle, error) {
	return func(recording []byte) (*cycle.Cycle, error) {
		exe, err := build()
		if err != nil {
			return nil, err
		}
		return askCycle(exe, recording)
	}
}

func askCycle(exe string, recording []byte) (*cycle.Cycle, error) {
	c := ask(context.Background(), exe, aboutCycle)
	c.Stdin = bytes.NewReader(recording)
	text, err := c.Output()
	if err != nil {
		return nil, err
	}
	var a told
	if err := answer(string(text), &a); err != nil {
		return nil, err
	}
	if a.Wrong != "" {
		return nil, errors.New(a.Wrong)
	}
	return a.Cycle, nil
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
