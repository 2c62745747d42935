package session

import (
	"fmt"

	"machsim/debugger/engine"
	"machsim/debugger/event"
	"machsim/debugger/tape"
	"machsim/debugger/trace"
	"machsim/kernel"
)

// Events shows events of the run, as they were recorded: those from the one with index
// from on, and before the one with index to. The position stays. Event i is shown under
// the number i+1.
func (s *Session) Events(from, to int, show func(*kernel.Event)) error {
	from, to = max(from, 0), min(to, s.tape.Len())
	if from >= to {
		return nil
	}
	m := s.marks.before(from)
	play := s.tape.Resume(m.state.Clone(), m.n, s.order.First(m.n))
	if err := play.To(from, nil); err != nil {
		return fault(err)
	}
	play.Trace(kernel.Tracer{Before: true, Event: show})
	return s.on(play, to)
}

// ErrStopped is what comes of work that was given up (Session.Stop). All is what it was.
var ErrStopped = engine.ErrStopped

// often is after how many events it is asked whether the work is to be given up.
const often = 4096

// on plays on to an event, unless the work is given up.
func (s *Session) on(play *tape.Replayer, to int) error {
	for n := play.Next(); n < to; {
		select {
		case <-s.Stop:
			return ErrStopped
		default:
		}
		n = min(n+often, to)
		if err := play.To(n, nil); err != nil {
			return fault(err)
		}
	}
	return nil
}

// Rows is Events in words.
func (s *Session) Rows(from, to int) (rows []trace.Row, err error) {
	r := event.NewReader()
	err = s.Events(from, to, func(e *kernel.Event) { rows = append(rows, trace.Of(r.Look(e))) })
	return rows, err
}

// fault is a step that did not come out as it was recorded.
func fault(err error) error { return fmt.Errorf("machsim itself is at fault: %w", err) }
