package ipc

import "machsim/ipc/table"

// NewSpace makes the name space of a task. Its first name is the receive right
// of the task's notify port.
func (s *State) NewSpace(task uint32) SpaceID {
	id := SpaceID(table.New(&s.Spaces))
	space := s.Spaces.Mut(uint32(id))
	space.Task = task
	s.access(LocNames, New, uint32(id), 0)
	n, _ := s.PortAllocate(id, RightReceive)
	space.Notify = PortID(space.find(n).Object)
	s.mutPort(space.Notify).Refs++
	return id
}

// NewScratch makes a name space that belongs to no task, for names that the kernel needs while
// it works on a call. DestroySpace destroys it, with the rights that are left.
func (s *State) NewScratch() SpaceID {
	id := table.New(&s.Spaces)
	s.access(LocNames, New, id, 0)
	return SpaceID(id)
}

// DestroySpace gives up every right of a task that has ended, in Mach's order: the
// table, then the chosen names. Requests on these names fire as if the task had
// destroyed each name (ipc_space_destroy).
func (s *State) DestroySpace(id SpaceID) {
	s.access(LocNames, Write, uint32(id), 0)
	space := s.Spaces.Mut(uint32(id))
	space.Dead = true
	space.names(func(n Name) { s.destroyName(id, n) })
	if space.Notify != 0 {
		s.unref(space.Notify)
	}
	space.ByPort.clear()
	*space = Space{Table: space.Table[:0], Chosen: space.Chosen[:0], ByPort: space.ByPort}
	s.Spaces.Free(uint32(id))
}

// alive reports whether id is a space that calls can be made on.
func (s *State) alive(id SpaceID) bool {
	return s.Spaces.Has(uint32(id)) && !s.Spaces.At(uint32(id)).Dead
}

// Lookup returns the entry of n, nil if there is none. It is read-only, and valid
// until the next call.
func (s *State) Lookup(sp SpaceID, n Name) *Entry {
	if s.AccessLog != nil {
		s.accessEntry(Read, sp, n)
	}
	return s.Spaces.At(uint32(sp)).find(n)
}

// PortOf returns the port to which n is a right of any kind, 0 if it is none.
func (s *State) PortOf(sp SpaceID, n Name) PortID {
	if e := s.Lookup(sp, n); e != nil && e.Type&(TypeSendReceive|TypeSendOnce) != 0 {
		return PortID(e.Object)
	}
	return 0
}

// nameOf returns the space's name for its send or receive right to p, Null if it has
// neither. There is at most one: Mach keeps both rights under the same name.
func (s *State) nameOf(sp SpaceID, p PortID) Name {
	s.access(LocHolding, Read, uint32(sp), uint32(p))
	return s.Spaces.At(uint32(sp)).ByPort.find(p)
}
