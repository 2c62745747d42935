package runner

import (
	"time"

	"machsim/debugger/record/watch"
)

// grace is how long an interrupted run may take to come to rest.
const grace = 300 * time.Millisecond

// watch waits until a run, or a piece of it, is made. It has a look at it now and then, and once stop is closed, and
// calls looked after each. It returns false when it gave up waiting, with r.Loop saying why.
func (r *Run) watch(done <-chan struct{}, d *watch.Dog, stop <-chan struct{}, looked func()) bool {
	tick := time.NewTicker(d.Tick())
	defer tick.Stop()
	for {
		select {
		case <-done:
			return true
		case <-stop:
			stop = nil
		case <-tick.C:
		}
		if r.look(d) {
			return false
		}
		looked()
	}
}

// look has a look at a run that is on its way. It returns true when it has given the run up, with r.Loop saying why.
func (r *Run) look(d *watch.Dog) bool {
	if l := d.Look(); l != nil {
		r.giveUp(l, false)
		return true
	}
	switch {
	case r.tired.IsZero():
		if r.Greedy = r.greedy(); r.Greedy || r.stopped() {
			r.tired = time.Now().Add(grace)
			r.interrupt()
		}
	case time.Now().After(r.tired):
		r.giveUp(d.Where(), !r.Greedy)
		return true
	}
	return false
}

// stopped says whether somebody wants the run to end.
func (r *Run) stopped() bool { return closed(r.Stop) }

func closed(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

func (r *Run) interrupt() {
	if m := r.machine.Load(); m != nil {
		m.Interrupt()
	}
}

// giveUp leaves a run that does not come to its end.
func (r *Run) giveUp(l *watch.Loop, interrupted bool) {
	r.Loop = &Loop{*l, interrupted, r.input.Load(), r.checks != nil && r.checks.busy.Load()}
	r.left.Store(true)
	r.interrupt()
	r.heartbeat.GiveUp()
	r.at = r.heartbeat.Look()
}
