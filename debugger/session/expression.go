package session

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/debugger/lines/source"
	"machsim/debugger/record/watch"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/rows"
	"machsim/kernel"
)

// Call calls a method of a program's value, and says why it did not return. In that case it
// discards the threads, because the method may still be working on their data.
func (s *Session) Call(method string, f func()) (err error) {
	l := watch.Call(s.Run.LoopLimit, func() { err = guarded(method, f) })
	if l != nil {
		s.Abandon()
		return fmt.Errorf("the method %s %s", method, l.What())
	}
	return err
}

// guarded calls a method, and turns a panic into an error.
func guarded(method string, f func()) (err error) {
	defer func() {
		switch v := recover(); {
		case v == nil:
		case kernel.IsAbuse(v):
			err = fmt.Errorf("the method %s makes a kernel call, and none can be made from here", method)
		default:
			err = fmt.Errorf("the method %s panics: %v", method, v)
		}
	}()
	f()
	return nil
}

// calls calls methods while a run is made again, where a watchdog looks after all that runs.
type calls struct{ present atomic.Pointer[string] }

func (c *calls) call(method string, f func()) error {
	c.present.Store(&method)
	err := guarded(method, f)
	c.present.Store(nil)
	return err
}

// blame says of an error that a method did not return, if that is why the run was given up.
func (c *calls) blame(err error) error {
	var lost *rebuild.Lost
	if method := c.present.Load(); method != nil && errors.As(err, &lost) {
		return fmt.Errorf("the method %s %s", *method, lost.What())
	}
	return err
}

// Value evaluates a Go expression in the n-th frame of a thread, counted from the innermost, at the
// present position. It calls show with the value before the threads can move.
func (s *Session) Value(id kernel.ThreadID, n int, expression string, show func(eval.Value)) error {
	e, err := eval.Parse(expression)
	if err != nil {
		return err
	}
	return s.Statements(func(src *source.Source) error {
		if err := src.Bring(id, s.log().at); err != nil {
			return err
		}
		scope, ok := src.Scope(id, n, s.Call)
		if !ok {
			return s.noFrame(id)
		}
		src.Inside(func() {
			var v eval.Value
			if v, err = e.Value(&asking{scope, s}); err == nil {
				show(v)
			}
		})
		return err
	})
}

// asking is a Scope at the present position, which knows what the kernel would say there.
type asking struct {
	eval.Scope
	s *Session
}

// Find finds a value that somebody has kept, too.
func (a *asking) Find(name string) (read func() reflect.Value, ok bool) {
	if a.s.kept != nil && strings.HasPrefix(name, "$") {
		v, ok := a.s.kept(name)
		return func() reflect.Value { return v }, ok
	}
	return a.Scope.Find(name)
}

// Tell tells the time on the clock of a thread's host.
func (a *asking) Tell(receiver any, method string) (any, bool) {
	th, ok := receiver.(*kernel.Thread)
	if !ok || method != "Clock" {
		return nil, false
	}
	st := a.s.State()
	host := st.Tasks.At(uint32(st.Threads.At(uint32(th.ID())).Task)).Host
	return kernel.Duration(st.Clock(host)), true
}

// noFrame says why the functions in which a thread is are not known.
func (s *Session) noFrame(id kernel.ThreadID) error {
	name := s.State().ThreadName(id)
	if why := s.PassedOver(id); why != "" {
		return fmt.Errorf("%s is in a function that is not known: %s", name, why)
	}
	return fmt.Errorf("%s is in no function of the program here", name)
}

// PassedOver says why the function is not known in which a thread is: its file has no hooks. "" if that is not why.
func (s *Session) PassedOver(id kernel.ThreadID) string {
	frames, err := s.Stack(id)
	if err != nil || len(frames) == 0 {
		return ""
	}
	return source.PassedOver(frames[0].Path)
}

// StatementHits finds where threads come to targets, in one pass over the run; see source.Source.Hits.
func (s *Session) StatementHits(searches ...source.Search) ([]*source.Found, error) {
	c := &calls{}
	found, err := stated(s, func(src *source.Source) ([]*source.Found, error) { return src.Hits(c.call, searches...) })
	return found, c.blame(err)
}

// StepStatements steps a thread from the present position; see source.Source.Step.
func (s *Session) StepStatements(d source.Stride) (source.Left, error) {
	return stated(s, func(src *source.Source) (source.Left, error) { return src.Step(s.log().at, d) })
}

// Watch resolves an expression in the n-th frame of a thread at the present position.
func (s *Session) Watch(id kernel.ThreadID, n int, expression string) (source.Watched, error) {
	return stated(s, func(src *source.Source) (w source.Watched, err error) {
		if err := src.To(s.log().at); err != nil {
			return w, err
		}
		return src.Watch(id, n, expression, s.Call)
	})
}

// AtHit returns the position of a hit, or after a change.
func (s *Session) AtHit(h source.Hit) graph.Position { return s.log().source.Position(h) }

// WatchedText is text.Formatted of a value of a thread's program, where a method of the value's own may not return.
// The Loop says that it did not, and what it does; it still runs, so nothing that it may touch can be used any more.
func (s *Session) WatchedText(id kernel.ThreadID, x reflect.Value, as text.Format) (shown string, l *watch.Loop) {
	own := rows.Own(s.State(), id)
	defer func() {
		switch v := recover(); v.(type) {
		case nil:
		case watch.Exited:
			shown = "(its own method calls runtime.Goexit)"
		default:
			panic(v)
		}
	}()
	out := make(chan string, 1)
	if l := watch.Call(s.Run.LoopLimit, func() { out <- text.Formatted(x, as, own) }); l != nil {
		return "", l
	}
	return <-out, nil
}

// Overflowing says that code of the program which calls itself without end was left behind. It takes all
// memory soon, which ends the process.
func Overflowing() bool { return watch.Overflowing() }
