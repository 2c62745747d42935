package randprog

import (
	"machsim/kernel"
)

// lockCalls keep to the rules of C Threads: to break them ends the run.
var lockCalls = []call{locked, locked, locked, signal, broadcast, newLock}

// locked takes a mutex, does this or that, and frees it.
func locked(a *actor) {
	if len(a.mutexes) == 0 {
		return
	}
	m := oneOf(a, a.mutexes...)
	if a.once(4) {
		if !a.th.CThreads().MutexTryLock(m) {
			return
		}
	} else {
		a.th.CThreads().MutexLock(m)
	}
	if n := a.locks[m]; n != nil {
		*n++
	}
	switch a.n(4) {
	case 0:
		a.th.Yield()
	case 1:
		send(a)
	case 2:
		if len(a.conditions) > 0 && a.once(2) {
			a.th.CThreads().ConditionWait(oneOf(a, a.conditions...), m)
		}
	}
	a.th.CThreads().MutexUnlock(m)
}

func signal(a *actor) {
	if len(a.conditions) > 0 {
		a.th.CThreads().ConditionSignal(oneOf(a, a.conditions...))
	}
}

func broadcast(a *actor) {
	if len(a.conditions) > 0 {
		a.th.CThreads().ConditionBroadcast(oneOf(a, a.conditions...))
	}
}

// newLock makes a mutex and a condition, and gives them up.
func newLock(a *actor) {
	m, k := a.th.CThreads().MutexNew(""), a.th.CThreads().ConditionNew("")
	a.th.CThreads().MutexLock(m)
	a.th.CThreads().ConditionSignal(k)
	a.th.CThreads().MutexUnlock(m)
	if a.once(2) {
		a.th.CThreads().MutexFree(m)
		a.th.CThreads().ConditionFree(k)
	} else {
		a.mutexes, a.conditions = append(a.mutexes, m), append(a.conditions, k)
		a.guard(m)
	}
}

var forkCalls = []call{
	(*actor).fork, (*actor).join,
	func(a *actor) {
		if n := len(a.own); n > 0 {
			a.th.CThreads().Detach(a.own[n-1])
			a.own = a.own[:n-1]
		}
	},
	func(a *actor) { a.th.CThreads().Limit(a.n(6) - 1) },
	func(a *actor) { a.left -= a.th.CThreads().Count() % 2 },
	func(a *actor) {
		if a.once(4) {
			a.th.Exit(int64(a.n(100)))
		}
	},
}

func (a *actor) fork() {
	if len(a.own) > 4 {
		return
	}
	id := a.th.CThreads().Fork("", a.child(true))
	a.own, a.peers = append(a.own, id), append(a.peers, id)
}

func (a *actor) join() {
	if n := len(a.own); n > 0 {
		id := a.own[n-1]
		a.own = a.own[:n-1]
		a.left -= int(a.th.CThreads().Join(id) % 2)
	}
}

var threadCalls = []call{
	func(a *actor) { a.hear(a.th.Mach().ThreadSelf()) },
	func(a *actor) { a.hear(a.th.Mach().ThreadSelf()) },
	func(a *actor) {
		if n, err := a.th.Mach().ThreadCreate(a.task(), a.child(false)); err == nil {
			a.hear(n)
			if !a.once(4) {
				_ = a.th.Mach().ThreadResume(n)
			}
		}
	},
	func(a *actor) {
		if names, err := a.th.Mach().TaskThreads(a.task()); err == nil && len(names) > 0 {
			a.hear(oneOf(a, names...))
		}
	},
	func(a *actor) { _ = a.th.Mach().ThreadAbort(a.name()) },
	func(a *actor) { _ = a.th.Mach().ThreadAbort(a.name()) },
	suspend, suspend,
	func(a *actor) { _ = a.th.Mach().ThreadResume(a.name()) },
	func(a *actor) {
		if a.once(3) {
			_ = a.th.Mach().ThreadTerminate(a.name())
		}
	},
	func(a *actor) { _, _ = a.th.Mach().ThreadInfo(a.name()) },
	func(a *actor) { _ = a.th.Mach().ThreadPriority(a.name(), a.n(32)) },
	func(a *actor) { _ = a.th.Mach().ThreadDepressAbort(a.name()) },
	func(a *actor) {
		_ = a.th.Mach().ThreadSetSpecialPort(a.name(), 1+a.n(kernel.SpecialException), a.name())
	},
	func(a *actor) {
		if n, err := a.th.Mach().ThreadGetSpecialPort(a.name(), 1+a.n(kernel.SpecialException)); err == nil {
			a.hear(n)
		}
	},
	func(a *actor) { a.th.Sleep(kernel.Duration(a.n(5)) * kernel.Millisecond) },
	func(a *actor) { a.th.Yield() },
}

func suspend(a *actor) {
	n := a.name()
	if a.th.Mach().ThreadSuspend(n) == nil && !a.once(5) {
		send(a)
		_ = a.th.Mach().ThreadResume(n)
	}
}

// wordCalls are about the names and words of threads.
var wordCalls = []call{
	func(a *actor) {
		if len(a.peers) > 0 {
			a.th.CThreads().SetName(oneOf(a, a.peers...), oneOf(a, "kant", "hume"))
		}
	},
	func(a *actor) {
		if len(a.peers) > 0 && a.th.CThreads().GivenName(oneOf(a, a.peers...)) == "kant" {
			a.th.Yield()
		}
	},
	func(a *actor) {
		if len(a.peers) > 0 {
			a.th.CThreads().SetData(oneOf(a, a.peers...), int64(a.n(9)))
		}
	},
	func(a *actor) {
		if len(a.peers) > 0 && a.th.CThreads().Data(oneOf(a, a.peers...)) > 4 {
			a.left--
		}
	},
	func(a *actor) { a.th.CThreads().KeyCreate() },
	func(a *actor) { a.th.CThreads().SetSpecific(a.n(4), int64(a.n(9))) },
	func(a *actor) { a.th.CThreads().GetSpecific(a.n(4)) },
}
