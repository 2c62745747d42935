package kernel

import "machsim/ipc"

// WouldWait returns the wait that a thread's next step would begin if it took it now, and do
// nothing else but what belongs to the wait (a sender that waits for room has given up its
// rights). Kind is WaitNone if the step would do more, even if it then waits, as an RPC does
// for its reply; also if the thread waits already, or has ended. The timeout is in virtual
// microseconds, negative for none. It makes no difference whether the thread is suspended.
// WouldWait changes nothing, and logs no access.
func (s *State) WouldWait(id ThreadID) (w Wait, timeout int64) {
	t := s.Threads.At(uint32(id))
	if t.Status != Pending {
		return Wait{}, -1
	}
	switch t.Call.Op {
	case OpMachMsg, OpMsgSend, OpMsgReceive, OpMsgRPC:
		return s.messageWait(t)
	case OpMutexLock:
		return s.lockWait(t, MutexID(t.Call.N)), -1
	case OpConditionWait:
		if t.Phase > 0 {
			return s.lockWait(t, MutexID(t.Call.N2)), -1
		}
	case OpCThreadJoin:
		return s.joinWait(t, ThreadID(t.Call.N)), -1
	case OpReturn, OpExit:
		return s.aloneWait(t), -1
	case OpThreadSwitch:
		if t.Phase == 0 && t.Call.N == SwitchWait {
			return Wait{Kind: WaitSleep}, micros(t.Call.N2)
		}
	default:
		if t.Call.Op.HasTarget() {
			return s.acrossWait(t), -1
		}
	}
	return Wait{}, -1
}

// messageWait returns the wait with which a message call would begin now, or go on.
func (s *State) messageWait(t *ThreadState) (Wait, int64) {
	switch {
	case t.Phase == msgStart && t.Call.Opt&ipc.MACH_SEND_MSG == 0:
		return s.receiveWait(t)
	case t.Phase == msgStart:
		dest, by, ok := s.IPC.LookDest(t.Space, t.Call.Msg, t.notify(ipc.MACH_SEND_CANCEL))
		if ok && s.readable(t) && !s.IPC.LookCircular(t.Space, t.Call.Msg, dest) {
			return s.roomWait(t, dest, by)
		}
	case t.Phase == msgQueue && t.Wake != WakeAbort && t.Wake != WakeTimeout:
		if m := s.IPC.Msgs.At(uint32(t.Msg)); !m.Circular {
			return s.roomWait(t, m.Dest, m.DestType)
		}
	}
	return Wait{}, -1
}

// roomWait returns the wait for room with which a send would begin now.
func (s *State) roomWait(t *ThreadState, dest ipc.PortID, by ipc.Disposition) (Wait, int64) {
	w := Wait{Kind: WaitSend, Port: dest}
	switch timed := t.Call.Opt&ipc.MACH_SEND_TIMEOUT != 0; {
	case s.IPC.Ports.At(uint32(dest)).HasRoomBy(by):
	case timed && t.Call.N > 0:
		return w, micros(t.Call.N)
	case !timed && t.Call.Opt&ipc.MACH_SEND_NOTIFY == 0:
		return w, -1
	}
	return Wait{}, -1
}

// readable says whether the out-of-line memory in a call's message is mapped.
func (s *State) readable(t *ThreadState) bool {
	m := s.IPC.Msgs.At(uint32(t.Call.Msg))
	for i := range m.Items {
		it := &m.Items[i]
		if it.Kind == ipc.KindMemory && it.Size > 0 &&
			covered(s.Tasks.At(uint32(t.Task)).Map, it.Num, uint64(it.Size), ProtRead) != 0 {
			return false
		}
	}
	return true
}

// receiveWait returns the wait for a message with which a receive would begin now. Neither Port
// nor Set is given where the call would first make its task's default set.
func (s *State) receiveWait(t *ThreadState) (Wait, int64) {
	w, timeout := Wait{Kind: WaitReceive}, int64(-1)
	from, byDefault, ok := t.Call.Name, t.Call.Op == OpMsgReceive && t.Call.Name == PORT_DEFAULT, true
	if byDefault {
		from = s.IPC.Spaces.At(uint32(t.Space)).Enabled
	}
	if from != ipc.Null || !byDefault {
		w.Port, w.Set, ok = s.IPC.LookSource(t.Space, from)
	}
	if ok && t.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 {
		timeout = micros(t.Call.N)
		ok = timeout > 0
	}
	if !ok || s.queued(w.Port, w.Set) {
		return Wait{}, -1
	}
	return w, timeout
}

// queued says whether a message is at a port or set that is no halt marker.
func (s *State) queued(p ipc.PortID, set ipc.SetID) bool {
	if p == 0 && set == 0 {
		return false
	}
	m := s.IPC.First(p, set)
	for m != 0 && IsMarker(s.IPC.Msgs.At(uint32(m))) {
		m = s.IPC.Msgs.At(uint32(m)).Next
	}
	return m != 0
}

// WouldBeRefused says whether a packet's next step would only find the queue full to which its message goes.
func (s *State) WouldBeRefused(id PacketID) bool {
	p := s.Packets.At(uint32(id))
	n := s.NetPortOf(p)
	if p.Kind != PacketMessage || p.Held() || n == nil || n.Home < 0 || n.Ends[n.Home].Host != p.To {
		return false
	}
	m, port := s.IPC.Msgs.At(uint32(s.Carried(p))), s.IPC.Ports.At(uint32(n.Ends[n.Home].Port))
	return !port.Datagram && m.Call == nil && m.DestType == ipc.PortSend && port.Room() <= 0
}
