package runner

import (
	"bytes"
	"sync"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/kernel"
)

// worker makes runs of a search, one after the other in a goroutine of its own; what one leaves, the next uses again.
// A worker is lost, with all that it has, when its run is given up or the program's Main ends the goroutine; then
// another takes its place.
type worker struct {
	s         *search
	heartbeat kernel.Heartbeat
	pool      kernel.Pool
	dog       *watch.Dog
	lost      bool

	mu sync.Mutex
	on *attempt // the run that is on its way; nil between two runs, and when it was given up
}

// attempt is a run of a search.
type attempt struct {
	*Run
	i    int // its index
	o    NewOptions
	file *bytes.Buffer // its recording; nil for none
}

// hire begins a worker, which makes runs until there are no more. It first concludes the run of a worker that was
// lost, nil for none.
func (s *search) hire(left *attempt) {
	w := &worker{s: s}
	w.dog = watch.New(&w.heartbeat, s.o.limits())
	s.hired.Lock()
	s.workers[w] = true
	s.hired.Unlock()
	go func() {
		defer w.retire()
		if left != nil {
			s.conclude(left)
		}
		for w.next() {
		}
	}()
}

// retire is called when the worker's goroutine ends. If the worker was lost, this may be late, or never.
func (w *worker) retire() {
	w.dog.End()
	w.pool.Close()
	w.s.hired.Lock()
	delete(w.s.workers, w)
	w.s.hired.Unlock()
	if !w.lost {
		w.s.working.Done()
	}
}

// next makes a run. It returns false when there are no more, or the worker is lost.
func (w *worker) next() bool {
	i, stop := w.s.take()
	if i < 0 {
		return false
	}
	a := w.attempt(i, stop)
	w.lost = true
	defer func() {
		if w.lost && w.end() {
			w.s.hire(a) // Main has called runtime.Goexit
		}
	}()
	w.begin(a)
	w.heartbeat.Carry(a.drive)
	if !w.end() {
		return false
	}
	w.lost = false
	w.s.conclude(a)
	return true
}

// attempt returns the run of an index.
func (w *worker) attempt(i int, stop <-chan struct{}) *attempt {
	a := &attempt{i: i, o: w.s.o}
	a.o.Seed, a.o.Try, a.o.Stop = w.s.seed(i), w.s.number(i), stop
	if ahead := w.s.attempt(i); ahead != nil {
		a.o.By, a.o.Try = strategy.By(ahead), 0
	}
	o := a.o.Setup()
	if w.s.o.judged() {
		a.file = new(bytes.Buffer)
		o.Record = record.Start(a.file, o.Header())
	}
	a.Run = begin(o, &w.heartbeat, &w.pool)
	return a
}

func (w *worker) begin(a *attempt) {
	w.mu.Lock()
	w.on = a
	w.mu.Unlock()
}

// end says that the run has come back. It returns false if that was given up.
func (w *worker) end() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	there := w.on != nil
	w.on = nil
	return there
}

// look has a look at the run that is on its way, and replaces the worker if that is given up.
func (w *worker) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a := w.on; a != nil && a.look(w.dog) {
		w.on = nil
		w.s.hire(a)
	}
}

// conclude finds out what came of a run, and notes it.
func (s *search) conclude(a *attempt) {
	a.Run.conclude(nil)
	var file []byte
	if a.file != nil {
		file = a.file.Bytes()
	}
	t := s.Judge(&a.o, a.Run, file)
	if s.Numbered && t.Failed { // others have many that fail
		t.Ending = a.Run.Ending()
	}
	a.Close()
	s.note(a.i, t, a.unmoved())
}
