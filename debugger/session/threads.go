package session

import (
	"cmp"
	"errors"
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Threads brings the programs' threads to the present position, and returns them. A
// *engine.Divergence says that the program is not deterministic.
func (s *Session) Threads() (engine.Threads, error) {
	err := s.serializing(func() error { return s.log().threads.To(s.log().at) })
	return s.log().threads, err
}

// serializing calls f again until it finds no further task whose threads share variables without a lock. It puts the
// events of each such task into one line from then on: the position grows to hold what it has to (Options.Grown).
func (s *Session) serializing(f func() error) error {
	grown := false
	defer func() {
		if grown && s.grown != nil {
			s.grown()
		}
	}()
	for {
		err := f()
		if id, ok := sharing(err); !ok || !s.share(id) {
			return err
		}
		grown = true
		if err := s.MoveTo(s.Consistent(s.log().at)); err != nil {
			return err
		}
	}
}

// serialized is serializing for what has an answer.
func serialized[T any](s *Session, f func() (T, error)) (answer T, err error) {
	err = s.serializing(func() (err error) {
		answer, err = f()
		return err
	})
	return answer, err
}

// sharing returns the thread for which f failed, if it may be because that shares variables: its program did not do
// what it did in the recorded run, or their values at a cut depend on the order of the threads.
func sharing(err error) (kernel.ThreadID, bool) {
	var d *engine.Divergence
	var u *predicate.Unordered
	switch {
	case errors.As(err, &d):
		return d.ID, true
	case errors.As(err, &u):
		return u.Thread, true
	}
	return 0, false
}

// Prepare makes the programs' threads ready for motions from the present position, until there is nothing more to be
// done, or stop is closed. Meanwhile no program may run in this process, unless it has no hooks.
func (s *Session) Prepare(stop <-chan struct{}) {
	if s.Await(stop) != nil {
		return
	}
	if p, ok := s.log().threads.(engine.Preparer); ok {
		p.Prepare(s.log().at, stop)
	}
}

// Abandon gives the programs' threads up where they stand: something that does not come back may
// touch their variables. They are made anew when they are needed.
func (s *Session) Abandon() {
	if l := s.taken.Load(); l != nil {
		l.threads.Abandon()
	}
}

// share puts the events of a thread's task into one line; false if they are already, or
// the task has a single thread.
func (s *Session) share(id kernel.ThreadID) bool {
	task := s.log().tape.TaskOf(id)
	if s.order().Serialized(task) || !s.log().tape.Several(task) {
		return false
	}
	s.order().SerializeTask(task)
	return true
}

// Stack returns where the program of a thread stands at the present position, innermost
// call first; nil if it has not begun or has ended.
func (s *Session) Stack(id kernel.ThreadID) ([]kernel.Frame, error) {
	if s.Early() {
		return s.early.stack(id), nil
	}
	if s.Parked() {
		return s.parkedStack(id), nil
	}
	t, err := s.Threads()
	if err != nil {
		return nil, err
	}
	return t.Stack(id), nil
}

// Variables returns what the programs show at the present position (kernel.Thread.Watch),
// thread by thread.
func (s *Session) Variables() (all []kernel.Variable, err error) {
	var of func(kernel.ThreadID) []kernel.Variable
	switch {
	case s.Early():
		of = s.early.variables
	case s.Parked():
		of = s.parkedVariables
	default:
		t, err := s.Threads()
		if err != nil {
			return nil, err
		}
		of = t.Variables
	}
	for id := range s.State().Threads.All {
		all = append(all, of(kernel.ThreadID(id))...)
	}
	return all, nil
}

// LastShown calls visit with the last watched values of each thread that has ended at the present
// position, in the order in which they ended. It runs the programs again for that. The values are
// valid only until visit returns, because threads that share variables change them later.
func (s *Session) LastShown(visit func([]kernel.Variable)) error {
	if !s.someEnded() {
		return nil
	}
	ends := s.ends()
	if len(ends) == 0 {
		return nil
	}
	before := func(i int) int { return ends[i].Event }
	return s.walk(len(ends), before, s.Holds, func(i int, threads engine.Threads) {
		if all := threads.Variables(ends[i].Thread); len(all) > 0 {
			visit(all)
		}
	})
}

// walk runs the programs again, to n positions in recorded order: the i-th before an event, without those that are not
// held.
func (s *Session) walk(n int, before func(i int) int, holds func(event int) bool,
	visit func(i int, threads engine.Threads)) error {
	threads := s.log().engine.Threads()
	defer threads.Close()
	at, next := s.log().cuts.Start(), s.First()
	for i := range n {
		for ; next < before(i); next++ {
			if holds(next) {
				at[s.LaneAt(next)]++
			}
		}
		if err := threads.To(graph.At(at)); err != nil {
			return err
		}
		visit(i, threads)
	}
	return nil
}

// someEnded says whether a thread has ended at the present position.
func (s *Session) someEnded() bool {
	st := s.State()
	for id := range st.Threads.All {
		if st.Threads.At(id).Status == kernel.Ended {
			return true
		}
	}
	return false
}

// ends returns the ends of the threads that have ended at the present position, in recorded order:
// each thread with the event, its own or another's, that ended it.
func (s *Session) ends() (all []tape.End) {
	by := map[kernel.ThreadID]int{}
	s.log().tape.Ends(func(e tape.End) { by[e.Thread] = e.Event })
	for id := range s.State().Threads.All {
		thread := kernel.ThreadID(id)
		lane := s.log().tape.LaneOf(thread)
		if s.State().Threads.At(id).Status != kernel.Ended || lane < 0 {
			continue
		}
		event, ok := by[thread]
		if l := &s.log().tape.Lanes[lane]; !ok && l.Len() > 0 {
			event, ok = l.Event(l.Len()-1), true
		}
		if !ok || event < s.First() {
			continue // what it showed is before the window
		}
		all = append(all, tape.End{Event: event, Thread: thread})
	}
	slices.SortFunc(all, func(a, b tape.End) int { return cmp.Compare(a.Event, b.Event) })
	return all
}
