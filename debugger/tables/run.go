package tables

import (
	"context"

	"machsim/debugger/event"
	"machsim/debugger/session"
	"machsim/kernel"
)

// run is what one pass over a run finds. The tables are made of it.
type run struct {
	s      *session.Session
	events *events
	rights *rights
}

// pass goes over all events of a run once.
func pass(ctx context.Context, s *session.Session) (*run, error) {
	r := &run{s: s, events: newEvents(s.Len()), rights: newRights(s.Initial())}
	reader := event.NewReader()
	err := s.EventsUntil(ctx.Done(), 0, s.Len(), func(e *kernel.Event) {
		x := reader.Look(e)
		died := r.rights.see(e, x)
		r.events.see(x, died)
	})
	if err != nil {
		if why := ctx.Err(); why != nil {
			err = why
		}
		return nil, err
	}
	return r, nil
}

func (r *run) fillEvents(t *Table) { r.events.fill(t) }
