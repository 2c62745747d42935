package diagram

import (
	"slices"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// edit adds a change made at the debugger. It has a row and, if the first thread that it concerns
// has a lane, that lane.
func (b *builder) edit(e *kernel.Event) {
	index, text := int(e.Step)-1, trace.Of(event.Of(e)).Action
	b.d.Events = append(b.d.Events, Event{
		Index: index, Lane: b.first(b.concerned(e)), Time: e.Time, Kind: Edit,
		Label: text, Text: text + ", by the debugger",
		Inside: b.s.Holds(index),
	})
	if m := e.Msg; e.Edit.Kind == kernel.EditDrop && m != nil && m.Sent > 0 {
		b.arrow(Message, int(m.Sent)-1, index)
		b.d.Arrows[len(b.d.Arrows)-1].Lost = true
	}
}

// mishap adds a fault, as a change: it has the lane of the first thread that ends with it, or was to receive the
// message.
func (b *builder) mishap(e *kernel.Event) {
	step := event.Of(e)
	index, text := int(e.Step)-1, trace.Of(step).Action
	label, concerned := text, b.endedBy(index)
	if e.Packet != nil {
		label = trace.Befallen(step)
	}
	if e.Msg != nil {
		concerned = receivers(e.State, e.Msg.Dest)
	}
	b.d.Events = append(b.d.Events, Event{
		Index: index, Lane: b.first(concerned), Time: e.Time, Kind: Mishap, Label: label, Text: text,
		Inside: b.s.Holds(index),
	})
	if e.Fault.Kind.Loses() && e.Msg != nil && e.Msg.Sent > 0 {
		b.arrow(Message, int(e.Msg.Sent)-1, index)
		b.d.Arrows[len(b.d.Arrows)-1].Lost = true
	}
}

// first returns the tape's lane of the first of some threads that has one; Nowhere if none has.
func (b *builder) first(threads []kernel.ThreadID) int {
	for _, id := range threads {
		if lane := b.s.LaneOf(id); lane >= 0 {
			return lane
		}
	}
	return Nowhere
}

// concerned returns the threads that an edit concerns: the thread with the changed variable, the
// possible receivers of the message, or the thread that is ended or whose wait ends.
func (b *builder) concerned(e *kernel.Event) []kernel.ThreadID {
	switch edit := e.Edit; edit.Kind {
	case kernel.EditSet, kernel.EditAssign, kernel.EditCall, kernel.EditRPC, kernel.EditKillThread,
		kernel.EditAbort:
		return []kernel.ThreadID{kernel.ThreadID(edit.Object)}
	case kernel.EditInject:
		return receivers(e.State, ipc.PortID(edit.Object))
	case kernel.EditDrop, kernel.EditField, kernel.EditMove:
		if e.Msg == nil {
			return nil
		}
		return receivers(e.State, e.Msg.Dest)
	case kernel.EditHalt:
		return onHost(e.State, kernel.HostID(edit.Object))
	}
	return b.endedBy(int(e.Step) - 1)
}

// endedBy returns the threads that an event ended.
func (b *builder) endedBy(event int) (all []kernel.ThreadID) {
	for id, at := range b.ended {
		if at == event {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// receivers returns the threads of the task that receives at a port; for a proxy, at the port
// behind it. Threads that wait there come first.
func receivers(s *kernel.State, port ipc.PortID) []kernel.ThreadID {
	home := homeOf(s, port)
	if home == 0 || !s.IPC.Spaces.Has(uint32(s.IPC.Ports.At(uint32(home)).Receiver)) { // its right may be in a message
		return nil
	}
	space := s.IPC.Ports.At(uint32(home)).Receiver
	task := s.IPC.Spaces.At(uint32(space)).Task
	if !s.Tasks.Has(task) {
		return nil
	}
	all := slices.Clone(s.Tasks.At(task).Threads)
	slices.SortStableFunc(all, func(x, y kernel.ThreadID) int { return waitsAt(s, y, home) - waitsAt(s, x, home) })
	return all
}

// waitsAt returns 1 if a thread waits to receive at a port, else 0.
func waitsAt(s *kernel.State, id kernel.ThreadID, port ipc.PortID) int {
	if w := s.Threads.At(uint32(id)).Wait; w.Kind == kernel.WaitReceive && w.Port == port {
		return 1
	}
	return 0
}

// homeOf returns the port at which messages to a port are received: for a proxy, the port behind
// it, 0 if that has died; else the port itself.
func homeOf(s *kernel.State, port ipc.PortID) ipc.PortID {
	if port == 0 || !s.IPC.Ports.Has(uint32(port)) {
		return 0
	}
	p := s.IPC.Ports.At(uint32(port))
	if p.Kind != kernel.KindProxy {
		return port
	}
	if !s.NetPorts.Has(p.Net) || s.NetPorts.At(p.Net).Home < 0 {
		return 0
	}
	n := s.NetPorts.At(p.Net)
	return n.Ends[n.Home].Port
}
