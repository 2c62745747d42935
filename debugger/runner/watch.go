package runner

import (
	"time"

	"machsim/debugger/watch"
)

// grace is how long an interrupted run may take to come to rest.
const grace = 300 * time.Millisecond

// watch waits for the end of a run. It returns false when it gave up waiting, with
// r.Loop saying why.
func (r *Run) watch(done <-chan struct{}, d *watch.Dog) bool {
	tick := time.NewTicker(d.Tick())
	defer tick.Stop()
	var tired <-chan time.Time
	stop := r.Stop
	for {
		select {
		case <-done:
			return true
		case <-stop:
			stop, tired = nil, time.After(grace)
			r.interrupt()
		case <-tired:
			r.giveUp(d.Where(), !r.Greedy)
			return false
		case <-tick.C:
			if l := d.Look(); l != nil {
				r.giveUp(l, false)
				return false
			}
			if !r.Greedy && r.greedy() {
				r.Greedy, tired = true, time.After(grace)
				r.interrupt()
			}
		}
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
	r.interrupt()
	r.heartbeat.GiveUp()
}
