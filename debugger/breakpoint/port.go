package breakpoint

import (
	"machsim/ipc"
	"machsim/kernel"
)

// ports are the ports and sets that have come up, numbered from 1.
type ports struct {
	number map[kernel.Identity]uint32
	all    []named
}

func newPorts() ports { return ports{number: map[kernel.Identity]uint32{}} }

// port is the number of a port, 0 if there is none of that id.
func (p *ports) port(s *kernel.State, id ipc.PortID) uint32 {
	if id == 0 || id == ipc.DeadPort || !s.IPC.Ports.Has(uint32(id)) {
		return 0
	}
	who := s.Identity(kernel.Object{Kind: kernel.PortObject, ID: uint32(id)})
	if n := p.number[who]; n != 0 {
		return n
	}
	virtual := ""
	if who.Serves == kernel.KindPlain {
		virtual = s.VirtualName(ipc.Label{Creator: who.A, Serial: who.B}, "p")
	}
	return p.add(who, named{name: s.PortName(id), virtual: virtual, sort: "port"})
}

// set is the number of a port set.
func (p *ports) set(s *kernel.State, id ipc.SetID) uint32 {
	who := s.Identity(kernel.Object{Kind: kernel.SetObject, ID: uint32(id)})
	if n := p.number[who]; n != 0 {
		return n
	}
	virtual := s.VirtualName(s.IPC.Sets.At(uint32(id)).Label, "s")
	return p.add(who, named{name: s.SetName(id), virtual: virtual, sort: "set"})
}

func (p *ports) add(who kernel.Identity, n named) uint32 {
	n.id = uint32(len(p.all) + 1)
	p.number[who] = n.id
	p.all = append(p.all, n)
	return n.id
}
