package session

import (
	"errors"
	"runtime"
	"slices"
	"sync"

	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// early is the end of a run whose log is not there yet. Two replays are on their way at once: a plain one, which is at
// the end in half the time, and the one that is taken down. Only the first keeps its threads, where they stand.
type early struct {
	run   *runner.Run   // the plain replay, which has ended
	state *kernel.State // a picture of its state
	done  []int         // by thread: the events that it has done; of 0, all others
	once  sync.Once     // lets the threads go

	halt  func()        // gives the other up
	ended chan struct{} // closed when that has ended; then these are valid:
	log   *log
	err   error // why there is no log
}

// Missing is the panic of a method that needs the log of a run when there is none: because it was interrupted while it
// waited for the log, or because the program did not make the recorded run once more.
type Missing struct{ Err error }

// Begin opens a recording as Open does, but may return as soon as the end of the run is known: its state, and the
// stacks and variables of its threads. Only then, or later, its log is there. What needs the log waits for that, and is
// interrupted by Session.Stop, or fails: these methods panic with a Missing then, and have changed nothing. Await waits
// in their place. Begin does what Open does where it makes no sense, or is not safe, to run the program twice at once.
func Begin(p *kernel.Program, rec *record.Recording, o Options) (*Session, error) {
	if _, err := o.Window.before(rec.Events); err != nil {
		return nil, err
	}
	s, ro := newSession(p, rec, &o)
	if !o.early(rec, ro) {
		return Open(p, rec, o)
	}
	if s.reopen(&o, ro) {
		return s, nil
	}
	halt := make(chan struct{})
	s.early = &early{halt: sync.OnceFunc(func() { close(halt) }), ended: make(chan struct{})}
	plain := ro.Again()
	plain.Replayed().Freeze()
	ro.Stop, ro.Beside = halt, true
	plain.Parked = true
	over := s.early.listen(plain, o.Progress, rec.Events)
	go func() {
		defer close(s.early.ended)
		s.early.err = watch.Guard(func() (err error) {
			s.early.log, err = s.take(ro, &o)
			return err
		})
	}()
	ended := s.replay(plain, o.Stop)
	over()
	if ended {
		return s, nil
	}
	// The other replay is waited for even when it is given up: nobody else would let its threads go.
	err := s.Await(o.Stop)
	if errors.Is(err, ErrStopped) {
		s.early.halt()
		err = s.Await(nil)
	}
	if err != nil {
		return fewer(p, rec, o, nil, err)
	}
	return s, nil
}

// early says whether it makes sense, and is safe, to run the program twice at once.
func (o *Options) early(rec *record.Recording, ro *runner.ReplayOptions) bool {
	if _, ok := rec.After(rec.Events); ok {
		return false // it goes on from a picture, in less time
	}
	return !rec.Truncated && !o.Part && runtime.GOMAXPROCS(0) > 1 && !rebuild.Single(ro.Setup().Config()) &&
		(ro.MaxMemory == 0 || rec.Events < ro.MaxMemory/mostLogBytes)
}

// mostLogBytes is what the log of an event takes at most, more or less, with what is needed while it is made.
const mostLogBytes = 128

// replay makes the plain replay, until the other has ended or stop is closed. It returns false if the end is not known
// by that: because the other was first, or it was given up, or there is more to be said of it than that it has ended.
func (s *Session) replay(ro *runner.ReplayOptions, stop <-chan struct{}) bool {
	e, enough, done, stopped := s.early, make(chan struct{}), make(chan struct{}), false
	ro.Stop, ro.MaxMemory = enough, 0 // the other's memory is watched
	var run *runner.Run
	go func() {
		defer close(done)
		run = runner.Do(ro)
	}()
	select {
	case <-done:
	case <-e.ended:
	case <-stop:
		e.halt()
		stopped = true
	}
	close(enough)
	<-done
	ended, whole := run.Ended()
	_, held := ro.Replayed().Held()
	if stopped || !whole || held || s.fits(run, ro.Replayed()) != nil {
		run.Close()
		return false
	}
	run.State.Settle(nil, nil)
	e.run, e.state = run, run.State.Freeze()
	s.Run = runner.Reopen(ro, ended, e.state)
	return true
}

// Await waits until the log is there. The error is ErrStopped if stop was closed first, or says why there will be none:
// that is an *Unfit, of a program that did not make the recorded run once more.
func (s *Session) Await(stop <-chan struct{}) error {
	if s.taken.Load() != nil {
		return nil
	}
	select {
	case <-s.early.ended:
	case <-stop:
		return ErrStopped
	}
	if s.early.err != nil {
		return s.early.err
	}
	s.early.release(s.early.log.tape.Endless.Load())
	if s.Run == nil {
		s.Run = s.early.log.run
	}
	s.taken.Store(s.early.log)
	return nil
}

// Early says whether the Session stands at the end of a run whose log is not there yet.
func (s *Session) Early() bool { return s.taken.Load() == nil }

// release lets the threads of the plain replay go, or leaves them behind, if it is known that they would not end.
func (e *early) release(endless bool) {
	e.once.Do(func() {
		if e.run != nil && !endless {
			e.run.Close()
		}
	})
}

// close gives the replay up that is on its way, and lets all threads go.
func (e *early) close() {
	e.halt()
	e.release(false)
	go func() {
		if <-e.ended; e.log != nil {
			e.log.close()
		}
	}()
}

// steps returns how many events a thread has done.
func (e *early) steps(id kernel.ThreadID) int {
	if int(id) < len(e.done) {
		return e.done[id]
	}
	return 0
}

// step counts an event.
func (e *early) step(_ *kernel.State, a kernel.Actor, _ kernel.Op, _ bool) {
	if int(a.Thread) >= len(e.done) {
		e.done = slices.Grow(e.done, int(a.Thread)+1)[:int(a.Thread)+1]
	}
	e.done[a.Thread]++
}

// listen counts the events of the plain replay, of about so many, and has it told how far that is. over is to be called
// when it has ended, or was given up.
func (e *early) listen(ro *runner.ReplayOptions, p Progress, total uint64) (over func()) {
	ro.Tracer.Step = e.step
	tell := p.Of(Ending)
	if tell == nil {
		return func() {}
	}
	far := runner.Far(total, tell)
	ro.Tracer.Step = func(s *kernel.State, a kernel.Actor, op kernel.Op, done bool) {
		if e.step(s, a, op, done); s.Steps < total { // the end is told below
			far(s.Steps)
		}
	}
	tell(0, total)
	return func() { tell(total, total) }
}

// stack returns where the program of a thread stands, as engine.Threads does.
func (e *early) stack(id kernel.ThreadID) []kernel.Frame {
	if e.steps(id) == 0 {
		return nil
	}
	return e.run.Stack(id)
}

// variables returns what the program of a thread shows.
func (e *early) variables(id kernel.ThreadID) []kernel.Variable {
	if e.steps(id) == 0 {
		return nil
	}
	return e.run.Variables(id)
}
