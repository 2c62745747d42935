package ipc

// CopyIn turns a draft into a message in transit: names become rights, which
// leave the space as their dispositions say (ipc_kmsg_copyin). On failure the
// draft is freed. A refusal of the header leaves the rights untouched (U). An error
// in the body destroys the message with the rights taken so far (D): Mach takes them
// one by one, and does not put them back.
//
//	MACH_SEND_INVALID_HEADER  U  dispositions that make no sense
//	MACH_SEND_INVALID_NOTIFY  U  cancel is neither Null nor a receive right
//	MACH_SEND_INVALID_DEST    U  no such name, no such right, dead, or space dead
//	MACH_SEND_INVALID_REPLY   U  no such name, no such right
//	MACH_SEND_INVALID_TYPE    D  an item of no known type
//	MACH_SEND_INVALID_RIGHT   D  a port item without the right it needs
//	MACH_SEND_INVALID_MEMORY  D  out-of-line memory that could not be read
//
// cancel is the notify name of MACH_SEND_CANCEL, or Null. A port-deleted notification
// for the destination's name is not sent if it would go to cancel.
func (s *State) CopyIn(sp SpaceID, id MsgID, cancel Name) Code {
	msg := s.Msgs.Mut(uint32(id))
	c := s.copyInHeader(sp, msg, cancel)
	if c != MACH_MSG_SUCCESS {
		s.freeMsg(id)
		return c
	}
	if c := s.copyInBody(sp, msg); c != MACH_MSG_SUCCESS {
		s.DestroyMsg(id)
		return c
	}
	return MACH_MSG_SUCCESS
}

// copyInHeader checks the header in Mach's order and then takes both rights. With
// several errors the order decides the code: an unknown destination comes before a bad
// reply port, which comes before a destination without the right.
func (s *State) copyInHeader(sp SpaceID, msg *Msg, cancel Name) Code {
	h := &msg.Header
	if !h.RemoteType.anySend() || (h.LocalType == 0 && h.Local != Null) ||
		(h.LocalType != 0 && !h.LocalType.anySend()) {
		return MACH_SEND_INVALID_HEADER
	}
	if !s.alive(sp) {
		return MACH_SEND_INVALID_DEST
	}
	space := s.Spaces.Mut(uint32(sp))
	if cancel != Null {
		if e := s.Lookup(sp, cancel); e == nil || e.Type&TypeReceive == 0 {
			return MACH_SEND_INVALID_NOTIFY
		}
	}
	s.accessEntry(Read, sp, h.Remote)
	dest := space.find(h.Remote)
	if dest == nil {
		return MACH_SEND_INVALID_DEST
	}
	var reply *Entry
	if h.Local.valid() {
		s.accessEntry(Read, sp, h.Local)
		reply = space.find(h.Local)
		if reply == nil || !reply.offers(h.LocalType) {
			return MACH_SEND_INVALID_REPLY
		}
	}
	if dest.Type == TypeDeadName || !dest.offers(h.RemoteType) || !canShare(h, dest) {
		return MACH_SEND_INVALID_DEST
	}
	s.takeHeader(sp, space, msg, dest, reply, cancel)
	return MACH_MSG_SUCCESS
}

// canShare reports whether dest has both rights of a header, if this names it twice.
// It has each of them alone.
func canShare(h *Header, dest *Entry) bool {
	if h.Remote != h.Local {
		return true
	}
	if h.RemoteType == MoveSendOnce || h.LocalType == MoveSendOnce {
		return false
	}
	return h.RemoteType != MoveSend || h.LocalType != MoveSend || dest.URefs >= 2
}

// takeHeader takes the rights of a header that has passed all checks.
func (s *State) takeHeader(sp SpaceID, space *Space, msg *Msg, dest, reply *Entry, cancel Name) {
	h := &msg.Header
	var destDeleted, replyDeleted PortID
	msg.DestType, msg.ReplyType = h.RemoteType.arrives(), h.LocalType.arrives()
	switch {
	case reply == nil:
		msg.Dest, destDeleted = s.take(sp, h.Remote, dest, h.RemoteType)
		if h.Local == Dead {
			msg.Reply = DeadPort
		}
	case h.LocalType == CopySend:
		// The copy comes first: if both have one name, the move may free it.
		msg.Reply, _ = s.take(sp, h.Local, reply, CopySend)
		msg.Dest, destDeleted = s.take(sp, h.Remote, dest, h.RemoteType)
	default:
		msg.Dest, destDeleted = s.take(sp, h.Remote, dest, h.RemoteType)
		if len(space.Chosen) > 0 {
			reply = space.find(h.Local) // take may have moved the entry
		}
		msg.Reply, replyDeleted = s.take(sp, h.Local, reply, h.LocalType)
	}
	msg.ID = h.ID
	msg.Draft = false
	if cancel != Null && destDeleted != 0 && destDeleted == PortID(space.find(cancel).Object) {
		s.releaseSendOnce(destDeleted)
		destDeleted = 0
	}
	s.fireDeleted(destDeleted, h.Remote, msg.Dest)
	s.fireDeleted(replyDeleted, h.Local, msg.Reply)
	*h = Header{}
}

