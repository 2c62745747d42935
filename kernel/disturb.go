package kernel

import (
	"slices"

	"machsim/ipc"
)

// Disturbs says whether it may matter to the step that an actor is about to take, or to what comes of it, whether a
// thread has begun a wait or is only about to: whether the step may end, break off, or stop the wait in another way
// than by what it is for, or tell of it. It is true rather than false where that is not known.
func (s *State) Disturbs(a Actor, id ThreadID, w Wait) bool {
	if a.Edited() {
		return s.faultDisturbs(s.Failing, id, w)
	}
	if a.Thread == 0 {
		return s.packetDisturbs(a.Packet, id, w)
	}
	t := s.Threads.At(uint32(a.Thread))
	switch c := &t.Call; c.Op.Class() {
	case ClassRights:
		return s.meddles(a, id, w) || s.parts(id)
	case ClassEnd, ClassStop:
		return s.targets(s.named(t.Space, c.Name), id, w) || c.Op.Class() == ClassEnd && s.parts(id)
	case ClassExit:
		return len(s.Tasks.At(uint32(t.Task)).Threads) == 1 && (s.receivedIn(t.Space, w) || s.parts(id))
	case ClassMessage:
		return s.brings(t, id, w)
	case ClassStage, ClassRaise:
		return true
	case ClassOther:
		return c.Op == OpThreadInfo && s.targets(s.named(t.Space, c.Name), id, w)
	}
	return t.Handler != 0
}

// meddles says whether a call on rights is on those by which a thread would wait, or which let somebody receive there.
func (s *State) meddles(a Actor, id ThreadID, w Wait) bool {
	t := s.Threads.At(uint32(a.Thread))
	if limits := t.Call.Op == OpPortSetQLimit || t.Call.Op == OpPort25SetBacklog; limits && w.Kind != WaitSend {
		return false // how many messages have room is nothing to whom a message is for
	}
	if !slices.ContainsFunc(s.Uses(a, nil), func(u Use) bool { return s.waitsAt(u.Object, w) }) {
		return false
	}
	spaces := []ipc.SpaceID{t.Space}
	if p := s.named(t.Space, t.Call.Name); p != 0 && s.IPC.Ports.At(uint32(p)).Kind == KindTask {
		spaces = append(spaces, s.Tasks.At(s.IPC.Ports.At(uint32(p)).Object).Space)
	}
	return slices.ContainsFunc(spaces, func(sp ipc.SpaceID) bool {
		return sp == s.Threads.At(uint32(id)).Space || s.receivedIn(sp, w)
	})
}

// waitsAt says whether an object is the port or set that a wait is at.
func (s *State) waitsAt(o Object, w Wait) bool {
	switch o.Kind {
	case PortObject:
		return w.Port == ipc.PortID(o.ID)
	case SetObject:
		return w.Set == ipc.SetID(o.ID) || w.Port != 0 && s.IPC.Ports.At(uint32(w.Port)).Set == ipc.SetID(o.ID)
	}
	return false
}

// named returns the port that a name stands for, 0 for none.
func (s *State) named(sp ipc.SpaceID, n ipc.Name) ipc.PortID {
	if e := s.IPC.Look(sp, n); e != nil && e.Type&ipc.TypePortSet == 0 && s.IPC.Ports.Has(e.Object) {
		return ipc.PortID(e.Object)
	}
	return 0
}

// targets says whether a port stands for a thread or its task, for what it would wait for, or for the task that
// receives from where it would wait.
func (s *State) targets(p ipc.PortID, id ThreadID, w Wait) bool {
	if p == 0 {
		return false
	}
	switch port := s.IPC.Ports.At(uint32(p)); port.Kind {
	case KindThread:
		return port.Object == uint32(id) || w.Kind == WaitJoin && w.Object == port.Object
	case KindTask:
		task := s.Tasks.At(port.Object)
		return s.Threads.At(uint32(id)).Task == TaskID(port.Object) || s.receivedIn(task.Space, w)
	}
	return false
}

// receivedIn says whether a wait is at a port that is received from in a space; or whose receive right is on its way,
// and may be lost with any other port.
func (s *State) receivedIn(sp ipc.SpaceID, w Wait) bool {
	if w.Port == 0 {
		return false
	}
	by := s.IPC.Ports.At(uint32(w.Port)).Receiver
	return by == sp || by == 0
}

// parts says whether a thread gives up rights when it begins to wait.
func (s *State) parts(id ThreadID) bool {
	m := s.Threads.At(uint32(id)).Call.Msg
	if m == 0 {
		return false
	}
	msg := s.IPC.Msgs.At(uint32(m))
	moves := func(d ipc.Disposition) bool { return d != 0 && d != ipc.CopySend }
	return moves(msg.Header.RemoteType) || moves(msg.Header.LocalType) ||
		slices.ContainsFunc(msg.Items, func(i ipc.Item) bool { return i.Kind == ipc.KindPort || i.Kind == ipc.KindMemory })
}

// brings says whether a message that a thread is about to send takes the right away that somebody would wait at, or one
// that would be told of what he gives up.
func (s *State) brings(t *ThreadState, id ThreadID, w Wait) bool {
	if t.Call.Msg == 0 {
		return false
	}
	return slices.ContainsFunc(s.IPC.Msgs.At(uint32(t.Call.Msg)).Items, func(i ipc.Item) bool {
		moved := i.Disp == ipc.MoveReceive && w.Port != 0 && s.named(t.Space, ipc.Name(i.Num)) == w.Port
		return i.Kind == ipc.KindPort && (moved || s.parts(id))
	})
}

// packetDisturbs is Disturbs of a packet: it may bring the death of a port, a receive right, or a call on a thread.
func (s *State) packetDisturbs(id PacketID, thread ThreadID, w Wait) bool {
	p := s.Packets.At(uint32(id))
	switch {
	case p.Kind == PacketUnused && !s.awaitsNoSenders(p):
		return false
	case p.Kind != PacketMessage:
		return s.parts(thread) || w.Port != 0 && s.IPC.Ports.At(uint32(w.Port)).Net == uint32(p.Net) && p.Kind == PacketDeath
	}
	m := s.IPC.Msgs.At(uint32(s.Carried(p)))
	return m.Call != nil || slices.ContainsFunc(m.Items, func(i ipc.Item) bool {
		return i.Kind == ipc.KindPort && (i.Disp == ipc.PortReceive || i.Disp == ipc.MoveReceive || s.parts(thread))
	})
}

// awaitsNoSenders says whether somebody is to be told when the port that a packet is about has no senders.
func (s *State) awaitsNoSenders(p *Packet) bool {
	n := s.NetPortOf(p)
	return n != nil && n.Home >= 0 && s.IPC.Ports.At(uint32(n.Ends[n.Home].Port)).NSRequest != 0
}
