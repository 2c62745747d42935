package ipc

import "slices"

// joinSet makes a port that is in no set a member. Its messages go to the end of the
// set's queue, in order: a set has one queue, by time of arrival (ipc_pset_add). Threads
// that wait on the port itself return MACH_RCV_PORT_CHANGED, because a member cannot be
// received from directly.
func (s *State) joinSet(p PortID, set SetID) {
	s.AccessQueued(p)
	s.accessQueue(Write, p)
	s.access(LocPort, Write, uint32(p), 0)
	s.accessSet(set)
	port := s.mutPort(p)
	target := s.Sets.Mut(uint32(set))
	target.Members = append(target.Members, p)
	own := port.Queue
	port.Queue, port.Set = Queue{}, set
	for m := own.Head; m != 0; {
		next := s.Msgs.At(uint32(m)).Next
		s.move(p, set, &target.Queue, m)
		m = next
	}
	s.change(JoinedSet, p, 0, 0)
}

// leaveSet takes a port out of its set. Its messages go back to its own queue, in order;
// threads that wait on the set go on waiting (ipc_pset_remove). The caller logs the access
// to the set.
func (s *State) leaveSet(p PortID) {
	port := s.mutPort(p)
	s.access(LocPort, Write, uint32(p), 0)
	set := s.Sets.Mut(uint32(port.Set))
	i := slices.Index(set.Members, p)
	set.Members = slices.Delete(set.Members, i, i+1)
	port.Set = 0
	for m := set.Queue.Head; m != 0; {
		msg := s.Msgs.At(uint32(m))
		next := msg.Next
		if msg.Dest == p {
			s.unqueue(&set.Queue, m)
			s.move(p, 0, &port.Queue, m)
		}
		m = next
	}
}

// destroySet destroys a set whose name was freed. Its members survive with their
// messages (ipc_pset_destroy).
func (s *State) destroySet(id SetID) {
	s.accessSet(id)
	s.change(SetDied, 0, id, 0)
	set := s.Sets.Mut(uint32(id))
	for len(set.Members) > 0 {
		s.leaveSet(set.Members[0])
	}
	s.access(LocEnabled, Write, uint32(set.Space), 0)
	if space := s.Spaces.Mut(uint32(set.Space)); space.Enabled == set.Name {
		space.Enabled = Null
	}
	*set = Set{Members: set.Members[:0], Receivers: set.Receivers}
	s.Sets.Free(uint32(id))
}

// renamedSet records the new name of a set.
func (s *State) renamedSet(sp SpaceID, id SetID, n Name) {
	s.access(LocQueue, Write, QueueKey(0, id), 0)
	s.access(LocEnabled, Write, uint32(sp), 0)
	set := s.Sets.Mut(uint32(id))
	if space := s.Spaces.Mut(uint32(sp)); space.Enabled == set.Name {
		space.Enabled = n
	}
	set.Name = n
}
