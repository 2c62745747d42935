package ipc

import "slices"

// CopyOut delivers a dequeued message into the program's memory and gives its rights
// names in the space (ipc_kmsg_copyout). It consumes the message's own right to its
// destination, which may be the last send right and fire a no-senders request. It
// reuses m.Items. Items of out-of-line memory get Num 0, for the kernel to map.
//
// notify is the name of MACH_RCV_NOTIFY, or Null: if the reply right gets a new
// name, a dead-name request to notify is registered on it.
//
//	MACH_RCV_INVALID_NOTIFY                    notify is no receive right
//	MACH_RCV_HEADER_ERROR|MACH_MSG_IPC_SPACE   the space is dead
//
// In both cases it delivers only the header, as CopyOutHeader does.
func (s *State) CopyOut(sp SpaceID, id MsgID, m *Message, notify Name) Code {
	if !s.alive(sp) {
		s.CopyOutHeader(sp, id, m)
		return MACH_RCV_HEADER_ERROR | MACH_MSG_IPC_SPACE
	}
	if notify != Null {
		if e := s.Lookup(sp, notify); e == nil || e.Type&TypeReceive == 0 {
			s.CopyOutHeader(sp, id, m)
			return MACH_RCV_INVALID_NOTIFY
		}
	}
	msg := s.Msgs.Mut(uint32(id))
	received(&m.Header, msg)
	m.Remote = s.copyOutReply(sp, msg, notify)
	m.Local = s.copyOutDest(sp, msg)
	s.copyOutBody(sp, msg, m)
	s.freeMsg(id)
	return MACH_MSG_SUCCESS
}

// received fills in the fields of a received header that need no names. Remote and
// Local change places, so that the header can be sent back as a reply.
func received(h *Header, msg *Msg) {
	h.Remote, h.Local = Null, Null
	h.RemoteType, h.LocalType = msg.ReplyType, msg.DestType
	h.ID, h.Size, h.Seqno = msg.ID, msg.Size, msg.Seqno
}

// CopyOutHeader delivers the header of a message that cannot be received, without its
// reply right, and destroys the rest (ipc_kmsg_copyout_dest).
func (s *State) CopyOutHeader(sp SpaceID, id MsgID, m *Message) {
	msg := s.Msgs.Mut(uint32(id))
	received(&m.Header, msg)
	m.Items = m.Items[:0]
	m.Local = s.copyOutDest(sp, msg)
	msg.Dest = 0
	if msg.Reply == DeadPort {
		m.Remote = Dead
	}
	s.DestroyMsg(id)
}

// copyOutReply gives the reply right a name. If that is new, it registers the dead-name
// request of MACH_RCV_NOTIFY.
func (s *State) copyOutReply(sp SpaceID, msg *Msg, notify Name) Name {
	p := msg.Reply
	if p == 0 {
		return Null
	}
	known := notify == Null || !p.real() || s.port(p).Dead ||
		(msg.ReplyType != PortSendOnce && s.nameOf(sp, p) != Null)
	n := s.copyOut(sp, p, msg.ReplyType)
	if !known {
		to := s.lookupNotify(sp, notify)
		s.addRequest(sp, n, s.Spaces.Mut(uint32(sp)).find(n), to)
	}
	return n
}

// copyOutDest consumes the right that the message was sent to and returns the
// name of the receive right (ipc_object_copyout_dest). If the port died since the
// message was dequeued, it returns Dead. If the space has lost the receive right since,
// it returns Null; a send-once right then gives a send-once notification to the new
// receiver, who must get exactly one message for it.
func (s *State) copyOutDest(sp SpaceID, msg *Msg) Name {
	p := msg.Dest
	s.access(LocPort, Read, uint32(p), 0)
	port := s.mutPort(p)
	if port.Dead {
		s.unref(p)
		return Dead
	}
	held, n := port.Receiver == sp, Null
	if held {
		n = port.RecvName
	}
	switch {
	case msg.DestType == PortSend:
		port.Refs--
		s.loseSend(p)
	case held:
		s.access(LocRights, Add, uint32(p), 0)
		port.Refs--
		port.SORights--
	default:
		s.sendOnce(p)
	}
	return n
}

// copyOutBody delivers the items.
func (s *State) copyOutBody(sp SpaceID, msg *Msg, m *Message) {
	items := slices.Grow(m.Items[:0], len(msg.Items))[:len(msg.Items)]
	m.Items = items
	for i := range items {
		it := &items[i]
		*it = msg.Items[i]
		switch it.Kind {
		case KindPort:
			it.Num = uint64(s.copyOut(sp, PortID(it.Num), it.Disp))
		case KindMemory:
			it.Num, it.Dealloc = 0, true
		}
	}
}
