package ipc

import "machsim/ipc/table"

// The calls of the mach_port family on a space. All of them can fail with
//
//	KERN_INVALID_TASK  the space is dead
//	KERN_INVALID_NAME  the name stands for nothing in the space
//
// A call that fails changes nothing. Where the codes below leave open which of two
// comes first, the order of the tests is Mach's.

// entry returns the entry of n, or one of the two codes above.
func (s *State) entry(sp SpaceID, n Name) (*Entry, Code) {
	if !s.alive(sp) {
		return nil, KERN_INVALID_TASK
	}
	if e := s.Lookup(sp, n); e != nil {
		return e, KERN_SUCCESS
	}
	return nil, KERN_INVALID_NAME
}

// receive returns the port of the receive right n.
//
//	KERN_INVALID_RIGHT  n is no receive right
func (s *State) receive(sp SpaceID, n Name) (PortID, Code) {
	e, c := s.entry(sp, n)
	if c != KERN_SUCCESS {
		return 0, c
	}
	if e.Type&TypeReceive == 0 {
		return 0, KERN_INVALID_RIGHT
	}
	return PortID(e.Object), KERN_SUCCESS
}

func (r Right) allocatable() bool {
	return r == RightReceive || r == RightPortSet || r == RightDeadName
}

// PortAllocate makes a new port, port set or dead name and returns its name
// (mach_port_allocate). A new port has no send right; a dead name has one user
// reference.
//
//	KERN_INVALID_VALUE  r is none of the three
func (s *State) PortAllocate(sp SpaceID, r Right) (Name, Code) {
	if !s.alive(sp) {
		return Null, KERN_INVALID_TASK
	}
	if !r.allocatable() {
		return Null, KERN_INVALID_VALUE
	}
	n, e := s.fresh(sp, s.Spaces.Mut(uint32(sp)))
	s.allocate(sp, r, n, e)
	return n, KERN_SUCCESS
}

// PortAllocateName is PortAllocate under a name of the caller's choice
// (mach_port_allocate_name).
//
//	KERN_INVALID_VALUE  n is Null or Dead, or r is none of the three
//	KERN_NAME_EXISTS    n is in use
func (s *State) PortAllocateName(sp SpaceID, r Right, n Name) Code {
	switch {
	case !s.alive(sp):
		return KERN_INVALID_TASK
	case !n.valid() || !r.allocatable():
		return KERN_INVALID_VALUE
	case s.Lookup(sp, n) != nil:
		return KERN_NAME_EXISTS
	}
	s.allocate(sp, r, n, s.claim(sp, n))
	return KERN_SUCCESS
}

// allocate fills the new entry e.
func (s *State) allocate(sp SpaceID, r Right, n Name, e *Entry) {
	switch r {
	case RightReceive:
		s.place(sp, n, e, s.newPort(), PortReceive)
	case RightPortSet:
		id := table.New(&s.Sets)
		set := s.Sets.Mut(id)
		set.Space, set.Name = sp, n
		s.access(LocQueue, New, QueueKey(0, SetID(id)), 0)
		e.Type, e.Object = TypePortSet, id
	case RightDeadName:
		e.Type, e.URefs = TypeDeadName, 1
	}
}

// PortNames lists the names of a space and their types (mach_port_names): first the
// table in its order, which is not that of allocation, then the names that programs
// chose.
func (s *State) PortNames(sp SpaceID) ([]Name, []Type) {
	if !s.alive(sp) {
		return nil, nil
	}
	s.access(LocNames, Read, uint32(sp), 0)
	s.access(LocNames, Read, uint32(sp), 1)
	var names []Name
	var types []Type
	space := s.Spaces.At(uint32(sp))
	space.names(func(n Name) {
		names = append(names, n)
		types = append(types, s.Lookup(sp, n).fullType())
	})
	return names, types
}

// fullType returns the entry's type with the bits of its pending requests.
func (e *Entry) fullType() Type {
	t := e.Type
	if e.Request != 0 {
		t |= TypeDNRequest
	}
	if e.Accept != 0 {
		t |= TypeMARequest
	}
	return t
}

// PortType returns the rights and pending requests of a name (mach_port_type).
func (s *State) PortType(sp SpaceID, n Name) (Type, Code) {
	e, c := s.entry(sp, n)
	if c != KERN_SUCCESS {
		return 0, c
	}
	return e.fullType(), KERN_SUCCESS
}

