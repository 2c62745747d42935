package sandbox

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"machsim/debugger/run/runner"
)

// ended is why a guest was ended.
type ended string

func (e ended) Error() string { return string(e) }

// tick is how often somebody looks after a guest.
const tick = 50 * time.Millisecond

// watch ends a guest that is given up; one in which a run makes no step while it computes; and one that computes for
// very long between two runs, or without reading what it is asked next. Processor time counts, so that a busy machine
// ends nobody, and the time for which it has asked to sleep.
func (p *Program) watch(s *shared, in *input, slept *sleeper, given, over <-chan struct{}, cancel func(error)) {
	t := time.NewTicker(tick)
	defer t.Stop()
	var last progress
	stepped, asked := slept.spent(), slept.spent()
	for {
		select {
		case <-over:
			return
		case <-given:
			cancel(ended(Interrupted))
			return
		case <-t.C:
		}
		now, at := slept.spent(), progress{reads: in.reads.Load()}
		at.steps, at.running = s.running()
		if !at.running {
			stepped = now
		}
		if at.steps != last.steps || at.reads != last.reads {
			stepped, asked = now, now
		}
		last = at
		switch {
		case now.since(stepped) > p.limits.Loop:
			cancel(ended(fmt.Sprintf("has %s for %v without a kernel call", now.did(stepped), p.limits.Loop)))
		case now.since(asked) > p.limits.Time:
			cancel(ended(fmt.Sprintf("has %s for %v", now.did(asked), p.limits.Time)))
		}
	}
}

// sleeper lets a guest sleep, until the guest is ended.
type sleeper struct {
	slept atomic.Int64
	done  <-chan struct{}
}

// sleep is what a guest calls. What it sleeps counts while it does.
func (s *sleeper) sleep(ns int64) {
	for ns > 0 {
		one := min(ns, int64(tick))
		select {
		case <-s.done:
			return
		case <-time.After(time.Duration(one)):
		}
		s.slept.Add(one)
		ns -= one
	}
}

// spent is what a guest has spent.
type spent struct{ used, slept time.Duration }

func (s *sleeper) spent() spent { return spent{used(), time.Duration(s.slept.Load())} }

func (s spent) since(t spent) time.Duration { return s.used - t.used + s.slept - t.slept }

// did says what it has done most since then.
func (s spent) did(t spent) string {
	if s.slept-t.slept > s.used-t.used {
		return "slept"
	}
	return "computed"
}

// Interrupted is the Why of a guest that was given up by whoever runs it.
const Interrupted = "was interrupted"

// progress is what a guest has done.
type progress struct {
	steps   uint64 // of the runs that are on their way
	running bool   // there is one
	reads   uint64 // of its standard input
}

// began is when this process began, about.
var began = time.Now()

// used is the processor time of this process: the guest's, nearly; where that is not known, the time that has passed.
func used() time.Duration {
	if d := runner.UsedTime(os.Getpid()); d > 0 {
		return d
	}
	return time.Since(began)
}

// bounded are streams that take so many bytes together.
type bounded struct {
	left int64
	full func()
}

func (b *bounded) to(w io.Writer) io.Writer { return stream{b, w} }

type stream struct {
	*bounded
	w io.Writer
}

func (s stream) Write(p []byte) (int, error) {
	if s.left -= int64(len(p)); s.left < 0 {
		s.full()
		return 0, os.ErrClosed
	}
	return s.w.Write(p)
}
