package touch

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// located adds the use that an access is. It says whether that has a name.
func (t *trial) located(x *ipc.Access) bool {
	switch x.Location {
	case ipc.LocEntry, ipc.LocHolding, ipc.LocNames, ipc.LocEnabled:
		return t.named(x)
	case ipc.LocPort, ipc.LocRights, ipc.LocSenders, ipc.LocRequests:
		return t.port(x)
	case ipc.LocQueue, ipc.LocRoom, ipc.LocMsg, ipc.LocAccept:
		return !t.queues || t.queue(x)
	case kernel.LocThread: // who is woken comes after it for that (run.accessed), and needs no pair
		return x.Mode == ipc.Add || x.Mode == ipc.New || t.itself(x)
	case kernel.LocPacket:
		return x.Mode == ipc.Add || x.Mode == ipc.New || t.itself(x) || t.untold(x)
	case kernel.LocTask:
		if t.exits() && kernel.TaskID(x.A) == t.before.Threads.At(uint32(t.actor.Thread)).Task {
			return true
		}
		if !t.before.Tasks.Has(x.A) {
			return true // it is made by the step
		}
		return x.Mode == ipc.Read && (kernel.OfTaskItself(x.B) || t.ofItsTask(x)) // what uses everything changes that
	case kernel.LocHost, kernel.LocWires:
		return x.Mode == ipc.Read // likewise
	case kernel.LocNet:
		return t.net(x.A, x.B, x.Mode)
	case kernel.LocEnd:
		return t.net(x.A, x.B+1<<8, x.Mode)
	}
	return false
}

// itself says whether an access is to the actor.
func (t *trial) itself(x *ipc.Access) bool {
	if x.Location == kernel.LocThread {
		return t.actor.Thread == kernel.ThreadID(x.A)
	}
	return t.actor.Packet == kernel.PacketID(x.A) && t.actor.Thread == 0
}

// ofItsTask says whether an access is to the actor's task, which has no other threads.
func (t *trial) ofItsTask(x *ipc.Access) bool {
	return t.actor.Thread != 0 && t.before.Threads.At(uint32(t.actor.Thread)).Task == kernel.TaskID(x.A)
}

// add adds the use of a thing.
func (t *trial) add(what Thing, m ipc.Mode) bool {
	switch m {
	case ipc.Read:
		return t.use(what, Read)
	case ipc.Add, ipc.Spoil:
		return t.use(what, add)
	}
	return t.use(what, Write)
}

func (t *trial) use(what Thing, m Mode) bool {
	u := Use{what, m}
	if what == World {
		return false
	}
	k := slices.IndexFunc(t.uses, func(v Use) bool { return v.Thing == what })
	switch {
	case k < 0:
		t.uses = append(t.uses, u)
	case t.uses[k].Mode != m && (k >= t.given || t.uses[k].Mode == Read):
		t.uses[k].Mode = Write
	}
	return true
}

// port adds the use of what a port is.
func (t *trial) port(x *ipc.Access) bool {
	id := ipc.PortID(x.A)
	if !t.before.IPC.Ports.Has(x.A) {
		return true // it is made by the step
	}
	switch t.before.IPC.Ports.At(x.A).Kind {
	case kernel.KindPlain, kernel.KindProxy:
	case kernel.KindMinder:
		return true // known to the kernel alone
	case kernel.KindNotify:
		return x.Mode == ipc.Read || x.Mode == ipc.Add || t.exits() &&
			t.add(t.prints.notices(t.before, kernel.TaskID(t.before.IPC.Ports.At(x.A).Object)), ipc.Write)
	default: // who has rights to the kernel's ports makes no difference, but when these die
		if own := t.prints.standsFor(t.before, id); own != World {
			return t.add(own, x.Mode)
		}
		return x.Mode == ipc.Read || x.Mode == ipc.Add || t.alone(id)
	}
	if t.op() == kernel.OpPortMoveMember && x.Mode == ipc.Write {
		return t.joins(id)
	}
	what := t.prints.ofPort(t.before, partOf(x.Location), id)
	if x.Location == ipc.LocPort && x.Mode == ipc.Read && t.asksMember() &&
		t.before.IPC.Ports.At(x.A).Kind == kernel.KindPlain {
		t.use(t.prints.ofPort(t.before, memberName, id), Read)
	}
	if what == World && t.before.IPC.Ports.At(x.A).Kind == kernel.KindProxy { // of a kernel's port on another host
		return x.Mode == ipc.Read || x.Mode == ipc.Add
	}
	if t.before.IPC.Ports.At(x.A).Kind == kernel.KindProxy && x.Mode == ipc.Add {
		switch x.Location { // the packet that tells of the last loss comes after all of them
		case ipc.LocRights:
			t.uses = t.prints.perhapsLast(t.before, id, t.uses)
			if t.actor.Thread == 0 {
				return t.use(what, add)
			}
			return t.use(what, Release)
		case ipc.LocSenders:
			return t.actor.Thread != 0 || t.use(what, add)
		}
	}
	return t.add(what, x.Mode) && (x.Location != ipc.LocPort || x.Mode == ipc.Read || t.changed(id))
}

