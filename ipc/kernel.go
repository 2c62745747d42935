package ipc

// Functions for the kernel beyond the calls: it takes messages apart, and carries
// rights between hosts.

// ForgetSendOnce gives up a send-once right of the kernel without a notification,
// because the right lives on, as one to the port's end on another host.
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

// Unserve is the opposite of Serve: the receive right becomes a naked one of the kernel.
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
	s.countNaked(notify, PortSendOnce, -1)
	s.mutPort(p).NSRequest = notify
}

// TakeRequests takes the no-senders and port-destroyed requests of a port. They become
// naked send-once rights of the kernel, 0 if there were none.
func (s *State) TakeRequests(p PortID) (noSenders, portDestroyed PortID) {
	s.access(LocRights, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	s.access(LocPort, Write, uint32(p), 0)
	port := s.mutPort(p)
	noSenders, portDestroyed = port.NSRequest, port.PDRequest
	port.NSRequest, port.PDRequest = 0, 0
	s.countNaked(noSenders, PortSendOnce, 1)
	s.countNaked(portDestroyed, PortSendOnce, 1)
	return noSenders, portDestroyed
}

// PutRequests is the opposite of TakeRequests, for a port without requests. It leaves
// out a right that is DeadPort.
func (s *State) PutRequests(p, noSenders, portDestroyed PortID) {
	s.access(LocRights, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	s.access(LocPort, Write, uint32(p), 0)
	port := s.mutPort(p)
	if noSenders.real() {
		s.countNaked(noSenders, PortSendOnce, -1)
		port.NSRequest = noSenders
	}
	if portDestroyed.real() {
		s.countNaked(portDestroyed, PortSendOnce, -1)
		port.PDRequest = portDestroyed
	}
}

// Rotate moves the first n messages of a port's queue behind the others. The port must be
// in no set.
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

// CopyOutAs is CopyOutRight for a right that comes back to a space where it had the name n.
// It gets that name again, unless n is in use or the space has another name for the port.
func (s *State) CopyOutAs(sp SpaceID, p PortID, t Disposition, n Name) Name {
	free := n.valid() && s.Lookup(sp, n) == nil
	if !free || !p.real() || s.port(p).Dead || t != PortSendOnce && s.nameOf(sp, p) != Null {
		return s.CopyOutRight(sp, p, t)
	}
	s.access(LocPort, Read, uint32(p), 0)
	s.countNaked(p, t, -1)
	s.place(sp, n, s.claim(sp, n), p, t)
	return n
}

// CopyOutRight25 is CopyOutRight for a name of Mach 2.5, which is freed when the port dies.
func (s *State) CopyOutRight25(sp SpaceID, p PortID, t Disposition) Name {
	s.countNaked(p, t, -1)
	return s.copyOut25(sp, p, t)
}

// LiftDest takes the right that a message in transit was sent to. It becomes a naked
// right of the kernel, and the message has no destination.
func (s *State) LiftDest(id MsgID) (PortID, Disposition) {
	msg := s.Msgs.Mut(uint32(id))
	p, t := msg.Dest, msg.DestType
	msg.Dest, msg.DestType = 0, 0
	s.countNaked(p, t, 1)
	return p, t
}
