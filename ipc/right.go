package ipc

// anyRight reports whether d is a disposition.
func (d Disposition) anyRight() bool { return d >= MoveReceive && d <= MakeSendOnce }

// anySend reports whether d carries a send or send-once right.
func (d Disposition) anySend() bool { return d >= MoveSend && d <= MakeSendOnce }

// arrives returns the type of the right that arrives when one is carried by d; 0 for 0.
func (d Disposition) arrives() Disposition {
	switch d {
	case MakeSend, CopySend:
		return PortSend
	case MakeSendOnce:
		return PortSendOnce
	}
	return d
}

// Arrives returns the type of the right that arrives when one is carried by d; 0 for 0.
func (d Disposition) Arrives() Disposition { return d.arrives() }

// offers reports whether d can be taken from e (ipc_right_copyin_check). A dead name
// passes for a send or send-once right, because the port may die at any time without
// the sender's knowledge. As a destination it does not; the caller checks that.
func (e *Entry) offers(d Disposition) bool {
	switch d {
	case MakeSend, MakeSendOnce, MoveReceive:
		return e.Type&TypeReceive != 0
	case CopySend, MoveSend:
		return e.Type&(TypeSend|TypeDeadName) != 0
	case MoveSendOnce:
		return e.Type&(TypeSendOnce|TypeDeadName) != 0
	}
	return false
}

// take takes d from e, which offers it, as a naked right (ipc_right_copyin). It returns
// DeadPort for a dead name. If that frees the name and there was a dead-name request on
// it, deleted is the send-once right of the request, for the caller to fire as
// port-deleted. e may be invalid afterwards.
func (s *State) take(sp SpaceID, n Name, e *Entry, d Disposition) (p, deleted PortID) {
	if e.Type == TypeDeadName {
		if d != CopySend {
			s.dropDeadName(sp, n, e, 1)
		}
		return DeadPort, 0
	}
	p = PortID(e.Object)
	port := s.mutPort(p)
	if s.AccessLog != nil {
		s.accessTaken(sp, n, p, d)
	}
	switch d {
	case CopySend:
		s.takeCopy(port)
	case MakeSend:
		port.MSCount++ // tells a server of rights made after a no-senders notification
		port.SRights++
		port.Refs++
	case MakeSendOnce: // not counted in MSCount: who waits for no-senders ignores send-once rights
		port.SORights++
		port.Refs++
	case MoveSend:
		deleted = s.takeSend(sp, n, e, port)
	case MoveSendOnce:
		s.dropHolder(port, e.Holder)
		deleted = s.cancelRequest(sp, e)
		s.release(sp, s.Spaces.Mut(uint32(sp)), n)
	case MoveReceive:
		deleted = s.takeReceive(sp, n, e, port)
		s.clearReceiver(p, false)
	}
	return p, deleted
}

// takeCopy is take for COPY_SEND.
func (s *State) takeCopy(port *Port) {
	port.SRights++
	port.Refs++
}

// takeSend is take for MOVE_SEND: one user reference becomes a naked right. SRights grows
// only if the space keeps its right, for it counts a space once however many references it has.
func (s *State) takeSend(sp SpaceID, n Name, e *Entry, port *Port) (deleted PortID) {
	switch {
	case e.URefs > 1:
		e.URefs--
		port.SRights++
		port.Refs++
	case e.Type&TypeReceive != 0:
		s.dropHolder(port, e.Holder)
		e.Type, e.URefs = TypeReceive, 0
		port.Refs++
	default:
		deleted = s.detachSend(sp, n, e)
	}
	return deleted
}

// detachSend takes a pure send right out of its space. The right, its count in SRights
// and its reference to the port pass to the caller.
func (s *State) detachSend(sp SpaceID, n Name, e *Entry) (deleted PortID) {
	p := PortID(e.Object)
	s.dropHolder(s.mutPort(p), e.Holder)
	s.cancelAcceptance(e)
	deleted = s.cancelRequest(sp, e)
	space := s.Spaces.Mut(uint32(sp))
	s.unindex(sp, space, p)
	s.release(sp, space, n)
	return deleted
}

// takeReceive takes the receive right from a name. A send right under the same name
// stays; without one the name is freed.
func (s *State) takeReceive(sp SpaceID, n Name, e *Entry, port *Port) (deleted PortID) {
	if e.Type&TypeSend != 0 {
		e.Type = TypeSend
		port.Refs++
		return 0
	}
	s.cancelAcceptance(e)
	deleted = s.cancelRequest(sp, e)
	space := s.Spaces.Mut(uint32(sp))
	s.unindex(sp, space, PortID(e.Object))
	s.release(sp, space, n)
	return deleted
}

