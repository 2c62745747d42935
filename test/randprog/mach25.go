package randprog

import (
	"machsim/ipc"
	"machsim/kernel"
)

var calls25 = []call{
	func(a *actor) {
		if n, err := a.th.Mach25().PortAllocate(a.task()); err == nil {
			a.hear(n)
		}
	},
	func(a *actor) { _ = a.th.Mach25().PortDeallocate(a.task(), a.safe()) },
	func(a *actor) { _ = a.th.Mach25().PortEnable(a.th.Mach().Self(), a.name()) },
	func(a *actor) { _ = a.th.Mach25().PortDisable(a.th.Mach().Self(), a.name()) },
	func(a *actor) { _ = a.th.Mach25().PortSetBacklog(a.th.Mach().Self(), a.name(), 1+a.n(4)) },
	func(a *actor) { _, _ = a.th.Mach25().PortSetBackup(a.th.Mach().Self(), a.name(), a.name()) },
	func(a *actor) { _, _ = a.th.Mach25().PortStatus(a.th.Mach().Self(), a.name()) },
	func(a *actor) {
		if n, err := a.th.Mach25().PortSetAllocate(a.th.Mach().Self()); err == nil {
			a.hear(n)
			_ = a.th.Mach25().PortSetAdd(a.th.Mach().Self(), n, a.name())
		}
	},
	func(a *actor) { _ = a.th.Mach25().PortSetDeallocate(a.th.Mach().Self(), a.name()) },
	func(a *actor) { _ = a.th.Mach25().PortSetAdd(a.th.Mach().Self(), a.name(), a.name()) },
	func(a *actor) { _ = a.th.Mach25().PortSetRemove(a.th.Mach().Self(), a.name()) },
	func(a *actor) { _, _ = a.th.Mach25().PortSetStatus(a.th.Mach().Self(), a.name()) },
	func(a *actor) { _, _, _ = a.th.Mach25().PortNames(a.task()) },
	func(a *actor) { _, _ = a.th.Mach25().PortType(a.task(), a.name()) },
	func(a *actor) { _ = a.th.Mach25().PortRename(a.task(), a.safe(), ipc.Name((4+a.n(20))<<8)) },
	func(a *actor) { _ = a.th.Mach25().PortInsertSend(a.task(), a.name(), ipc.Name((4+a.n(20))<<8)) },
	func(a *actor) { _ = a.th.Mach25().PortInsertReceive(a.task(), a.safe(), ipc.Name((4+a.n(20))<<8)) },
	func(a *actor) { _, _ = a.th.Mach25().PortExtractSend(a.task(), a.name()) },
	func(a *actor) { _, _ = a.th.Mach25().PortExtractReceive(a.task(), a.name()) },
	send25, send25, receive25, receive25,
	func(a *actor) { a.hear(a.th.Mach25().TaskNotify()) },
}

func send25(a *actor) {
	m := ipc.NewMessage(int32(a.n(50)), 7)
	m.Remote, m.Local = a.name(), oneOf(a, ipc.Null, a.name())
	if a.once(3) {
		_ = a.th.Mach25().MsgRPC(m, ipc.SEND_TIMEOUT|ipc.RCV_TIMEOUT, 0, a.n(3), a.n(3))
		return
	}
	_ = a.th.Mach25().MsgSend(m, oneOf(a, ipc.SEND_TIMEOUT, ipc.SEND_TIMEOUT, ipc.SEND_NOTIFY, 0), a.n(3))
}

func receive25(a *actor) {
	m := &ipc.Message{Header: ipc.Header{Local: oneOf(a, kernel.PORT_DEFAULT, a.name())}}
	if a.th.Mach25().MsgReceive(m, ipc.RCV_TIMEOUT, a.n(4)) == nil {
		a.heard(m)
	}
}
