package breakpoint

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// identity tells ports and sets apart for the whole of a run, as their ids do not: those
// are used again, and a port that moves to another host gets another.
type identity struct {
	set  bool
	kind uint8
	a, b uint32 // who made it and its number there; of a port that the kernel serves, what it stands for
}

// ports are the ports and sets that have come up, numbered from 1.
type ports struct {
	number map[identity]uint32
	all    []named
}

func newPorts() ports { return ports{number: map[identity]uint32{}} }

// identify tells which port it is; a local end stands for the port itself.
func identify(s *kernel.State, id ipc.PortID) identity {
	p := s.IPC.Ports.At(uint32(id))
	k := kernel.PortKey{Kind: p.Kind, Object: p.Object, Creator: p.Label.Creator, Serial: p.Label.Serial}
	if p.Kind == kernel.KindProxy {
		k.Kind = kernel.KindPlain
		if s.NetPorts.Has(p.Net) {
			n := s.NetPorts.At(p.Net)
			if slices.ContainsFunc(n.Ends, func(e kernel.NetEnd) bool { return e.Port == id }) {
				k = n.Key
			}
		}
	}
	if k.Kind == kernel.KindPlain {
		return identity{false, k.Kind, k.Creator, k.Serial}
	}
	return identity{false, k.Kind, k.Object, 0}
}

// port is the number of a port, 0 if there is none of that id.
func (p *ports) port(s *kernel.State, id ipc.PortID) uint32 {
	if id == 0 || id == ipc.DeadPort || !s.IPC.Ports.Has(uint32(id)) {
		return 0
	}
	who := identify(s, id)
	if n := p.number[who]; n != 0 {
		return n
	}
	virtual := ""
	if who.kind == kernel.KindPlain {
		virtual = path(s, who.a, "p", who.b)
	}
	return p.add(who, named{name: s.PortName(id), virtual: virtual, sort: "port"})
}

// set is the number of a port set.
func (p *ports) set(s *kernel.State, id ipc.SetID) uint32 {
	l := s.IPC.Sets.At(uint32(id)).Label
	who := identity{true, 0, l.Creator, l.Serial}
	if n := p.number[who]; n != 0 {
		return n
	}
	return p.add(who, named{name: s.SetName(id), virtual: path(s, l.Creator, "s", l.Serial), sort: "set"})
}

func (p *ports) add(who identity, n named) uint32 {
	n.id = uint32(len(p.all) + 1)
	p.number[who] = n.id
	p.all = append(p.all, n)
	return n.id
}
