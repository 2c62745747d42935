package ipc

import "slices"

// What the calls touch, for a Ledger. Each function is called where the thing is
// looked at or changed, and does nothing without a Ledger.

func (s *State) touch(f Facet, m Mode, a, b uint32) {
	if s.Ledger != nil {
		s.Ledger.Touch(f, m, a, b)
	}
}

// touchEntry touches the slot of a name. A space that goes gives up what it has under the name,
// and nobody can tell whether that had become a dead name meanwhile: if a port dies, everybody
// hears the same of it, and of who could send to it, whichever of the two comes first.
func (s *State) touchEntry(m Mode, sp SpaceID, n Name) {
	if s.Ledger == nil {
		return
	}
	if s.Spaces.At(uint32(sp)).Dead {
		m = Add
	}
	s.touch(TouchEntry, m, uint32(sp), n.index())
}

// touchHolding touches which name a space has for a port; in a space that goes, nobody asks.
func (s *State) touchHolding(m Mode, sp SpaceID, p PortID) {
	if s.Ledger != nil && !s.Spaces.At(uint32(sp)).Dead {
		s.touch(TouchHolding, m, uint32(sp), uint32(p))
	}
}

// QueueKey is a queue as Touch speaks of it: that of the set if there is one, else the
// port's own.
func QueueKey(p PortID, set SetID) uint32 {
	if set != 0 {
		return uint32(set) | 1<<31
	}
	return uint32(p)
}

func (s *State) touchQueue(m Mode, p PortID) {
	s.touch(TouchQueue, m, QueueKey(p, s.port(p).Set), 0)
}

// TouchQueued notes that it matters which messages are queued at a port.
func (s *State) TouchQueued(p PortID) {
	if s.Ledger == nil || s.Ledger.Replay {
		return
	}
	set := s.port(p).Set
	s.touch(TouchQueue, Taken, QueueKey(p, set), 0)
	for m := s.First(p, set); m != 0; m = s.Msgs.At(uint32(m)).Next {
		if s.Msgs.At(uint32(m)).Dest == p {
			s.touch(TouchMsg, Read, uint32(m), 0)
		}
	}
}

// touchAll notes that everything about a port matters.
func (s *State) touchAll(p PortID) {
	if s.Ledger == nil {
		return
	}
	s.TouchQueued(p)
	s.touchQueue(Write, p)
	s.touch(TouchPort, Read, uint32(p), 0)
	s.touch(TouchRights, Write, uint32(p), 0)
}

// touchDeath notes what matters for the death of a port: who asked to hear of it, and which
// messages in its queue have rights in them, which are destroyed too. That there are other
// messages, or rights to the port, makes no difference to anybody.
func (s *State) touchDeath(p PortID, port *Port) {
	if s.Ledger == nil {
		return
	}
	if port.PDRequest != 0 { // it lives on
		s.touchAll(p)
	}
	s.touchRights(p, port.Set)
	s.touchQueue(Write, p)
	s.touch(TouchPort, Write, uint32(p), 0)
	s.touch(TouchSenders, Write, uint32(p), 0)
	s.touch(TouchRequests, Write, uint32(p), 0)
}

// touchRights notes which messages have rights in them: in the queue of a port that dies, or,
// with p 0, in that of a set whose ports all die.
func (s *State) touchRights(p PortID, set SetID) {
	if s.Ledger == nil || s.Ledger.Replay {
		return
	}
	any := false
	for m := s.First(p, set); m != 0; m = s.Msgs.At(uint32(m)).Next {
		if msg := s.Msgs.At(uint32(m)); (p == 0 || msg.Dest == p) && msg.hasRights() {
			s.touch(TouchMsg, Read, uint32(m), 0)
			any = true
		}
	}
	if any {
		s.touch(TouchQueue, Taken, QueueKey(p, set), 0)
	}
}

// hasRights says whether a message in transit carries a right, or a request of which somebody
// wants to hear.
func (m *Msg) hasRights() bool {
	return m.Reply.real() || m.Accept.Notify != 0 || m.Call != nil ||
		slices.ContainsFunc(m.Items, func(it Item) bool { return it.Kind == KindPort && PortID(it.Num).real() })
}

// touchSet notes that everything about a set matters; of one that goes with its space, what its
// messages carry.
func (s *State) touchSet(set SetID) {
	if s.Ledger == nil {
		return
	}
	if s.Spaces.At(uint32(s.Sets.At(uint32(set)).Space)).Dead {
		s.touchRights(0, set)
		s.touch(TouchQueue, Write, QueueKey(0, set), 0)
		return
	}
	s.touch(TouchQueue, Taken, QueueKey(0, set), 0)
	s.touch(TouchQueue, Write, QueueKey(0, set), 0)
	for m := s.First(0, set); m != 0; m = s.Msgs.At(uint32(m)).Next {
		s.touch(TouchMsg, Read, uint32(m), 0)
	}
}

// touchTaken notes that a right was taken from a name. A copy makes no difference to whether
// there are any: the name has one before and after.
func (s *State) touchTaken(sp SpaceID, n Name, p PortID, d Disposition) {
	s.touch(TouchPort, Read, uint32(p), 0)
	if d == CopySend {
		return
	}
	s.touch(TouchRights, Add, uint32(p), 0)
	if d != MakeSend && d != MakeSendOnce {
		s.touchEntry(Write, sp, n)
	}
}

// touchLost notes that a port is about to lose a send right, which matters if
// somebody waits for the last to go.
func (s *State) touchLost(p PortID, port *Port) {
	m := Add
	if port.NSRequest != 0 {
		m = Write
	}
	s.touch(TouchRights, m, uint32(p), 0)
}

// fresh is Space.fresh; a replay gives the name that was given before.
func (s *State) fresh(sp SpaceID, space *Space) (Name, *Entry) {
	if s.Ledger == nil {
		return space.fresh()
	}
	s.touch(TouchNames, Add, uint32(sp), 0)
	if !s.Ledger.Replay {
		n, e := space.fresh()
		s.Ledger.Give(uint32(n))
		s.touchEntry(Write, sp, n)
		return n, e
	}
	next := space.upcoming()
	n := Name(s.Ledger.Give(uint32(next)))
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
	s.touch(TouchNames, Add, uint32(sp), 0)
	s.touchEntry(Write, sp, n)
	return s.Spaces.Mut(uint32(sp)).claim(n)
}

// release is Space.release.
func (s *State) release(sp SpaceID, space *Space, n Name) {
	s.touch(TouchNames, Add, uint32(sp), 0)
	s.touchEntry(Write, sp, n)
	space.release(n)
}

// unindex makes a space forget its name for a port.
func (s *State) unindex(sp SpaceID, space *Space, p PortID) {
	s.touchHolding(Write, sp, p)
	space.ByPort.drop(p)
}

// Turn gives a message that arrives at a queue its number there. In a replay it may be
// too early for it: then the message is to be held. What goes to the kernel itself is
// never held.
func (s *State) Turn(q *Queue, p *Port) bool {
	q.Arrived++
	if s.Ledger == nil {
		return true
	}
	want := s.Ledger.arrival(p.key(), q.Arrived)
	if want == q.Arrived || p.Receiver == KernelSpace && p.Net == 0 {
		return true
	}
	q.Arrived--
	return false
}
