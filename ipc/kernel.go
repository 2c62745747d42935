package ipc

// What the kernel needs beyond the calls: to take messages apart and
// to carry rights between hosts.

// ForgetSendOnce gives up a send-once right of the kernel without a notification:
// it lives on as a right to the port's end on another host.
func (s *State) ForgetSendOnce(p PortID) {
	s.mutPort(p).Naked.SendOnce--
	s.releaseSendOnce(p)
}

// Serve makes the kernel the receiver of a port whose receive right it holds.
func (s *State) Serve(p PortID) {
	port := s.mutPort(p)
	port.Naked.Receive--
	port.Receiver = KernelSpace
}

// Unserve is the opposite of Serve: the receive right is a naked one of the kernel.
func (s *State) Unserve(p PortID) {
	port := s.mutPort(p)
	port.Naked.Receive++
	port.Receiver = 0
}

// ArmNoSenders registers a send-once right of the kernel as the no-senders request
// of a port that has none.
func (s *State) ArmNoSenders(p, notify PortID) {
	s.access(LocRights, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	s.lendNaked(notify, PortSendOnce, -1)
	s.mutPort(p).NSRequest = notify
}

// TakeRequests takes the no-senders and port-destroyed requests of a port: from now
// on they are naked send-once rights of the kernel.
func (s *State) TakeRequests(p PortID) (noSenders, portDestroyed PortID) {
	s.access(LocRights, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	s.access(LocPort, Write, uint32(p), 0)
	port := s.mutPort(p)
	noSenders, portDestroyed = port.NSRequest, port.PDRequest
	port.NSRequest, port.PDRequest = 0, 0
	s.lendNaked(noSenders, PortSendOnce, 1)
	s.lendNaked(portDestroyed, PortSendOnce, 1)
	return noSenders, portDestroyed
}

// PutRequests is the opposite of TakeRequests, on a port without requests. A right
// that died in the meantime makes no request.
func (s *State) PutRequests(p, noSenders, portDestroyed PortID) {
	s.access(LocRights, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	s.access(LocPort, Write, uint32(p), 0)
	port := s.mutPort(p)
	if noSenders.real() {
		s.lendNaked(noSenders, PortSendOnce, -1)
		port.NSRequest = noSenders
	}
	if portDestroyed.real() {
		s.lendNaked(portDestroyed, PortSendOnce, -1)
		port.PDRequest = portDestroyed
	}
}

// Rotate puts the first n messages in the queue of a port that is in no set behind the
// others.
func (s *State) Rotate(p PortID, n int32) {
	if n > 0 {
		s.AccessQueued(p)
		s.accessQueue(Write, p)
	}
	q := &s.mutPort(p).Queue
	for ; n > 0; n-- {
		m := q.Head
		s.unqueue(q, m)
		s.append(q, m)
	}
}

// CopyOutAs is CopyOutRight for a right that comes back to a space where it was known by
// name n: it gets that name again, unless n stands for something else now or the space knows
// the port by another name.
func (s *State) CopyOutAs(sp SpaceID, p PortID, t Disposition, n Name) Name {
	free := n.valid() && s.Lookup(sp, n) == nil
	if !free || !p.real() || s.port(p).Dead || t != PortSendOnce && s.NameOf(sp, p) != Null {
		return s.CopyOutRight(sp, p, t)
	}
	s.access(LocPort, Read, uint32(p), 0)
	s.lendNaked(p, t, -1)
	s.place(sp, n, s.claim(sp, n), p, t)
	return n
}

// CopyOutRight25 is CopyOutRight for a name of Mach 2.5, which goes when the port dies.
func (s *State) CopyOutRight25(sp SpaceID, p PortID, t Disposition) Name {
	s.lendNaked(p, t, -1)
	return s.copyOut25(sp, p, t)
}

// LiftDest takes the right that a message in transit was sent to: from now on it
// is a naked right of the kernel, and the message has no destination.
func (s *State) LiftDest(id MsgID) (PortID, Disposition) {
	msg := s.Msgs.Mut(uint32(id))
	p, t := msg.Dest, msg.DestType
	msg.Dest, msg.DestType = 0, 0
	s.lendNaked(p, t, 1)
	return p, t
}
