package breakpoint

import (
	"machsim/debugger/lang"
	"machsim/ipc"
	"machsim/kernel"
)

// living is a port that is alive.
type living struct {
	who    kernel.Identity
	number uint32     // in survey.ports
	at     ipc.PortID // its last known record; a port that moves to another host gets a new one
}

// born records a new port and returns its number; 0 if the program did not make it.
func (v *survey) born(id ipc.PortID) uint32 {
	if p := v.s.IPC.Ports.At(uint32(id)); p.Kind != kernel.KindPlain || p.Dead {
		return 0
	}
	o := kernel.Object{Kind: kernel.PortObject, ID: uint32(id)}
	n := v.object(o)
	v.alive = append(v.alive, living{v.s.Identity(o), n, id})
	return n
}

// deaths records the ports and tasks that ended with this event.
func (v *survey) deaths(d deed) {
	left := v.alive[:0]
	for _, p := range v.alive {
		if v.lives(&p) {
			left = append(left, p)
		} else {
			v.note(lang.PortDestroy, d, p.number)
		}
	}
	v.alive = left
	for ; v.s.Tasks.Has(uint32(v.next)); v.next++ {
		v.tasks = append(v.tasks, v.next)
	}
	tasks := v.tasks[:0]
	for _, id := range v.tasks {
		if v.s.Tasks.At(uint32(id)).Ended {
			v.note(lang.TaskExit, d, uint32(id))
		} else {
			tasks = append(tasks, id)
		}
	}
	v.tasks = tasks
}

// lives says whether a port is still alive. If the port has moved, lives updates its record.
func (v *survey) lives(p *living) bool {
	if v.s.IPC.Ports.Has(uint32(p.at)) && v.is(p.at, p.who) {
		return true
	}
	for id := range v.s.IPC.Ports.All {
		if v.is(ipc.PortID(id), p.who) {
			p.at = ipc.PortID(id)
			return true
		}
	}
	return false
}

// is says whether the record id is the current home of the port who.
func (v *survey) is(id ipc.PortID, who kernel.Identity) bool {
	p := v.s.IPC.Ports.At(uint32(id))
	return p.Kind == kernel.KindPlain && !p.Dead && p.Label.Creator == who.A && p.Label.Serial == who.B
}
