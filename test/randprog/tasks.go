package randprog

import (
	"machsim/ipc"
	"machsim/kernel"
)

var taskCalls = []call{
	func(a *actor) {
		if n, err := a.th.Spawn(a.host(), "", a.child(false)); err == nil {
			a.hear(n)
			a.give(n)
		}
	},
	func(a *actor) {
		n, err := a.th.Mach().TaskCreate(a.task(), "", a.once(2))
		if err != nil {
			return
		}
		a.hear(n)
		a.give(n)
		if th, err := a.th.Mach().ThreadCreate(n, a.child(false)); err == nil {
			a.hear(th)
			_ = a.th.Mach().ThreadResume(th)
		}
	},
	func(a *actor) {
		if n := a.safe(); a.once(3) {
			_ = a.th.Mach().TaskTerminate(n)
		}
	},
	func(a *actor) {
		n := a.name()
		if a.th.Mach().TaskSuspend(n) == nil && !a.once(4) {
			_ = a.th.Mach().TaskResume(n)
		}
	},
	func(a *actor) { _ = a.th.Mach().TaskResume(a.name()) },
	func(a *actor) { _, _ = a.th.Mach().TaskInfo(a.name()) },
	func(a *actor) { _ = a.th.Mach().TaskPriority(a.name(), a.n(32), a.once(2)) },
	func(a *actor) { a.hear(a.th.Mach().TaskSelf()) },
	func(a *actor) { _ = a.th.Mach().PortsRegister(a.task(), a.name(), a.name()) },
	func(a *actor) {
		if names, err := a.th.Mach().PortsLookup(a.task()); err == nil && len(names) > 0 {
			a.hear(oneOf(a, names...))
		}
	},
	func(a *actor) {
		if n, err := a.th.Mach().TaskGetSpecialPort(a.task(), 1+a.n(4)); err == nil {
			a.hear(n)
		}
	},
	func(a *actor) { _ = a.th.Mach().TaskSetSpecialPort(a.task(), kernel.SpecialBootstrap, a.name()) },
}

// give gives another task a right, under a name that its threads may come to use.
func (a *actor) give(task ipc.Name) {
	_ = a.th.Mach().PortInsertRight(task, ipc.Name((4+a.n(8))<<8), a.name(), oneOf(a, ipc.CopySend, ipc.MakeSend))
}

var exceptionCalls = []call{
	func(a *actor) { _ = a.th.Mach().TaskSetSpecialPort(a.task(), kernel.SpecialException, a.name()) },
	func(a *actor) { _ = a.th.Mach().TaskSetSpecialPort(a.task(), kernel.SpecialException, a.name()) },
	func(a *actor) { a.handle() },
	func(a *actor) { a.handle() },
	func(a *actor) {
		if a.once(3) {
			a.th.Mach().Raise(kernel.ExcSoftware, int64(a.n(3)), 2)
		}
	},
	answer, answer,
}

// handle receives at one of the last ports, where exceptions may come in.
func (a *actor) handle() {
	receive(a)
	answer(a)
}

var hostCalls = []call{
	func(a *actor) { a.hear(a.th.Mach().HostSelf()) },
	onWire(func(a *actor, h, g string) { a.th.CutWire(h, g) }),
	onWire(func(a *actor, h, g string) { a.th.HealWire(h, g) }),
	onWire(func(a *actor, h, g string) {
		a.th.CutWire(h, g)
		a.th.Sleep(kernel.Duration(a.n(3)*6000) * kernel.Millisecond)
		a.th.HealWire(h, g)
	}),
	onWire(func(a *actor, h, g string) {
		a.th.DelayWire(h, g, kernel.Duration(a.n(2))*kernel.Millisecond, kernel.Duration(2+a.n(2))*kernel.Millisecond)
	}),
	func(a *actor) {
		if h := a.host(); a.once(5) && h != a.th.HostName() {
			_ = a.th.CrashHost(h)
			_ = a.th.RestartHost(h)
		}
	},
	func(a *actor) {
		if n, err := a.th.Mach().NetServer(a.host()); err == nil {
			a.hear(n)
		}
	},
	func(a *actor) { _ = a.th.Mach().SetNetServer(a.name()) },
	func(a *actor) { a.th.Sleep(kernel.Duration(a.n(4)) * kernel.Millisecond) },
}

// onWire makes a call on the wire between two hosts; it makes none if it picks one host twice,
// because the call would fail the run.
func onWire(do func(a *actor, h, g string)) call {
	return func(a *actor) {
		if h, g := a.host(), a.host(); h != g {
			do(a, h, g)
		}
	}
}

var outsideCalls = []call{
	func(a *actor) {
		if line, ok := a.th.ReadLine(); ok && len(line)%2 == 0 {
			a.left--
		}
	},
	func(a *actor) { a.left -= a.th.Random(2) },
	func(a *actor) { a.left -= int(a.th.Clock() & 1) },
	func(a *actor) { a.left -= int(a.th.HostStays().Now & 1) },
	func(a *actor) { a.th.Printf("%d", a.n(9)) },
	func(a *actor) {
		defer a.th.Span("place")()
		a.th.Label("place")
	},
	func(a *actor) { a.th.Reach("goal") },
	func(a *actor) { _ = a.th.Name() },
	func(a *actor) {
		make := a.th.NewPort
		if a.left%2 == 0 {
			make = a.th.NewDatagramPort
		}
		a.hear(make("port"))
	},
	func(a *actor) {
		if m, err := a.th.Mach().RPCTimeout(a.name(), a.message(), 3); err == nil {
			a.th.Mach().Destroy(m)
		}
	},
	func(a *actor) {
		if n := a.name(); n != ipc.Null {
			_ = a.th.Mach().SendTimeout(n, a.message(), 2)
		}
	},
}
