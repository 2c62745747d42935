package tables

import (
	"context"

	"machsim/debugger/event"
	"machsim/debugger/facts"
	"machsim/debugger/session"
	"machsim/kernel"
)

// run is what one pass over a run finds. The tables are made of it.
type run struct {
	s      *session.Session
	events *events
	rights *rights
	facts  *facts.Facts
	spans  *spans
	life   *life
	filled *Table // the events
}

// Listener is shown the events of the one pass over a run from which its tables come.
type Listener struct {
	See  func(*kernel.Event, *event.Event)
	Done func() // all events have been shown
}

// pass goes over all events of a run once, and shows them to others.
func pass(ctx context.Context, s *session.Session, beside []Listener) (*run, error) {
	f := facts.New()
	r := &run{s: s, facts: f, events: newEvents(f), rights: newRights(s.Initial()), spans: newSpans(),
		life: newLife(s.Initial())}
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
	s.Ends(func(event int, id kernel.ThreadID) { f.Waits.Ends(event+1, id) })
	for i := range beside {
		beside[i].Done()
	}
	return r, nil
}

// see takes an event.
func (r *run) see(e *kernel.Event, x *event.Event) {
	a := facts.After{Died: r.rights.see(e, x)}
	if x.Kind == event.Step && x.Ended {
		a.TaskOver = e.State.Tasks.At(uint32(e.State.Threads.At(uint32(x.Actor.Thread)).Task)).Ended
	}
	r.facts.See(x)
	r.events.see(x, a)
	if x.Got != nil && x.Got.Ports != nil {
		r.rights.receives(x, r.events.taskAt(x.Got.Sent))
	}
	r.spans.see(x)
	r.life.born(e.State, int(x.Number))
	if r.rights.ends {
		r.life.ends(e.State, int(x.Number))
	}
}

// columns is the table of events, for tables whose rows are about events.
func (r *run) columns() *Table {
	if r.filled == nil {
		r.filled = &Table{Name: "events", Columns: heads(eventColumns)}
		r.events.fill(r.filled)
	}
	return r.filled
}

func (r *run) fillEvents(t *Table) {
	from := r.columns()
	t.cols, t.n = from.cols, from.n
}
