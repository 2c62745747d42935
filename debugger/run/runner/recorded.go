package runner

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/kernel"
)

// Header is what a recording of a run with these options has to say of them.
func (o *Setup) Header() record.Header {
	cfg := kernel.Config{
		Seed: o.Seed, Args: o.Args, MaxSteps: o.MaxSteps, Weak: o.Weak, FreeTimers: o.FreeTimers,
		KeepGoing: o.KeepGoing, Lenient: o.Lenient, Preempt: o.Preempt, Edits: o.Edits, Halt: o.Halt,
		StepTime: o.stepTime(),
		Agents:   o.Agents, Faults: o.Faults,
	}
	if o.follow != nil {
		applyHeader(&cfg, &o.follow.Recording().Header)
	}
	h := record.HeaderOf(o.Program, cfg)
	h.Package, h.Parent, h.Strategy = o.Package, o.Parent, cmp.Or(o.Strategy, strategy.Usual())
	h.Claims, h.Test = o.Claims, o.Test
	h.Limits = record.Limits{Loop: o.loopLimit(), Memory: o.MaxMemory}
	return h
}

// Start begins the recording of a run with these options.
func (o *Setup) Start(w io.Writer) *record.Recorder {
	if o.follow != nil {
		return o.follow.Start(w, o.Header())
	}
	return record.Start(w, o.Header())
}

// slack is by how many bytes more than the doubled limit the repetition of a run may take that
// was given up for its memory: machsim's own, and garbage, weigh most where the limit is low.
const slack = 64 << 20

// optionsOf are the options that the recorded run of p was made with.
func optionsOf(p *kernel.Program, rec *record.Recording) NewOptions {
	o := NewOptions{
		Common: Common{Program: p, Package: rec.Package, LoopLimit: rec.Limits.Loop, MaxMemory: rec.Limits.Memory},
		Choices: Choices{
			Seed: rec.Seed, MaxSteps: rec.MaxSteps, Weak: rec.Weak, FreeTimers: rec.FreeTimers, KeepGoing: rec.KeepGoing,
			Lenient: rec.Lenient, Edits: rec.Edits, Halt: rec.Halt, StepTime: rec.StepTime,
			Agents: rec.Agents, Faults: rec.Faults, Claims: rec.Claims, Test: rec.Test, Keep: rec.Keep,
		},
		Args: rec.Args, Preempt: rec.Preempt, parent: rec.Parent,
	}
	if o.MaxSteps == cmp.Or(p.Limit, kernel.DefaultMaxSteps) || o.MaxSteps == Endless {
		o.MaxSteps = 0 // as it was asked for
	}
	return o
}

// recorded lets the machine be driven by a recording or a strategy, and be recorded.
func (o *Setup) recorded(cfg *kernel.Config, input func() (string, bool)) error {
	if o.replay != nil {
		cfg.Door, cfg.Tracer = o.replay, o.replay.Tracer()
		return o.lead(o.replay)
	}
	door, err := o.begin(input)
	if err != nil {
		return err
	}
	o.door = door
	cfg.Door = o.runFirst(door)
	if o.follow != nil {
		applyHeader(cfg, &o.follow.Recording().Header)
		o.follow.Allow(o.Weak, o.FreeTimers)
		if err := o.lead(o.follow); err != nil {
			return err
		}
		cfg.Door, cfg.Tracer = o.follow.Wrap(cfg.Door), o.follow.Tracer()
	}
	if o.Record != nil {
		cfg.Door, cfg.Tracer = o.Record.Wrap(cfg.Door), cfg.Tracer.And(o.Record.Tracer())
	}
	return nil
}

// led is a record.Replay or a record.Follow.
type led interface {
	Leads() bool
	Lead(d kernel.Door)
	Recording() *record.Recording
}

// lead gives it the Door that makes the choices of a recorded run which its recording has not (record.Keep), if any.
func (o *Setup) lead(l led) error {
	if !l.Leads() {
		return nil
	}
	as, h := *o, l.Recording()
	if err := h.Remade(); err != nil {
		return fmt.Errorf("%w, and the recording begins with no picture of this program and machsim", err)
	}
	as.Seed, as.Strategy, as.By, as.Try, as.MaxSteps = h.Seed, h.Strategy, nil, 0, h.MaxSteps
	door, err := as.begin(nil)
	if err == nil {
		l.Lead(door)
	}
	return err
}

// applyHeader takes over from a recording what there is no option for, and what its run was allowed.
// A fork may be allowed more, for what was not did not happen before it.
func applyHeader(cfg *kernel.Config, h *record.Header) {
	cfg.StepTime, cfg.Preempt, cfg.Agents = h.StepTime, h.Preempt, h.Agents
	cfg.KeepGoing, cfg.Lenient = cfg.KeepGoing || h.KeepGoing, cfg.Lenient || h.Lenient
}

// endRecording completes the recording. A run that was given up may be taking a last
// step, unless it computes; it gets the time for that, for a recording has one writer.
func (r *Run) endRecording(done <-chan struct{}) {
	if r.Record == nil {
		return
	}
	if r.Loop != nil {
		select {
		case <-done:
		case <-time.After(grace / 10):
		}
	}
	r.Lost = r.Record.End(r.Ending())
}

// Ending is how the run ended, as recordings have it.
func (r *Run) Ending() record.Ending {
	e := record.Ending{Outcome: r.Outcome.String()}
	if r.State != nil {
		if r.Loop == nil {
			e.Outcome = record.OutcomeOf(r.Outcome, r.State)
		}
		e.Events, e.Hash = r.State.Steps, r.State.Hash
	}
	switch {
	case r.Broken != nil:
		e.Outcome = record.Broken
	case r.Main != nil && r.Main.Goexit:
		e.Outcome, e.Kind, e.Text = record.MainPanic, kernel.Goexit.String(), r.Main.Text
	case r.Main != nil:
		e.Outcome, e.Kind, e.Text = record.MainPanic, kernel.Panicked.String(), r.Main.Text
	case r.Greedy:
		e.Outcome, e.Kind, e.Text = record.Greedy, record.Limit, r.limited()
	case r.Loop != nil:
		e.Outcome, e.Kind, e.Text = r.Loop.outcome(), record.Limit, r.limited()
	case r.Violation != nil:
		e.Kind, e.Text = record.Condition, r.Violation.Text
	case r.Cycle != nil && r.Cycle.Livelock:
		e.Kind, e.Text = record.Livelock, r.Cycle.String()
	case r.State != nil && r.State.Failure != nil:
		e.Kind, e.Text = r.State.Failure.Kind.String(), r.State.Failure.Text
		e.Thread, e.Where = r.culprit(r.State.Failure.Thread)
	}
	return e
}

// culprit is the name of the thread that failed, and the line it is at.
func (r *Run) culprit(id kernel.ThreadID) (name, where string) {
	if stack := r.Stack(id); len(stack) > 0 {
		where = stack[0].String()
	} else if pc := r.State.Threads.At(uint32(id)).Call.PC; pc != 0 {
		where = kernel.FrameAt(pc).String()
	}
	return r.State.AsGiven().ThreadName(id), where
}
