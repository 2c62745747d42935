package runner

import (
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record/watch"
	"machsim/kernel"
)

// Live is a run that is made in pieces. Between two of them it stands still, between two events, with all threads at
// their calls, and can be looked at; or Within a thread that has not come to its next call. It is used from one
// goroutine.
type Live struct {
	*Run
	// Paused, when set, is called between two events some times a second, while GoOn makes more of them. Busy is called
	// in its place, some times a second, while a thread computes and does not come to its next call.
	Paused func()
	Busy   func(kernel.ThreadID)

	over bool
}

// often is how long GoOn makes events until it calls Paused, or Busy.
const often = 100 * time.Millisecond

// soon is in what time a thread usually comes to its next call. One that does not, when the run is stopped, is halted
// where it is.
const soon = 20 * time.Millisecond

// Endless is the limit of events of a run that is recorded without one.
const Endless = 1 << 62

// Begin sets a run up that has made no event yet. Its limit of events counts for nothing: GoOn has one.
func Begin(o Choosing) *Live {
	s := o.Setup()
	s.Parked = true
	l := &Live{Run: begin(s, &kernel.Heartbeat{}, nil)}
	l.pieces = &pieces{await: s.Input.awaited()}
	l.piece(0, nil)
	return l
}

// Over says whether the run has come to its end, or was given up: there will be no more events.
func (l *Live) Over() bool { return l.over }

// GoOn makes events until the run has so many in all, is over, waits for input that is not there yet, or stop is
// closed. It returns whether the run is over.
func (l *Live) GoOn(until uint64, stop <-chan struct{}) bool {
	for paused := !l.over; paused; {
		paused = l.piece(until, stop)
		if paused = paused && l.State.Steps < until && l.Asks() == 0; paused {
			l.Paused()
		}
	}
	return l.over
}

// Asks returns the thread that waits for input which is not there yet; 0 if none does.
func (l *Live) Asks() kernel.ThreadID {
	if m := l.machine.Load(); m != nil && !l.over {
		return m.Asks()
	}
	return 0
}

// Within returns the thread that was halted while it computed, after the last event: it comes to its next call when the
// run goes on. It is 0 if all threads stand at their calls.
func (l *Live) Within() kernel.ThreadID {
	if m := l.machine.Load(); m != nil && !l.over {
		return m.Within()
	}
	return 0
}

// Made is how many events are complete.
func (l *Live) Made() int {
	n := int(l.State.Steps)
	if l.Within() != 0 {
		n--
	}
	return n
}

// Stands says whether nobody can go on until hosts are resumed (kernel.Agents).
func (l *Live) Stands() bool {
	m := l.machine.Load()
	return m != nil && !l.over && m.Outcome() == kernel.Halted
}

// piece makes some of the run's events, under the limits of any run. It returns true if there may be more of them at
// once, and Paused is to be called before.
func (l *Live) piece(until uint64, stop <-chan struct{}) (paused bool) {
	l.pieces.until = until
	done := make(chan struct{})
	d := watch.New(l.heartbeat, l.limits())
	go func() {
		defer d.End()
		defer close(done)
		l.heartbeat.Carry(l.drive)
	}()
	told, stopped := time.Now(), false
	var since time.Time // when it was stopped
	made := l.watch(done, d, stop, func() {
		if !stopped && closed(stop) {
			stopped, since = true, time.Now()
		}
		if due := l.Paused != nil && time.Since(told) >= often; due && paused {
			told = time.Now()
			l.Busy(l.Running())
		} else if due {
			told, paused = time.Now(), true
		}
		if stopped || paused { // again and again: it may have come before there was a machine, or before that began
			l.interrupt()
		}
		if stopped && time.Since(since) >= soon {
			l.halt(true)
		}
	})
	l.halt(false)
	if l.over = !made || l.ended(); l.over {
		l.conclude(done)
		return false
	}
	l.Outcome, l.State = kernel.Interrupted, l.machine.Load().World() // if it goes no further
	return paused && !stopped
}

// halt has the machine stand still, also while a thread computes.
func (l *Live) halt(yes bool) {
	if m := l.machine.Load(); m != nil {
		m.Halt(yes)
	}
}

// ended says whether a run, a piece of which was made, has come to its end.
func (l *Live) ended() bool {
	switch e := &l.end; {
	case e.err != nil || e.broken != nil || e.main != nil:
		return true
	case l.checks != nil && l.checks.found != nil || l.Greedy || strategy.CutOf(l.door) != strategy.Whole:
		return true
	case e.outcome == kernel.Interrupted, e.outcome == kernel.Halted && l.Setup.Halt == nil:
		return false
	default:
		return e.outcome != kernel.Unfinished
	}
}

// Close lets go of the run's threads; of one that is not over it ends the recording, too.
func (l *Live) Close() string {
	if !l.over {
		l.arrive()
		if l.Record != nil {
			l.Lost = l.Record.End(l.Ending())
		}
	}
	l.over = true
	return l.Run.Close()
}

// SoFar returns the run as it stands, in a state of which end is a picture; if that is not the last one (now), or the
// run goes on, it is a run that was interrupted there.
func (l *Live) SoFar(end *kernel.State, now bool) *Run {
	if now && l.over {
		return l.Run
	}
	return &Run{Setup: l.Setup, Outcome: kernel.Interrupted, State: end, heartbeat: &kernel.Heartbeat{}, released: true}
}
