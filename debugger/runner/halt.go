package runner

import "machsim/kernel"

// Halting has a run halted by messages once a predicate is met.
type Halting struct {
	kernel.Halt
	// Met says whether one of the Stages is met in a thread's task, now that the thread has
	// come to its next call; last is its last event. In a replay it is not asked.
	Met func(m *kernel.Machine, stage int, id kernel.ThreadID, last *kernel.Event) bool
}

// detector is a Door that knows the predicate.
type detector struct {
	kernel.Door
	r    *Run
	last map[kernel.ThreadID]*kernel.Event
}

// Choose says whether a predicate is met.
func (d *detector) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointPredicate {
		return d.Door.Choose(p)
	}
	if d.r.Options.Halt.Met(d.r.machine.Load(), p.Stage, p.Thread, d.last[p.Thread]) {
		return 1
	}
	return 0
}

// detecting is the Door that asks Met, if the run is to be halted.
func (r *Run) detecting(d kernel.Door) kernel.Door {
	if r.Options.Halt == nil || r.Options.Halt.Met == nil {
		return d
	}
	r.detector = &detector{d, r, map[kernel.ThreadID]*kernel.Event{}}
	return r.detector
}

// noted keeps the last event of each thread. An event's calls and results are good until
// the thread's next.
func (r *Run) noted(e *kernel.Event) {
	if r.detector != nil && e.Actor.Thread != 0 && e.Met == 0 {
		r.detector.last[e.Actor.Thread] = e
	}
}

// halt is the kernel's part of it.
func (o *Options) halt() *kernel.Halt {
	if o.Halt == nil {
		return nil
	}
	return &o.Halt.Halt
}
