package kernel

import "machsim/ipc"

// Use is an object that a call is made on.
type Use struct {
	Object Object
	Memory MemoryID // what is read or written of memory; Object is none then
	Reads  bool     // two such uses of the same do not affect each other
}

// Uses appends to all the objects that the call is about to be made on with which an actor goes on, as far as the
// call tells, before it is made: the queue that it sends to or receives from, mutexes, conditions, threads, memory,
// ports whose rights it changes; of a packet, the port at which it arrives. It does not depend on how the call will
// end. Where threads take turns at variables (Config.Preempt) these are not told apart here: an access to one uses the
// task.
func (s *State) Uses(a Actor, all []Use) []Use {
	if a.Thread == 0 {
		return s.packetUses(a.Packet, all)
	}
	t := s.Threads.At(uint32(a.Thread))
	c := &t.Call
	switch {
	case t.Status != Pending:
		return all
	case c.Op.Class() == ClassMessage:
		return s.messageUses(t, all)
	case c.Op == OpPeek || c.Op == OpPoke:
		return s.memoryUse(t, all)
	case c.Op.Class() == ClassMemory || c.Op == OpPreempt:
		return append(all, Use{Object: Object{TaskObject, uint32(t.Task)}})
	}
	operands := c.Op.Operands()
	for i := range operands {
		all = s.operandUse(t, &operands[i], all)
	}
	return all
}

// packetUses appends the port at which a packet arrives.
func (s *State) packetUses(id PacketID, all []Use) []Use {
	if !s.Packets.Has(uint32(id)) {
		return all
	}
	net := s.Packets.At(uint32(id)).Net
	if net == 0 || !s.NetPorts.Has(uint32(net)) || s.NetPorts.At(uint32(net)).Home < 0 {
		return all
	}
	n := s.NetPorts.At(uint32(net))
	return s.portUse(n.Ends[n.Home].Port, all)
}

// memoryUse appends the memory that a thread is about to read or write.
func (s *State) memoryUse(t *ThreadState, all []Use) []Use {
	if m := s.Region(t.Task, uint64(t.Call.N)); m != 0 {
		all = append(all, Use{Memory: m, Reads: t.Call.Op == OpPeek})
	}
	return all
}

// operandUse appends the object that an operand names, unless there never was any of that number.
func (s *State) operandUse(t *ThreadState, o *Operand, all []Use) []Use {
	if kind := o.Kind.Object(); kind != NoObject {
		if object := (Object{kind, uint32(o.Number(&t.Call))}); s.ever(object) {
			all = append(all, Use{Object: object})
		}
		return all
	}
	switch o.Kind {
	case OperandTask, OperandThread, OperandName, OperandMember, OperandOwn:
		if n := o.Name(&t.Call); n != ipc.Null {
			return s.nameUse(t.Space, n, all)
		}
	}
	return all
}

// nameUse appends the port or set that a name stands for.
func (s *State) nameUse(sp ipc.SpaceID, n ipc.Name, all []Use) []Use {
	e := s.IPC.Look(sp, n)
	switch {
	case e == nil || e.Object == 0:
		return all
	case e.Type&ipc.TypePortSet != 0:
		return append(all, Use{Object: Object{SetObject, e.Object}})
	}
	return s.portUse(ipc.PortID(e.Object), all)
}

// portUse appends a port, and the set that it is a member of.
func (s *State) portUse(p ipc.PortID, all []Use) []Use {
	if p == 0 || p == ipc.DeadPort || !s.IPC.Ports.Has(uint32(p)) {
		return all
	}
	all = append(all, Use{Object: Object{PortObject, uint32(p)}})
	if set := s.IPC.Ports.At(uint32(p)).Set; set != 0 {
		all = append(all, Use{Object: Object{SetObject, uint32(set)}})
	}
	return all
}

// messageUses appends where a message call sends to or, if it does not, receives from. Its second half is a step of its
// own, which uses nothing: the message is in its hands.
func (s *State) messageUses(t *ThreadState, all []Use) []Use {
	switch {
	case t.Phase == msgQueue:
		return s.portUse(s.IPC.Msgs.At(uint32(t.Msg)).Dest, all)
	case t.Phase != msgStart:
		return all
	case t.Call.Opt&ipc.MACH_SEND_MSG != 0:
		return s.nameUse(t.Space, s.IPC.Msgs.At(uint32(t.Call.Msg)).Header.Remote, all)
	case t.Call.Op == OpMsgReceive && t.Call.Name == PORT_DEFAULT:
		return s.nameUse(t.Space, s.IPC.Spaces.At(uint32(t.Space)).Enabled, all)
	}
	return s.nameUse(t.Space, t.Call.Name, all)
}

// Affects says whether two calls that use these objects affect each other.
func Affects(some, others []Use) bool {
	for _, u := range some {
		for _, v := range others {
			if u.Object == v.Object && u.Memory == v.Memory && !(u.Reads && v.Reads) {
				return true
			}
		}
	}
	return false
}

// Region returns the memory that an address of a task lies in, 0 for none.
func (s *State) Region(task TaskID, addr uint64) MemoryID {
	m := s.Tasks.At(uint32(task)).Map
	if i := regionAt(m, addr); i < len(m) && m[i].Addr <= addr {
		return m[i].Object
	}
	return 0
}

// Fresh says whether a thread has not begun with the call that it is at.
func (t *ThreadState) Fresh() bool { return t.Phase == 0 }