// copyInBody takes the rights of the items from left to right. At the first bad
// item it clears the rest, so that the message holds only what was taken.
func (s *State) copyInBody(sp SpaceID, msg *Msg) Code {
	size := uint32(headerSize)
	for i := range msg.Items {
		it := &msg.Items[i]
		if c := s.copyInItem(sp, msg, it); c != MACH_MSG_SUCCESS {
			clear(msg.Items[i:])
			return c
		}
		size += it.wireSize()
	}
	msg.Size = size
	return MACH_MSG_SUCCESS
}

func (s *State) copyInItem(sp SpaceID, msg *Msg, it *Item) Code {
	if it.Dealloc && it.Kind != KindMemory {
		return MACH_SEND_INVALID_TYPE
	}
	switch {
	case it.Kind == KindPort:
		return s.copyInPort(sp, msg, it)
	case it.Kind > KindShape:
		return MACH_SEND_INVALID_TYPE
	case it.Bad:
		return MACH_SEND_INVALID_MEMORY
	}
	return MACH_MSG_SUCCESS
}

func (s *State) copyInPort(sp SpaceID, msg *Msg, it *Item) Code {
	if !it.Disp.anyRight() {
		return MACH_SEND_INVALID_TYPE
	}
	n := Name(it.Num)
	if _, c := s.checkCarry(sp, n, it.Disp); c != KERN_SUCCESS {
		return MACH_SEND_INVALID_RIGHT
	}
	p := s.carry(sp, n, it.Disp)
	it.Num, it.Disp = uint64(p), it.Disp.arrives()
	s.startTravel(msg, p, it.Disp)
	return MACH_MSG_SUCCESS
}

// Force queues a message that was sent with MACH_SEND_NOTIFY and would block,
// whatever the limit. The port of notify gets msg-accepted when the message is
// received, or send-once if the destination dies first. dest is not used: the
// sender's name for the destination is looked up.
//
//	MACH_SEND_WILL_NOTIFY         queued
//	MACH_SEND_NOTIFY_IN_PROGRESS  an earlier one has not been accepted yet
//	MACH_SEND_INVALID_NOTIFY      notify is no receive right
//
// In the last two cases it changes nothing, and the caller calls CopyBack.
func (s *State) Force(id MsgID, sp SpaceID, dest Name, notify Name) Code {
	msg := s.Msgs.Mut(uint32(id))
	n := s.nameOf(sp, msg.Dest)
	var e *Entry
	if n != Null {
		s.accessEntry(Write, sp, n)
		e = s.Spaces.Mut(uint32(sp)).find(n)
		if e.Accept != 0 {
			return MACH_SEND_NOTIFY_IN_PROGRESS
		}
	}
	to := s.lookupNotify(sp, notify)
	if to == 0 {
		return MACH_SEND_INVALID_NOTIFY
	}
	s.access(LocAccept, New, uint32(id), 0)
	msg.Accept.Notify = to
	if e != nil {
		msg.Accept.Space, msg.Accept.Name = sp, n
		e.Accept = id
	}
	s.Enqueue(id)
	return MACH_SEND_WILL_NOTIFY
}

// CopyBack returns a message in transit that was not queued to its sender, by a
// pseudo-receive, so that the sender can send it again (ipc_kmsg_copyout_pseudo). Each
// right gets a name again, which may differ from the one before. The dispositions move
// what is there now: a MAKE_SEND has become a real send right.
func (s *State) CopyBack(sp SpaceID, id MsgID, m *Message) {
	msg := s.Msgs.Mut(uint32(id))
	m.Header = Header{
		RemoteType: msg.DestType, LocalType: msg.ReplyType,
		ID: msg.ID, Size: msg.Size,
	}
	m.Remote = s.copyOut(sp, msg.Dest, msg.DestType)
	m.Local = s.copyOut(sp, msg.Reply, msg.ReplyType)
	s.copyOutBody(sp, msg, m)
	s.freeMsg(id)
}
