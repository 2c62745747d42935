package session

import (
	"errors"

	"machsim/debugger/engine"
	"machsim/kernel"
)

// Threads brings the programs' threads to the present position, and returns them. A
// *engine.Divergence says that the program is not deterministic.
//
// If a task's threads turn out to share variables without a lock, their events are put
// into one line from now on, and the position grows to hold what it has to: Threads
// returns true in grown then.
func (s *Session) Threads() (t engine.Threads, grown bool, err error) {
	for {
		err = s.log().threads.To(s.log().at)
		var d *engine.Divergence
		if !errors.As(err, &d) || !s.share(d.ID) {
			return s.log().threads, grown, err
		}
		grown = true
		if err := s.MoveTo(s.Consistent(s.log().at)); err != nil {
			return nil, grown, err
		}
	}
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
// call first; nil if it has not begun or has ended. Of grown see Threads.
func (s *Session) Stack(id kernel.ThreadID) ([]kernel.Frame, error) {
	if s.Early() {
		return s.early.stack(id), nil
	}
	t, _, err := s.Threads()
	if err != nil {
		return nil, err
	}
	return t.Stack(id), nil
}

// Variables returns what the programs show at the present position (kernel.Thread.Watch),
// thread by thread.
func (s *Session) Variables() (all []kernel.Variable, err error) {
	if s.Early() {
		return s.early.variables(), nil
	}
	t, _, err := s.Threads()
	if err != nil {
		return nil, err
	}
	for id := range s.State().Threads.All {
		all = append(all, t.Variables(kernel.ThreadID(id))...)
	}
	return all, nil
}
