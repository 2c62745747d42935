package ipc

import "machsim/ipc/table"

// A notification uses, and consumes, the send-once right that the requester supplied
// for it. It ignores the queue limit, because the kernel must not wait for a program.
// If the port of the right is dead, the notification is lost.

// notification makes a notification without items. It consumes the send-once right to.
func (s *State) notification(to PortID, id int32) MsgID {
	m := MsgID(table.New(&s.Msgs))
	msg := s.Msgs.Mut(uint32(m))
	msg.Dest, msg.DestType = to, PortSendOnce
	msg.ID = id
	msg.Size = headerSize
	return m
}

func (s *State) notifyItem(to PortID, id int32, item Item, of PortID) {
	m := s.notification(to, id)
	msg := s.Msgs.Mut(uint32(m))
	msg.Items = append(msg.Items, item)
	msg.Size += item.wireSize()
	s.Concern(m, of)
	s.Enqueue(m)
}

// Concern makes a message keep the record of the port that it is about; 0 is none.
func (s *State) Concern(m MsgID, of PortID) {
	if of != 0 {
		s.Msgs.Mut(uint32(m)).Of = of
		s.mutPort(of).Refs++
	}
}

// notifyName sends a notification about a name of the receiver. The message keeps the
// record of the port behind the name, 0 if there is none, so that a trace can say which
// port that was after the name is freed.
func (s *State) notifyName(to PortID, id int32, n Name, of PortID) {
	s.notifyItem(to, id, Item{Kind: KindName, Num: uint64(n)}, of)
}

func (s *State) notifyCount(to PortID, id int32, count uint32) {
	s.notifyItem(to, id, Item{Kind: KindInt, Num: uint64(count)}, 0)
}

// lookupNotify makes a send-once right to the receive right under n, 0 if n is
// not one (ipc_port_lookup_notify).
func (s *State) lookupNotify(sp SpaceID, n Name) PortID {
	e := s.Lookup(sp, n)
	if e == nil || e.Type&TypeReceive == 0 {
		return 0
	}
	p := PortID(e.Object)
	s.access(LocRights, Add, uint32(p), 0)
	port := s.mutPort(p)
	port.SORights++
	port.Refs++
	return p
}

// cancelAcceptance makes the pending msg-accepted notification of e, if any, carry the
// name Null, because the sender's right is about to go (ipc_marequest_cancel).
func (s *State) cancelAcceptance(e *Entry) {
	if e.Accept != 0 {
		s.access(LocAccept, Write, uint32(e.Accept), 0)
		a := &s.Msgs.Mut(uint32(e.Accept)).Accept
		a.Space, a.Name = 0, Null
		e.Accept = 0
	}
}

// takeAcceptance ends the msg-accepted request of a message. It returns the right to
// notify, 0 if there was no request, and the name for the notification to carry.
func (s *State) takeAcceptance(id MsgID, msg *Msg) (PortID, Name) {
	s.access(LocAccept, Read, uint32(id), 0)
	a := msg.Accept
	msg.Accept = Acceptance{}
	if a.Name != Null {
		s.accessEntry(Write, a.Space, a.Name)
		s.Spaces.Mut(uint32(a.Space)).find(a.Name).Accept = 0
	}
	return a.Notify, a.Name
}
