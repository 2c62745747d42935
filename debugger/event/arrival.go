package event

import (
	"machsim/kernel"
)

// arrival is the arrival of a packet.
func (r *Reader) arrival() {
	p := r.e.Packet
	if p == nil {
		return
	}
	to := &r.packet
	if r.kept {
		to = new(Packet)
	}
	r.onWire(to, p)
	if r.e.Fault.Kind != kernel.NoFault {
		r.to.Fault = r.fault(&r.e.Fault)
	}
	r.to.Packet, r.to.Host, r.to.About = to, to.To, r.About()
	switch {
	case to.Marker:
		return
	case p.Kind != kernel.PacketMessage:
		to.Port = r.meant(&r.e.Subject)
		return
	}
	if to.Fate = r.fate(); r.e.Fault.Kind != kernel.NoFault {
		to.Fate = Passes
	}
	if r.e.About.Kind == kernel.PortObject {
		to.Port = r.Object(r.e.About)
	}
	if r.e.Msg == nil {
		return
	}
	r.to.Message = r.transit(r.e.Msg)
	switch c := r.e.Msg.Call.(type) {
	case *kernel.Request:
		to.Request, to.Target, r.to.Code = c, r.target(p.Key.Port), r.e.Result.Code
		if r.e.About.Kind == kernel.PacketObject {
			to.Fate = Lost
		}
	case *kernel.Answer:
		to.Answer, to.Target = c, r.threadOf(kernel.ThreadID(p.Key.Port.Object))
	}
}

// OnWire is a packet by itself, wherever it is.
func OnWire(s *kernel.State, p *kernel.Packet) *Packet {
	r, to := &Reader{s: s}, new(Packet)
	r.onWire(to, p)
	return to
}

func (r *Reader) onWire(to *Packet, p *kernel.Packet) {
	*to = Packet{Kind: p.Kind, Stage: int(p.Stage), Path: p.Path, Marker: p.Task != 0 || p.Halt != 0, Halt: int(p.Halt)}
	if p.Task != 0 {
		to.Task = r.taskOf(p.Task)
		return
	}
	to.From, to.To = r.hostOf(p.From), r.hostOf(p.To)
}

// fate is what became of a packet that brings a message.
func (r *Reader) fate() Fate {
	id := uint32(r.e.Actor.Packet)
	switch {
	case r.e.About.Kind == kernel.PortObject:
		return Arrives
	case r.s.Packets.Has(id) && r.s.Packets.At(id).Status == kernel.Refused:
		return Waits
	}
	return Passes
}

// target is the task or thread that a call is made on, given by the key of its port.
func (r *Reader) target(p kernel.PortKey) Value {
	switch p.Kind {
	case kernel.KindTask:
		return r.taskOf(kernel.TaskID(p.Object))
	case kernel.KindThread:
		return r.threadOf(kernel.ThreadID(p.Object))
	}
	return Value{}
}
