package ipc

import "slices"

// The functions that log what the calls access. Each is called where the location is read or
// changed, and does nothing without an AccessLog.

func (s *State) access(f Location, m Mode, a, b uint32) {
	if s.AccessLog != nil {
		s.AccessLog.Note(f, m, a, b)
	}
}

// accessEntry logs an access to the slot of a name. A space that goes gives up what it has under the name,
// and nobody can tell whether that had become a dead name meanwhile: if a port dies, everybody
// hears the same of it, and of who could send to it, whichever of the two comes first.
func (s *State) accessEntry(m Mode, sp SpaceID, n Name) {
	if s.AccessLog == nil {
		return
	}
	if s.Spaces.At(uint32(sp)).Dead {
		m = Add
	}
	s.access(LocEntry, m, uint32(sp), n.index())
}

// accessHolding logs an access to the name that a space has for a port; nobody asks for it in a space that goes.
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

func (s *State) accessQueue(m Mode, p PortID) {
	s.access(LocQueue, m, QueueKey(p, s.port(p).Set), 0)
}

// AccessQueued notes that it matters which messages are queued at a port.
func (s *State) AccessQueued(p PortID) {
	if s.AccessLog == nil || s.AccessLog.Replay {
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

// accessAll notes that everything about a port matters.
func (s *State) accessAll(p PortID) {
	if s.AccessLog == nil {
		return
	}
	s.AccessQueued(p)
	s.accessQueue(Write, p)
	s.access(LocPort, Read, uint32(p), 0)
	s.access(LocRights, Write, uint32(p), 0)
}

// accessDeath notes what matters for the death of a port: who asked to hear of it, and which
// messages in its queue have rights in them, which are destroyed too. That there are other
// messages, or rights to the port, makes no difference to anybody.
func (s *State) accessDeath(p PortID, port *Port) {
	if s.AccessLog == nil {
		return
	}
	if port.PDRequest != 0 { // it lives on
		s.accessAll(p)
	}
	s.accessRights(p, port.Set)
	s.accessQueue(Write, p)
	s.access(LocPort, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	s.access(LocRequests, Write, uint32(p), 0)
}

// accessRights notes which messages have rights in them: in the queue of a port that dies, or,
// with p 0, in that of a set whose ports all die.
func (s *State) accessRights(p PortID, set SetID) {
	if s.AccessLog == nil || s.AccessLog.Replay {
		return
	}
	any := false
	for m := s.First(p, set); m != 0; m = s.Msgs.At(uint32(m)).Next {
		if msg := s.Msgs.At(uint32(m)); (p == 0 || msg.Dest == p) && msg.hasRights() {
			s.access(LocMsg, Read, uint32(m), 0)
			any = true
		}
	}
	if any {
		s.access(LocQueue, ReadArrivals, QueueKey(p, set), 0)
	}
}

// hasRights says whether a message in transit carries a right, or a request of which somebody
// wants to hear.
func (m *Msg) hasRights() bool {
	return m.Reply.real() || m.Accept.Notify != 0 || m.Call != nil ||
		slices.ContainsFunc(m.Items, func(it Item) bool { return it.Kind == KindPort && PortID(it.Num).real() })
}

// accessSet notes that everything about a set matters; of one that goes with its space, what its
// messages carry.
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

// accessTaken notes that a right was taken from a name. A copy makes no difference to whether
// there are any: the name has one before and after.
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

// accessLost notes that a port is about to lose a send right, which matters if
// somebody waits for the last to go.
func (s *State) accessLost(p PortID, port *Port) {
	m := Add
	if port.NSRequest != 0 {
		m = Write
	}
	s.access(LocRights, m, uint32(p), 0)
}

// fresh is Space.fresh; a replay gives the name that was given before.
func (s *State) fresh(sp SpaceID, space *Space) (Name, *Entry) {
	if s.AccessLog == nil {
		return space.fresh()
	}
	s.access(LocNames, Add, uint32(sp), 0)
	if !s.AccessLog.Replay {
		n, e := space.fresh()
		s.AccessLog.Allocate(uint32(n))
		s.accessEntry(Write, sp, n)
		return n, e
	}
	next := space.upcoming()
	n := Name(s.AccessLog.Allocate(uint32(next)))
	if n == next {
		return space.fresh()
	}
	for n.index() >= uint32(len(space.Table)) {
		space.grow()
	}
	return n, space.claim(n)
}

// upcoming is the name that fresh gives next, Null if that takes longer to tell.
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

// unindex makes a space forget its name for a port.
func (s *State) unindex(sp SpaceID, space *Space, p PortID) {
	s.accessHolding(Write, sp, p)
	space.ByPort.drop(p)
}

// Turn gives a message that arrives at a queue its number there. In a replay it may be
// too early for it: then the message is to be held. What goes to the kernel itself is
// never held.
func (s *State) Turn(q *Queue, p *Port) bool {
	q.Arrived++
	if s.AccessLog == nil {
		return true
	}
	want := s.AccessLog.arrival(p.key(), q.Arrived)
	if want == q.Arrived || p.Receiver == KernelSpace && p.Net == 0 {
		return true
	}
	q.Arrived--
	return false
}
