package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Fork says how a run is made that begins as the recorded one.
type Fork struct {
	At      string                 // the event after which it leaves the recording: a number, 0 for the start, or end
	Options                        // which are given take the place of what was recorded
	Given   func(flag string) bool // says which are
	Leaves  func()                 // is called when it leaves
}

// Fork makes a fork. The error says what is wrong with x, or that the program does not make the recorded run.
func (r *Recorded) Fork(ctx context.Context, x Fork, t kernel.Tracer) (*Ran, error) {
	event, err := r.event(x.At)
	if err != nil {
		return nil, err
	}
	if r.Remade() != nil {
		x.Options.Keep = Keep{} // its file begins with a picture, and nothing more is dropped
	}
	s, err := Open(r.Of, x.Options)
	if err != nil {
		return nil, err
	}
	o, err := rebuild.Follow(r.Of, r.Recording, r.File, event, x.Seed, ctx.Done())
	switch {
	case errors.Is(err, engine.ErrStopped):
		return nil, &Failed{"interrupted: the fork has not begun"}
	case err != nil:
		return nil, unfit("%s: %v", r.File, err)
	}
	r.process.declares(&o.Common)
	now := &s.options
	o.Strategy, o.MaxMemory, o.Input, o.Lines, o.Stop = now.Strategy, now.MaxMemory, now.Input, true, ctx.Done()
	if err := r.override(o, now, x.Given, event); err != nil {
		return nil, err
	}
	o.Tracer = t.And(x.tracer(event, o.Left()))
	run, err := s.do(o)
	switch {
	case err != nil:
		return nil, err
	case run.Err != nil:
		run.Close()
		return nil, r.unfit(run.Err)
	}
	return run, nil
}

// Whole makes all of a run of whose recording the first part was dropped, and records it: by the choices of its seed
// and then by those that are recorded. The error says that it comes to another state where the recording begins.
func (r *Recorded) Whole(ctx context.Context, x Fork, t kernel.Tracer) (*Ran, error) {
	if err := r.Remade(); err != nil {
		return nil, unfit("%s: %v", r.File, err)
	}
	x.Options.Keep = Keep{}
	s, err := Open(r.Of, x.Options)
	if err != nil {
		return nil, err
	}
	o, f := runner.Again(r.Of, r.Recording, r.File, r.Events)
	r.process.declares(&o.Common)
	o.Stop, o.Tracer = ctx.Done(), t
	if !r.Truncated && r.Outcome != kernel.Unfinished.String() && r.Outcome != record.Interrupted {
		o.MaxSteps = r.MaxSteps // else nobody knows what would have come then
	}
	run, _ := s.do(o) // no part is dropped
	if run.Err != nil {
		run.Close()
		return nil, r.unfit(run.Err)
	}
	if res := f.Result(run.Ending()); res.Divergence != nil {
		run.Close()
		discard(run.Setup.Recording)
		return nil, unfit("%s: %s", r.File, r.departs(res.Divergence))
	}
	return run, nil
}

// tracer calls Leaves after an event, or at once if the fork has left when it begins.
func (x *Fork) tracer(event uint64, left bool) kernel.Tracer {
	if left {
		x.Leaves()
	}
	return kernel.Tracer{Event: func(e *kernel.Event) {
		if e.Step == event {
			x.Leaves()
		}
	}}
}

// event returns the event after which a fork leaves the recording.
func (r *Recorded) event(at string) (uint64, error) {
	if at == "end" {
		return r.Events, nil
	}
	n, err := strconv.ParseUint(at, 10, 64)
	switch {
	case err == nil && n > 0 && n < r.Dropped && r.Remade() != nil:
		return 0, mistaken("--at %s: event %d was dropped, the recording begins after event %d", at, n, r.Dropped)
	case err == nil && n > 0 && n < r.Dropped:
		return 0, mistaken("--at %s: event %d was dropped, the recording begins after event %d; --at 0 makes the whole "+
			"run", at, n, r.Dropped)
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, mistaken("--at must be the number of an event, 0 for the start, or end, not %q", at)
	case err != nil || n > r.Events:
		return 0, mistaken("--at %s is beyond the recording's end: %s has %d events", at, r.File, r.Events)
	}
	return n, nil
}

// override puts options in place of what was recorded. A fork keeps what its parent was allowed to do, and
// it cannot be allowed what has already ended the parent.
func (r *Recorded) override(o *runner.FollowOptions, now *runner.NewOptions, given func(string) bool,
	event uint64) error {
	misuse := r.Kind == kernel.Misuse.String()
	panicked := r.Kind == kernel.Panicked.String() || r.Kind == kernel.Unhandled.String()
	for _, x := range []struct {
		flag     string
		now      bool
		recorded *bool
		ended    bool // the recorded run has ended for want of it
	}{
		{"weak", now.Weak, &o.Weak, false}, {"free-timers", now.FreeTimers, &o.FreeTimers, false},
		{"lenient", now.Lenient, &o.Lenient, misuse}, {"keep-going", now.KeepGoing, &o.KeepGoing, panicked},
	} {
		if x.now && x.ended && event == r.Events {
			return mistaken("with --%s event %d of %s is another, at which that run ended; leave it before: --at %d",
				x.flag, event, r.File, event-1)
		}
		if given(x.flag) && !x.now && *x.recorded {
			return mistaken("--%s=false does not go together with --from %s, which was made with --%s", x.flag, r.File, x.flag)
		}
		*x.recorded = *x.recorded || x.now
	}
	if given("loop-limit") {
		o.LoopLimit = now.LoopLimit
	}
	switch {
	case (given("faults") || given("probe")) && now.Faults != r.Faults:
		return mistaken("--faults, --probe and --from %s do not go together: a fork has those that are left of its recording",
			r.File)
	case given("preempt") && now.Preempt != r.Preempt:
		return mistaken("--preempt and --from %s do not go together: a fork makes the calls that its recording has", r.File)
	case !given("max-events"):
		return nil
	}
	if o.MaxSteps = now.MaxSteps; o.MaxSteps < event {
		return mistaken("--max-events must be %d at least, the number of events that --at takes over", event)
	}
	return nil
}

// Strayed tells of a fork that never left the recording. The error is Unfit or Failed.
func (r *Recorded) Strayed(w io.Writer, run *Ran) error {
	res := run.Followed().Result(run.Ending())
	if res.Divergence == nil {
		fmt.Fprintf(w, "%sINTERRUPTED: still as recorded, %d events of %d, hash %016x\n", r.begins(), res.Events,
			run.Parent.Event, res.Hash)
		return &Failed{}
	}
	fmt.Fprint(w, r.begins(), r.departs(res.Divergence))
	return &Unfit{}
}
