package runner

import (
	"cmp"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Found is what trying many seeds has found.
type Found struct {
	Fine   int    // seeds that were fine, before the failing one if there is one
	Events uint64 // of the fine ones; only when none failed
	Failed bool
	Seed   uint64 // the lowest seed that failed
	// What its run breaks of what was claimed; nil if it has failed of itself.
	Violation *Violation
	Ending    record.Ending // how that run has ended of itself
	Err       error
	Halted    bool // by Stop, before all seeds were tried
	All       bool // the strategy had no more runs

	By strategy.Strategy // who chose: it can begin the run that failed once more, the run number Fine
}

// Seeds runs a program with n seeds from o.Seed on, on all cores, up to the first
// that fails. What it finds does not depend on which core was faster. Progress, if
// not nil, is called after each run from one goroutine at a time.
func Seeds(o *NewOptions, n int, progress func()) Found {
	return SeedsBy(o, n, progress, (*NewOptions).Judge)
}

// Plainly judges a run that is only to do what it should.
func Plainly(r *Run) Tried {
	t := Tried{Err: r.Err, Failed: r.Failed()}
	if r.State == nil {
		return t
	}
	t.Events, t.Missed = r.State.Steps, r.State.Missed()
	for _, g := range r.State.Goals {
		t.Reached = append(t.Reached, Reached{Name: g.Name, Event: g.Step})
	}
	return t
}

// Reached is a goal that a run has reached.
type Reached struct {
	Name    string `json:"name"`
	Claimed bool   `json:"claimed,omitempty"` // it is a predicate of who makes the runs, and not the program's
	Event   uint64 `json:"event"`             // after which it was reached first; 0 if that is no event of this order
}

// Tried is what came of trying one seed.
type Tried struct {
	Err       error // it could not be tried: a mistake of whoever asked
	Failed    bool
	Ending    record.Ending // how a run has ended of itself that failed, in a Series that is Numbered
	Events    uint64
	Violation *Violation // what a Judge has against a run, whatever that has come to of itself; nil for nothing
	Reached   []Reached  // goals, each once
	Missed    []kernel.Probe
	Seen      any // what else it has to say to who is told of the runs
}

// Judge says what came of a run with these options, which has ended and is closed afterwards. file is its
// recording, nil if nobody wants it.
type Judge func(o *NewOptions, r *Run, file []byte) Tried

// SeedsBy is Seeds with a Judge, which may look at the runs more closely. It is called from several goroutines at a
// time.
func SeedsBy(o *NewOptions, n int, progress func(), judge Judge) Found {
	return Series{N: n, Numbered: true, Judge: judge, Each: func(_ int, t Tried) bool {
		if progress != nil && !t.Failed {
			progress()
		}
		return !t.Failed
	}}.Make(o)
}

// Series is runs of a search. The k-th of them, from 0, is that with number First + k*Step of its strategy, and has the
// seed of the options plus that number.
type Series struct {
	N           int  // how many there are at most
	First, Step int  // a Step of 0 means 1
	Workers     int  // how many are made at once at most; 0 for as many as there are cores
	Numbered    bool // the Judge tells runs apart by their seeds, so each is given its own
	Judge       Judge
	// Each is told of the runs in their order, from one goroutine at a time. After the one for which it returns
	// false there are no more.
	Each func(k int, t Tried) bool
}

// Make makes the runs. What it finds does not depend on which core was faster.
func (x Series) Make(o *NewOptions) Found {
	s := &search{o: *o, Series: x, end: x.N, early: map[int]Tried{}, attempts: map[int]*strategy.Attempt{},
		running: map[int]chan struct{}{}, workers: map[*worker]bool{}, changed: make(chan struct{}, 1)}
	s.ended = sync.NewCond(&s.mu)
	s.Step = max(s.Step, 1)
	workers := min(cmp.Or(x.Workers, runtime.GOMAXPROCS(0)), x.N)
	if o.Preempt || o.Hears || o.Alone || hook.Changing() || o.judged() && len(hook.Packages()) > 0 {
		workers = 1
	}
	if o.By == nil {
		if s.o.By, s.err = o.Strategist(); s.err != nil {
			return s.found()
		}
	}
	ahead, can := s.o.By.(strategy.Ahead)
	switch {
	case workers < 2 || !s.learns():
	case can && !s.Numbered:
		s.ahead = ahead
		defer ahead.Drop()
	default:
		workers = 1
	}
	s.working.Add(workers)
	for range workers {
		s.hire(nil)
	}
	over := make(chan struct{})
	go s.watch(over)
	s.working.Wait()
	close(over)
	return s.found()
}

// learns says whether the runs follow from each other.
func (s *search) learns() bool {
	_, kept := s.o.By.(*strategy.Kept)
	row := strategy.Named(s.o.Strategy)
	return !kept && row != nil && row.Learns
}

// watch looks after all runs, until over is closed.
func (s *search) watch(over <-chan struct{}) {
	tick := time.NewTicker(watch.Tick(s.o.limits()))
	defer tick.Stop()
	stop := s.o.Stop
	looked, ended := s.o.Footprints.watch()
	defer ended()
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
		looked()
	}
}

