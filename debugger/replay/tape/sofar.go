package tape

import (
	"maps"
	"slices"

	"machsim/kernel"
)

// SoFar returns the log of a run that stands still in state s, between two events, and may go on. The Builder goes on,
// too; nobody may use the log while it does. The logs of one run share all that they can. A lane with events has the
// same number in all that begin alike, and in that of the whole run if they begin with it. Within is the thread that
// has not come to its next call yet after the last event, 0 if there is none: then only the log Until that event is
// good.
func (k *Builder) SoFar(s *kernel.State, within kernel.ThreadID) *Tape {
	if k.computing = within; within == 0 && (k.t.First()+k.t.notes.Len() < k.t.Len() || k.t.Len() == k.t.First()) {
		k.close(s)
	}
	defer func() { k.computing = 0 }()
	for id := range s.Threads.All {
		if k.t.LaneOf(kernel.ThreadID(id)) >= 0 {
			k.comes(s, kernel.ThreadID(id))
		} else {
			k.number(s.Threads.At(id).Call.PC) // the log that follows shares the list of places
		}
	}
	t := k.t.copied()
	end := s.Freeze()
	t.name(end)
	t.End = end
	if within == 0 {
		t.Await(s)
	}
	return &t
}

// Become has the Builder go on with the log of another one, which was told of the last events of the same run, up to
// the last that this one was told of. The other is not to be used any more.
func (k *Builder) Become(o *Builder) {
	door := k.door
	*k = *o
	k.door = door
}

// copied returns a copy of a log that goes on. The two share what is only added to.
func (t Tape) copied() Tape {
	t.Lanes, t.threads, t.makers = slices.Clone(t.Lanes), t.threads.clone(), t.makers.clone()
	t.askers, t.packets = maps.Clone(t.askers), maps.Clone(t.packets)
	t.events.latest = slices.Clone(t.events.latest)
	return t
}

// Await adds the lanes of threads that have taken no step when the run stands in state s: after all others, as a log
// has them that ends there.
func (t *Tape) Await(s *kernel.State) {
	k := t.GoOn(t.Config)
	for id := range s.Threads.All {
		k.comes(s, kernel.ThreadID(id))
	}
}
