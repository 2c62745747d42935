package randprog

import "machsim/ipc"

var nameCalls = []call{
	func(a *actor) {
		if n, err := a.th.Mach().PortAllocate(a.task(),
			oneOf(a, ipc.RightReceive, ipc.RightDeadName, ipc.RightPortSet)); err == nil {
			a.hear(n)
		}
	},
	func(a *actor) {
		n := ipc.Name((4+a.n(20))<<8 | a.n(2))
		if a.th.Mach().PortAllocateName(a.task(), oneOf(a, ipc.RightReceive, ipc.RightPortSet), n) == nil {
			a.hear(n)
		}
	},
	func(a *actor) {
		n := ipc.Name((4+a.n(20))<<8 | a.n(2))
		if a.th.Mach().PortRename(a.task(), a.safe(), n) == nil {
			a.hear(n)
		}
	},
	func(a *actor) { _, _ = a.th.Mach().PortType(a.task(), a.name()) },
	func(a *actor) { _, _ = a.th.Mach().PortGetRefs(a.task(), a.name(), ipc.Right(a.n(5))) },
	func(a *actor) {
		if names, _, err := a.th.Mach().PortNames(a.task()); err == nil && len(names) > 0 {
			a.hear(oneOf(a, names...))
		}
	},
}

var rightCalls = []call{
	func(a *actor) { _ = a.th.Mach().PortDeallocate(a.task(), a.safe()) },
	func(a *actor) { _ = a.th.Mach().PortDestroy(a.task(), a.safe()) },
	func(a *actor) {
		_ = a.th.Mach().PortModRefs(a.task(), a.safe(),
			oneOf(a, ipc.RightSend, ipc.RightReceive, ipc.RightSendOnce, ipc.RightDeadName), a.n(4)-2)
	},
	func(a *actor) { _ = a.th.Mach().PortInsertRight(a.task(), a.name(), a.name(), a.carry()) },
	func(a *actor) {
		n := a.name()
		_ = a.th.Mach().PortInsertRight(a.task(), n, n, ipc.MakeSend)
	},
	func(a *actor) {
		if n, err := a.th.Mach().PortExtractRight(a.task(), a.name(), a.carry()); err == nil {
			a.hear(n)
		}
	},
}

var setCalls = []call{
	newSet, newSet,
	func(a *actor) { _ = a.th.Mach().PortMoveMember(a.th.Mach().Self(), a.name(), a.name()) },
	func(a *actor) { _ = a.th.Mach().PortMoveMember(a.th.Mach().Self(), a.name(), a.name()) },
	func(a *actor) { _ = a.th.Mach().PortMoveMember(a.th.Mach().Self(), a.name(), ipc.Null) },
	func(a *actor) { _, _ = a.th.Mach().PortGetSetStatus(a.th.Mach().Self(), a.name()) },
}

// newSet makes a set with one or two members.
func newSet(a *actor) {
	n, err := a.th.Mach().PortAllocate(a.th.Mach().Self(), ipc.RightPortSet)
	if err != nil {
		return
	}
	for range 2 {
		_ = a.th.Mach().PortMoveMember(a.th.Mach().Self(), a.name(), n)
	}
	a.hear(n)
	a.hear(n)
}

var queueCalls = []call{
	func(a *actor) { _ = a.th.Mach().PortSetQLimit(a.task(), a.name(), a.n(4)) },
	func(a *actor) { _ = a.th.Mach().PortSetQLimit(a.task(), a.name(), 1) },
	func(a *actor) { _ = a.th.Mach().PortSetSeqno(a.task(), a.name(), a.n(9)) },
	func(a *actor) { _ = a.th.Mach().PortSetMSCount(a.task(), a.name(), a.n(3)) },
	func(a *actor) { _, _ = a.th.Mach().PortGetReceiveStatus(a.task(), a.name()) },
}

var noticeCalls = []call{request, request, request}

func request(a *actor) {
	id := oneOf(a, ipc.MACH_NOTIFY_DEAD_NAME, ipc.MACH_NOTIFY_NO_SENDERS, ipc.MACH_NOTIFY_PORT_DESTROYED)
	_, _ = a.th.Mach().PortRequestNotification(a.task(), a.name(), id, a.n(2), a.name(), ipc.MakeSendOnce)
}
