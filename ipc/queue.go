package ipc

import "slices"

// HasRoom reports whether a message to the port may be queued now. It may if the queue is below the
// limit, or the message goes to a send-once right. Such a right can be used only once,
// so that these messages are few, and a server never blocks when it replies. It also may
// if Enqueue will destroy it, because its port is dead or it is circular.
func (p *Port) HasRoom(m *Msg) bool { return m.Circular || p.HasRoomBy(m.DestType) }

// HasRoomBy is HasRoom for a message that is sent to a right of type d, PortSend or
// PortSendOnce, and is not circular.
func (p *Port) HasRoomBy(d Disposition) bool {
	return p.Room() > 0 || d == PortSendOnce || p.Dead
}

// Room is how many more messages may be queued; negative if there are messages over the limit.
func (p *Port) Room() int32 { return p.QLimit - p.Count - p.Hindered }

// Hinder notes that n more messages to a port are held back from its queue, in which they have their room.
func (s *State) Hinder(p PortID, n int32) { s.mutPort(p).Hindered += n }

// HandOver numbers a message that leaves the queue, or that a waiting thread gets at
// once, past an empty queue. Mach numbers messages here and not when they are sent, so
// that a receiver of several threads can restore their order.
func (p *Port) HandOver(m *Msg) {
	m.Seqno = p.Seqno
	p.Seqno++
}

// Enqueue puts a message into the queue of its port, or of the set that the port is in,
// whatever the limit. It destroys a message to a dead port, and a circular one, which
// carries a receive right that leads back to its own destination. To the sender both
// count as sent, as in Mach.
func (s *State) Enqueue(id MsgID) {
	msg := s.Msgs.Mut(uint32(id))
	port := s.mutPort(msg.Dest)
	if !port.Dead || msg.HasRights() { // else nobody learns whether the message or the port's death came first
		s.access(LocPort, Read, uint32(msg.Dest), 0)
	}
	switch {
	case port.Dead:
		// The right must not be destroyed with the message: a send-once right
		// would notify the dead port, again and again.
		p := msg.Dest
		msg.Dest = 0
		s.unref(p)
		s.DestroyMsg(id)
	case msg.Circular:
		s.DestroyMsg(id)
	default:
		s.arrive(msg.Dest, port, id)
	}
}

// arrive appends a message to the queue that port's messages are in, or holds it if others
// have to arrive before it.
func (s *State) arrive(p PortID, port *Port, id MsgID) {
	q := &port.Queue
	if port.Set != 0 {
		q = &s.Sets.Mut(uint32(port.Set)).Queue
	}
	if !s.ArrivesNow(q, port) {
		s.Hold(id)
		return
	}
	s.arrived(p, port, q, id)
}

func (s *State) arrived(p PortID, port *Port, q *Queue, id MsgID) {
	s.access(LocMsg, New, uint32(id), QueueKey(p, port.Set))
	port.Count++
	s.append(q, id)
	s.change(Arrived, p, port.Set, 0)
}

// Append puts a message that ArrivesNow has let through into the queue of its port.
func (s *State) Append(id MsgID) {
	p := s.Msgs.At(uint32(id)).Dest
	port := s.mutPort(p)
	q := &port.Queue
	if port.Set != 0 {
		q = &s.Sets.Mut(uint32(port.Set)).Queue
	}
	s.arrived(p, port, q, id)
}

// Hold keeps a message that may not arrive yet.
func (s *State) Hold(id MsgID) { s.Held = append(s.Held, id) }

// dropHeld destroys the held messages to a port that dies.
func (s *State) dropHeld(p PortID) {
	for i := 0; i < len(s.Held); {
		if m := s.Held[i]; s.Msgs.At(uint32(m)).Dest == p {
			s.Held = slices.Delete(s.Held, i, i+1)
			s.Msgs.Mut(uint32(m)).Dest = 0
			s.unref(p)
			s.DestroyMsg(m)
		} else {
			i++
		}
	}
}

// move appends a message to another queue, when its port joins or leaves a set.
func (s *State) move(p PortID, set SetID, q *Queue, id MsgID) {
	q.Arrived++
	s.access(LocMsg, New, uint32(id), QueueKey(p, set))
	s.append(q, id)
	s.change(Arrived, p, set, 0)
}

func (s *State) append(q *Queue, id MsgID) {
	s.Note(id)
	s.insert(q, id, 0)
}

// Note adds a message to Moved, if Noting is set: it enters a queue, leaves one, or is
// handed over past one.
func (s *State) Note(id MsgID) {
	if s.Noting {
		s.Moved = append(s.Moved, id)
	}
}

// unqueue takes a message out of a queue.
func (s *State) unqueue(q *Queue, id MsgID) {
	s.Note(id)
	s.takeOut(q, s.Msgs.Mut(uint32(id)))
}

