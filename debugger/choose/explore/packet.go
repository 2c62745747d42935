package explore

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// packet is the use by a packet of the queue that it comes from and the one that it brings a message to, or of the
// rights that it tells of. What may be seen otherwise uses everything: rights, calls and deaths that somebody knows of,
// and all packets of runs that may have faults, but those of disks. These need room nevertheless.
func (f *footprints) packet(s *kernel.State, id kernel.PacketID) footprint {
	if f.risky {
		return f.plainPacket(s, id).besides()
	}
	p := s.Packets.At(uint32(id))
	all := f.plainPacket(s, id)
	switch {
	case !all.global() && !f.names.waits[atRights]:
		return all
	case p.Key.Port.Kind != kernel.KindPlain || p.Status == kernel.NoRoute:
		return everything
	case all.global():
		return f.rightly(s, kernel.Actor{Packet: id}, footprint{{world, read}, {f.endOf(s, p), write}}, true)
	}
	return f.rightly(s, kernel.Actor{Packet: id}, all, false)
}

// besides is the use of everything by what cannot be without room in a queue.
func (f footprint) besides() footprint {
	all := slices.Clip(everything)
	for _, u := range f {
		if u.mode == send {
			all = append(all, u)
		}
	}
	return all
}

// endOf is the end of a port that a packet comes from, or tells of the port's death: also when neither is there any
// more.
func (f *footprints) endOf(s *kernel.State, p *kernel.Packet) thing {
	h := p.From
	if p.Kind == kernel.PacketDeath {
		h = p.To
	}
	return f.netName(s, p.Key.Port, uint32(h)+1)
}

// plainPacket is packet, but that all packets use everything that others may see by their rights.
func (f *footprints) plainPacket(s *kernel.State, id kernel.PacketID) footprint {
	p := s.Packets.At(uint32(id))
	n := s.NetPortOf(p)
	if n == nil || n.Key.Kind != kernel.KindPlain || p.Status == kernel.NoRoute {
		return everything
	}
	i := slices.IndexFunc(n.Ends, func(e kernel.NetEnd) bool { return e.Serial == p.End })
	switch {
	case i < 0 || n.Ends[i].Gone || n.Ends[i].Port == 0:
		return everything
	case n.Home < 0 || n.Home == i:
		return everything
	case p.Kind == kernel.PacketMessage && n.Ends[n.Home].Host == p.To:
		return f.arrives(s, p, n.Ends[n.Home].Port)
	case p.Kind == kernel.PacketUnused && s.IPC.Ports.At(uint32(n.Ends[n.Home].Port)).NSRequest == 0:
		all := footprint{{world, read}, {f.rights(s, n.Ends[i].Port), acquire}}
		if !f.names.waits[atRights] {
			all = append(all, use{f.rights(s, n.Ends[n.Home].Port), write})
		}
		return all
	}
	return everything
}

// arrives is the use of a proxy's message that comes to its home. A datagram finds room there, or is lost: so it
// matters whether somebody has received another one before.
func (f *footprints) arrives(s *kernel.State, p *kernel.Packet, home ipc.PortID) footprint {
	proxy, m, comes := p.Port, s.Carried(p), send
	if s.IPC.Ports.At(uint32(home)).Datagram {
		comes = write
	}
	if m == 0 || s.IPC.Msgs.At(uint32(m)).Call != nil {
		return everything
	}
	msg := s.IPC.Msgs.At(uint32(m))
	some := footprint{{world, read}, {f.port(s, proxy), receive}, {f.rights(s, proxy), release}}
	switch replies := msg.Reply != 0 && msg.Reply != ipc.DeadPort; {
	case carries(s, m), replies && msg.ReplyType != ipc.PortSendOnce:
		if !f.exact() {
			some[0].mode = write
		}
	case replies && !f.names.waits[atRights]:
		some = append(some, use{f.rights(s, msg.Reply), write})
	}
	return f.queue(s, home, comes, f.perhapsLast(s, proxy, some))
}

// rights is what others know of a port.
func (f *footprints) rights(s *kernel.State, id ipc.PortID) thing { return f.ofPort(s, rightsName, id) }

// proxy is something of a proxy: it has the name of its port, and of its host.
func (f *footprints) proxy(s *kernel.State, kind uint8, id ipc.PortID) thing {
	p := s.IPC.Ports.At(uint32(id))
	if !s.NetPorts.Has(p.Net) {
		return world
	}
	k := s.NetPorts.At(p.Net).Key
	if k.Kind != kernel.KindPlain {
		return world
	}
	return f.names.thing(made{kind, f.names.thread(s, kernel.ThreadID(k.Creator)), k.Serial ^ p.Host<<20})
}
