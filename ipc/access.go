package ipc

import "slices"

// The functions that log what the calls access. Each is called where the location is read or
// changed, and does nothing without an AccessLog.

func (s *State) access(f Location, m Mode, a, b uint32) {
	if s.AccessLog != nil {
		s.AccessLog.Note(f, m, a, b)
	}
}

// accessEntry logs an access to the slot of a name. In a space that is being destroyed the mode
// is Add: the right goes, and nobody can tell whether it had become a dead name before. When a
// port dies, its requests fire in the same way whichever of the two comes first.
func (s *State) accessEntry(m Mode, sp SpaceID, n Name) {
	if s.AccessLog == nil {
		return
	}
	if s.Spaces.At(uint32(sp)).Dead {
		m = Add
	}
	s.access(LocEntry, m, uint32(sp), n.index())
}

// accessHolding logs an access to the name that a space has for a port. In a space that is being
// destroyed nobody asks for it.
func (s *State) accessHolding(m Mode, sp SpaceID, p PortID) {
	if s.AccessLog != nil && !s.Spaces.At(uint32(sp)).Dead {
		s.access(LocHolding, m, uint32(sp), uint32(p))
	}
}

// QueueKey identifies a queue in an Access: the queue of the set if there is one, else that of the
// port.
func QueueKey(p PortID, set SetID) uint32 {
	if set != 0 {
		return uint32(set) | 1<<31
	}
	return uint32(p)
}

// QueueOf is the port or set that a QueueKey stands for.
func QueueOf(key uint32) (PortID, SetID) {
	if key>>31 != 0 {
		return 0, SetID(key &^ (1 << 31))
	}
	return PortID(key), 0
}

func (s *State) accessQueue(m Mode, p PortID) {
	s.access(LocQueue, m, QueueKey(p, s.port(p).Set), 0)
}

// AccessQueued logs that the event depends on which messages are queued at a port.
func (s *State) AccessQueued(p PortID) {
	if s.AccessLog == nil {
		return
	}
	set := s.port(p).Set
	s.access(LocQueue, ReadArrivals, QueueKey(p, set), 0)
	for m := s.First(p, set); m != 0; m = s.Msgs.At(uint32(m)).Next {
		if s.Msgs.At(uint32(m)).Dest == p {
			s.access(LocMsg, Read, uint32(m), 0)
		}
	}
}

// accessAll logs that the event depends on everything about a port.
func (s *State) accessAll(p PortID) {
	if s.AccessLog == nil {
		return
	}
	s.AccessQueued(p)
	s.accessQueue(Write, p)
	s.access(LocPort, Read, uint32(p), 0)
	s.access(LocRights, Write, uint32(p), 0)
}

