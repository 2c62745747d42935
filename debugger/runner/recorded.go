package runner

import (
	"time"

	"machsim/debugger/record"
	"machsim/kernel"
)

// Header is what a recording of a run with these options has to say of them.
func (o *Options) Header() record.Header {
	return record.HeaderOf(o.Program, kernel.Config{
		Seed: o.Seed, Args: o.Args, MaxSteps: o.MaxSteps, Weak: o.Weak, FreeTimers: o.FreeTimers,
	})
}

// ReplayOptions are the options with which the recorded run of p is made again.
func ReplayOptions(p *kernel.Program, rec *record.Recording) Options {
	o := Options{
		Program: p, Args: rec.Args, Seed: rec.Seed, MaxSteps: rec.MaxSteps,
		Weak: rec.Weak, FreeTimers: rec.FreeTimers, Replay: record.NewReplay(rec),
	}
	if o.MaxSteps == kernel.DefaultMaxSteps {
		o.MaxSteps = 0 // as it was asked for
	}
	return o
}

// tap lets the machine be recorded, or driven by a recording.
func (o *Options) tap(cfg *kernel.Config) {
	switch {
	case o.Replay != nil:
		h := o.Replay.Header()
		cfg.StepTime, cfg.KeepGoing = h.StepTime, h.KeepGoing
		cfg.Door, cfg.Tap = o.Replay, o.Replay.Tap
	case o.Record != nil:
		cfg.Door, cfg.Tap = o.Record.Wrap(cfg.Door), o.Record.Tap
	}
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
		e.Events, e.Hash = r.State.Steps, r.State.Hash
	}
	switch {
	case r.Broken != nil:
		e.Outcome = record.Broken
	case r.Main != nil:
		e.Outcome, e.Kind, e.Text = record.MainPanic, kernel.Panicked.String(), r.Main.Text
	case r.Loop != nil && r.Loop.Interrupted:
		e.Outcome = record.Interrupted
	case r.Loop != nil:
		e.Outcome = record.Loop
	case r.State != nil && r.State.Failure != nil:
		e.Kind, e.Text = r.State.Failure.Kind.String(), r.State.Failure.Text
	}
	return e
}
