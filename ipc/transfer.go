package ipc

// Calls that move a right from one task to another, or to the kernel. As in a
// message, the caller names the right and its disposition. Unlike in a message, a
// call that fails leaves the right where it was.

// PortInsertRight gives the target, under a name that the caller chooses, a
// right that the caller has (mach_port_insert_right).
//
//	MACH_SEND_INVALID_RIGHT  the caller lacks the right
//	KERN_INVALID_TASK        the target is dead
//	KERN_INVALID_VALUE       name is Null or Dead, or d carries no right
//	KERN_INVALID_CAPABILITY  the right is Null or of a dead port
//	KERN_RIGHT_EXISTS        the target has the port under another name
//	KERN_NAME_EXISTS         the name is in use for something else
//	KERN_UREFS_OVERFLOW      the name has all the references it can have
func (s *State) PortInsertRight(caller, target SpaceID, name, right Name, d Disposition) Code {
	if !s.alive(caller) {
		return KERN_INVALID_TASK
	}
	if !d.anyRight() {
		return KERN_INVALID_VALUE
	}
	p, c := s.checkCarry(caller, right, d)
	switch {
	case c != KERN_SUCCESS:
		return MACH_SEND_INVALID_RIGHT
	case !s.alive(target):
		return KERN_INVALID_TASK
	case !name.valid():
		return KERN_INVALID_VALUE
	case !p.real():
		return KERN_INVALID_CAPABILITY
	}
	if c := s.checkInsert(caller, target, name, right, p, d); c != KERN_SUCCESS {
		return c
	}
	p = s.carry(caller, right, d)
	t := d.arrives()
	space := s.Spaces.Mut(uint32(target))
	if e := space.find(name); e != nil { // checkInsert has looked there before
		s.merge(target, name, e, p, t)
	} else {
		s.place(target, name, s.claim(target, name), p, t)
	}
	return KERN_SUCCESS
}

// checkInsert says whether target could take the right under name, after it has left
// the caller (ipc_object_copyout_name). The order matters if both are the same task:
// the move may free the name that is asked for.
func (s *State) checkInsert(caller, target SpaceID, name, right Name, p PortID, d Disposition) Code {
	leaves := caller == target && s.Lookup(caller, right).leaves(d)
	if known := s.nameOf(target, p); d.arrives() != PortSendOnce && known != Null && !(leaves && known == right) {
		if known != name {
			return KERN_RIGHT_EXISTS
		}
		e := s.Lookup(target, name)
		takesOne := caller == target && d == MoveSend
		if d.arrives() == PortSend && e.URefs == maxSendURefs && !takesOne {
			return KERN_UREFS_OVERFLOW
		}
		return KERN_SUCCESS
	}
	if s.Lookup(target, name) != nil && !(leaves && name == right) {
		return KERN_NAME_EXISTS
	}
	return KERN_SUCCESS
}

// leaves reports whether taking d, which e offers, frees the name of e.
func (e *Entry) leaves(d Disposition) bool {
	switch d {
	case MoveSendOnce:
		return true
	case MoveSend:
		return e.Type&TypeReceive == 0 && e.URefs == 1
	case MoveReceive:
		return e.Type&TypeSend == 0
	}
	return false
}

// PortExtractRight takes a right from the target, as if the target had sent it, and
// gives it to the caller (mach_port_extract_right). It returns the right's name in
// the caller's space, Dead for a dead name, and its type.
//
//	KERN_INVALID_VALUE  d carries no right
//	KERN_INVALID_RIGHT  the name does not have the right that d needs
func (s *State) PortExtractRight(caller, target SpaceID, name Name, d Disposition) (Name, Disposition, Code) {
	if !s.alive(caller) || !s.alive(target) {
		return Null, 0, KERN_INVALID_TASK
	}
	if !d.anyRight() {
		return Null, 0, KERN_INVALID_VALUE
	}
	e, c := s.entry(target, name)
	if c != KERN_SUCCESS {
		return Null, 0, c
	}
	if !e.offers(d) {
		return Null, 0, KERN_INVALID_RIGHT
	}
	p := s.carry(target, name, d)
	return s.copyOut(caller, p, d.arrives()), d.arrives(), KERN_SUCCESS
}

