package event

import (
	"machsim/ipc"
	"machsim/kernel"
)

// arrival is the arrival of a packet.
func (m *maker) arrival() {
	p := m.e.Packet
	if p == nil {
		return
	}
	to := OnWire(m.s, p)
	m.to.Packet, m.to.Host = to, to.To
	switch {
	case to.Marker:
		return
	case p.Kind != kernel.PacketMessage:
		to.Port = m.s.MeaningName(m.e.Subject)
		return
	}
	to.Fate = m.fate()
	if m.e.About.Kind == kernel.PortObject {
		to.Port = m.s.PortName(ipc.PortID(m.e.About.ID))
	}
	if m.e.Msg == nil {
		return
	}
	m.to.Message = m.transit(m.e.Msg)
	switch c := m.e.Msg.Call.(type) {
	case *kernel.Request:
		to.Request, to.Target, m.to.Code = c, target(m.s, p.Key.Port), m.e.Result.Code
		if m.e.About.Kind == kernel.PacketObject {
			to.Fate = Lost
		}
	case *kernel.Answer:
		to.Answer, to.Target = c, m.s.ThreadName(kernel.ThreadID(p.Key.Port.Object))
	}
}

// OnWire is a packet by itself, wherever it is.
func OnWire(s *kernel.State, p *kernel.Packet) *Packet {
	to := &Packet{Kind: p.Kind, Stage: int(p.Stage), Path: p.Path, Marker: p.Task != 0}
	if to.Marker {
		to.Task = s.TaskName(p.Task)
		return to
	}
	to.From, to.To = s.HostName(p.From), s.HostName(p.To)
	return to
}

// fate is what became of a packet that brings a message.
func (m *maker) fate() Fate {
	id := uint32(m.e.Actor.Packet)
	switch {
	case m.e.About.Kind == kernel.PortObject:
		return Arrives
	case m.s.Packets.Has(id) && m.s.Packets.At(id).Status == kernel.Refused:
		return Waits
	}
	return Passes
}

// target is the task or thread that a call is made on, given by the key of its port.
func target(s *kernel.State, p kernel.PortKey) string {
	switch p.Kind {
	case kernel.KindTask:
		return "task " + s.TaskName(kernel.TaskID(p.Object))
	case kernel.KindThread:
		return "thread " + s.ThreadName(kernel.ThreadID(p.Object))
	}
	return "a port that is no task or thread"
}