// PortRename moves the rights and requests of a name to another (mach_port_rename).
// Later notifications carry the new name.
//
//	KERN_INVALID_VALUE  the new name is Null or Dead
//	KERN_NAME_EXISTS    the new name is in use, also if it is the old one
func (s *State) PortRename(sp SpaceID, old, new Name) Code {
	switch {
	case !s.alive(sp):
		return KERN_INVALID_TASK
	case !new.valid():
		return KERN_INVALID_VALUE
	case s.Lookup(sp, new) != nil:
		return KERN_NAME_EXISTS
	case s.Lookup(sp, old) == nil:
		return KERN_INVALID_NAME
	}
	space := s.Spaces.Mut(uint32(sp))
	moved := *space.find(old)
	s.release(sp, space, old)
	e := s.claim(sp, new)
	moved.Gen, moved.Next = e.Gen, 0
	*e = moved
	s.renamed(sp, e, new)
	return KERN_SUCCESS
}

// renamed changes the name in everything that refers to e by name.
func (s *State) renamed(sp SpaceID, e *Entry, n Name) {
	if e.Type == TypeDeadName {
		return
	}
	if e.Type == TypePortSet {
		s.renamedSet(sp, SetID(e.Object), n)
		return
	}
	port := s.mutPort(PortID(e.Object))
	if e.Type&TypeReceive != 0 {
		s.access(LocPort, Write, e.Object, 0)
		port.RecvName = n
	}
	if e.Type&(TypeSend|TypeSendOnce) != 0 {
		port.Holders[e.Holder].Name = n
	}
	if e.Type&TypeSendReceive != 0 {
		s.accessHolding(Write, sp, PortID(e.Object))
		s.Spaces.Mut(uint32(sp)).ByPort.put(PortID(e.Object), n)
	}
	if e.Request != 0 {
		s.access(LocRequests, Add, e.Object, 0)
		port.Requests[e.Request-1].Name = n
	}
	if e.Accept != 0 {
		s.Msgs.Mut(uint32(e.Accept)).Accept.Name = n
	}
}

// PortDestroy gives up everything under a name, whatever its user references
// (mach_port_destroy).
func (s *State) PortDestroy(sp SpaceID, n Name) Code {
	if _, c := s.entry(sp, n); c != KERN_SUCCESS {
		return c
	}
	s.destroyName(sp, n)
	return KERN_SUCCESS
}

// PortDeallocate gives up one user reference of a send right, a send-once right
// or a dead name (mach_port_deallocate).
//
//	KERN_INVALID_RIGHT  n is only a receive right, or a port set
func (s *State) PortDeallocate(sp SpaceID, n Name) Code {
	e, c := s.entry(sp, n)
	if c != KERN_SUCCESS {
		return c
	}
	kind := e.Type
	if kind&(TypeSend|TypeSendOnce|TypeDeadName) == 0 {
		return KERN_INVALID_RIGHT
	}
	e = s.Spaces.Mut(uint32(sp)).find(n)
	switch kind {
	case TypeDeadName:
		s.dropDeadName(sp, n, e, 1)
	case TypeSendOnce:
		s.destroySendOnce(sp, n, e)
	default:
		s.addSendRefs(sp, n, e, -1)
	}
	return KERN_SUCCESS
}

// addSendRefs adds delta to the user references of a send right. The result is within
// bounds; at 0 the send right is given up.
func (s *State) addSendRefs(sp SpaceID, n Name, e *Entry, delta int64) {
	s.accessEntry(Write, sp, n)
	p := PortID(e.Object)
	switch left := int64(e.URefs) + delta; {
	case left > 0:
		e.URefs = uint16(left)
	case e.Type&TypeReceive != 0:
		s.dropHolder(s.mutPort(p), e.Holder)
		e.Type, e.URefs = TypeReceive, 0
		s.loseSend(p)
	default:
		s.destroySend(sp, n, e)
	}
}

// PortGetRefs returns the number of user references that a name has for one kind of
// right (mach_port_get_refs). It is 0, and no error, if the name exists without such a
// right.
//
//	KERN_INVALID_VALUE  there is no such kind
func (s *State) PortGetRefs(sp SpaceID, n Name, r Right) (uint32, Code) {
	if s.alive(sp) && r > RightDeadName {
		return 0, KERN_INVALID_VALUE
	}
	e, c := s.entry(sp, n)
	switch {
	case c != KERN_SUCCESS:
		return 0, c
	case e.Type&r.bit() == 0:
		return 0, KERN_SUCCESS
	case r == RightSend || r == RightDeadName:
		return uint32(e.URefs), KERN_SUCCESS
	}
	return 1, KERN_SUCCESS
}