func (s *search) atWork() []*worker {
	s.hired.Lock()
	defer s.hired.Unlock()
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
	Series
	o       NewOptions
	working sync.WaitGroup // workers that are not lost
	changed chan struct{}  // gets something when runs are to end

	mu      sync.Mutex
	next    int           // index of the next run to be made
	told    int           // how many runs Each was told of
	early   map[int]Tried // runs that have ended before one with a lower index
	end     int           // how many runs there are, as far as is known
	fine    int           // runs that were fine
	last    Tried         // the run after which Each wanted no more
	all     bool          // the strategy has no more runs
	events  uint64        // of the fine ones
	err     error
	halted  bool
	running map[int]chan struct{} // closed to end the run of an index

	hired   sync.Mutex // of workers alone: Each may take long, and runs are looked after meanwhile
	workers map[*worker]bool

	// With a strategy that learns: an index says only when a run was begun.
	ahead    strategy.Ahead
	attempts map[int]*strategy.Attempt // that were begun, by index
	ended    *sync.Cond                // one of them has ended
}

func (s *search) found() Found {
	f := Found{Fine: s.fine, Events: s.events, Err: s.err, Halted: s.halted, All: s.all, By: s.o.By}
	if s.last.Failed && s.err == nil {
		f.Failed, f.Halted, f.Seed = true, false, s.seed(s.told-1)
		f.Violation, f.Ending = s.last.Violation, s.last.Ending
	}
	return f
}

// number is the number of a run for its strategy.
func (s *search) number(i int) int { return s.First + i*s.Step }

func (s *search) seed(i int) uint64 { return s.o.Seed + uint64(s.number(i)) }

// take gives out the next run, -1 when there is no more to be done.
func (s *search) take() (int, chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ahead != nil {
		return s.takeAhead()
	}
	if s.next >= s.end || s.halted {
		return -1, nil
	}
	return s.begin()
}

// begin gives out the next index.
func (s *search) begin() (int, chan struct{}) {
	i := s.next
	s.next++
	s.running[i] = make(chan struct{})
	return i, s.running[i]
}

// takeAhead gives out a run whose turn may come later. It waits as long as there may be one.
func (s *search) takeAhead() (int, chan struct{}) {
	for s.told < s.end && !s.halted {
		if a := s.ahead.Take(s.o.chosen()); a != nil {
			s.attempts[s.next] = a
			return s.begin()
		}
		if len(s.attempts) == 0 {
			s.all, s.end = true, s.told
			s.ended.Broadcast()
			break
		}
		s.ended.Wait()
	}
	return -1, nil
}

// attempt returns the run of an index that a strategy has begun which learns; nil of others.
func (s *search) attempt(i int) *strategy.Attempt {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attempts[i]
}

// note takes in how a run ended. left is nil if it has ended by itself, and as in strategy.Ended otherwise.
func (s *search) note(i int, r Tried, left func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, i)
	if s.ahead != nil {
		s.noteAhead(i, r, left)
		return
	}
	if r.Err == nil {
		s.o.By.End(s.number(i), strategy.Ended{Failed: r.Failed, Events: r.Events, Left: left})
	}
	if s.halted || i >= s.end {
		return
	}
	s.early[i] = r
	for s.told < s.end {
		r, ok := s.early[s.told]
		if !ok {
			return
		}
		delete(s.early, s.told)
		s.told++
		s.tell(r)
	}
}

// noteAhead takes in how a run ended, and those whose turn it is then.
func (s *search) noteAhead(i int, r Tried, left func() bool) {
	a := s.attempts[i]
	delete(s.attempts, i)
	defer s.ended.Broadcast()
	if s.halted || s.told >= s.end || r.Err != nil {
		if s.ahead.Cancel(a); r.Err != nil {
			s.tell(r)
		}
		return
	}
	a.Came = r
	s.ahead.Ended(a, left)
	for s.told < s.end {
		if a = s.ahead.Turn(); a == nil {
			return
		}
		s.told++
		s.tell(a.Came.(Tried))
	}
}

// tell tells of the next run. After the last one all runs that were begun too early are ended.
func (s *search) tell(r Tried) {
	switch {
	case errors.Is(r.Err, errNoMore):
		s.all = true
		s.told--
		s.end = s.told
	case r.Err != nil:
		s.err, s.end = r.Err, s.told
	default:
		if !r.Failed {
			s.fine++
			s.events += r.Events
		}
		if s.Each(s.told-1, r) {
			return
		}
		s.last, s.end = r, s.told
	}
	if s.ahead != nil {
		s.endAfter(-1)
	} else {
		s.endAfter(s.end - 1)
	}
}
