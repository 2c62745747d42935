package touch

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// abandoned is the use of ports that lose their receiver, or somebody who can send to them, with a task.
func (f *Footprints) abandoned(s *kernel.State, sp ipc.SpaceID, some Footprint) Footprint {
	for port := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(port)
		if p.Kind != kernel.KindPlain && p.Kind != kernel.KindProxy || p.Dead {
			continue
		}
		held := slices.ContainsFunc(p.Holders, func(h ipc.Holder) bool { return h.Space == sp })
		switch {
		case p.Kind == kernel.KindProxy:
			if held {
				some = append(some, Use{f.rights(s, ipc.PortID(port)), Release})
				some = f.perhapsLast(s, ipc.PortID(port), some)
			}
		case p.Net != 0 && (p.Receiver == sp || held && p.NSRequest != 0):
			some[0].Mode = Write // other hosts are told
		case p.Receiver == sp && (p.SRights > 0 || p.SORights > 0):
			some = f.dies(s, ipc.PortID(port), f.queue(s, ipc.PortID(port), Write, some))
		case held && p.NSRequest != 0:
			some = append(some, Use{f.Port(s, ipc.PortID(port)), Write})
		}
	}
	return some
}

// first is the first thread of a task.
func (f *Footprints) first(s *kernel.State, t *kernel.ThreadState) Actor {
	return f.Names.Thread(s, s.Tasks.At(uint32(t.Task)).Threads[0])
}

// Port is the queue of a port.
func (f *Footprints) Port(s *kernel.State, id ipc.PortID) Thing {
	if id == 0 || id == ipc.DeadPort || !s.IPC.Ports.Has(uint32(id)) {
		return World
	}
	p := s.IPC.Ports.At(uint32(id))
	switch {
	case p.Kind == kernel.KindProxy:
		return f.proxy(s, proxyName, id)
	case p.Kind != kernel.KindPlain:
		return World
	}
	return f.Names.object(s, kernel.Object{Kind: kernel.PortObject, ID: uint32(id)})
}

// queue adds the use of a port's queue; and of its set's, which its messages are in, if it is a member of one.
func (f *Footprints) queue(s *kernel.State, id ipc.PortID, m Mode, some Footprint) Footprint {
	port := f.Port(s, id)
	if port == World {
		some[0].Mode = Write
		return some
	}
	some = append(some, Use{port, m})
	if set := s.IPC.Ports.At(uint32(id)).Set; set != 0 {
		some = append(some, Use{f.Set(s, set), m})
	}
	return some
}

func (f *Footprints) Set(s *kernel.State, id ipc.SetID) Thing {
	return f.Names.object(s, kernel.Object{Kind: kernel.SetObject, ID: uint32(id)})
}

// message is the use of queues by a message call. Options that ask for more use everything, too.
func (f *Footprints) message(s *kernel.State, t *kernel.ThreadState, some Footprint) Footprint {
	sends, receives := t.Call.Opt&ipc.MACH_SEND_MSG != 0, t.Call.Opt&ipc.MACH_RCV_MSG != 0
	const plain = ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG | ipc.MACH_SEND_TIMEOUT | ipc.MACH_RCV_TIMEOUT
	if t.Call.Opt&^plain != 0 || t.Call.Op != kernel.OpMachMsg {
		some[0].Mode = Write
	}
	switch {
	case !t.Fresh():
		return f.goingOn(s, t, some)
	case sends:
		return f.sending(s, t, some, receives)
	case t.Call.Op == kernel.OpMsgReceive && t.Call.Name == kernel.PORT_DEFAULT:
		return Everything
	}
	port, set, ok := s.IPC.LookSource(t.Space, t.Call.Name)
	m := Receive
	if t.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 && t.Call.N <= 0 {
		m = Write
	}
	switch {
	case !ok:
		return Everything
	case set != 0:
		some = append(some, Use{f.Set(s, set), m})
	default:
		some = f.queue(s, port, m, some)
	}
	for m := s.IPC.First(port, set); m != 0; m = s.IPC.Msgs.At(uint32(m)).Next {
		if some = f.brings(s, t.Task, m, some); set == 0 || !f.Names.Waits[AnyMember] {
			break
		}
	}
	return some
}

