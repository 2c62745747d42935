package ipc

// The port calls of Mach 2.5, on the same spaces. Mach 2.5 has no user references,
// no dead names and no send-once rights. A task has one name for a port, and gives
// up all rights under it at once. When the port dies the name is freed at once, and
// the task's notify port gets port-deleted. Names that these calls make behave so
// (Entry.Compat), until a dead-name request makes them names of Mach 3.0. As in Mach
// 3.0's own compatibility calls, receive right and ownership are one.
//
// These calls answer every bad argument with KERN_INVALID_ARGUMENT, unless they say
// otherwise.

// Port25Type is the result of port_type.
type Port25Type int32

const (
	Port25None       Port25Type = 0
	Port25Send       Port25Type = 1
	Port25ReceiveOwn Port25Type = 7
	Port25PortSet    Port25Type = 9
)

func (t Port25Type) String() string {
	switch t {
	case Port25Send:
		return "send"
	case Port25ReceiveOwn:
		return "receive+own"
	case Port25PortSet:
		return "port-set"
	}
	return "none"
}

// announce adds a request to a port that has died: a task that could send to it gets
// port-deleted at its notify port, in turn with the other requests.
func (s *State) announce(p PortID, h Holder) {
	space := s.Spaces.At(uint32(h.Space))
	notify := space.Notify
	s.access(LocPort, Read, uint32(notify), 0)
	if space.Dead || s.port(notify).Receiver != h.Space {
		return // no program could read it
	}
	s.access(LocRights, Add, uint32(notify), 0)
	to := s.mutPort(notify)
	to.SORights++
	to.Refs++
	port := s.mutPort(p)
	port.Requests = append(port.Requests, DNRequest{Space: h.Space, Name: h.Name, Notify: notify, Gone: true})
}

// receive25 returns the port of the receive right n.
//
//	KERN_NOT_RECEIVER  n is a right to a port, but no receive right
func (s *State) receive25(sp SpaceID, n Name) (PortID, Code) {
	e, c := s.entry(sp, n)
	switch {
	case c != KERN_SUCCESS || e.Type&(TypeSendReceive|TypeSendOnce) == 0:
		return 0, KERN_INVALID_ARGUMENT
	case e.Type&TypeReceive == 0:
		return 0, KERN_NOT_RECEIVER
	}
	return PortID(e.Object), KERN_SUCCESS
}

// set25 returns the port set n.
func (s *State) set25(sp SpaceID, n Name) (SetID, Code) {
	e, c := s.entry(sp, n)
	if c != KERN_SUCCESS || e.Type != TypePortSet {
		return 0, KERN_INVALID_ARGUMENT
	}
	return SetID(e.Object), KERN_SUCCESS
}

// Port25Allocate makes a port and gives the task all rights to it (port_allocate).
func (s *State) Port25Allocate(sp SpaceID) (Name, Code) {
	n, c := s.PortAllocate(sp, RightReceive)
	if c != KERN_SUCCESS {
		return Null, KERN_INVALID_ARGUMENT
	}
	e := s.Spaces.Mut(uint32(sp)).find(n)
	p := PortID(e.Object)
	port := s.mutPort(p)
	port.SRights++
	port.Refs++
	s.merge(sp, n, e, p, PortSend)
	e.Compat = true
	return n, KERN_SUCCESS
}

// Port25Deallocate gives up all rights under a name; the receiver's port dies
// (port_deallocate).
func (s *State) Port25Deallocate(sp SpaceID, n Name) Code {
	e, c := s.entry(sp, n)
	if c != KERN_SUCCESS || e.Type == TypePortSet {
		return KERN_INVALID_ARGUMENT
	}
	s.destroyName(sp, n)
	return KERN_SUCCESS
}

// Port25SetBacklog sets how many messages may be queued, 1 to 16
// (port_set_backlog).
//
//	KERN_NOT_RECEIVER  only the receiver may
func (s *State) Port25SetBacklog(sp SpaceID, n Name, backlog int32) Code {
	if backlog < 1 || backlog > maxQLimit {
		return KERN_INVALID_ARGUMENT
	}
	if _, c := s.receive25(sp, n); c != KERN_SUCCESS {
		return c
	}
	return s.PortSetQLimit(sp, n, uint32(backlog))
}

// Port25SetBackup sets the backup of a port, a send right or Null (port_set_backup).
// When the receive right would be destroyed, it is sent to the backup in a
// port-destroyed notification instead. previous is the backup that was set before, as a
// send right. While it is set the kernel keeps it as a send-once right, which the
// port-destroyed request of Mach 3.0 needs.
//
//	KERN_NOT_RECEIVER  only the receiver may
func (s *State) Port25SetBackup(sp SpaceID, n, backup Name) (previous Name, c Code) {
	p, c := s.receive25(sp, n)
	if c != KERN_SUCCESS {
		return Null, c
	}
	to := PortID(0)
	if backup != Null {
		if e := s.Lookup(sp, backup); e == nil || e.Type&TypeSendReceive == 0 {
			return Null, KERN_INVALID_ARGUMENT
		}
		to = s.PortOf(sp, backup)
		s.access(LocRights, Add, uint32(to), 0)
		port := s.mutPort(to)
		port.SORights++
		port.Refs++
	}
	s.access(LocPort, Write, uint32(p), 0)
	port := s.mutPort(p)
	old := port.PDRequest
	port.PDRequest = to
	return s.backupName(sp, old), KERN_SUCCESS
}

