package ipc

// CopyOut delivers a message that was dequeued into the program's memory: rights
// get names in the space (ipc_kmsg_copyout). The message's own right to its
// destination is consumed, which may be the last send right. m.Items is reused.
// Items of out-of-line memory arrive with Num 0, for the kernel to map.
//
// notify is the name of MACH_RCV_NOTIFY, or Null: if the reply right gets a new
// name, a dead-name request to notify is registered on it.
//
//	MACH_RCV_INVALID_NOTIFY                    notify is no receive right
//	MACH_RCV_HEADER_ERROR|MACH_MSG_IPC_SPACE   the space is dead
//
// After these, only the header was delivered, as by CopyOutHeader.
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

// received fills in what a received header says without looking names up: sender
// and receiver have changed sides.
func received(h *Header, msg *Msg) {
	h.Remote, h.Local = Null, Null
	h.RemoteType, h.LocalType = msg.ReplyType, msg.DestType
	h.ID, h.Size, h.Seqno = msg.ID, msg.Size, msg.Seqno
}

// CopyOutHeader delivers a message's header without its reply right and destroys
// the rest (ipc_kmsg_copyout_dest): what is left of a message that did not fit.
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

// copyOutReply names the reply right.
func (s *State) copyOutReply(sp SpaceID, msg *Msg, notify Name) Name {
	p := msg.Reply
	if p == 0 {
		return Null
	}
	known := notify == Null || !p.real() || s.port(p).Dead ||
		(msg.ReplyType != PortSendOnce && s.NameOf(sp, p) != Null)
	n := s.copyOut(sp, p, msg.ReplyType)
	if !known {
		to := s.lookupNotify(sp, notify)
		s.addRequest(sp, n, s.Spaces.Mut(uint32(sp)).find(n), to)
	}
	return n
}

// copyOutDest consumes the right that the message was sent to and returns the
// name of the receive right (ipc_object_copyout_dest). If the space has lost that
// since the message was dequeued, the result is Null, and a send-once right gets
// its one notification, at the new holder; if the port died, it is Dead.
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
	m.Items = append(m.Items[:0], msg.Items...)
	for i := range m.Items {
		switch it := &m.Items[i]; it.Kind {
		case KindPort:
			it.Num = uint64(s.copyOut(sp, PortID(it.Num), it.Disp))
		case KindMemory:
			it.Num, it.Dealloc = 0, true
		}
	}
}
