package ipc

// Most messages are plain: a request that brings a send-once right for the reply, or that reply, with data and no
// rights in the body. If somebody waits for it already, such a message can be copied in and handed over at once, and
// likewise copied out, with each record looked up once. The functions here do what CopyIn, Port.HandOver and CopyOut
// do, and nothing else: whatever is out of the ordinary is left to them.

// Express is a plain message to a port at which somebody waits.
type Express struct {
	Msg  *Msg
	Dest PortID
	Port *Port // of Dest

	space *Space
	reply *Port // where the reply is to come; nil for none
	size  uint32
}

// Express returns a draft as an Express, false if it is none. Nothing has happened yet: the caller calls HandOver, or
// CopyIn.
func (s *State) Express(sp SpaceID, id MsgID) (x Express, ok bool) {
	x.Msg, x.space = s.Msgs.Mut(uint32(id)), s.Spaces.Mut(uint32(sp))
	h := &x.Msg.Header
	e := x.space.find(h.Remote)
	if e == nil || s.AccessLog != nil || s.Noting || len(x.space.Chosen) > 0 || !e.express(h) {
		return x, false
	}
	x.Dest = PortID(e.Object)
	x.Port = s.mutPort(x.Dest)
	if x.Port.Dead || x.Port.Set != 0 || x.Port.Queue.Head != 0 || x.Port.Receivers.Head == 0 {
		return x, false
	}
	if h.Local != Null {
		r := x.space.find(h.Local)
		if r == nil || r.Type&TypeReceive == 0 {
			return x, false
		}
		x.reply = s.mutPort(PortID(r.Object))
	}
	x.size, ok = plainSize(x.Msg.Items)
	return x, ok
}

// express reports whether a message with this header, to the port under e, can be an Express.
func (e *Entry) express(h *Header) bool {
	switch {
	case h.RemoteType == MoveSendOnce:
		return e.Type == TypeSendOnce && e.Request == 0 && h.Local == Null && h.LocalType == 0
	case h.RemoteType != CopySend || e.Type&TypeSend == 0 || h.Local == h.Remote:
		return false
	}
	return h.LocalType == MakeSendOnce && h.Local != Null || h.LocalType == 0 && h.Local == Null
}

// plainSize returns the size of a message with these items, false if they are more than plain data.
func plainSize(items []Item) (uint32, bool) {
	size := uint32(headerSize)
	for i := range items {
		it := &items[i]
		if it.Kind > KindBytes && it.Kind != KindShape || it.Bad || it.Dealloc {
			return 0, false
		}
		size += it.wireSize()
	}
	return size, true
}

// HandOver takes the rights of the header, and gives the message the number with which it is received.
func (x *Express) HandOver(s *State) {
	m, h := x.Msg, &x.Msg.Header
	if h.RemoteType == CopySend {
		m.DestType = PortSend
		s.takeCopy(x.Port)
	} else {
		m.DestType = PortSendOnce
		s.dropHolder(x.Port, x.space.find(h.Remote).Holder)
		x.space.release(h.Remote)
	}
	m.Dest, m.ID, m.Size, m.Draft = x.Dest, h.ID, x.size, false
	if x.reply != nil {
		m.Reply, m.ReplyType = PortID(x.space.find(h.Local).Object), PortSendOnce
		x.reply.SORights++
		x.reply.Refs++
	}
	*h = Header{}
	x.Port.Queue.Arrived++
	x.Port.HandOver(m)
}

// CopyOutExpress is CopyOut for a message that came as an Express. It returns false, and has done nothing, if it is
// another one, or if the port that it came to, or is to be answered at, is not as it was.
func (s *State) CopyOutExpress(sp SpaceID, id MsgID, to *Message) bool {
	m, space := s.Msgs.Mut(uint32(id)), s.Spaces.Mut(uint32(sp))
	port := s.mutPort(m.Dest)
	if s.AccessLog != nil || !m.plain() || space.Dead || len(space.Chosen) > 0 || port.Dead || port.Receiver != sp ||
		m.DestType == PortSend && port.SRights == 1 || m.Reply != 0 && s.port(m.Reply).Dead {
		return false
	}
	received(&to.Header, m)
	if m.Reply != 0 {
		n, e := space.fresh()
		s.place(sp, n, e, m.Reply, PortSendOnce)
		to.Remote = n
	}
	to.Local = port.RecvName
	port.Refs--
	if m.DestType == PortSend {
		port.SRights--
	} else {
		port.SORights--
	}
	to.Items = append(to.Items[:0], m.Items...)
	s.freePlain(id, m)
	return true
}

// plain reports whether a message in transit, in no queue, has no more than an Express has.
func (m *Msg) plain() bool {
	if m.Memory || m.Circular || m.Of != 0 || m.Call != nil || m.Accept != (Acceptance{}) || m.Draft ||
		m.Reply != 0 && (m.Reply == DeadPort || m.ReplyType != PortSendOnce) {
		return false
	}
	_, ok := plainSize(m.Items)
	return ok
}

// freePlain is freeMsg for a plain message, of which few fields are set.
func (s *State) freePlain(id MsgID, m *Msg) {
	for i := range m.Items {
		if m.Items[i].Str != "" {
			m.Items[i].Str = ""
		}
	}
	m.Dest, m.DestType, m.Reply, m.ReplyType = 0, 0, 0, 0
	m.ID, m.Seqno, m.Size, m.Sender, m.Sent = 0, 0, 0, 0, 0
	m.Items = m.Items[:0]
	s.Msgs.Free(uint32(id))
}
