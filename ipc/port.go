package ipc

import "machsim/ipc/table"

// DefaultQLimit is how many messages a new port's queue holds before senders wait.
const DefaultQLimit = 5

const maxQLimit = 16

// newPort makes a port with one reference, that of its receive right. The caller puts
// the right into a space, or keeps it for the kernel.
func (s *State) newPort() PortID {
	id := PortID(table.New(&s.Ports))
	s.access(LocPort, New, uint32(id), 0)
	p := s.Ports.Mut(uint32(id))
	p.QLimit = DefaultQLimit
	p.Refs = 1
	return id
}

func (s *State) port(p PortID) *Port    { return s.Ports.At(uint32(p)) }
func (s *State) mutPort(p PortID) *Port { return s.Ports.Mut(uint32(p)) }

// real reports whether p is the id of a port, alive or dead.
func (p PortID) real() bool { return p != 0 && p != DeadPort }

// NewKernelPort makes a port that the kernel itself serves. Its receive right has no
// name; DestroyPort destroys it.
func (s *State) NewKernelPort(kind uint8, object uint32) PortID {
	id := s.newPort()
	p := s.mutPort(id)
	p.Kind, p.Object, p.Receiver = kind, object, KernelSpace
	return id
}

// DestroyPort destroys the receive right of a port that the kernel serves, or that it
// took from a space with CopyInRight: the port dies, unless there is a port-destroyed
// request. On a dead port it does nothing.
func (s *State) DestroyPort(p PortID) {
	port := s.mutPort(p)
	switch {
	case port.Dead:
		return
	case port.Naked.Receive > 0:
		port.Naked.Receive--
	case port.Receiver == KernelSpace:
	default:
		panicf("DestroyPort(%d): the kernel does not hold its receive right", p)
	}
	s.clearReceiver(p, true)
	s.destroyReceive(p)
}

// unref drops one reference. With the last the record of a dead port is freed.
func (s *State) unref(p PortID) {
	port := s.mutPort(p)
	port.Refs--
	if port.Refs <= 0 {
		if port.Refs < 0 || !port.Dead {
			panicf("port %d: %d references, dead: %t", p, port.Refs, port.Dead)
		}
		// The kernel wakes the waiting threads later, when it reads Changes.
		*port = Port{
			Requests: port.Requests[:0], Holders: port.Holders[:0],
			Senders: port.Senders, Receivers: port.Receivers,
		}
		s.Ports.Free(uint32(p))
	}
}

// clearReceiver prepares a receive right to leave its space, by a message or to be
// destroyed (ipc_port_clear_receiver). The port leaves its set, whose receivers go on
// waiting for the other members; without a set, its own receivers stop waiting. Both
// counters restart at 0, for they count for one receiver.
func (s *State) clearReceiver(p PortID, destroyed bool) {
	port := s.mutPort(p)
	s.accessQueue(Write, p)
	s.access(LocPort, Write, uint32(p), 0)
	if port.Set != 0 {
		if destroyed && port.PDRequest == 0 {
			s.accessRights(p, port.Set)
		} else {
			s.accessSet(port.Set)
		}
		s.leaveSet(p)
	} else {
		s.change(ReceiverGone, p, 0, 0)
	}
	port.MSCount, port.Seqno = 0, 0
	port.Receiver, port.RecvName = 0, Null
}