// brings adds what depends, for who receives a message, on the rights in it: whether their ports are alive. Where that
// is tried it is known.
func (f *Footprints) brings(s *kernel.State, to kernel.TaskID, id ipc.MsgID, some Footprint) Footprint {
	if f.Names.Waits[AtRights] && !f.crowdedTask(s, to) {
		return some
	}
	m := s.IPC.Msgs.At(uint32(id))
	some = f.alive(s, m.Reply, some)
	for i := range m.Items {
		if m.Items[i].Kind == ipc.KindPort {
			some = f.alive(s, ipc.PortID(m.Items[i].Num), some)
		}
	}
	return some
}

// alive adds the use of whether a port is alive, of which a message brings a right.
func (f *Footprints) alive(s *kernel.State, id ipc.PortID, some Footprint) Footprint {
	if id == 0 || id == ipc.DeadPort || !s.IPC.Ports.Has(uint32(id)) {
		return some
	}
	if k := s.IPC.Ports.At(uint32(id)).Kind; k != kernel.KindPlain && k != kernel.KindProxy {
		return some
	}
	if what := f.ofPort(s, statusName, id); what != World {
		some = some.With(Footprint{{what, Read}})
	}
	return some
}

// dies adds what depends on a port's being alive, where calls on rights are not tried: those who receive rights to it.
func (f *Footprints) dies(s *kernel.State, id ipc.PortID, some Footprint) Footprint {
	if f.Names.Waits[AtRights] {
		return some
	}
	return append(some, Use{f.ofPort(s, statusName, id), Write})
}

// sending is the use of a queue by a call that sends, and perhaps waits for the answer. Rights in the message use
// everything, too.
func (f *Footprints) sending(s *kernel.State, t *kernel.ThreadState, some Footprint, receives bool) Footprint {
	if carries(s, t.Call.Msg) && (f.crowdedTask(s, t.Task) || !f.exact()) {
		some[0].Mode = Write
	}
	dest, by, ok := s.IPC.LookDest(t.Space, t.Call.Msg, ipc.Null)
	switch {
	case !ok:
		return Everything
	case t.Call.Opt&ipc.MACH_SEND_TIMEOUT == 0, t.Call.N > 0, by != ipc.PortSend: // there is always room for an answer
		return f.queue(s, dest, Send, some)
	}
	return f.comesBack(s, t, t.Call.Msg, f.queue(s, dest, Write, some))
}

// refused says whether a call on messages is one that sends to a name which is no right to send any more.
func (f *Footprints) refused(s *kernel.State, t *kernel.ThreadState) bool {
	if !t.Fresh() || t.Call.Op != kernel.OpMachMsg || t.Call.Opt&ipc.MACH_SEND_MSG == 0 {
		return false
	}
	_, _, ok := s.IPC.LookDest(t.Space, t.Call.Msg, ipc.Null)
	return !ok
}

// goingOn is the use of queues by a message call whose wait has ended. A send whose time is up still finds room, if
// there is some then.
func (f *Footprints) goingOn(s *kernel.State, t *kernel.ThreadState, some Footprint) Footprint {
	switch {
	case !t.Sending(): // what it waited for is in its hands, or does not come
		switch {
		case t.Msg != 0:
			return f.brings(s, t.Task, t.Msg, some)
		case t.Wake == kernel.WakeReady:
			return Everything
		}
		return some
	case carries(s, t.Msg) && (f.crowdedTask(s, t.Task) || !f.exact()):
		some[0].Mode = Write
	}
	switch t.Wake {
	case kernel.WakeAbort:
		return f.comesBack(s, t, t.Msg, some)
	case kernel.WakeTimeout:
		return f.comesBack(s, t, t.Msg, f.queue(s, s.IPC.Msgs.At(uint32(t.Msg)).Dest, Write, some))
	case kernel.WakeReady:
		return f.queue(s, s.IPC.Msgs.At(uint32(t.Msg)).Dest, Send, some)
	}
	return Everything
}

// comesBack adds what a message uses that may come back: a right that was made for it comes under the name of the right
// to receive, and other threads of the task find it there.
func (f *Footprints) comesBack(s *kernel.State, t *kernel.ThreadState, id ipc.MsgID, some Footprint) Footprint {
	if m := s.IPC.Msgs.At(uint32(id)); f.crowdedTask(s, t.Task) && m.Header.RemoteType != ipc.CopySend {
		return append(some, Use{f.namesOf(s, t.Space), Write})
	}
	return some
}

// carries says whether a message has rights or memory in it.
func carries(s *kernel.State, id ipc.MsgID) bool {
	m := s.IPC.Msgs.At(uint32(id))
	return slices.ContainsFunc(m.Items, func(i ipc.Item) bool {
		return i.Kind == ipc.KindPort || i.Kind == ipc.KindMemory
	})
}
