package tables

import (
	"context"

	"machsim/debugger/event"
	"machsim/debugger/event/facts"
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
	disks  *disks
	filled *Table // the events
}

// pass goes over all events of a run once. It also finds the remote calls, so that nobody has to wait for them.
func pass(ctx context.Context, s *session.Session) (*run, error) {
	f := new(facts.Facts)
	r := &run{s: s, facts: f, events: newEvents(s.First(), f), rights: newRights(s.Initial()),
		spans: &spans{open: map[kernel.ThreadID][]naming{}}, life: newLife(s.Initial()),
		disks: &disks{pending: map[diskList][]int{}}}
	reader := event.NewReader()
	calls, called := s.RPCsBeside()
	err := s.EventsUntil(ctx.Done(), 0, s.Len(), func(e *kernel.Event) {
		r.see(e, reader.Look(e))
		calls(e)
	})
	if err != nil {
		return nil, because(ctx, err)
	}
	s.Ends(func(event int, id kernel.ThreadID) { f.Waits.Ends(event+1, id) })
	called()
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
	r.disks.see(e)
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

func (c *Catalogue) fillEvents(ctx context.Context, t *Table) error {
	r, err := c.events(ctx)
	if err == nil {
		t.cols, t.n = r.columns().cols, r.columns().n
	}
	return err
}