// PortRequestNotification asks for a notification about a name of the target
// (mach_port_request_notification). notify is a name in the caller's space, of which
// d makes or moves the send-once right that the notification will use; Null cancels
// the request. previous is the name of the right that was registered before, so that
// a caller can put it back.
//
//	MACH_SEND_INVALID_RIGHT  the caller lacks the notify right
//	MIG_BAD_ARGUMENTS        d carries no send-once right
//	KERN_INVALID_CAPABILITY  notify is dead
//	KERN_INVALID_VALUE       unknown id, or PORT_DESTROYED with sync other than 0
//	KERN_INVALID_RIGHT       the name is no receive right; for DEAD_NAME: a set
//	KERN_INVALID_ARGUMENT    DEAD_NAME on a dead name with sync 0 or notify Null
//	KERN_UREFS_OVERFLOW      DEAD_NAME on a dead name that has all references
func (s *State) PortRequestNotification(caller, target SpaceID, name Name, id int32, sync uint32, notify Name,
	d Disposition) (previous Name, c Code) {
	if !s.alive(caller) {
		return Null, KERN_INVALID_TASK
	}
	if notify != Null && d.arrives() != PortSendOnce {
		return Null, MIG_BAD_ARGUMENTS
	}
	to, c := s.checkCarry(caller, notify, d)
	switch {
	case c != KERN_SUCCESS:
		return Null, MACH_SEND_INVALID_RIGHT
	case !s.alive(target):
		return Null, KERN_INVALID_TASK
	case to == DeadPort:
		return Null, KERN_INVALID_CAPABILITY
	}
	c = s.checkRequest(target, name, id, sync, to)
	moved := caller == target && name == notify && d == MoveSendOnce
	if moved && (c == KERN_SUCCESS || c == KERN_INVALID_RIGHT) {
		c = KERN_INVALID_NAME // the move takes the name away before it is looked up
	}
	if c != KERN_SUCCESS {
		return Null, c
	}
	to = s.carry(caller, notify, d)
	old := s.request(target, name, id, sync, to)
	return s.copyOut(caller, old, PortSendOnce), KERN_SUCCESS
}

// checkRequest returns the code of a request, without registering it.
func (s *State) checkRequest(sp SpaceID, n Name, id int32, sync uint32, notify PortID) Code {
	switch id {
	case MACH_NOTIFY_PORT_DESTROYED:
		if sync != 0 {
			return KERN_INVALID_VALUE
		}
		_, c := s.receive(sp, n)
		return c
	case MACH_NOTIFY_NO_SENDERS:
		_, c := s.receive(sp, n)
		return c
	case MACH_NOTIFY_DEAD_NAME:
		e, c := s.entry(sp, n)
		if c != KERN_SUCCESS {
			return c
		}
		return e.checkDeadNameRequest(sync, notify)
	}
	return KERN_INVALID_VALUE
}

func (e *Entry) checkDeadNameRequest(sync uint32, notify PortID) Code {
	switch {
	case e.Type == TypePortSet:
		return KERN_INVALID_RIGHT
	case e.Type != TypeDeadName:
		return KERN_SUCCESS
	case sync == 0 || notify == 0:
		return KERN_INVALID_ARGUMENT
	case e.URefs == maxURefs:
		return KERN_UREFS_OVERFLOW
	}
	return KERN_SUCCESS
}

// request registers the send-once right notify, 0 for none, and returns the one that
// was registered before. checkRequest has passed.
func (s *State) request(sp SpaceID, n Name, id int32, sync uint32, notify PortID) (previous PortID) {
	e := s.Spaces.Mut(uint32(sp)).find(n)
	switch id {
	case MACH_NOTIFY_PORT_DESTROYED:
		s.access(LocPort, Write, e.Object, 0)
		port := s.mutPort(PortID(e.Object))
		previous, port.PDRequest = port.PDRequest, notify
	case MACH_NOTIFY_NO_SENDERS:
		previous = s.requestNoSenders(PortID(e.Object), sync, notify)
	case MACH_NOTIFY_DEAD_NAME:
		s.accessEntry(Write, sp, n)
		if e.Type == TypeDeadName {
			e.URefs++
			s.notifyName(notify, MACH_NOTIFY_DEAD_NAME, n, PortID(e.Object))
			return 0
		}
		previous = s.cancelRequest(sp, e)
		if notify != 0 {
			s.addRequest(sp, n, e, notify)
		}
	}
	return previous
}

// requestNoSenders arms the no-senders request. If there are no send rights now, and
// sync is not above the make-send count, it fires the request at once. A server that
// knows the count gives a higher sync, and so is told only when rights that were made
// since are gone.
func (s *State) requestNoSenders(p PortID, sync uint32, notify PortID) (previous PortID) {
	s.access(LocRights, Write, uint32(p), 0)
	s.access(LocSenders, Write, uint32(p), 0)
	port := s.mutPort(p)
	previous, port.NSRequest = port.NSRequest, notify
	if notify != 0 && port.SRights == 0 && sync <= port.MSCount {
		port.NSRequest = 0
		s.notifyCount(notify, MACH_NOTIFY_NO_SENDERS, port.MSCount)
	}
	return previous
}

// addRequest registers a dead-name request in the port's lowest free slot. The slots
// are the order in which the notifications are sent when the port dies.
func (s *State) addRequest(sp SpaceID, n Name, e *Entry, notify PortID) {
	s.access(LocRequests, Add, e.Object, 0)
	port := s.mutPort(PortID(e.Object))
	i := 0
	for i < len(port.Requests) && port.Requests[i].Notify != 0 {
		i++
	}
	if i == len(port.Requests) {
		port.Requests = append(port.Requests, DNRequest{})
	}
	e.Compat = false // it is a name of Mach 3.0 now
	port.Requests[i] = DNRequest{Space: sp, Name: n, Notify: notify}
	e.Request = uint32(i) + 1
}
