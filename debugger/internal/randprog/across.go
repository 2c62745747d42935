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
		func(a *actor, task ipc.Name) { _ = a.th.PortInsertRight(task, a.anyName(), a.safe(), a.carry()) },
		func(a *actor, task ipc.Name) { _ = a.th.PortInsertRight(task, a.anyName(), a.name(), ipc.MakeSend) },
		func(a *actor, task ipc.Name) {
			if n, err := a.th.PortExtractRight(task, a.anyName(), a.carry()); err == nil {
				a.hear(n)
			}
		},
		func(a *actor, task ipc.Name) {
			id := oneOf(a, ipc.MACH_NOTIFY_DEAD_NAME, ipc.MACH_NOTIFY_NO_SENDERS, ipc.MACH_NOTIFY_PORT_DESTROYED)
			_, _ = a.th.PortRequestNotification(task, a.anyName(), id, 0, a.name(), ipc.MakeSendOnce)
		},
		func(a *actor, task ipc.Name) { _, _ = a.th.PortAllocate(task, ipc.RightReceive) },
		func(a *actor, task ipc.Name) { _ = a.th.PortDestroy(task, a.anyName()) },
		func(a *actor, task ipc.Name) { _, _ = a.th.PortGetRefs(task, a.anyName(), ipc.RightSend) },
		func(a *actor, task ipc.Name) { _ = a.th.Mach25().PortInsertSend(task, a.name(), a.anyName()) },
		func(a *actor, task ipc.Name) {
			if n, err := a.th.Mach25().PortExtractReceive(task, a.anyName()); err == nil {
				a.hear(n)
			}
		},
		func(a *actor, task ipc.Name) {
			if names, err := a.th.TaskThreads(task); err == nil && len(names) > 0 {
				_, _ = a.th.ThreadInfo(oneOf(a, names...))
			}
		},
		func(a *actor, task ipc.Name) {
			if n, err := a.th.ThreadCreate(task, a.child(false)); err == nil {
				_ = a.th.ThreadResume(n)
			}
		},
		func(a *actor, task ipc.Name) {
			if n, err := a.th.TaskCreate(task, "", true); err == nil {
				a.afar = append(a.afar, n)
			}
		},
		func(a *actor, task ipc.Name) {
			if a.th.TaskSuspend(task) == nil && !a.once(4) {
				_ = a.th.TaskResume(task)
			}
		},
		func(a *actor, task ipc.Name) { _, _ = a.th.TaskInfo(task) },
		func(a *actor, task ipc.Name) { _ = a.th.PortsRegister(task, a.name(), a.name()) },
		func(a *actor, task ipc.Name) {
			if names, err := a.th.PortsLookup(task); err == nil {
				a.hear(oneOf(a, names...))
			}
		},
		func(a *actor, task ipc.Name) { _ = a.th.TaskSetSpecialPort(task, kernel.SpecialException, a.name()) },
		func(a *actor, task ipc.Name) {
			if at, err := a.th.VMAllocate(task, 0, kernel.PageSize, true); err == nil {
				_ = a.th.VMWrite(task, at, make([]byte, kernel.PageSize))
			}
		},
		func(a *actor, task ipc.Name) {
			if a.once(4) {
				_ = a.th.TaskTerminate(task)
			}
		},
	}
}

// pester aborts, or stops for a while, a thread of the own task.
func pester(a *actor) {
	names, err := a.th.TaskThreads(a.th.Self())
	if err != nil {
		return
	}
	n := oneOf(a, names...)
	if a.once(2) {
		_ = a.th.ThreadAbort(n)
	} else if a.th.ThreadSuspend(n) == nil {
		a.th.Yield()
		_ = a.th.ThreadResume(n)
	}
}
