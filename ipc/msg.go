package ipc

// Sizes of a message on Mach's wire, in bytes.
const (
	headerSize    = 24
	shortTypeSize = 4
	longTypeSize  = 12
	maxShortCount = 1<<12 - 1 // elements that a short descriptor can count
)

// wireSize is what an item adds to the size of a message: its descriptor and its
// data, padded to four bytes.
func (it *Item) wireSize() uint32 {
	switch it.Kind {
	case KindInt, KindFloat:
		return shortTypeSize + 8
	case KindBool, KindPort, KindName:
		return shortTypeSize + 4
	case KindMemory:
		return longTypeSize + 4
	}
	data := uint32(len(it.Str)+3) &^ 3
	if len(it.Str) > maxShortCount {
		return longTypeSize + data
	}
	return shortTypeSize + data
}

// NewDraft copies a message out of the program's memory. Nothing is looked up.
func (s *State) NewDraft(m *Message) MsgID {
	id := s.Msgs.New()
	msg := s.Msgs.Mut(id)
	msg.Draft = true
	msg.Header = m.Header
	msg.Items = msg.Items[:0]
	for i := range m.Items {
		msg.Items = append(msg.Items, m.Items[i])
		msg.Memory = msg.Memory || m.Items[i].Kind == KindMemory
	}
	return MsgID(id)
}

// DropDraft throws a draft away.
func (s *State) DropDraft(id MsgID) { s.freeMsg(id) }

func (s *State) freeMsg(id MsgID) {
	msg := s.Msgs.Mut(uint32(id))
	if msg.Of != 0 {
		s.unref(msg.Of)
	}
	items := msg.Items
	for i := range items {
		if items[i].Str != "" {
			items[i].Str = "" // lets go of it
		}
	}
	*msg = Msg{Items: items[:0]}
	s.Msgs.Free(uint32(id))
}

// NewMsg makes a message of the kernel's own, ready to be queued. It consumes
// one naked right of the kernel for dest, of type destType, one for reply, which
// may be 0, and one for each port item, whose Num is a PortID and whose Disp is
// PortReceive, PortSend or PortSendOnce.
func (s *State) NewMsg(dest PortID, destType Disposition, reply PortID, replyType Disposition, id int32, items ...Item) MsgID {
	m := MsgID(s.Msgs.New())
	msg := s.Msgs.Mut(uint32(m))
	msg.Dest, msg.DestType = dest, destType
	msg.Reply, msg.ReplyType = reply, replyType
	msg.ID = id
	msg.Items = append(msg.Items[:0], items...)
	msg.Size = headerSize
	s.lendNaked(dest, destType, -1)
	s.lendNaked(reply, replyType, -1)
	for i := range msg.Items {
		it := &msg.Items[i]
		msg.Size += it.wireSize()
		msg.Memory = msg.Memory || it.Kind == KindMemory
		if it.Kind == KindPort {
			p := PortID(it.Num)
			s.lendNaked(p, it.Disp, -1)
			s.embark(msg, p, it.Disp)
		}
	}
	return m
}

// embark notes where a right that was just put into a message travels to.
func (s *State) embark(msg *Msg, p PortID, t Disposition) {
	if t == PortReceive && p.real() && !s.port(p).Dead && !s.link(p, msg.Dest) {
		msg.Circular = true
	}
}

// TakeReply takes the reply right out of a message in transit: from now on it is
// a naked right of the kernel.
func (s *State) TakeReply(id MsgID) (PortID, Disposition) {
	msg := s.Msgs.Mut(uint32(id))
	p, t := msg.Reply, msg.ReplyType
	msg.Reply, msg.ReplyType = 0, 0
	s.lendNaked(p, t, 1)
	return p, t
}

// TakeItem takes the right of a port item out of a message in transit, likewise.
// The item stays, as a null port.
func (s *State) TakeItem(id MsgID, i int) (PortID, Disposition) {
	it := &s.Msgs.Mut(uint32(id)).Items[i]
	p := PortID(it.Num)
	it.Num = 0
	s.lendNaked(p, it.Disp, 1)
	if it.Disp == PortReceive && p.real() {
		s.unlink(p)
	}
	return p, it.Disp
}

// TakeDest consumes the right that a message in transit was sent to, as its
// receipt by the kernel does; the last send right may fire a no-senders request.
func (s *State) TakeDest(id MsgID) {
	msg := s.Msgs.Mut(uint32(id))
	s.copyOutDest(KernelSpace, msg)
	msg.Dest = 0
}

// DestroyMsg destroys a message in transit that is in no queue, with everything
// in it (ipc_kmsg_destroy). What this destroys in turn, messages in the queues of
// ports that die with it, waits until the message at hand is done; so nothing
// recurses deeply, however long the chain.
func (s *State) DestroyMsg(id MsgID) {
	first := s.doomed.Head == 0
	s.append(&s.doomed, id)
	if !first {
		return
	}
	for s.doomed.Head != 0 {
		id := s.doomed.Head
		s.clean(id, s.Msgs.Mut(uint32(id)))
		s.unqueue(&s.doomed, id)
		s.freeMsg(id)
	}
}

// clean destroys what is in a message: destination, reply, then the items in
// order. A message that was forced in and never accepted ends in a send-once
// notification, as the manual has it, not in msg-accepted.
func (s *State) clean(id MsgID, msg *Msg) {
	if msg.Accept.Notify != 0 {
		to, _ := s.takeAcceptance(id, msg)
		s.sendOnce(to)
	}
	s.destroyRight(msg.Dest, msg.DestType)
	s.destroyRight(msg.Reply, msg.ReplyType)
	s.cleanItems(msg)
}

func (s *State) cleanItems(msg *Msg) {
	for i := range msg.Items {
		if it := &msg.Items[i]; it.Kind == KindPort {
			s.destroyRight(PortID(it.Num), it.Disp)
		}
	}
}