// dropDeadName removes n user references of a dead name.
func (s *State) dropDeadName(sp SpaceID, name Name, e *Entry, n uint16) {
	s.accessEntry(Write, sp, name)
	if e.URefs > n {
		e.URefs -= n
	} else {
		s.forgetDeadName(sp, name, e)
	}
}

// forgetDeadName frees a dead name and drops its reference to the port that died.
func (s *State) forgetDeadName(sp SpaceID, name Name, e *Entry) {
	p := PortID(e.Object)
	s.release(sp, s.Spaces.Mut(uint32(sp)), name)
	if p != 0 {
		s.unref(p)
	}
}

// cancelRequest removes the dead-name request of e from the list of its port and returns the
// send-once right of the request, 0 if there is none. In a space that is being destroyed it
// logs no access: the requester gets one notification in any case, port-deleted or dead-name.
func (s *State) cancelRequest(sp SpaceID, e *Entry) PortID {
	if e.Request == 0 {
		return 0
	}
	if s.AccessLog != nil && !s.Spaces.At(uint32(sp)).Dead {
		s.access(LocRequests, Add, e.Object, 0)
	}
	r := &s.mutPort(PortID(e.Object)).Requests[e.Request-1]
	notify := r.Notify
	*r = DNRequest{}
	e.Request = 0
	return notify
}

// fireDeleted sends the port-deleted notification for a name that was freed, if there
// was a request on it.
func (s *State) fireDeleted(request PortID, n Name, p PortID) {
	if request != 0 {
		s.notifyName(request, MACH_NOTIFY_PORT_DELETED, n, p)
	}
}

// addHolder adds a send or send-once right to the port's list of holders.
func (s *State) addHolder(port *Port, sp SpaceID, n Name, e *Entry) {
	e.Holder = uint32(len(port.Holders))
	port.Holders = append(port.Holders, Holder{sp, n})
}

// dropHolder removes the i-th holder. The last of the list takes its place, so the cost
// does not depend on the number of holders.
func (s *State) dropHolder(port *Port, i uint32) {
	last := len(port.Holders) - 1
	if h := port.Holders[last]; int(i) != last {
		port.Holders[i] = h
		s.Spaces.Mut(uint32(h.Space)).find(h.Name).Holder = i
	}
	port.Holders = port.Holders[:last]
}

// copyOut puts a naked right of type t into a space and returns its name
// (ipc_object_copyout). A send or receive right merges with what the space has to the
// port already. A send-once right always gets a name of its own: it can be used once,
// so two of them must be told apart.
func (s *State) copyOut(sp SpaceID, p PortID, t Disposition) Name {
	switch {
	case p == 0:
		return Null
	case p == DeadPort:
		return Dead
	}
	s.access(LocPort, Read, uint32(p), 0)
	if s.port(p).Dead {
		s.unref(p)
		return Dead
	}
	space := s.Spaces.Mut(uint32(sp))
	if t == PortSendOnce {
		n, e := s.fresh(sp, space)
		s.place(sp, n, e, p, t)
		return n
	}
	n := s.nameOf(sp, p)
	if n != Null {
		s.merge(sp, n, space.find(n), p, t)
		return n
	}
	n, e := s.fresh(sp, space)
	s.place(sp, n, e, p, t)
	return n
}

// place puts a naked right under a new name.
func (s *State) place(sp SpaceID, n Name, e *Entry, p PortID, t Disposition) {
	port := s.mutPort(p)
	e.Object = uint32(p)
	switch t {
	case PortSendOnce:
		e.Type, e.URefs = TypeSendOnce, 1
		s.addHolder(port, sp, n, e)
		return
	case PortSend:
		e.Type, e.URefs = TypeSend, 1
		s.addHolder(port, sp, n, e)
	case PortReceive:
		e.Type = TypeReceive
		s.access(LocPort, Write, uint32(p), 0)
		s.unlink(p)
		port.Receiver, port.RecvName = sp, n
	}
	s.accessHolding(Write, sp, p)
	s.Spaces.Mut(uint32(sp)).ByPort.put(p, n)
}

// merge adds a naked send or receive right to the space's name for the port. If the
// count of user references is at its maximum, it stays there: Mach refuses no message
// for that.
func (s *State) merge(sp SpaceID, n Name, e *Entry, p PortID, t Disposition) {
	port := s.mutPort(p)
	port.Refs--
	s.accessEntry(Write, sp, n)
	switch {
	case t == PortReceive:
		s.access(LocPort, Write, uint32(p), 0)
		e.Type |= TypeReceive
		s.unlink(p)
		port.Receiver, port.RecvName = sp, n
	case e.Type&TypeSend == 0:
		e.Type |= TypeSend
		e.URefs = 1
		s.addHolder(port, sp, n, e)
	default:
		s.access(LocRights, Add, uint32(p), 0) // SRights counts the space once, and it had one
		port.SRights--
		e.URefs = min(e.URefs+1, maxSendURefs)
	}
}

