package touch

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// packet is the use by a packet of the queue that it comes from and the one that it brings a message to, or of the
// rights that it tells of. What may be seen otherwise uses everything: rights, calls and deaths that somebody knows of,
// and all packets of runs that may have faults, but those of disks. These need room nevertheless, or that the last
// rights were lost of which they tell.
func (f *Footprints) packet(s *kernel.State, id kernel.PacketID) Footprint {
	if f.Risky {
		return f.plainPacket(s, id).besides()
	}
	p := s.Packets.At(uint32(id))
	all := f.plainPacket(s, id)
	switch {
	case !all.Global() && !f.Names.Waits[AtRights]:
		return all
	case p.Key.Port.Kind != kernel.KindPlain || p.Status == kernel.NoRoute:
		return Everything
	case all.Global():
		return f.rightly(s, kernel.Actor{Packet: id}, Footprint{{World, Read}, {f.endOf(s, p), Write}}, true)
	}
	return f.rightly(s, kernel.Actor{Packet: id}, all, false)
}

// besides is the use of everything by what cannot be without room in a queue, or what others have given back.
func (f Footprint) besides() Footprint {
	all := slices.Clip(Everything)
	for _, u := range f {
		if u.Mode == Send || u.Mode == Acquire {
			all = append(all, u)
		}
	}
	return all
}

// endOf is the end of a port that a packet comes from, or tells of the port's death: also when neither is there any
// more.
func (f *Footprints) endOf(s *kernel.State, p *kernel.Packet) Thing {
	h := p.From
	if p.Kind == kernel.PacketDeath {
		h = p.To
	}
	return f.netName(s, p.Key.Port, uint32(h)+1)
}

// plainPacket is packet, but that all packets use everything that others may see by their rights.
func (f *Footprints) plainPacket(s *kernel.State, id kernel.PacketID) Footprint {
	p := s.Packets.At(uint32(id))
	n := s.NetPortOf(p)
	if n == nil || n.Key.Kind != kernel.KindPlain || p.Status == kernel.NoRoute {
		return Everything
	}
	i := slices.IndexFunc(n.Ends, func(e kernel.NetEnd) bool { return e.Serial == p.End })
	switch {
	case i < 0 || n.Ends[i].Gone || n.Ends[i].Port == 0:
		return Everything
	case n.Home < 0 || n.Home == i:
		return Everything
	case p.Kind == kernel.PacketMessage && n.Ends[n.Home].Host == p.To:
		return f.arrives(s, p, n.Ends[n.Home].Port)
	case p.Kind == kernel.PacketUnused && s.IPC.Ports.At(uint32(n.Ends[n.Home].Port)).NSRequest == 0:
		all := Footprint{{World, Read}, {f.rights(s, n.Ends[i].Port), Acquire}}
		if !f.Names.Waits[AtRights] {
			all = append(all, Use{f.rights(s, n.Ends[n.Home].Port), Write})
		}
		return all
	}
	return Everything
}

// arrives is the use of a proxy's message that comes to its home. A datagram finds room there, or is lost: so it
// matters whether somebody has received another one before.
func (f *Footprints) arrives(s *kernel.State, p *kernel.Packet, home ipc.PortID) Footprint {
	proxy, m, comes := p.Port, s.Carried(p), Send
	if s.IPC.Ports.At(uint32(home)).Datagram {
		comes = Write
	}
	if m == 0 || s.IPC.Msgs.At(uint32(m)).Call != nil {
		return Everything
	}
	msg := s.IPC.Msgs.At(uint32(m))
	some := Footprint{{World, Read}, {f.Port(s, proxy), Receive}, {f.rights(s, proxy), Release}}
	switch replies := msg.Reply != 0 && msg.Reply != ipc.DeadPort; {
	case carries(s, m), replies && msg.ReplyType != ipc.PortSendOnce:
		if !f.exact() {
			some[0].Mode = Write
		}
	case replies && !f.Names.Waits[AtRights]:
		some = append(some, Use{f.rights(s, msg.Reply), Write})
	}
	return f.queue(s, home, comes, f.perhapsLast(s, proxy, some))
}

// rights is what others know of a port.
func (f *Footprints) rights(s *kernel.State, id ipc.PortID) Thing { return f.ofPort(s, rightsName, id) }

// proxy is something of a proxy: it has the name of its port, and of its host.
func (f *Footprints) proxy(s *kernel.State, kind uint8, id ipc.PortID) Thing {
	p := s.IPC.Ports.At(uint32(id))
	if !s.NetPorts.Has(p.Net) {
		return World
	}
	k := s.NetPorts.At(p.Net).Key
	if k.Kind != kernel.KindPlain {
		return World
	}
	return f.Names.thing(made{kind, f.Names.Thread(s, kernel.ThreadID(k.Creator)), k.Serial ^ p.Host<<20})
}