// backupName turns the send-once right of a former backup into a send right of
// the space.
func (s *State) backupName(sp SpaceID, p PortID) Name {
	if p == 0 {
		return Null
	}
	s.access(LocPort, Read, uint32(p), 0)
	s.access(LocRights, Add, uint32(p), 0)
	if s.port(p).Dead {
		s.unref(p)
		return Null
	}
	port := s.mutPort(p)
	port.SORights--
	port.SRights++
	return s.copyOut25(sp, p, PortSend)
}

// copyOut25 is copyOut for a name of Mach 2.5.
func (s *State) copyOut25(sp SpaceID, p PortID, t Disposition) Name {
	known := s.nameOf(sp, p) != Null
	n := s.copyOut(sp, p, t)
	if !known && n.valid() {
		s.Spaces.Mut(uint32(sp)).find(n).Compat = true
	}
	return n
}

// Status25 is the result of port_status.
type Status25 struct {
	Set      Name  // the set it is a member of, or Null
	Messages int32 // queued; -1 if the task is not the receiver
	Backlog  int32 // 0 if the task is not the receiver
	Owner    bool
	Receiver bool
}

// Port25Status returns the status of a port (port_status).
func (s *State) Port25Status(sp SpaceID, n Name) (Status25, Code) {
	switch _, c := s.receive25(sp, n); c {
	case KERN_SUCCESS:
	case KERN_NOT_RECEIVER:
		return Status25{Messages: -1}, KERN_SUCCESS
	default:
		return Status25{}, c
	}
	r, _ := s.PortGetReceiveStatus(sp, n)
	return Status25{r.Set, int32(r.MsgCount), int32(r.QLimit), true, true}, KERN_SUCCESS
}

// Port25Enable puts a port into the task's default set (port_enable), from which
// a receive on PORT_DEFAULT takes messages.
//
//	KERN_NOT_RECEIVER  only the receiver may
func (s *State) Port25Enable(sp SpaceID, n Name) Code {
	if _, c := s.receive25(sp, n); c != KERN_SUCCESS {
		return c
	}
	return s.PortMoveMember(sp, n, s.Port25Enabled(sp))
}

// Port25Disable takes a port out of the task's default set, if it is in it
// (port_disable).
//
//	KERN_NOT_RECEIVER  only the receiver may
func (s *State) Port25Disable(sp SpaceID, n Name) Code {
	p, c := s.receive25(sp, n)
	if c != KERN_SUCCESS {
		return c
	}
	s.access(LocEnabled, Read, uint32(sp), 0)
	s.access(LocPort, Read, uint32(p), 0)
	enabled := s.Lookup(sp, s.Spaces.At(uint32(sp)).Enabled)
	if set := s.port(p).Set; set != 0 && enabled != nil && SetID(enabled.Object) == set {
		s.accessSet(set)
		s.leaveSet(p)
	}
	return KERN_SUCCESS
}

// Port25Enabled returns the name of a task's default set. The first use makes the set.
func (s *State) Port25Enabled(sp SpaceID) Name {
	space := s.Spaces.Mut(uint32(sp))
	s.access(LocEnabled, Write, uint32(sp), 0)
	if space.Enabled == Null {
		space.Enabled, _ = s.PortAllocate(sp, RightPortSet)
	}
	return space.Enabled
}

// Port25SetAllocate makes a port set (port_set_allocate).
func (s *State) Port25SetAllocate(sp SpaceID) (Name, Code) {
	n, c := s.PortAllocate(sp, RightPortSet)
	if c != KERN_SUCCESS {
		return Null, KERN_INVALID_ARGUMENT
	}
	return n, KERN_SUCCESS
}

// Port25SetDeallocate removes the members of a set and destroys it
// (port_set_deallocate).
//
//	KERN_FAILURE  it is the task's default set
func (s *State) Port25SetDeallocate(sp SpaceID, n Name) Code {
	if _, c := s.set25(sp, n); c != KERN_SUCCESS {
		return c
	}
	s.access(LocEnabled, Read, uint32(sp), 0)
	if s.Spaces.At(uint32(sp)).Enabled == n {
		return KERN_FAILURE
	}
	s.destroyName(sp, n)
	return KERN_SUCCESS
}

// Port25SetAdd puts a port into a set, out of any other (port_set_add).
//
//	KERN_NOT_RECEIVER  only the receiver may
func (s *State) Port25SetAdd(sp SpaceID, set, n Name) Code {
	if _, c := s.set25(sp, set); c != KERN_SUCCESS {
		return c
	}
	if _, c := s.receive25(sp, n); c != KERN_SUCCESS {
		return c
	}
	return s.PortMoveMember(sp, n, set)
}

