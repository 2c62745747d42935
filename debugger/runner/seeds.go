package runner

import (
	"errors"
	"runtime"
	"sync"

	"machsim/debugger/strategy"
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
	return SeedsBy(o, n, progress, func(o *NewOptions) Tried {
		r := Do(o)
		defer r.Close()
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

// SeedsBy is Seeds with another way to try a seed, which may look at the run more closely. It is
// called from several goroutines at a time.
func SeedsBy(o *NewOptions, n int, progress func(), try func(*NewOptions) Tried) Found {
	s := &search{o: *o, try: try, end: n, runs: n, progress: progress, running: map[int]chan struct{}{}}
	workers := min(runtime.GOMAXPROCS(0), n)
	if o.Preempt {
		workers = 1
	}
	if o.By == nil {
		if s.o.By, s.err = o.newStrategy(); s.err != nil {
			return s.found(n)
		}
		if strategy.Named(o.Strategy).Learns {
			workers = 1
		}
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(s.work)
	}
	over := make(chan struct{})
	go func() {
		select {
		case <-o.Stop:
			s.halt()
		case <-over:
		}
	}()
	wg.Wait()
	close(over)
	return s.found(n)
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
}

// search is the state that the workers share.
type search struct {
	o        NewOptions
	try      func(*NewOptions) Tried
	progress func()

	mu      sync.Mutex
	next    int // index of the next seed to be tried
	end     int // index of the lowest seed that failed so far, or the number of seeds
	runs    int // how many runs there are, as far as is known
	fine    int // runs that were fine
	events  uint64
	err     error
	halted  bool
	running map[int]chan struct{} // closed to end the run of an index
}

func (s *search) found(n int) Found {
	f := Found{Fine: s.fine, Events: s.events, Err: s.err, Halted: s.halted, All: s.runs < n, By: s.o.By}
	if s.end < n && s.err == nil && !s.halted {
		f.Failed, f.Fine, f.Seed = true, s.end, s.o.Seed+uint64(s.end)
	}
	return f
}

func (s *search) work() {
	for {
		i, stop := s.take()
		if i < 0 {
			return
		}
		o := s.o
		o.Seed += uint64(i)
		o.Try, o.Stop = i, stop
		s.note(i, s.try(&o))
	}
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
