package runner

import (
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"machsim/debugger/strategy"
	"machsim/debugger/watch"
)

// Found is what trying many seeds has found.
type Found struct {
	Fine   int    // seeds that were fine, before the failing one if there is one
	Events uint64 // of the fine ones; only when none failed
	Failed bool
	Seed   uint64 // the lowest seed that failed
	Err    error
	Halted bool // by Stop, before all seeds were tried
	All    bool // the strategy had no more runs

	By strategy.Strategy // who chose: it can begin the run that failed once more, the run number Fine
}

// Seeds runs a program with n seeds from o.Seed on, on all cores, up to the first
// that fails. What it finds does not depend on which core was faster. Progress, if
// not nil, is called after each run from one goroutine at a time.
func Seeds(o *NewOptions, n int, progress func()) Found {
	return SeedsBy(o, n, progress, false, func(_ *NewOptions, r *Run, _ []byte) Tried {
		t := Tried{Err: r.Err, Failed: r.Failed()}
		if r.State != nil {
			t.Events = r.State.Steps
		}
		return t
	})
}

// Tried is what came of trying one seed.
type Tried struct {
	Err    error // it could not be tried: a mistake of whoever asked
	Failed bool
	Events uint64
}

// Judge says what came of a run with these options, which has ended and is closed afterwards. file is its
// recording, nil if there is none.
type Judge func(o *NewOptions, r *Run, file []byte) Tried

// SeedsBy is Seeds with a Judge, which may look at the runs more closely, and at their recordings if they are to be
// recorded. It is called from several goroutines at a time.
func SeedsBy(o *NewOptions, n int, progress func(), recorded bool, judge Judge) Found {
	s := &search{o: *o, judge: judge, recorded: recorded, end: n, runs: n, progress: progress,
		running: map[int]chan struct{}{}, workers: map[*worker]bool{}, changed: make(chan struct{}, 1)}
	workers := min(runtime.GOMAXPROCS(0), n)
	if o.Preempt || o.Alone {
		workers = 1
	}
	if o.By == nil {
		if s.o.By, s.err = o.newStrategy(o.Setup()); s.err != nil {
			return s.found(n)
		}
		if strategy.Named(o.Strategy).Learns {
			workers = 1
		}
	}
	s.working.Add(workers)
	for range workers {
		s.hire(nil)
	}
	over := make(chan struct{})
	go s.watch(over)
	s.working.Wait()
	close(over)
	return s.found(n)
}

// watch looks after all runs, until over is closed.
func (s *search) watch(over <-chan struct{}) {
	tick := time.NewTicker(watch.Tick(s.o.limits()))
	defer tick.Stop()
	stop := s.o.Stop
	for {
		select {
		case <-over:
			return
		case <-stop:
			stop = nil
			s.halt()
		case <-s.changed:
		case <-tick.C:
		}
		for _, w := range s.atWork() {
			w.look()
		}
	}
}

func (s *search) atWork() []*worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.workers))
}

// halt ends the search and all runs.
func (s *search) halt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halted = true
	s.endAfter(-1)
}

// endAfter ends the runs of indices above i.
func (s *search) endAfter(i int) {
	for j, stop := range s.running {
		if j > i {
			close(stop)
			delete(s.running, j)
		}
	}
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// search is the state that the workers share.
type search struct {
	o        NewOptions
	judge    Judge
	recorded bool
	progress func()
	working  sync.WaitGroup // workers that are not lost
	changed  chan struct{}  // gets something when runs are to end

	mu      sync.Mutex
	next    int // index of the next seed to be tried
	end     int // index of the lowest seed that failed so far, or the number of seeds
	runs    int // how many runs there are, as far as is known
	fine    int // runs that were fine
	events  uint64
	err     error
	halted  bool
	running map[int]chan struct{} // closed to end the run of an index
	workers map[*worker]bool
}

func (s *search) found(n int) Found {
	f := Found{Fine: s.fine, Events: s.events, Err: s.err, Halted: s.halted, All: s.runs < n, By: s.o.By}
	if s.end < n && s.err == nil && !s.halted {
		f.Failed, f.Fine, f.Seed = true, s.end, s.o.Seed+uint64(s.end)
	}
	return f
}

// take gives out the next seed, -1 when there is no more to be done.
func (s *search) take() (int, chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next >= min(s.end, s.runs) || s.halted {
		return -1, nil
	}
	i := s.next
	s.next++
	s.running[i] = make(chan struct{})
	return i, s.running[i]
}

// note takes in how a run ended. A failure ends all runs of higher seeds.
func (s *search) note(i int, r Tried) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, i)
	if r.Err == nil {
		s.o.By.End(i, strategy.Ended{Failed: r.Failed, Events: r.Events})
	}
	switch {
	case i >= s.end || s.halted:
	case errors.Is(r.Err, ErrNoMore):
		s.runs = min(s.runs, i)
		return
	case r.Err != nil:
		s.err, s.end = r.Err, 0
	case r.Failed:
		s.end = i
	default:
		s.fine++
		s.events += r.Events
		if s.progress != nil {
			s.progress()
		}
		return
	}
	s.endAfter(s.end - 1)
}