// Port25SetRemove takes a port out of its set (port_set_remove).
//
//	KERN_NOT_RECEIVER  only the receiver may
//	KERN_NOT_IN_SET    it is in none
func (s *State) Port25SetRemove(sp SpaceID, n Name) Code {
	if _, c := s.receive25(sp, n); c != KERN_SUCCESS {
		return c
	}
	return s.PortMoveMember(sp, n, Null)
}

// Port25SetStatus lists the members of a set (port_set_status).
func (s *State) Port25SetStatus(sp SpaceID, n Name) ([]Name, Code) {
	if _, c := s.set25(sp, n); c != KERN_SUCCESS {
		return nil, c
	}
	return s.PortGetSetStatus(sp, n)
}

// Port25GetType returns what a name stands for (port_type).
func (s *State) Port25GetType(sp SpaceID, n Name) (Port25Type, Code) {
	e, c := s.entry(sp, n)
	if c != KERN_SUCCESS {
		return Port25None, KERN_INVALID_ARGUMENT
	}
	return e.type25(), KERN_SUCCESS
}

func (e *Entry) type25() Port25Type {
	switch {
	case e.Type == TypePortSet:
		return Port25PortSet
	case e.Type&TypeReceive != 0:
		return Port25ReceiveOwn
	case e.Type == TypeSend:
		return Port25Send
	}
	return Port25None
}

// Port25Names lists the names of a space and their types (port_names).
func (s *State) Port25Names(sp SpaceID) ([]Name, []Port25Type) {
	names, _ := s.PortNames(sp)
	types := make([]Port25Type, len(names))
	for i, n := range names {
		types[i] = s.Lookup(sp, n).type25()
	}
	return names, types
}

// Port25Rename moves a right to another name (port_rename).
//
//	KERN_NAME_EXISTS  the new name is in use
func (s *State) Port25Rename(sp SpaceID, old, new Name) Code {
	c := s.PortRename(sp, old, new)
	if c != KERN_SUCCESS && c != KERN_NAME_EXISTS {
		c = KERN_INVALID_ARGUMENT
	}
	return c
}

// Port25InsertSend gives the target, under a name that the caller chooses, a send
// right to a port that the caller may send to (port_insert_send).
//
//	KERN_NAME_EXISTS  the name is in use; tested first
//	KERN_FAILURE      the target has rights to the port already
func (s *State) Port25InsertSend(caller, target SpaceID, name, right Name) Code {
	d := CopySend
	if e, c := s.entry(caller, right); c == KERN_SUCCESS && e.Type == TypeReceive {
		d = MakeSend // in Mach 2.5 who can receive can send
	}
	return s.insert25(caller, target, name, right, d)
}

// Port25InsertReceive moves a receive right of the caller's to the target, under
// a name that the caller chooses (port_insert_receive). Codes as for
// Port25InsertSend.
func (s *State) Port25InsertReceive(caller, target SpaceID, name, right Name) Code {
	return s.insert25(caller, target, name, right, MoveReceive)
}

func (s *State) insert25(caller, target SpaceID, name, right Name, d Disposition) Code {
	if !s.alive(caller) || !s.alive(target) || !name.valid() {
		return KERN_INVALID_ARGUMENT
	}
	p, c := s.checkCarry(caller, right, d)
	switch {
	case c != KERN_SUCCESS || !p.real():
		return KERN_INVALID_ARGUMENT
	case s.Lookup(target, name) != nil:
		return KERN_NAME_EXISTS
	case s.nameOf(target, p) != Null:
		return KERN_FAILURE
	}
	p = s.carry(caller, right, d)
	e := s.claim(target, name)
	s.place(target, name, e, p, d.arrives())
	e.Compat = true
	return KERN_SUCCESS
}

// Port25ExtractSend takes a pure send right away from the target and gives it to
// the caller (port_extract_send).
func (s *State) Port25ExtractSend(caller, target SpaceID, name Name) (Name, Code) {
	e, c := s.entry(target, name)
	if c != KERN_SUCCESS || !s.alive(caller) || e.Type != TypeSend {
		return Null, KERN_INVALID_ARGUMENT
	}
	return s.extract25(caller, target, name, MoveSend), KERN_SUCCESS
}

// Port25ExtractReceive takes a receive right, and what send right goes with it,
// away from the target and gives the receive right to the caller
// (port_extract_receive).
func (s *State) Port25ExtractReceive(caller, target SpaceID, name Name) (Name, Code) {
	e, c := s.entry(target, name)
	if c != KERN_SUCCESS || !s.alive(caller) || e.Type&TypeReceive == 0 {
		return Null, KERN_INVALID_ARGUMENT
	}
	return s.extract25(caller, target, name, MoveReceive), KERN_SUCCESS
}

// extract25 takes a right from the target and gives up everything else under its name,
// for a name of Mach 2.5 has all rights of the task to the port.
func (s *State) extract25(caller, target SpaceID, name Name, d Disposition) Name {
	e := s.Spaces.Mut(uint32(target)).find(name)
	if e.URefs > 1 && d == MoveSend {
		e.URefs = 1
	}
	p := s.carry(target, name, d)
	if s.Lookup(target, name) != nil {
		s.destroyName(target, name)
	}
	return s.copyOut25(caller, p, d.arrives())
}
