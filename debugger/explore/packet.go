package explore

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// packet is the use by a packet of the queue that it comes from and the one that it brings a message to, or of the
// rights that it tells of. What may be seen otherwise uses everything: rights, calls and deaths that somebody knows of,
// and packets which a fault may befall.
func (f *footprints) packet(s *kernel.State, id kernel.PacketID) footprint {
	if s.Faults != (kernel.Faults{}) || len(s.Past) > 0 {
		return everything
	}
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
		return f.arrives(s, p.Port, n.Ends[n.Home].Port)
	case p.Kind == kernel.PacketUnused && s.IPC.Ports.At(uint32(n.Ends[n.Home].Port)).NSRequest == 0:
		return footprint{{world, read}, {f.rights(s, n.Ends[i].Port), acquire}, {f.rights(s, n.Ends[n.Home].Port), write}}
	}
	return everything
}

// arrives is the use of a proxy's first message that comes to its home.
func (f *footprints) arrives(s *kernel.State, proxy, home ipc.PortID) footprint {
	m := s.IPC.First(proxy, 0)
	if m == 0 || s.IPC.Msgs.At(uint32(m)).Call != nil {
		return everything
	}
	msg := s.IPC.Msgs.At(uint32(m))
	some := footprint{{world, read}, {f.port(s, proxy), receive}, {f.rights(s, proxy), release}}
	switch replies := msg.Reply != 0 && msg.Reply != ipc.DeadPort; {
	case carries(s, m), replies && msg.ReplyType != ipc.PortSendOnce:
		some[0].mode = write
	case replies:
		some = append(some, use{f.rights(s, msg.Reply), write})
	}
	return f.queue(s, home, send, some)
}

// rights is what others know of a port.
func (f *footprints) rights(s *kernel.State, id ipc.PortID) thing {
	if s.IPC.Ports.At(uint32(id)).Kind == kernel.KindProxy {
		return f.proxy(s, proxyRightsName, id)
	}
	l := s.IPC.Ports.At(uint32(id)).Label
	return f.names.thing(made{rightsName, f.names.creator(s, l), l.Serial})
}

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
	return f.names.thing(made{kind, f.names.creator(s, ipc.Label{Creator: k.Creator}), k.Serial ^ p.Host<<20})
}
