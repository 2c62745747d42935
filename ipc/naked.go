package ipc

// A naked right is one outside of every space: in a message, in a request, or
// held by the kernel. It counts in the port's SRights or SORights and holds a
// reference. The unexported functions make or consume naked rights of messages and
// requests. The exported ones are for the kernel's own, which Port.Naked counts too.

// AddSend makes a send right for the kernel. It does not count as a MAKE_SEND,
// because no program made it. p must be alive.
func (s *State) AddSend(p PortID) {
	port := s.mutPort(p)
	if s.AccessLog != nil {
		s.accessGained(p, port)
	}
	port.SRights++
	port.Refs++
	port.Naked.Send++
}

// AddSendOnce makes a send-once right for the kernel. p must be alive.
func (s *State) AddSendOnce(p PortID) {
	port := s.mutPort(p)
	s.access(LocRights, Add, uint32(p), 0)
	port.SORights++
	port.Refs++
	port.Naked.SendOnce++
}

// DropSend gives up a send right of the kernel. If it was the last send right to p,
// a no-senders request fires. p may be dead, 0 or DeadPort.
func (s *State) DropSend(p PortID) {
	if p.real() {
		s.mutPort(p).Naked.Send--
		s.releaseSend(p)
	}
}

// DropSendOnce gives up a send-once right of the kernel, unused: the port gets a
// send-once notification. p may be dead, 0 or DeadPort.
func (s *State) DropSendOnce(p PortID) {
	if p.real() {
		s.mutPort(p).Naked.SendOnce--
		s.sendOnce(p)
	}
}

// countNaked adds n to the kernel's count of naked rights of type t to p.
func (s *State) countNaked(p PortID, t Disposition, n int32) {
	if !p.real() {
		return
	}
	naked := &s.mutPort(p).Naked
	switch t {
	case PortReceive:
		naked.Receive += n
	case PortSend:
		naked.Send += n
	case PortSendOnce:
		naked.SendOnce += n
	}
}

// releaseSend consumes a send right (ipc_port_release_send).
func (s *State) releaseSend(p PortID) {
	port := s.mutPort(p)
	if port.Dead {
		s.unref(p)
		return
	}
	port.Refs--
	s.loseSend(p)
}

// loseSend counts one send right less and fires the no-senders request when
// none is left. The port must be alive.
func (s *State) loseSend(p PortID) {
	if request, count := s.countSendOut(p); request != 0 {
		s.notifyCount(request, MACH_NOTIFY_NO_SENDERS, count)
	}
}

// countSendOut counts one send right less. If that was the last and there is a
// no-senders request, it disarms the request (it fires once) and returns it with the
// present make-send count, for which the kernel does not ask, for the caller to fire.
func (s *State) countSendOut(p PortID) (request PortID, mscount uint32) {
	port := s.mutPort(p)
	if s.AccessLog != nil {
		s.accessLost(p, port)
	}
	port.SRights--
	switch {
	case port.SRights > 0 || port.NSRequest == 0:
	case port.minded():
		request = port.unminded()
	default:
		request, mscount = port.NSRequest, port.MSCount
		port.NSRequest = 0
	}
	return request, mscount
}

// releaseSendOnce consumes a send-once right without a notification. It is only for
// rights that no program could know of (ipc_port_release_sonce).
func (s *State) releaseSendOnce(p PortID) {
	s.access(LocRights, Add, uint32(p), 0)
	port := s.mutPort(p)
	if !port.Dead {
		port.SORights--
	}
	s.unref(p)
}

// sendOnce consumes a send-once right that was never used, and sends its port a
// send-once notification (ipc_notify_send_once).
func (s *State) sendOnce(p PortID) { s.Enqueue(s.notification(p, MACH_NOTIFY_SEND_ONCE)) }

// destroyRight destroys a right of a message, as if a task had given it up
// (ipc_object_destroy). p may be 0, DeadPort, or dead.
func (s *State) destroyRight(p PortID, t Disposition) {
	if !p.real() {
		return
	}
	switch t {
	case PortSend:
		s.releaseSend(p)
	case PortSendOnce:
		s.sendOnce(p)
	case PortReceive:
		if s.port(p).Dead {
			s.unref(p)
		} else {
			s.destroyReceive(p)
		}
	}
}