// destroyReceive destroys a receive right that has left its space, and consumes its
// reference (ipc_port_destroy). With a port-destroyed request nothing dies: the right
// is sent in the notification, with the queue, unless that would close a circle.
// Otherwise the port dies. Programs can see the order, which is Mach's:
//
//  1. blocked senders wake; each finds the port dead, and its send succeeds
//  2. rights to the port become dead names
//  3. the right of a no-senders request is given up, by a send-once notification
//  4. queued messages are destroyed, in the order of the queue
//  5. dead-name requests fire, in the order of their slots
func (s *State) destroyReceive(p PortID) {
	port := s.mutPort(p)
	s.accessDeath(p, port)
	s.unlink(p)
	if backup := port.PDRequest; backup != 0 {
		port.PDRequest = 0
		if s.link(p, backup) {
			s.notifyItem(backup, MACH_NOTIFY_PORT_DESTROYED,
				Item{Kind: KindPort, Disp: PortReceive, Num: uint64(p)}, 0)
			return
		}
		s.releaseSendOnce(backup)
	}

	s.change(PortDied, p, 0, 0)
	s.Changes[len(s.Changes)-1].Net = port.Net
	port.Dead = true
	port.SRights, port.SORights = 0, 0
	s.makeDeadNames(p)
	if request := port.NSRequest; request != 0 {
		port.NSRequest = 0
		s.sendOnce(request)
	}
	for m := port.Queue.Head; m != 0; m = port.Queue.Head {
		s.unqueue(&port.Queue, m)
		port.Count--
		s.Msgs.Mut(uint32(m)).Dest = 0 // or destroying the message would notify the dead port
		s.unref(p)
		s.DestroyMsg(m)
	}
	s.dropHeld(p)
	for _, r := range port.Requests {
		switch {
		case r.Notify == 0:
		case r.Gone:
			s.notifyName(r.Notify, MACH_NOTIFY_PORT_DELETED, r.Name, p)
		default:
			s.notifyName(r.Notify, MACH_NOTIFY_DEAD_NAME, r.Name, p)
		}
	}
	port.Requests = port.Requests[:0]
	s.unref(p)
}

// makeDeadNames turns every entry with a send or send-once right to a port that has
// just died into a dead name. It keeps the port's record, so that a trace can say which
// port it was. A name with a dead-name request gains a user reference for the notification:
// so it stays in use until the program has read that. A name of Mach 2.5 is freed.
func (s *State) makeDeadNames(p PortID) {
	holders := s.port(p).Holders
	for _, h := range holders {
		space := s.Spaces.Mut(uint32(h.Space))
		e := space.find(h.Name)
		s.accessEntry(Spoil, h.Space, h.Name)
		s.cancelAcceptance(e)
		if e.Type&TypeSend != 0 {
			s.unindex(h.Space, space, p)
			if space.Announce || e.Compat {
				s.announce(p, h)
			}
		}
		if e.Compat {
			s.access(LocNames, Add, uint32(h.Space), 1)
			space.release(h.Name)
			s.unref(p)
			continue
		}
		if e.Request != 0 {
			e.URefs++
		}
		*e = Entry{Type: TypeDeadName, Gen: e.Gen, URefs: e.URefs, Object: uint32(p)}
	}
	port := s.mutPort(p)
	port.Holders = port.Holders[:0]
}

// link records that the receive right p, which is in no space, travels to dest. It
// refuses, with false, if nobody could receive from dest without having p: then the two
// would keep each other alive where no program can reach them (ipc_port_check_circularity).
func (s *State) link(p, dest PortID) bool {
	if s.leadsTo(dest, p) {
		return false
	}
	s.mutPort(p).Dest = dest
	s.mutPort(dest).Refs++
	return true
}

// leadsTo says whether a program must have p before it can receive from base: base is p, or
// its receive right travels to p, over any number of ports. It logs the ports on the way, because
// each may come to be held by somebody, or die; the caller logs base.
func (s *State) leadsTo(base, p PortID) bool {
	for base != p {
		b := s.port(base)
		if b.Dead || b.Receiver != 0 || b.Dest == 0 {
			return false
		}
		base = b.Dest
		s.access(LocPort, Read, uint32(base), 0)
	}
	return true
}

// unlink ends the travel of a receive right.
func (s *State) unlink(p PortID) {
	port := s.mutPort(p)
	if dest := port.Dest; dest != 0 {
		port.Dest = 0
		s.unref(dest)
	}
}

// change appends to Changes. It stores the fields one by one: to build the record
// first and copy it stalls the processor, and every message passes here twice.
func (s *State) change(kind ChangeKind, p PortID, set SetID, n int32) {
	i := len(s.Changes)
	if i == cap(s.Changes) {
		s.Changes = append(s.Changes, Change{})
	}
	s.Changes = s.Changes[:i+1]
	c := &s.Changes[i]
	c.Kind, c.Port, c.Set, c.N, c.Net = kind, p, set, n, 0
}