func (r Right) bit() Type { return 1 << (16 + r) }

// PortModRefs adds delta to the user references of one kind of right
// (mach_port_mod_refs). A receive right, a set and a send-once right have one
// reference; delta is 0, or -1 to give the right up.
//
//	KERN_INVALID_VALUE   there is no such kind, or the result would be negative,
//	                     or for these three delta is neither 0 nor -1
//	KERN_INVALID_RIGHT   n has no right of the kind
//	KERN_UREFS_OVERFLOW  the result would be too large
func (s *State) PortModRefs(sp SpaceID, n Name, r Right, delta int32) Code {
	if s.alive(sp) && r > RightDeadName {
		return KERN_INVALID_VALUE
	}
	e, c := s.entry(sp, n)
	if c == KERN_SUCCESS {
		c = e.checkDelta(r, int64(delta))
	}
	if c != KERN_SUCCESS || delta == 0 {
		return c
	}
	e = s.Spaces.Mut(uint32(sp)).find(n)
	switch r {
	case RightSend:
		s.addSendRefs(sp, n, e, int64(delta))
	case RightDeadName:
		if delta < 0 {
			s.dropDeadName(sp, n, e, uint16(-delta))
		} else {
			s.accessEntry(Write, sp, n)
			e.URefs += uint16(delta)
		}
	case RightReceive:
		s.giveUpReceive(sp, n, e)
	default:
		s.destroyName(sp, n)
	}
	return KERN_SUCCESS
}

// checkDelta returns the code of adding delta to the references of right r.
func (e *Entry) checkDelta(r Right, delta int64) Code {
	if e.Type&r.bit() == 0 {
		return KERN_INVALID_RIGHT
	}
	limit := int64(maxSendURefs)
	switch r {
	case RightDeadName:
		limit = maxURefs
	case RightSend:
	default:
		if delta != 0 && delta != -1 {
			return KERN_INVALID_VALUE
		}
		return KERN_SUCCESS
	}
	switch refs := int64(e.URefs) + delta; {
	case refs < 0:
		return KERN_INVALID_VALUE
	case refs > limit:
		return KERN_UREFS_OVERFLOW
	}
	return KERN_SUCCESS
}

// giveUpReceive destroys a receive right. A send right under its name stays, and
// becomes a dead name when the port dies.
func (s *State) giveUpReceive(sp SpaceID, n Name, e *Entry) {
	p := PortID(e.Object)
	port := s.mutPort(p)
	deleted := s.takeReceive(sp, n, e, port)
	port.Refs++ // keeps the record until fireDeleted has named it
	s.clearReceiver(p, true)
	s.destroyReceive(p)
	s.fireDeleted(deleted, n, p)
	s.unref(p)
}

// PortSetQLimit sets how many messages may be queued before senders block
// (mach_port_set_qlimit). Raising the limit by n wakes up to n blocked senders;
// lowering it discards no message. With 0 every send to a send right blocks.
//
//	KERN_INVALID_VALUE  q is above 16; tested before the name
//	KERN_INVALID_RIGHT  n is no receive right
func (s *State) PortSetQLimit(sp SpaceID, n Name, q uint32) Code {
	if s.alive(sp) && q > maxQLimit {
		return KERN_INVALID_VALUE
	}
	p, c := s.receive(sp, n)
	if c != KERN_SUCCESS {
		return c
	}
	s.SetQLimit(p, int32(q))
	return KERN_SUCCESS
}

// SetQLimit is PortSetQLimit for the kernel. p must be alive.
func (s *State) SetQLimit(p PortID, q int32) {
	s.access(LocPort, Write, uint32(p), 0)
	s.access(LocRoom, Write, uint32(p), 0)
	port := s.mutPort(p)
	if more := q - port.QLimit; more > 0 {
		s.change(Room, p, 0, more)
	}
	port.QLimit = q
}