// CopyOutRight moves a right that the kernel holds to a space: t is PortSend,
// PortSendOnce or PortReceive. It returns the right's name there, Dead if the
// port died, Null for 0.
func (s *State) CopyOutRight(sp SpaceID, p PortID, t Disposition) Name {
	s.countNaked(p, t, -1)
	return s.copyOut(sp, p, t)
}

// CopyInRight takes a right from a space for the kernel, as a message would. It
// returns 0 for Null, and DeadPort for Dead and for a dead name.
//
//	KERN_INVALID_NAME   n stands for nothing
//	KERN_INVALID_RIGHT  n does not have the right that d needs
func (s *State) CopyInRight(sp SpaceID, n Name, d Disposition) (PortID, Code) {
	p, c := s.checkCarry(sp, n, d)
	if c != KERN_SUCCESS {
		return 0, c
	}
	if n.valid() {
		p = s.carry(sp, n, d)
		s.countNaked(p, d.arrives(), 1)
	}
	return p, KERN_SUCCESS
}

// checkCarry checks that d can be taken from n, and returns the port that it is a right
// to. Codes as for CopyInRight.
func (s *State) checkCarry(sp SpaceID, n Name, d Disposition) (PortID, Code) {
	switch n {
	case Null:
		return 0, KERN_SUCCESS
	case Dead:
		return DeadPort, KERN_SUCCESS
	}
	e := s.Lookup(sp, n)
	switch {
	case e == nil:
		return 0, KERN_INVALID_NAME
	case !e.offers(d):
		return 0, KERN_INVALID_RIGHT
	case e.Type == TypeDeadName:
		return DeadPort, KERN_SUCCESS
	}
	return PortID(e.Object), KERN_SUCCESS
}

// carry takes d from n, which offers it, and fires port-deleted if that frees a name
// with a dead-name request. It returns 0 for Null and DeadPort for Dead.
func (s *State) carry(sp SpaceID, n Name, d Disposition) PortID {
	switch n {
	case Null:
		return 0
	case Dead:
		return DeadPort
	}
	p, deleted := s.take(sp, n, s.Spaces.Mut(uint32(sp)).find(n), d)
	s.fireDeleted(deleted, n, p)
	return p
}

// destroyName gives up everything under a name, whatever its user references
// (ipc_right_destroy). The entry is freed first, with its dead-name request. Of a
// receive right with a send right the send right goes before the port dies: as in
// Mach, the caller gets no-senders, where PortModRefs on the receive right alone gives
// send-once.
func (s *State) destroyName(sp SpaceID, n Name) {
	space := s.Spaces.Mut(uint32(sp))
	e := space.find(n)
	kind, object := e.Type, e.Object
	p := PortID(object)
	switch kind {
	case TypeDeadName:
		s.forgetDeadName(sp, n, e)
	case TypePortSet:
		s.release(sp, space, n)
		s.destroySet(SetID(object))
	case TypeSendOnce:
		s.destroySendOnce(sp, n, e)
	case TypeSend:
		s.destroySend(sp, n, e)
	default:
		s.destroyHeld(sp, n, e, p)
	}
}

// destroyHeld is destroyName for a receive right, with or without send right.
func (s *State) destroyHeld(sp SpaceID, n Name, e *Entry, p PortID) {
	port := s.mutPort(p)
	var request PortID
	var mscount uint32
	if e.Type&TypeSend != 0 {
		s.accessEntry(Write, sp, n)
		s.dropHolder(port, e.Holder)
		request, mscount = s.countSendOut(p)
		e.Type = TypeReceive
	}
	deleted := s.takeReceive(sp, n, e, port)
	port.Refs++ // keeps the record until fireDeleted has named it
	s.clearReceiver(p, true)
	s.destroyReceive(p)
	if request != 0 {
		s.notifyCount(request, MACH_NOTIFY_NO_SENDERS, mscount)
	}
	s.fireDeleted(deleted, n, p)
	s.unref(p)
}

// destroySend gives up a pure send right with all its user references.
func (s *State) destroySend(sp SpaceID, n Name, e *Entry) {
	p := PortID(e.Object)
	deleted := s.detachSend(sp, n, e)
	s.releaseSend(p)
	s.fireDeleted(deleted, n, p)
}

// destroySendOnce gives up a send-once right unused. The port gets a send-once
// notification: this is how a client learns that a server threw its request away.
func (s *State) destroySendOnce(sp SpaceID, n Name, e *Entry) {
	p, deleted := s.take(sp, n, e, MoveSendOnce)
	s.sendOnce(p)
	s.fireDeleted(deleted, n, p)
}