func (s *State) takeOut(q *Queue, m *Msg) {
	if m.Prev == 0 {
		q.Head = m.Next
	} else {
		s.Msgs.Mut(uint32(m.Prev)).Next = m.Next
	}
	if m.Next == 0 {
		q.Tail = m.Prev
	} else {
		s.Msgs.Mut(uint32(m.Next)).Prev = m.Prev
	}
	m.Prev, m.Next = 0, 0
}

// Source returns what a receive on n waits for: a port or a set, the other being 0
// (ipc_mqueue_copyin).
//
//	MACH_RCV_INVALID_NAME  n is neither a receive right nor a set
//	MACH_RCV_IN_SET        the port is a member of a set
func (s *State) Source(sp SpaceID, n Name) (PortID, SetID, Code) {
	e := s.Lookup(sp, n)
	switch {
	case e == nil:
	case e.Type&TypeReceive != 0:
		s.access(LocPort, Read, e.Object, 0)
		if s.port(PortID(e.Object)).Set != 0 {
			return 0, 0, MACH_RCV_IN_SET
		}
		return PortID(e.Object), 0, MACH_MSG_SUCCESS
	case e.Type == TypePortSet:
		return 0, SetID(e.Object), MACH_MSG_SUCCESS
	}
	return 0, 0, MACH_RCV_INVALID_NAME
}

// First returns the message that the next receive takes from the set, or from the
// port if set is 0; 0 if the queue is empty.
func (s *State) First(p PortID, set SetID) MsgID {
	if set != 0 {
		return s.Sets.At(uint32(set)).Queue.Head
	}
	return s.port(p).Queue.Head
}

// Dequeue removes a queued message from any place in its queue. It numbers the
// message, notifies the sender of a forced one of its acceptance, and reports that a
// blocked sender may have room. The caller copies the message out or destroys it.
func (s *State) Dequeue(id MsgID) {
	if s.AccessLog != nil {
		s.access(LocMsg, Read, uint32(id), 0)
		s.accessQueue(Write, s.Msgs.At(uint32(id)).Dest)
		s.access(LocRoom, Add, uint32(s.Msgs.At(uint32(id)).Dest), 0)
	}
	s.dequeue(id)
}

// AccessPlace logs that an event reads a queued message, and that who receives from its queue does so after the event.
func (s *State) AccessPlace(id MsgID) {
	if s.AccessLog != nil {
		s.access(LocMsg, Read, uint32(id), 0)
		s.accessQueue(Write, s.Msgs.At(uint32(id)).Dest)
	}
}

// Place gives a queued message another place in its queue, counted from 0 without the message itself. Nobody hears of
// it but those who receive.
func (s *State) Place(id MsgID, place int) {
	s.AccessPlace(id)
	msg := s.Msgs.Mut(uint32(id))
	port := s.mutPort(msg.Dest)
	q := &port.Queue
	if port.Set != 0 {
		q = &s.Sets.Mut(uint32(port.Set)).Queue
	}
	s.takeOut(q, msg)
	next := q.Head
	for ; place > 0 && next != 0; place-- {
		next = s.Msgs.At(uint32(next)).Next
	}
	s.insert(q, id, next)
}

// insert puts a message before another one in a queue, or at its end if that is 0.
func (s *State) insert(q *Queue, id, next MsgID) {
	prev := q.Tail
	if next != 0 {
		prev = s.Msgs.At(uint32(next)).Prev
		s.Msgs.Mut(uint32(next)).Prev = id
	} else {
		q.Tail = id
	}
	if prev != 0 {
		s.Msgs.Mut(uint32(prev)).Next = id
	} else {
		q.Head = id
	}
	m := s.Msgs.Mut(uint32(id))
	m.Prev, m.Next = prev, next
}

// HandOut is Dequeue for a message that has just arrived and that a thread waits for.
func (s *State) HandOut(id MsgID) {
	if s.AccessLog != nil {
		p := s.Msgs.At(uint32(id)).Dest
		s.access(LocMsg, HandedOver, uint32(id), QueueKey(p, s.port(p).Set))
	}
	s.dequeue(id)
}

func (s *State) dequeue(id MsgID) {
	msg := s.Msgs.Mut(uint32(id))
	p := msg.Dest
	port := s.mutPort(p)
	q := &port.Queue
	if port.Set != 0 {
		q = &s.Sets.Mut(uint32(port.Set)).Queue
	}
	s.unqueue(q, id)
	port.HandOver(msg)
	if msg.Accept.Notify != 0 {
		to, n := s.takeAcceptance(id, msg)
		s.notifyName(to, MACH_NOTIFY_MSG_ACCEPTED, n, p)
	}
	port.Count--
	if port.Room() > 0 { // messages over the limit do not make room when they go
		s.change(Room, p, 0, 1)
	}
}
