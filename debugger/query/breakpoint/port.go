package breakpoint

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// ports numbers the ports and port sets of a run from 1, in the order in which they appear.
type ports struct {
	numbers event.Table[uint32]
	all     []named
}

// number returns the number of a port or set; 0 if v is not a live one.
func (p *ports) number(s *kernel.State, v *event.Value) uint32 {
	if v.Dead || v.Kind != kernel.PortObject && v.Kind != kernel.SetObject {
		return 0
	}
	n := p.numbers.Get(v.Identity)
	if n == 0 {
		n = uint32(len(p.all) + 1)
		p.numbers.Put(v.Identity, n)
		p.all = append(p.all, named{id: n, name: v.Text, virtual: virtual(s, v.Identity), sort: v.Kind.String()})
	}
	return n
}

// virtual names a port or set after its creator; "" if no program made it.
func virtual(s *kernel.State, who kernel.Identity) string {
	made, ok := s.Stable(who)
	if !ok {
		return ""
	}
	return s.VirtualName(made)
}
