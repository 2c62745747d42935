package ipc

import (
	"slices"

	"machsim/ipc/table"
)

// Sizes of a message on Mach's wire, in bytes.
const (
	headerSize    = 24
	shortTypeSize = 4
	longTypeSize  = 12
	maxShortCount = 1<<12 - 1 // elements that a short descriptor can count
)

// wireSize returns the bytes that an item adds to a message: its descriptor and its
// data, padded to four bytes as Mach does.
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

// NewDraft copies a message out of the program's memory. It looks nothing up.
func (s *State) NewDraft(m *Message) MsgID {
	id := table.New(&s.Msgs)
	msg := s.Msgs.Mut(id)
	msg.Draft = true
	msg.Header = m.Header
	items := slices.Grow(msg.Items[:0], len(m.Items))[:len(m.Items)]
	msg.Items = items
	for i := range items {
		items[i] = m.Items[i]
		if items[i].Kind == KindMemory {
			msg.Memory = true
		}
	}
	return MsgID(id)
}

// DropDraft frees a draft.
func (s *State) DropDraft(id MsgID) { s.freeMsg(id) }

func (s *State) freeMsg(id MsgID) {
	msg := s.Msgs.Mut(uint32(id))
	if msg.Of != 0 {
		s.unref(msg.Of)
	}
	items := msg.Items
	for i := range items {
		if items[i].Str != "" {
			items[i].Str = "" // the record is reused, and would keep the text alive
		}
	}
	*msg = Msg{Items: items[:0]}
	s.Msgs.Free(uint32(id))
}

// NewMsg makes a message from the kernel, ready to be queued. It consumes naked rights
// of the kernel: one of type destType to dest, one of replyType to reply, which may be
// 0, and one for each port item, whose Num is a PortID and whose Disp is PortReceive,
// PortSend or PortSendOnce.
func (s *State) NewMsg(dest PortID, destType Disposition, reply PortID, replyType Disposition, id int32,
	items ...Item) MsgID {
	m := MsgID(table.New(&s.Msgs))
	msg := s.Msgs.Mut(uint32(m))
	msg.Dest, msg.DestType = dest, destType
	msg.Reply, msg.ReplyType = reply, replyType
	msg.ID = id
	msg.Items = append(msg.Items[:0], items...)
	msg.Size = headerSize
	s.countNaked(dest, destType, -1)
	s.countNaked(reply, replyType, -1)
	for i := range msg.Items {
		it := &msg.Items[i]
		msg.Size += it.wireSize()
		msg.Memory = msg.Memory || it.Kind == KindMemory
		if it.Kind == KindPort {
			p := PortID(it.Num)
			s.countNaked(p, it.Disp, -1)
			s.startTravel(msg, p, it.Disp)
		}
	}
	return m
}

// startTravel records where a receive right that was just put into a message travels to, and
// marks the message as circular if that leads back to the right's own port.
func (s *State) startTravel(msg *Msg, p PortID, t Disposition) {
	if t == PortReceive && p.real() && !s.port(p).Dead && !s.link(p, msg.Dest) {
		msg.Circular = true
	}
}

// TakeReply takes the reply right out of a message in transit. It is a naked right of
// the kernel from then on.
func (s *State) TakeReply(id MsgID) (PortID, Disposition) {
	msg := s.Msgs.Mut(uint32(id))
	p, t := msg.Reply, msg.ReplyType
	msg.Reply, msg.ReplyType = 0, 0
	s.countNaked(p, t, 1)
	return p, t
}

// TakeItem takes the right of a port item out of a message in transit, as TakeReply
// does. The item stays, with a null port.
func (s *State) TakeItem(id MsgID, i int) (PortID, Disposition) {
	it := &s.Msgs.Mut(uint32(id)).Items[i]
	p := PortID(it.Num)
	it.Num = 0
	s.countNaked(p, it.Disp, 1)
	if it.Disp == PortReceive && p.real() {
		s.unlink(p)
	}
	return p, it.Disp
}

// TakeDest consumes the right that a message in transit was sent to, when the kernel
// receives it. If that is the last send right, a no-senders request fires.
func (s *State) TakeDest(id MsgID) {
	msg := s.Msgs.Mut(uint32(id))
	s.copyOutDest(KernelSpace, msg)
	msg.Dest = 0
}

// DestroyMsg destroys a message in transit that is in no queue, with everything in it
// (ipc_kmsg_destroy). Ports that die with it have messages in their queues; these wait
// until the message at hand is destroyed. So the depth of calls is bounded, however
// long the chain.
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

// clean destroys the rights in a message: destination, reply, then the items in order.
// If the message was forced in and never accepted, the sender gets a send-once
// notification. So says the manual; Mach's code sends msg-accepted.
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

// Size returns the bytes that a message with these items has on Mach's wire, with its header.
func Size(items []Item) uint32 {
	size := uint32(headerSize)
	for i := range items {
		size += items[i].wireSize()
	}
	return size
}
