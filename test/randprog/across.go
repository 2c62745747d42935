package randprog

import (
	"machsim/ipc"
	"machsim/kernel"
)

// acrossCalls are on tasks of other hosts, which the thread has made there, and on threads of its
// own task that wait for the answers.
var acrossCalls = []call{settle, ask, ask, ask, ask, ask, ask, pester}

// settle makes a task, mostly on another host, and keeps the right to it.
func settle(a *actor) {
	if len(a.afar) > 2 {
		ask(a)
		return
	}
	if n, err := a.th.Spawn(a.host(), "", a.child(false)); err == nil {
		a.afar = append(a.afar, n)
		a.give(n)
	}
}

// ask makes a call on such a task.
func ask(a *actor) {
	if len(a.afar) == 0 {
		settle(a)
		return
	}
	task := oneOf(a, a.afar...)
	asks[a.n(len(asks))](a, task)
}

// anyName is a name that a task may have, or that nothing has yet.
func (a *actor) anyName() ipc.Name { return ipc.Name((3+a.n(8))<<8 | a.n(2)) }

var asks []func(a *actor, task ipc.Name)

func init() {
	asks = []func(a *actor, task ipc.Name){
		func(a *actor, task ipc.Name) { _ = a.th.Mach().PortInsertRight(task, a.anyName(), a.safe(), a.carry()) },
		func(a *actor, task ipc.Name) {
			_ = a.th.Mach().PortInsertRight(task, a.anyName(), a.name(), ipc.MakeSend)
		},
		func(a *actor, task ipc.Name) {
			if n, err := a.th.Mach().PortExtractRight(task, a.anyName(), a.carry()); err == nil {
				a.hear(n)
			}
		},
		func(a *actor, task ipc.Name) {
			id := oneOf(a, ipc.MACH_NOTIFY_DEAD_NAME, ipc.MACH_NOTIFY_NO_SENDERS, ipc.MACH_NOTIFY_PORT_DESTROYED)
			_, _ = a.th.Mach().PortRequestNotification(task, a.anyName(), id, 0, a.name(), ipc.MakeSendOnce)
		},
		func(a *actor, task ipc.Name) { _, _ = a.th.Mach().PortAllocate(task, ipc.RightReceive) },
		func(a *actor, task ipc.Name) { _ = a.th.Mach().PortDestroy(task, a.anyName()) },
		func(a *actor, task ipc.Name) { _, _ = a.th.Mach().PortGetRefs(task, a.anyName(), ipc.RightSend) },
		func(a *actor, task ipc.Name) { _ = a.th.Mach25().PortInsertSend(task, a.name(), a.anyName()) },
		func(a *actor, task ipc.Name) {
			if n, err := a.th.Mach25().PortExtractReceive(task, a.anyName()); err == nil {
				a.hear(n)
			}
		},
		func(a *actor, task ipc.Name) {
			if names, err := a.th.Mach().TaskThreads(task); err == nil && len(names) > 0 {
				_, _ = a.th.Mach().ThreadInfo(oneOf(a, names...))
			}
		},
		func(a *actor, task ipc.Name) {
			if n, err := a.th.Mach().ThreadCreate(task, a.child(false)); err == nil {
				_ = a.th.Mach().ThreadResume(n)
			}
		},
		func(a *actor, task ipc.Name) {
			if n, err := a.th.Mach().TaskCreate(task, "", true); err == nil {
				a.afar = append(a.afar, n)
			}
		},
		func(a *actor, task ipc.Name) {
			if a.th.Mach().TaskSuspend(task) == nil && !a.once(4) {
				_ = a.th.Mach().TaskResume(task)
			}
		},
		func(a *actor, task ipc.Name) { _, _ = a.th.Mach().TaskInfo(task) },
		func(a *actor, task ipc.Name) { _ = a.th.Mach().PortsRegister(task, a.name(), a.name()) },
		func(a *actor, task ipc.Name) {
			if names, err := a.th.Mach().PortsLookup(task); err == nil {
				a.hear(oneOf(a, names...))
			}
		},
		func(a *actor, task ipc.Name) {
			_ = a.th.Mach().TaskSetSpecialPort(task, kernel.SpecialException, a.name())
		},
		func(a *actor, task ipc.Name) {
			if at, err := a.th.Mach().VMAllocate(task, 0, kernel.PageSize, true); err == nil {
				_ = a.th.Mach().VMWrite(task, at, make([]byte, kernel.PageSize))
			}
		},
		func(a *actor, task ipc.Name) {
			if a.once(4) {
				_ = a.th.Mach().TaskTerminate(task)
			}
		},
	}
}

// pester aborts, or stops for a while, a thread of the own task.
func pester(a *actor) {
	names, err := a.th.Mach().TaskThreads(a.th.Mach().Self())
	if err != nil {
		return
	}
	n := oneOf(a, names...)
	if a.once(2) {
		_ = a.th.Mach().ThreadAbort(n)
	} else if a.th.Mach().ThreadSuspend(n) == nil {
		a.th.Yield()
		_ = a.th.Mach().ThreadResume(n)
	}
}
