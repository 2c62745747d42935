package debugger

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// quiet is how long no method has been called when the Debugger begins to make the present run ready for motions.
const quiet = 150 * time.Millisecond

// idle is what a Debugger does while no method is at work. It changes nothing that can be seen.
type idle struct {
	mu    sync.Mutex
	timer *time.Timer   // which begins it
	busy  bool          // a method is at work, or the Debugger is closed
	stop  chan struct{} // ends it, nil when it does not work
	ended chan struct{} // is closed when it has ended
}

// rest has the idle work begin soon. In a browser it would keep the page from answering.
func (d *Debugger) rest() {
	if runtime.GOOS == "js" {
		return
	}
	d.idle.mu.Lock()
	defer d.idle.mu.Unlock()
	d.idle.busy = false
	if d.idle.timer == nil {
		d.idle.timer = time.AfterFunc(quiet, d.prepare)
	} else {
		d.idle.timer.Reset(quiet)
	}
}

// rouse ends the idle work, and returns a channel that is closed when it has ended.
func (d *Debugger) rouse() (ended <-chan struct{}) {
	d.idle.mu.Lock()
	defer d.idle.mu.Unlock()
	d.idle.busy = true
	if d.idle.timer != nil {
		d.idle.timer.Stop()
	}
	if d.idle.stop != nil {
		close(d.idle.stop)
		d.idle.stop = nil
	}
	if d.idle.ended == nil {
		return closed
	}
	return d.idle.ended
}

// closed is a channel that is closed.
var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// prepare is the idle work.
func (d *Debugger) prepare() {
	stop, ended := make(chan struct{}), make(chan struct{})
	d.idle.mu.Lock()
	if d.idle.busy || d.idle.stop != nil {
		d.idle.mu.Unlock()
		return
	}
	d.idle.stop, d.idle.ended = stop, ended
	d.idle.mu.Unlock()
	defer close(ended)
	d.ready(stop)
	d.idle.mu.Lock()
	if d.idle.stop == stop {
		d.idle.stop = nil
	}
	d.idle.mu.Unlock()
}

// ready makes the present run ready for motions and questions, until stop is closed. Of one that grows it would all
// have to be made again after the next motion.
func (d *Debugger) ready(stop <-chan struct{}) {
	defer func() {
		if v := recover(); v != nil {
			d.s().Abandon()
			d.notice("machsim itself is at fault in getting ready for motions: %v\n%s", v, debug.Stack())
		}
	}()
	if !d.on.Closed() && d.runs[0].S.Await(stop) == nil && !d.s().GoesOn() {
		d.s().Prepare(stop)
		d.foresee(stop)
	}
}

// foreseen is the greatest number of events of a run of which the answers to likely questions are made before anybody
// asks: they take some 40 bytes an event.
const foreseen = 2_000_000

// foresee makes what the first query, the remote calls and the report on a run wait for, until stop is closed. None of
// it needs the causal order, the search for which may run programs. If something fails, whoever asks for it is told.
func (d *Debugger) foresee(stop <-chan struct{}) {
	if d.s().Len() > foreseen {
		return
	}
	_, _ = d.answers().Counts(Until(stop))
}