// accessDeath logs what the death of a port depends on: its requests, and the messages in its
// queue that carry rights, which are destroyed too. Other messages, and rights to the port,
// make no difference to anybody.
func (s *State) accessDeath(p PortID, port *Port) {
	if s.AccessLog == nil {
		return
	}
	if port.PDRequest != 0 { // the port lives on
		s.accessAll(p)
	}
	s.accessRights(p, port.Set)
	s.accessQueue(Write, p)
	s.access(LocPort, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	s.access(LocRequests, Write, uint32(p), 0)
}

// accessRights logs which messages carry rights: in the queue of a port that dies, or, with p 0,
// in that of a set whose ports all die.
func (s *State) accessRights(p PortID, set SetID) {
	if s.AccessLog == nil {
		return
	}
	any := false
	for m := s.First(p, set); m != 0; m = s.Msgs.At(uint32(m)).Next {
		if msg := s.Msgs.At(uint32(m)); (p == 0 || msg.Dest == p) && msg.HasRights() {
			s.access(LocMsg, Read, uint32(m), 0)
			any = true
		}
	}
	if any {
		s.access(LocQueue, ReadArrivals, QueueKey(p, set), 0)
	}
}

// HasRights says whether somebody may learn of the destruction of a message in transit: it
// carries a right, or a request for a notification.
func (m *Msg) HasRights() bool {
	return m.Reply.real() || m.Accept.Notify != 0 || m.Call != nil ||
		slices.ContainsFunc(m.Items, func(it Item) bool { return it.Kind == KindPort && PortID(it.Num).real() })
}

// accessSet logs that the event depends on everything about a set; if the set goes with its
// space, only on the rights that its messages carry.
func (s *State) accessSet(set SetID) {
	if s.AccessLog == nil {
		return
	}
	if s.Spaces.At(uint32(s.Sets.At(uint32(set)).Space)).Dead {
		s.accessRights(0, set)
		s.access(LocQueue, Write, QueueKey(0, set), 0)
		return
	}
	s.access(LocQueue, ReadArrivals, QueueKey(0, set), 0)
	s.access(LocQueue, Write, QueueKey(0, set), 0)
	for m := s.First(0, set); m != 0; m = s.Msgs.At(uint32(m)).Next {
		s.access(LocMsg, Read, uint32(m), 0)
	}
}

// accessTaken logs that a right was taken from a name. A copy does not change whether the port
// has send rights, for the name has one before and after.
func (s *State) accessTaken(sp SpaceID, n Name, p PortID, d Disposition) {
	s.access(LocPort, Read, uint32(p), 0)
	if d == CopySend {
		return
	}
	s.access(LocRights, Add, uint32(p), 0)
	if d != MakeSend && d != MakeSendOnce {
		s.accessEntry(Write, sp, n)
	}
}

// accessLost logs that a port is about to lose a send right. The order of such losses matters only
// if there is a no-senders request: who sends the notification is decided by which loss is the last.
// The kernel's own request is seen by nobody. What the kernel does of it later reads the number of
// rights, and so comes after all losses, whichever was the last.
func (s *State) accessLost(p PortID, port *Port) {
	m := Add
	switch {
	case port.NSRequest == 0:
	case port.minded():
		s.access(LocSenders, Add, uint32(p), 0)
	default:
		m = Write
	}
	s.access(LocRights, m, uint32(p), 0)
}

// accessGained logs that the kernel makes a send right. If the kernel's request is pending, it matters
// whether that has come before the losses that would else have fired it.
func (s *State) accessGained(p PortID, port *Port) {
	s.access(LocRights, Add, uint32(p), 0)
	if port.NSRequest != 0 && port.minded() {
		s.access(LocSenders, Read, uint32(p), 0)
	}
}

// minded says whether the no-senders request of the port, if it has one, is the kernel's: it is a proxy.
func (p *Port) minded() bool { return p.Receiver == KernelSpace }

// unminded takes the kernel's request, which has fired.
func (p *Port) unminded() (request PortID) {
	request, p.NSRequest = p.NSRequest, 0
	return request
}

// fresh is Space.fresh. A replay allocates the recorded name, which programs have seen, though
// another may be next when events are left out.
func (s *State) fresh(sp SpaceID, space *Space) (Name, *Entry) {
	if s.AccessLog == nil && s.Values == nil {
		return space.fresh()
	}
	s.access(LocNames, Add, uint32(sp), 0)
	n, e := s.nextName(space)
	s.accessEntry(Write, sp, n)
	return n, e
}

// nextName is fresh without a trace in the access log.
func (s *State) nextName(space *Space) (Name, *Entry) {
	if !s.Values.replays() {
		n, e := space.fresh()
		if s.Values != nil {
			s.Values.Allocate(uint32(n))
		}
		return n, e
	}
	next := space.upcoming()
	n := Name(s.Values.Allocate(uint32(next)))
	if n == next {
		return space.fresh()
	}
	for n.index() >= uint32(len(space.Table)) {
		space.grow()
	}
	return n, space.claim(n)
}

// upcoming returns the name that fresh will allocate, or Null if that takes a search.
func (sp *Space) upcoming() Name {
	if sp.Free == 0 || len(sp.Chosen) != 0 {
		return Null
	}
	return makeName(sp.Free, sp.Table[sp.Free].Gen)
}

// claim is Space.claim.
func (s *State) claim(sp SpaceID, n Name) *Entry {
	s.access(LocNames, Add, uint32(sp), 0)
	s.accessEntry(Write, sp, n)
	return s.Spaces.Mut(uint32(sp)).claim(n)
}

// release is Space.release.
func (s *State) release(sp SpaceID, space *Space, n Name) {
	s.access(LocNames, Add, uint32(sp), 0)
	s.accessEntry(Write, sp, n)
	space.release(n)
}

// unindex removes a port from the index of a space.
func (s *State) unindex(sp SpaceID, space *Space, p PortID) {
	s.accessHolding(Write, sp, p)
	space.ByPort.drop(p)
}

// ArrivesNow counts a message that arrives at a queue and returns true. In a replay it
// returns false, and counts nothing, if the message arrived later in the recorded run: the
// caller holds it. A message to the kernel itself is never held.
func (s *State) ArrivesNow(q *Queue, p *Port) bool {
	q.Arrived++
	return s.Values == nil || s.turn(q, p)
}

// turn is ArrivesNow with Values, apart so that ArrivesNow is inlined.
func (s *State) turn(q *Queue, p *Port) bool {
	want := s.Values.arrival(p.key(), q.Arrived)
	if want == q.Arrived || p.Receiver == KernelSpace && p.Net == 0 {
		return true
	}
	q.Arrived--
	return false
}