// partOf is the kind of the name of what an access to a port is to.
func partOf(l ipc.Location) uint8 {
	switch l {
	case ipc.LocRights:
		return rightsName
	case ipc.LocSenders:
		return sendersName
	case ipc.LocRequests:
		return requestsName
	}
	return statusName
}

// alone says whether nobody but the actor's task has rights to a port of the kernel, and none is on its way.
func (t *trial) alone(id ipc.PortID) bool {
	p := t.before.IPC.Ports.At(uint32(id))
	if t.actor.Thread == 0 || p.Kind == kernel.KindProxy || p.Net != 0 {
		return false
	}
	own, here := t.before.Threads.At(uint32(t.actor.Thread)).Space, int32(0)
	for _, h := range p.Holders {
		if h.Space != own {
			return false
		}
		here++
	}
	return p.SRights+p.SORights-p.Naked.Send-p.Naked.SendOnce == here
}

// changed adds the use of the queues whose messages a port's are, before and after.
func (t *trial) changed(id ipc.PortID) bool {
	port := t.prints.Port(t.before, id)
	if port == World {
		return false
	}
	t.add(port, ipc.Write)
	for _, s := range []*kernel.State{t.before, t.after} {
		if set := s.IPC.Ports.At(uint32(id)).Set; set != 0 {
			t.add(t.prints.Set(t.before, set), ipc.Write)
		}
	}
	return true
}

// queue adds the use of a queue by a step that is no call on messages.
func (t *trial) queue(x *ipc.Access) bool {
	key := x.A
	switch {
	case x.Location == ipc.LocMsg && x.Mode == ipc.New, x.Location == ipc.LocMsg && x.Mode == ipc.HandedOver:
		key = x.B
	case x.Location == ipc.LocMsg, x.Location == ipc.LocAccept:
		return x.Location == ipc.LocMsg
	}
	port, set := ipc.QueueOf(key)
	if set != 0 {
		return t.empty || t.add(t.prints.Set(t.before, set), ipc.Write)
	}
	if !t.before.IPC.Ports.Has(uint32(port)) || t.before.IPC.Ports.At(uint32(port)).Kind == kernel.KindMinder {
		return true // made by the step, or known to the kernel alone
	}
	if p := t.before.IPC.Ports.At(uint32(port)); p.Kind == kernel.KindNotify {
		return t.add(t.prints.notices(t.before, kernel.TaskID(p.Object)), ipc.Write)
	}
	if t.before.IPC.Ports.At(uint32(port)).Kind != kernel.KindPlain &&
		(t.alone(port) || t.prints.standsFor(t.before, port) != World) {
		return true
	}
	if of := t.before.IPC.Ports.At(uint32(port)).Set; of != 0 {
		t.add(t.prints.Set(t.before, of), ipc.Write)
	}
	return t.add(t.prints.Port(t.before, port), ipc.Write)
}

// net adds the use of something of a port that several hosts know, or come to know. Whatever is done at one of its ends
// depends on where it is at home. Who is the first to tell another host of a port is no order.
func (t *trial) net(id, what uint32, m ipc.Mode) bool {
	s := t.before
	if !s.NetPorts.Has(id) {
		if s = t.after; !s.NetPorts.Has(id) {
			return true
		}
	}
	k := s.NetPorts.At(id).Key
	if m == ipc.New {
		m = ipc.Read
	}
	if what != 0 && !t.add(t.prints.netName(t.before, k, 0), ipc.Read) {
		return false
	}
	return t.add(t.prints.netName(t.before, k, what), m)
}
