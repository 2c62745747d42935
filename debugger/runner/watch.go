package runner

import (
	"sync/atomic"
	"time"
)

// The watchdog looks so many times during the loop limit. It counts looks, not
// time, so that a process that was stopped for a while does not look like a loop.
const looks = 20

// grace is how long an interrupted run may take to come to rest.
const grace = 300 * time.Millisecond

// watch waits for the end of a run. It returns false when it gave up waiting, with
// r.Loop saying why.
func (r *Run) watch(done <-chan struct{}, older map[string]bool) bool {
	tick := time.NewTicker(max(r.loopLimit()/looks, time.Millisecond))
	defer tick.Stop()
	var tired <-chan time.Time
	stop := r.Stop
	w := watchdog{run: r}
	for {
		select {
		case <-done:
			return true
		case <-stop:
			stop, tired = nil, time.After(grace)
			r.interrupt()
		case <-tired:
			return r.giveUp(older, !r.Greedy)
		case <-tick.C:
			if !r.Greedy && r.greedy() {
				r.Greedy, tired = true, time.After(grace)
				r.interrupt()
			}
			if w.quiet() >= looks {
				return r.giveUp(older, false)
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
func (r *Run) giveUp(older map[string]bool, interrupted bool) bool {
	r.Loop = r.findLoop(older)
	r.Loop.Interrupted = interrupted
	r.interrupt()
	return false
}

// watchdog counts for how many looks nothing has moved.
type watchdog struct {
	run   *Run
	beat  uint64
	count int
}

func (w *watchdog) quiet() int {
	beat := uint64(0)
	if m := w.run.machine.Load(); m != nil {
		beat, _ = m.Pulse()
	}
	if beat != w.beat || w.run.away.Load() != here {
		w.beat, w.count = beat, 0
	}
	w.count++
	return w.count
}

// abandoned counts the runs that were given up: their goroutines may still be
// computing, and are not to be taken for those of later runs.
var abandoned atomic.Int64
