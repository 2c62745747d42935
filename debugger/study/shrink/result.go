package shrink

import (
	"fmt"
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
	Servers  *Servers       `json:"servers,omitempty"` // what name servers do, which is left out of the rest; nil for nothing

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

	task   kernel.TaskID // that does it or, of a packet, for which it is; 0 for none
	thread bool          // it is a thread
}

// Servers says how many events of the two runs are of name servers, which are no part of the program.
type Servers struct {
	Before int `json:"before"`
	After  int `json:"after"`
}

// result records the best run.
func (s *shrinker) result(first *run) (*Result, error) {
	res := &Result{
		Program: s.program.Name, Failure: s.want, Before: first.size, After: s.best.size, Params: s.less(first),
		Minimal: s.stopped == "", Stopped: s.stopped, Smaller: s.best != first,
	}
	d := schedule.Follow(s.best.to)
	o, parts := s.told(s.best, d)
	res.Run, res.Recording = runner.InMemory(o)
	s.runs++
	res.Runs, res.Segments = s.runs, *parts
	if b := res.Run.Broken; b != nil {
		res.Run.Close()
		return nil, fmt.Errorf("machsim itself is at fault: %s\n%s", b.Text, b.Stack)
	}
	if !slices.Equal(d.Taken().Steps, s.best.to.Steps) || !same(s.want, report.FailureOf(res.Run)) {
		res.Run.Close()
		return nil, errNotRepeated
	}
	if !s.o.Servers {
		s.without(res, first)
	}
	return res, nil
}

// told are the options of a run that is made again, and what its actors do.
func (s *shrinker) told(m *run, d *schedule.Door) (*runner.NewOptions, *[]Segment) {
	o := s.upTo(m.breaks, m.candidate, d)
	o.Stop, o.MaxSteps = nil, s.rec.MaxSteps
	var parts []Segment
	o.Tracer = o.Tracer.And(segments(&parts))
	return o, &parts
}

// without leaves what name servers do out of a result, in which the first run is the recorded one.
func (s *shrinker) without(res *Result, first *run) {
	if len(report.Servers(res.Run)) == 0 {
		return
	}
	o, parts := s.told(first, schedule.Follow(first.to))
	run := runner.Do(o)
	defer run.Close()
	res.Before.own(first.to, *parts, report.Servers(run))
	res.Segments = res.After.own(s.best.to, res.Segments, report.Servers(res.Run))
	res.Servers = &Servers{first.size.Events - res.Before.Events, s.best.size.Events - res.After.Events}
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
func segments(all *[]Segment) kernel.Tracer {
	reader := event.NewReader()
	return kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		row := trace.Of(reader.Look(e))
		if e.Actor.Packet != 0 {
			row.Actor = "a packet"
		}
		if n := len(*all); n == 0 || (*all)[n-1].Actor != row.Actor || e.Actor.Packet != 0 {
			*all = append(*all, Segment{Actor: row.Actor, First: row.Event, task: taskOf(e), thread: e.Actor.Thread != 0})
		}
		last := &(*all)[len(*all)-1]
		last.Calls = append(last.Calls, row.Action)
	}}
}

// taskOf is the task of a thread that takes a step or, of a packet, the one that receives at the port which it is
// about; 0 for none, as for ports of the kernel.
func taskOf(e *kernel.Event) kernel.TaskID {
	switch {
	case e.Actor.Thread != 0:
		return e.State.Threads.At(uint32(e.Actor.Thread)).Task
	case e.Packet != nil:
		return e.State.ReceiverOf(e.Packet.Key.Port)
	}
	return 0
}
