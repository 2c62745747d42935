package randprog

import (
	"machsim/ipc"
	"machsim/kernel"
)

func newPort(a *actor) {
	if n, err := a.th.Mach().ReplyPort(); err == nil {
		a.hear(n)
	}
}

func (a *actor) carry() ipc.Disposition {
	return oneOf(a, ipc.MoveReceive, ipc.MoveSend, ipc.MoveSendOnce, ipc.CopySend, ipc.MakeSend, ipc.MakeSend,
		ipc.MakeSendOnce)
}

func (a *actor) message() *ipc.Message {
	m := ipc.NewMessage(int32(a.n(100)), a.n(10), "text")
	for range a.n(3) {
		m.Items = append(m.Items, ipc.Item{Kind: ipc.KindPort, Disp: a.carry(), Num: uint64(a.name())})
	}
	if len(a.memory) > 0 && a.once(3) {
		m.Items = append(m.Items, ipc.OutOfLine(oneOf(a, a.memory...), kernel.PageSize, a.once(3)))
	}
	return m
}

func send(a *actor) {
	m := a.message().To(a.name(), oneOf(a, ipc.CopySend, ipc.CopySend, ipc.CopySend, ipc.MakeSend, ipc.MakeSend,
		ipc.MoveSend, ipc.MoveSendOnce, ipc.MakeSendOnce))
	if a.once(3) {
		m.ReplyTo(a.name(), oneOf(a, ipc.MakeSendOnce, ipc.MakeSendOnce, ipc.MakeSend))
	}
	opt := ipc.MACH_SEND_MSG
	if !a.once(3) {
		opt |= ipc.MACH_SEND_TIMEOUT
	}
	if a.once(8) {
		opt |= ipc.MACH_SEND_NOTIFY
	}
	if a.once(5) {
		opt |= a.receiving()
	}
	_ = a.th.Mach().MachMsg(m, opt, 0, a.name(), a.n(4), a.name())
	a.heard(m)
}

// receiving is how a message is received.
func (a *actor) receiving() ipc.Option {
	opt := ipc.MACH_RCV_MSG
	if !a.once(4) {
		opt |= ipc.MACH_RCV_TIMEOUT
	}
	if a.once(8) {
		opt |= ipc.MACH_RCV_LARGE
	}
	if a.once(8) {
		opt |= ipc.MACH_RCV_NOTIFY
	}
	return opt
}

// receive uses the same buffer each time, so that what it had before is there when a message is too large.
func receive(a *actor) {
	m := a.buffer
	defer func() { a.buffer = m }()
	if a.th.Mach().MachMsg(&m, a.receiving(), oneOf(a, 0, 0, 0, 40), a.name(), a.n(5), a.name()) == nil {
		a.heard(&m)
		if m.Remote != ipc.Null {
			a.asked = append(a.asked, m)
		}
	}
}

// heard takes in the names that a message brought.
func (a *actor) heard(m *ipc.Message) {
	a.hear(m.Remote)
	for _, it := range m.Items {
		if it.Kind == ipc.KindPort {
			a.hear(ipc.Name(it.Num))
		}
	}
}

func rpc(a *actor) {
	if m, err := a.th.Mach().RPCTimeout(a.name(), a.message(), 1+a.n(4)); err == nil {
		a.heard(m)
	}
}

// answer replies to a request, as one who handles exceptions does if it was one of these.
func answer(a *actor) {
	if len(a.asked) == 0 {
		receive(a)
		return
	}
	m := a.asked[len(a.asked)-1]
	a.asked = a.asked[:len(a.asked)-1]
	reply := a.message()
	if reply.ID = 0; m.ID == kernel.ExceptionRaise {
		reply = ipc.NewMessage(0, a.n(4)/3)
	}
	_ = a.th.Mach().Reply(&m, reply)
}
