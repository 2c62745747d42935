package study

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Check is how a test looks at a run between its steps; Running is that run.
type (
	Check   = runner.Check
	Running = runner.Run
)

// Options say how runs are made, in the words of the command line, and what they are held against.
type Options struct {
	Process *Process // nil for the zero Process

	Seed       uint64 // of the first run
	Try        int    // its number in a series of runs
	Args       map[string]string
	Strategy   string   // who chooses; "" for the usual strategy
	Faults     string   // what may go wrong, as "crash=1,loss=2"
	Probes     []string // beside these, as "slow:teller1=3"
	Bounds     string   // of exhaustive runs, as "preemptions=2"
	Weak       bool
	FreeTimers bool
	Lenient    bool
	KeepGoing  bool
	Preempt    bool
	MaxEvents  uint64        // 0 for the usual number
	LoopLimit  time.Duration // 0 for the usual time
	MaxMemory  uint64        // in MB; 0 for as much as usual
	Input      io.Reader     // nil for none
	Agents     kernel.Agents // how hosts are halted, when somebody says so
	Alone      bool          // runs are made one at a time
	Lines      bool          // calls carry their source lines, also in searches

	Claims Claims
	Goals  []string             // of the program, which some run is to reach
	Check  func(*Running) Check // looks at each run; nil for none
	Test   string               // whose Check that is

	File   string // for the recording of a run; "" for the usual one
	Memory bool   // a run is recorded in memory, and in no file
	Keep   Keep   // how much of a run its recording has; such a run has no limit of events unless MaxEvents says so

	Warn func(format string, args ...any) // warns a person; nil for nobody
}

// Keep bounds a recording; ParseKeep reads it as it is given to --keep.
type Keep = record.Keep

// ParseKeep reads such bounds.
var ParseKeep = record.ParseKeep

// Usual are Options with what flags say that are not given.
func Usual() Options {
	return Options{Strategy: strategy.Usual(), LoopLimit: runner.DefaultLoopLimit, MaxMemory: runner.UsualMemory}
}

// What flags say of the words that Options take.
var StrategyHelp, FaultHelp, ProbeHelp, BoundHelp = strategy.Help, strategy.FaultHelp, strategy.ProbeHelp,
	strategy.BoundHelp

// FaultNames lists the kinds of fault, ProbeNames those of probes.
var FaultNames, ProbeNames = strategy.FaultNames, strategy.ProbeNames

// Open returns the study of a program. The error says what is wrong with the options.
func Open(p *kernel.Program, x Options) (*Study, error) {
	o := runner.New(p, x.Seed)
	if err := x.read(o); err != nil {
		return nil, err
	}
	o.Try, o.Args, o.Preempt, o.Alone, o.Lines = x.Try, x.Args, x.Preempt, x.Alone, x.Lines
	o.Agents = x.Agents
	o.Weak, o.FreeTimers, o.Lenient, o.KeepGoing = x.Weak, x.FreeTimers, x.Lenient, x.KeepGoing
	o.MaxSteps, o.LoopLimit, o.MaxMemory = x.MaxEvents, x.LoopLimit, cmp.Or(x.MaxMemory, runner.UsualMemory)*1e6
	o.Check, o.Test, o.Claims = x.Check, x.Test, x.Claims.Words()
	if o.Keep = x.Keep; !x.Keep.All() {
		o.Lines = true // pictures have where mutexes were locked
		o.MaxSteps = cmp.Or(o.MaxSteps, runner.Endless)
		o.Outgrew = x.outgrew
	}
	if x.Input != nil {
		o.Input = runner.NewInput(x.Input)
	}
	x.Process.usually().declares(&o.Common)
	return open(o, x), nil
}

// outgrew warns of a recording without pictures, while its run goes on: that may take long.
func (x *Options) outgrew(g *runner.Outgrown) {
	if x.Warn != nil {
		x.Warn("%v", g)
	}
}

// read reads the texts of the options.
func (x *Options) read(o *runner.NewOptions) (err error) {
	row := strategy.Named(x.Strategy)
	if row == nil {
		return fmt.Errorf("there is no strategy %q; there are: %s", x.Strategy, strategy.Names())
	} else if o.Strategy = x.Strategy; x.Strategy != "" {
		o.Strategy = row.Name
	}
	if o.Faults, err = strategy.ParseFaults(x.Faults); err != nil {
		return &Wrong{"--faults " + quote.Line(x.Faults), err}
	}
	for _, p := range x.Probes {
		if err = strategy.ParseProbes(&o.Faults, p); err != nil {
			return &Wrong{"--probe " + quote.Line(p), err}
		}
	}
	if o.Bounds, err = strategy.ParseBounds(x.Bounds); err != nil {
		return &Wrong{"--bound " + quote.Line(x.Bounds), err}
	}
	return x.Claims.Check()
}

// open returns the study of runs that options describe; of x counts who makes them, and the claims.
func open(o *runner.NewOptions, x Options) *Study {
	s := New(o, x.Claims)
	s.with = x
	s.with.Process = x.Process.usually()
	return s
}

// Nth returns the study of one run of a series, from 0.
func (s *Study) Nth(i int) *Study {
	o := s.options
	o.Seed, o.Try = o.Seed+uint64(i), i
	return open(&o, s.with)
}

// warn warns whoever makes the runs.
func (s *Study) warn(format string, args ...any) {
	if s.with.Warn != nil {
		s.with.Warn(format, args...)
	}
}

// remark warns of claims with places that no run has come to.
func (s *Study) remark() {
	for _, text := range s.Remarks() {
		s.warn("%s", text)
	}
}
