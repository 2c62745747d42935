package shrink

import (
	"slices"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Result is what came of making a run smaller.
type Result struct {
	Program  string         `json:"program"`
	Failure  report.Failure `json:"failure"`
	Before   Size           `json:"before"`
	After    Size           `json:"after"`
	Params   []Param        `json:"params,omitempty"`  // that have got another value
	Runs     int            `json:"runs"`              // that were made
	Minimal  bool           `json:"minimal"`           // nothing more can be taken out: each thing was tried
	Stopped  string         `json:"stopped,omitempty"` // why it ended before that was known
	Smaller  bool           `json:"smaller"`           // than the recorded run
	Segments []Segment      `json:"segments"`          // of the smaller run, in order

	Run       *runner.Run `json:"-"` // the smaller run, to be closed
	Recording []byte      `json:"-"` // of it
}

// Param is a parameter with a smaller value.
type Param struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Segment is what an actor does in a row.
type Segment struct {
	Actor string   `json:"actor"`
	First uint64   `json:"first"` // its first event
	Calls []string `json:"calls"` // one for each of its events
}

// result records the best run.
func (s *shrinker) result(first *run) (*Result, error) {
	res := &Result{
		Program: s.program.Name, Failure: s.want, Before: first.size, After: s.best.size, Params: s.less(first),
		Minimal: s.stopped == "", Stopped: s.stopped, Smaller: s.best != first,
	}
	d := schedule.Follow(s.best.to)
	o := s.upTo(s.best.breaks, s.best.candidate, d)
	o.Stop, o.MaxSteps = nil, s.rec.MaxSteps
	o.Tracer = o.Tracer.And(res.segments())
	res.Run, res.Recording = runner.InMemory(o)
	s.runs++
	res.Runs = s.runs
	if !slices.Equal(d.Taken().Steps, s.best.to.Steps) || !same(s.want, report.FailureOf(res.Run)) {
		res.Run.Close()
		return nil, errNotRepeated
	}
	return res, nil
}

// less lists the parameters that have got another value.
func (s *shrinker) less(first *run) (all []Param) {
	for _, p := range s.program.Params {
		before, after := valueOf(first.args, p), valueOf(s.best.args, p)
		if before != after {
			all = append(all, Param{p.Name, before, after})
		}
	}
	return all
}

// valueOf returns the value of a parameter.
func valueOf(args map[string]string, p kernel.Param) string {
	if v, ok := args[p.Name]; ok {
		return v
	}
	return p.Default
}

// segments puts the steps of a run into words.
func (r *Result) segments() kernel.Tracer {
	reader := event.NewReader()
	return kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		row := trace.Of(reader.Look(e))
		if e.Actor.Packet != 0 {
			row.Actor = "a packet"
		}
		if n := len(r.Segments); n == 0 || r.Segments[n-1].Actor != row.Actor || e.Actor.Packet != 0 {
			r.Segments = append(r.Segments, Segment{Actor: row.Actor, First: row.Event})
		}
		last := &r.Segments[len(r.Segments)-1]
		last.Calls = append(last.Calls, row.Action)
	}}
}
