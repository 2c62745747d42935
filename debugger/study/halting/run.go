package halting

import (
	"fmt"
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/query/detect"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Options select how a run is halted.
type Options struct {
	Seed      uint64 // chooses when markers arrive, and everything after the run has diverged
	LoopLimit time.Duration
	Stop      <-chan struct{}
	Recording string  // the file for the recording of the halted run, "" for none
	Points    []Point // for a simultaneous predicate: where a process may know it
}

// Result is a run that was to be halted. It may have ended before.
type Result struct {
	Predicate string
	Run       *runner.Run // the caller closes it
	File      []byte      // its recording
	Exact     *detect.Found
	Carried   *Carried   // how a simultaneous predicate became known; nil for another one
	Remarks   []string   // on places that the run never reaches
	Detected  []Detected // parts of the predicate that were met, in order
	Processes []Process  // in the order of halting; those that ended before come last
	Channels  []Channel  // ports that hold messages when all processes have halted
	Markers   int        // predicate and halt markers that arrived
	Diverged  bool       // after the first had halted, the others did not follow the recording
}

// Detected is a part of the predicate that was met.
type Detected struct {
	Part   int // from 1
	Thread string
	Event  uint64
}

// Process is a task of the halted run.
type Process struct {
	Name  string
	Event uint64 // the event at which it halted; 0 if it had ended, or has not halted
	Path  string // the tasks that had halted before it, which the marker lists; "" for the first
	Done  int    // events of its threads
	Past  int    // events past the first state that satisfies the predicate; if negative, missing to it
}

// Channel is a port with messages that nobody has received.
type Channel struct {
	Port     string
	Messages []string
	Markers  int // halt markers behind them
}

// Run repeats the run of a session, halted by messages when a predicate is met. The error is about
// the predicate, which must be one that markers can detect, or about machsim itself.
func Run(s *session.Session, text string, o Options) (*Result, error) {
	p, parts, carried, err := detectable(s, text, o.Points)
	if err != nil {
		return nil, err
	}
	exact, err := p.First()
	if err != nil {
		return nil, err
	}
	d := newDriver(s, s.Answers(), parts, o.Seed)
	r := &Result{Predicate: text, Exact: exact, Remarks: p.Remarks, Carried: carried}
	if r.Run, r.File, err = halted(s, d, text, o, nil); err != nil {
		return nil, err
	}
	r.Markers, r.Diverged = d.markers, d.diverged
	r.describe(d)
	return r, nil
}

// detectable is markable, or reads a simultaneous predicate, which is known by what messages carry.
func detectable(s *session.Session, text string, points []Point) (*detect.Predicate, []detect.Part, *Carried, error) {
	if form, err := detect.Asks(text); err != nil || form != detect.Simultaneous {
		p, parts, err := markable(s, text)
		return p, parts, nil, err
	}
	p, err := s.AtCalls(text)
	if err != nil {
		return nil, nil, nil, err
	}
	parts, carried, err := carry(s, p, points)
	return p, parts, carried, err
}

// markable reads a predicate that markers can detect, and returns its parts.
func markable(s *session.Session, text string) (p *detect.Predicate, parts []detect.Part, err error) {
	if p, err = s.AtCalls(text); err == nil {
		parts, err = p.Parts()
	}
	return p, parts, err
}

// halted makes the run, and returns it with its recording. It is halted or, if there is a post, goes on, of which a
// snapshot is taken.
func halted(s *session.Session, d *driver, text string, o Options, p *post) (*runner.Run, []byte, error) {
	if err := s.Whole("halts by messages"); err != nil {
		return nil, nil, err
	}
	ro := again(s, d, o)
	ro.Tracer = kernel.Tracer{Event: func(e *kernel.Event) {
		d.see(e)
		p.see(e)
	}}
	ro.Halt = &kernel.Halt{Predicate: text, Snapshot: p != nil}
	for _, part := range d.parts {
		var names []string
		for _, task := range part.Tasks {
			names = append(names, pattern(s.Final().AsGiven().TaskName(task)))
		}
		ro.Halt.Stages = append(ro.Halt.Stages, names)
	}
	return made(ro)
}

// again returns the options with which the run of a session is made again, with a Door that halts it.
func again(s *session.Session, d kernel.Door, o Options) *runner.NewOptions {
	ro := runner.Likewise(s.Program, s.Rec)
	ro.Within(o.LoopLimit)
	ro.Lines, ro.Stop, ro.Recording = true, o.Stop, o.Recording
	ro.Strategy, ro.By = "halting", strategy.By(d)
	return ro
}

// made makes a run, and returns it with its recording.
func made(ro *runner.NewOptions) (*runner.Run, []byte, error) {
	run, file := runner.InMemory(ro)
	switch b := run.Broken; {
	case run.Err != nil:
		return nil, nil, run.Err
	case b != nil:
		return nil, nil, fmt.Errorf("machsim itself is at fault: %s\n%s", b.Text, b.Stack)
	}
	return run, file, nil
}

// pattern returns the pattern that matches only that name.
func pattern(name string) string {
	var b []byte
	for i := range len(name) {
		switch name[i] {
		case '*', '?', '[', '\\':
			b = append(b, '\\')
		}
		b = append(b, name[i])
	}
	return string(b)
}

// describe fills in the rest of the result from the run.
func (r *Result) describe(d *driver) {
	st := r.Run.State
	for _, x := range d.detected {
		r.Detected = append(r.Detected, Detected{x.part + 1, st.ThreadName(x.thread), x.event})
	}
	r.processes(d)
	r.channels()
}