// PortSetMSCount sets the make-send count (mach_port_set_mscount).
//
//	KERN_INVALID_RIGHT  n is no receive right
func (s *State) PortSetMSCount(sp SpaceID, n Name, count uint32) Code {
	p, c := s.receive(sp, n)
	if c == KERN_SUCCESS {
		s.access(LocRights, Write, uint32(p), 0)
		s.mutPort(p).MSCount = count
	}
	return c
}

// PortSetSeqno sets the number that the next message gets (mach_port_set_seqno).
//
//	KERN_INVALID_RIGHT  n is no receive right
func (s *State) PortSetSeqno(sp SpaceID, n Name, seqno uint32) Code {
	p, c := s.receive(sp, n)
	if c == KERN_SUCCESS {
		s.accessQueue(Write, p)
		s.access(LocPort, Write, uint32(p), 0) // a waiting receiver accessed the queue when it began to wait
		s.mutPort(p).Seqno = seqno
	}
	return c
}

// ReceiveStatus is the result of mach_port_get_receive_status.
type ReceiveStatus struct {
	Set       Name // the port set it is a member of, or Null
	Seqno     uint32
	MSCount   uint32
	QLimit    uint32
	MsgCount  uint32
	SORights  uint32
	SRights   bool // send rights exist
	PDRequest bool // a port-destroyed request is pending
	NSRequest bool // a no-senders request is pending
}

// PortGetReceiveStatus returns the counters and pending requests of a port
// (mach_port_get_receive_status).
//
//	KERN_INVALID_RIGHT  n is no receive right
func (s *State) PortGetReceiveStatus(sp SpaceID, n Name) (ReceiveStatus, Code) {
	p, c := s.receive(sp, n)
	if c != KERN_SUCCESS {
		return ReceiveStatus{}, c
	}
	s.accessAll(p)
	port := s.port(p)
	status := ReceiveStatus{
		Seqno:     port.Seqno,
		MSCount:   port.MSCount,
		QLimit:    uint32(port.QLimit),
		MsgCount:  uint32(port.Count),
		SORights:  uint32(port.SORights),
		SRights:   port.SRights > 0,
		PDRequest: port.PDRequest != 0,
		NSRequest: port.NSRequest != 0,
	}
	if port.Set != 0 {
		status.Set = s.Sets.At(uint32(port.Set)).Name
	}
	return status, KERN_SUCCESS
}

// PortGetSetStatus lists the members of a port set, in the order of the table
// (mach_port_get_set_status).
//
//	KERN_INVALID_RIGHT  n is no port set
func (s *State) PortGetSetStatus(sp SpaceID, n Name) ([]Name, Code) {
	e, c := s.entry(sp, n)
	if c != KERN_SUCCESS {
		return nil, c
	}
	if e.Type != TypePortSet {
		return nil, KERN_INVALID_RIGHT
	}
	set := SetID(e.Object)
	s.access(LocQueue, Write, QueueKey(0, set), 0)
	var members []Name
	space := s.Spaces.At(uint32(sp))
	space.names(func(n Name) {
		if e := space.find(n); e.Type&TypeReceive != 0 && s.port(PortID(e.Object)).Set == set {
			s.access(LocPort, Read, e.Object, 0)
			members = append(members, n)
		}
	})
	return members, KERN_SUCCESS
}

// PortMoveMember moves a receive right, with its queued messages, from the set that it
// is in, if any, to the set after; with Null it only leaves (mach_port_move_member). A
// port is in one set at most.
//
//	KERN_INVALID_RIGHT  member is no receive right, or after is no set
//	KERN_INVALID_NAME   also if after is unknown
//	KERN_NOT_IN_SET     after is Null and the port is in no set
func (s *State) PortMoveMember(sp SpaceID, member, after Name) Code {
	p, c := s.receive(sp, member)
	if c != KERN_SUCCESS {
		return c
	}
	s.access(LocPort, Read, uint32(p), 0)
	old, set := s.port(p).Set, SetID(0)
	if after != Null {
		e := s.Lookup(sp, after)
		switch {
		case e == nil:
			return KERN_INVALID_NAME
		case e.Type != TypePortSet:
			return KERN_INVALID_RIGHT
		}
		set = SetID(e.Object)
	}
	if set == 0 && old == 0 {
		return KERN_NOT_IN_SET
	}
	if set == old {
		return KERN_SUCCESS
	}
	if old != 0 {
		s.accessSet(old)
		s.leaveSet(p)
	}
	if set != 0 {
		s.joinSet(p, set)
	}
	return KERN_SUCCESS
}
