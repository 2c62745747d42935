package ipc

import "slices"

// Most messages are plain: a request that brings a send-once right for the reply, or that reply, with data and no
// rights in the body. If somebody waits for it already, such a message can be copied in and handed over at once, and
// likewise copied out, with each record looked up once. The functions here do what CopyIn, Port.HandOver and CopyOut
// do, and nothing else: whatever is out of the ordinary is left to them.

// Express is a plain message to a port at which somebody waits.
type Express struct {
	Msg  *Msg
	Dest PortID
	Port *Port // of Dest

	space     *Space
	holder    uint32 // of the entry under the destination's name
	reply     PortID // where the reply is to come; 0 for none
	replyPort *Port
	size      uint32
}

// Express makes x of a draft, and returns false if it is none. Nothing has happened yet: the caller calls HandOver, or
// CopyIn. It fills in what the caller has room for, since to copy so many fields takes as long as to find them.
func (s *State) Express(x *Express, sp SpaceID, id MsgID) bool {
	msg, space := s.Msgs.Mut(uint32(id)), s.Spaces.Mut(uint32(sp))
	h := &msg.Header
	e := space.find(h.Remote)
	if e == nil || s.watched() || s.Noting || len(space.Chosen) > 0 || !e.express(h) {
		return false
	}
	dest := PortID(e.Object)
	port := s.mutPort(dest)
	if port.Dead || port.Set != 0 || port.Queue.Head != 0 || port.Receivers.Head == 0 ||
		h.RemoteType != MoveSendOnce && !port.HasRoomBy(PortSend) { // its limit is 0
		return false
	}
	x.reply = 0
	if h.Local != Null {
		r := space.find(h.Local)
		if r == nil || r.Type&TypeReceive == 0 {
			return false
		}
		x.reply = PortID(r.Object)
		x.replyPort = s.mutPort(x.reply)
	}
	size, ok := plainSize(msg.Items)
	x.Msg, x.Dest, x.Port, x.space, x.holder, x.size = msg, dest, port, space, e.Holder, size
	return ok
}

// watched says whether somebody looks at what is accessed, or a replay says what is allocated.
func (s *State) watched() bool { return s.AccessLog != nil || s.Values.replays() }

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
		s.dropHolder(x.Port, x.holder)
		x.space.release(h.Remote)
	}
	m.Dest, m.ID, m.Size, m.Draft = x.Dest, h.ID, x.size, false
	if x.reply != 0 {
		m.Reply, m.ReplyType = x.reply, PortSendOnce
		x.replyPort.SORights++
		x.replyPort.Refs++
	}
	*h = Header{}
	s.ArrivesNow(&x.Port.Queue, x.Port)
	x.Port.HandOver(m)
}

// CopyOutExpress is CopyOut for a message that came as an Express. It returns false, and has done nothing, if it is
// another one, or if the port that it came to, or is to be answered at, is not as it was.
func (s *State) CopyOutExpress(sp SpaceID, id MsgID, to *Message) bool {
	m, space := s.Msgs.Mut(uint32(id)), s.Spaces.Mut(uint32(sp))
	port := s.mutPort(m.Dest)
	if s.watched() || !m.plain() || space.Dead || len(space.Chosen) > 0 || port.Dead || port.Receiver != sp ||
		m.DestType == PortSend && port.SRights == 1 || m.Reply != 0 && s.port(m.Reply).Dead {
		return false
	}
	received(&to.Header, m)
	if m.Reply != 0 {
		n, e := s.nextName(space)
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
	items := slices.Grow(to.Items[:0], len(m.Items))[:len(m.Items)]
	to.Items = items
	for i := range items { // what is copied at once waits for the stores that made it
		items[i] = m.Items[i]
	}
	s.freePlain(id, m)
	return true
}

// Idle returns the port of a receive right at which a receive would wait: it is in no set, and has no message. The
// port is nil if there is none, and if somebody looks at what is accessed.
func (s *State) Idle(sp SpaceID, n Name) (PortID, *Port) {
	e := s.Spaces.At(uint32(sp)).find(n)
	if s.AccessLog != nil || e == nil || e.Type&TypeReceive == 0 {
		return 0, nil
	}
	p := PortID(e.Object)
	port := s.mutPort(p)
	if port.Set != 0 || port.Queue.Head != 0 {
		return 0, nil
	}
	return p, port
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
