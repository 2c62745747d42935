package tape

import (
	"maps"
	"slices"

	"machsim/kernel"
)

// SoFar returns the log of a run that stands still in state s, between two events, and may go on. The Builder goes on,
// too; nobody may use the log while it does. The logs of one run share all that they can, and a lane has the same
// number in all of them.
func (k *Builder) SoFar(s *kernel.State) *Tape {
	if k.t.notes.Len() < k.t.Len() || k.t.Len() == 0 {
		k.close(s)
	}
	for id := range s.Threads.All {
		k.comes(s, kernel.ThreadID(id))
	}
	t := *k.t
	t.Lanes, t.threads, t.makers = slices.Clone(t.Lanes), slices.Clone(t.threads), slices.Clone(t.makers)
	t.askers, t.packets = maps.Clone(t.askers), maps.Clone(t.packets)
	t.events.latest = slices.Clone(t.events.latest)
	end := s.Freeze()
	t.name(end)
	t.End = end
	return &t
}
