package shrink

import (
	"slices"

	"machsim/debugger/report"
	"machsim/debugger/runner"
	"machsim/debugger/schedule"
)

// Result is what came of making a run smaller.
type Result struct {
	Program string            `json:"program"`
	Failure report.Failure    `json:"failure"`
	Before  Size              `json:"before"`
	After   Size              `json:"after"`
	Args    map[string]string `json:"args"`              // before
	Less    map[string]string `json:"less"`              // after
	Runs    int               `json:"runs"`              // that were made
	Minimal bool              `json:"minimal"`           // nothing more can be taken out: each thing was tried
	Stopped string            `json:"stopped,omitempty"` // why it ended before that was known
	Steps   []Segment         `json:"steps"`             // of the smaller run

	Run       *runner.Run `json:"-"` // the smaller run, to be closed
	Recording []byte      `json:"-"` // of it
}

// result records the best run.
func (s *shrinker) result(first *run) (*Result, error) {
	d := schedule.Follow(s.best.to)
	o := s.options(s.best.candidate, d)
	o.Stop, o.MaxSteps = nil, s.rec.MaxSteps
	r, file := runner.InMemory(o)
	s.runs++
	if !slices.Equal(d.Taken().Steps, s.best.to.Steps) || !same(s.want, report.FailureOf(r)) {
		r.Close()
		return nil, errNotRepeated
	}
	res := &Result{
		Program: s.program.Name, Failure: s.want, Before: first.size, After: s.best.size, Args: first.args,
		Less: s.best.args, Runs: s.runs, Minimal: s.stopped == "", Stopped: s.stopped, Run: r, Recording: file,
	}
	return res, nil
}

// Segment is what an actor does in a row.
type Segment struct {
	Actor string   `json:"actor"`
	First int      `json:"first"` // its first event
	Calls []string `json:"calls"`
}
