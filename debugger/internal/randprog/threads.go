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
		if !a.th.MutexTryLock(m) {
			return
		}
	} else {
		a.th.MutexLock(m)
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
			a.th.ConditionWait(oneOf(a, a.conditions...), m)
		}
	}
	a.th.MutexUnlock(m)
}

func signal(a *actor) {
	if len(a.conditions) > 0 {
		a.th.ConditionSignal(oneOf(a, a.conditions...))
	}
}

func broadcast(a *actor) {
	if len(a.conditions) > 0 {
		a.th.ConditionBroadcast(oneOf(a, a.conditions...))
	}
}

// newLock makes a mutex and a condition, and gives them up.
func newLock(a *actor) {
	m, k := a.th.MutexNew(""), a.th.ConditionNew("")
	a.th.MutexLock(m)
	a.th.ConditionSignal(k)
	a.th.MutexUnlock(m)
	if a.once(2) {
		a.th.MutexFree(m)
		a.th.ConditionFree(k)
	} else {
		a.mutexes, a.conditions = append(a.mutexes, m), append(a.conditions, k)
		a.guard(m)
	}
}

var forkCalls = []call{
	(*actor).fork, (*actor).join,
	func(a *actor) {
		if n := len(a.own); n > 0 {
			a.th.CThreadDetach(a.own[n-1])
			a.own = a.own[:n-1]
		}
	},
	func(a *actor) { a.th.CThreadLimit(a.n(6) - 1) },
	func(a *actor) { a.left -= a.th.CThreadCount() % 2 },
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
	id := a.th.CThreadFork("", a.child(true))
	a.own, a.peers = append(a.own, id), append(a.peers, id)
}

func (a *actor) join() {
	if n := len(a.own); n > 0 {
		id := a.own[n-1]
		a.own = a.own[:n-1]
		a.left -= int(a.th.CThreadJoin(id) % 2)
	}
}

var threadCalls = []call{
	func(a *actor) { a.hear(a.th.ThreadSelf()) },
	func(a *actor) { a.hear(a.th.ThreadSelf()) },
	func(a *actor) {
		if n, err := a.th.ThreadCreate(a.task(), a.child(false)); err == nil {
			a.hear(n)
			if !a.once(4) {
				_ = a.th.ThreadResume(n)
			}
		}
	},
	func(a *actor) {
		if names, err := a.th.TaskThreads(a.task()); err == nil && len(names) > 0 {
			a.hear(oneOf(a, names...))
		}
	},
	func(a *actor) { _ = a.th.ThreadAbort(a.name()) },
	func(a *actor) { _ = a.th.ThreadAbort(a.name()) },
	suspend, suspend,
	func(a *actor) { _ = a.th.ThreadResume(a.name()) },
	func(a *actor) {
		if a.once(3) {
			_ = a.th.ThreadTerminate(a.name())
		}
	},
	func(a *actor) { _, _ = a.th.ThreadInfo(a.name()) },
	func(a *actor) { _ = a.th.ThreadPriority(a.name(), a.n(32)) },
	func(a *actor) { _ = a.th.ThreadDepressAbort(a.name()) },
	func(a *actor) { _ = a.th.ThreadSetSpecialPort(a.name(), 1+a.n(kernel.SpecialException), a.name()) },
	func(a *actor) {
		if n, err := a.th.ThreadGetSpecialPort(a.name(), 1+a.n(kernel.SpecialException)); err == nil {
			a.hear(n)
		}
	},
	func(a *actor) { a.th.Sleep(a.n(5)) },
	func(a *actor) { a.th.Yield() },
}

func suspend(a *actor) {
	n := a.name()
	if a.th.ThreadSuspend(n) == nil && !a.once(5) {
		send(a)
		_ = a.th.ThreadResume(n)
	}
}

// wordCalls are about the names and words of threads.
var wordCalls = []call{
	func(a *actor) {
		if len(a.peers) > 0 {
			a.th.CThreadSetName(oneOf(a, a.peers...), oneOf(a, "kant", "hume"))
		}
	},
	func(a *actor) {
		if len(a.peers) > 0 && a.th.GivenName(oneOf(a, a.peers...)) == "kant" {
			a.th.Yield()
		}
	},
	func(a *actor) {
		if len(a.peers) > 0 {
			a.th.CThreadSetData(oneOf(a, a.peers...), int64(a.n(9)))
		}
	},
	func(a *actor) {
		if len(a.peers) > 0 && a.th.CThreadData(oneOf(a, a.peers...)) > 4 {
			a.left--
		}
	},
	func(a *actor) { a.th.CThreadKeyCreate() },
	func(a *actor) { a.th.CThreadSetSpecific(a.n(4), int64(a.n(9))) },
	func(a *actor) { a.th.CThreadGetSpecific(a.n(4)) },
}
