package touch

import (
	"machsim/ipc"
	"machsim/kernel"
)

// dies adds the use of a port that dies with the step. It says whether it is one of which that is all: nobody can
// name it, or nothing is in its queue. A message to it finds the port alive if it comes before, whether there is room
// or not.
func (t *trial) dies(id ipc.PortID) bool {
	p := t.before.IPC.Ports.At(uint32(id))
	switch {
	case p.Kind != kernel.KindPlain && p.Kind != kernel.KindProxy, p.Set != 0:
		return false
	case p.Kind == kernel.KindPlain && p.SRights+p.SORights == 0 && p.Net == 0 && p.PDRequest == 0:
		return true
	case p.Hindered > 0 || p.Room() <= 0 || p.Senders.Head != 0 || p.Receivers.Head != 0 || p.PDRequest != 0:
		return false
	case p.Kind == kernel.KindPlain && !t.exits():
		return false
	}
	return t.use(t.prints.Port(t.before, id), Write) && t.use(t.prints.rights(t.before, id), Write)
}

// untold says whether an access is to a packet that tells of the last loss of rights to a proxy, which has died before.
func (t *trial) untold(x *ipc.Access) bool {
	p := t.before.Packets.At(x.A)
	return p.Kind == kernel.PacketUnused && t.use(t.prints.endOf(t.before, p), Write)
}

// perhapsLast adds what giving up rights to a proxy uses if these are the last ones: its home is told, if it is alive
// and does not know. Who gives up the last ones is no order, so all use it.
func (f *Footprints) perhapsLast(s *kernel.State, proxy ipc.PortID, some Footprint) Footprint {
	p := s.IPC.Ports.At(uint32(proxy))
	if !f.Names.Waits[AtRights] || !s.NetPorts.Has(p.Net) {
		return some
	}
	key := s.NetPorts.At(p.Net).Key
	home, end := f.netName(s, key, 0), f.netName(s, key, p.Host+1)
	if home == World {
		return some
	}
	return some.With(Footprint{{home, Read}, {end, Read}, {f.ofPort(s, statusName, proxy), Read}})
}
