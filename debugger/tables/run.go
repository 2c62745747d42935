package tables

import (
	"context"

	"machsim/debugger/event"
	"machsim/debugger/session"
	"machsim/kernel"
)

// run is what one pass over a run finds. The tables are made of it.
type run struct {
	s       *session.Session
	events  *events
	rights  *rights
	letters *letters
	locks   *locks
	spans   *spans
	waits   *waits
	life    *life
	filled  *Table // the events
}

// Listener is shown the events of the one pass over a run from which its tables come.
type Listener struct {
	See  func(*kernel.Event, *event.Event)
	Done func() // all events have been shown
}

// pass goes over all events of a run once, and shows them to others.
func pass(ctx context.Context, s *session.Session, beside []Listener) (*run, error) {
	r := &run{s: s, events: newEvents(s.Len()), rights: newRights(s.Initial()), letters: newLetters(s.Len()),
		locks: newLocks(), spans: newSpans(), waits: newWaits(), life: newLife(s.Initial())}
	reader := event.NewReader()
	err := s.EventsUntil(ctx.Done(), 0, s.Len(), func(e *kernel.Event) {
		x := reader.Look(e)
		r.see(e, x)
		for i := range beside {
			beside[i].See(e, x)
		}
	})
	if err != nil {
		if why := ctx.Err(); why != nil {
			err = why
		}
		return nil, err
	}
	for i := range beside {
		beside[i].Done()
	}
	return r, nil
}

// see takes an event.
func (r *run) see(e *kernel.Event, x *event.Event) {
	a := after{died: r.rights.see(e, x)}
	if x.Kind == event.Step && x.Ended {
		a.taskOver = e.State.Tasks.At(uint32(e.State.Threads.At(uint32(x.Actor.Thread)).Task)).Ended
	}
	r.events.see(x, a)
	if x.Got != nil && x.Got.Ports != nil {
		r.rights.receives(x, r.events.taskAt(x.Got.Sent))
	}
	r.letters.see(x)
	r.locks.see(x)
	r.spans.see(x)
	r.waits.see(x)
	r.life.born(e.State, int(x.Number))
	if r.rights.ends {
		r.life.ends(e.State, int(x.Number))
	}
}

func (r *run) fillEvents(t *Table) {
	v := r.columns()
	t.cols, t.n = v.t.cols, v.t.n
}
