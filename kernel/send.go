package kernel

import "machsim/ipc"

// Send sends a message to the port that dest names, and waits while its queue is full.
// MACH_SEND_INTERRUPTED: ThreadAbort ended the wait. Then, as after a timeout, m was not
// sent, and the task has the rights that it had before: a reference that was copied or made
// for m has been given up again, and m can be sent once more. The items of m that move a
// right, and those that make a send-once right, have the names under which these came
// back, for a send-once right cannot be unmade without a notification. (MachMsg leaves
// all that to the program.)
func (k Mach) Send(dest ipc.Name, m *ipc.Message) error {
	return k.th.send(dest, m, ipc.MACH_SEND_MSG, 0)
}

// SendTimeout is Send that waits at most ms virtual milliseconds for room, not at all if
// ms is not above 0. MACH_SEND_TIMED_OUT means that m was not sent, as in Send.
func (k Mach) SendTimeout(dest ipc.Name, m *ipc.Message, ms int) error {
	return k.th.send(dest, m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, ms)
}

func (th *Thread) send(dest ipc.Name, m *ipc.Message, opt ipc.Option, ms int) error {
	th.sends("Send", m)
	err := th.exchange(m.To(dest, th.sendBy(dest)), opt, ipc.Null, ms, nil)
	if cameBack(err) {
		th.takeBack(m, th.res.Msg)
	}
	return err
}

// exchange is MachMsg that leaves m alone: what is received, or comes back, is th.res.Msg, which lies in room, or is a
// new message if room is nil.
func (th *Thread) exchange(m *ipc.Message, opt ipc.Option, rcv ipc.Name, timeout int, room *ipc.Message) error {
	return th.msgTrap(m, nil, room, opt, 0, rcv, timeout, ipc.Null)
}

// sendBy is how a message travels to a destination: by a copy of the send right,
// by the send-once right itself, or by a right made from the receive right.
func (th *Thread) sendBy(dest ipc.Name) ipc.Disposition {
	switch t := th.typeOf(dest); {
	case t&ipc.TypeSend != 0:
		return ipc.CopySend
	case t&ipc.TypeSendOnce != 0:
		return ipc.MoveSendOnce
	case t&ipc.TypeReceive != 0:
		return ipc.MakeSend
	}
	return ipc.CopySend
}

// typeOf is which rights the task has under a name, 0 for none.
func (th *Thread) typeOf(n ipc.Name) ipc.Type {
	th.mine()
	if th.m.cfg.Tracer.Log == nil && !th.apart {
		return th.look(n)
	}
	return glance(th, func() ipc.Type { return th.look(n) })
}

func (th *Thread) look(n ipc.Name) ipc.Type {
	if e := th.m.IPC.Lookup(th.m.Tasks.At(uint32(th.task())).Space, n); e != nil {
		return e.Type
	}
	return 0
}

// SendRight returns an item that carries a send right to a port: a copy of the one
// that the task has, or one made from its receive right. Null stays Null. It is no
// kernel call.
func (th *Thread) SendRight(name ipc.Name) ipc.Item {
	if th.typeOf(name)&ipc.TypeSendReceive == ipc.TypeReceive {
		return ipc.MakingSend(name)
	}
	return ipc.CopyingSend(name)
}

// cameBack says whether a send ended in a pseudo-receive: the message, with its rights, was
// handed back.
func cameBack(err error) bool {
	return err == ipc.MACH_SEND_TIMED_OUT || err == ipc.MACH_SEND_INTERRUPTED
}

// takeBack gives up what the task has more than before it tried to send m, now that m came
// back as back, and brings the names in m up to date.
func (th *Thread) takeBack(m, back *ipc.Message) {
	m.Remote, m.RemoteType = th.rightBack(m.Remote, m.RemoteType, back.Remote)
	m.Local, m.LocalType = th.rightBack(m.Local, m.LocalType, back.Local)
	for i := range m.Items {
		it, b := &m.Items[i], &back.Items[i]
		switch {
		case it.Kind == ipc.KindPort:
			var n ipc.Name
			n, it.Disp = th.rightBack(ipc.Name(it.Num), it.Disp, ipc.Name(b.Num))
			it.Num = uint64(n)
		case it.Kind != ipc.KindMemory:
		case it.Dealloc:
			*it = *b
		case b.Num != 0:
			_ = th.Mach().VMDeallocate(th.Mach().Self(), b.Num, uint64(b.Size))
		}
	}
}

// rightBack takes back a right that a message was to carry by d, and that came back under
// the name got. It returns name and disposition for another try.
func (th *Thread) rightBack(n ipc.Name, d ipc.Disposition, got ipc.Name) (ipc.Name, ipc.Disposition) {
	switch d {
	case ipc.CopySend, ipc.MakeSend:
		if got != ipc.Null && got != ipc.Dead {
			_ = th.Mach().PortDeallocate(th.Mach().Self(), got)
		}
		return n, d
	case ipc.MakeSendOnce:
		return got, ipc.MoveSendOnce
	}
	return got, d
}

// Receive waits for a message at a port or port set.
func (k Mach) Receive(from ipc.Name) (*ipc.Message, error) {
	m := ipc.Blank()
	return m, k.receive(m, from, 0, 0)
}

func (k Mach) receive(m *ipc.Message, from ipc.Name, opt ipc.Option, ms int) error {
	return k.MachMsg(m, ipc.MACH_RCV_MSG|opt, 0, from, ms, ipc.Null)
}

// ReceiveTimeout is Receive that waits at most ms virtual milliseconds, not at all if ms
// is not above 0; the error is then MACH_RCV_TIMED_OUT.
func (k Mach) ReceiveTimeout(from ipc.Name, ms int) (*ipc.Message, error) {
	m := ipc.Blank()
	return m, k.receive(m, from, ipc.MACH_RCV_TIMEOUT, ms)
}
