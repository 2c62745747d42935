package kernel

import (
	"fmt"

	"machsim/ipc"
)

// MutexNew makes a mutex of the caller's task (mutex_alloc).
func (ct CThreads) MutexNew(name string) MutexID {
	ct.th.begin(OpMutexAlloc).Text = name
	ct.th.enter()
	return MutexID(ct.th.res.N)
}

func runMutexAlloc(c *core, id ThreadID, t *ThreadState) bool {
	m := newID(c, &c.Mutexes)
	c.access(LocMutex, ipc.New, m, 0)
	*c.Mutexes.Mut(m) = MutexState{Label: c.newLabel(id, madeMutex, t.Call.Text), Task: t.Task}
	c.about = Object{MutexObject, m}
	c.out.N = int64(m)
	return true
}

// MutexFree frees a mutex (mutex_free). It must not be locked.
func (ct CThreads) MutexFree(m MutexID) {
	ct.th.begin(OpMutexFree).N = int64(m)
	ct.th.enter()
}

func runMutexFree(c *core, id ThreadID, t *ThreadState, mu *MutexState, m MutexID) bool {
	if mu.Owner != 0 {
		return c.misuse(id, t, fmt.Sprintf("%s is locked by %s", c.given().mutex(m), c.given().thread(mu.Owner)))
	}
	c.access(LocMutex, ipc.Write, uint32(m), 0)
	mu.Freed = true
	return true
}

// onMutex wraps the handler of a call on a mutex.
func onMutex(run func(c *core, id ThreadID, t *ThreadState, mu *MutexState, m MutexID) bool) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		m := MutexID(t.Call.N)
		if why := c.noMutex(t.Task, m); why != "" {
			return c.misuse(id, t, why)
		}
		c.about = Object{MutexObject, uint32(m)}
		return run(c, id, t, c.Mutexes.Mut(uint32(m)), m)
	}
}

// noMutex says why a task cannot use a mutex; "" if it can.
func (c *core) noMutex(task TaskID, m MutexID) string {
	if !c.Mutexes.Has(uint32(m)) {
		return "this is not a mutex; make one with cthreads.NewMutex"
	}
	c.access(LocMutex, ipc.Read, uint32(m), 0)
	mu := c.Mutexes.At(uint32(m))
	return c.unusable(Object{MutexObject, uint32(m)}, task, mu.Task, mu.Freed)
}

// MutexLock waits until the mutex is unlocked, and locks it (mutex_lock).
func (ct CThreads) MutexLock(m MutexID) {
	ct.th.begin(OpMutexLock).N = int64(m)
	ct.th.enter()
}

// runMutexLock locks a mutex, or waits for it. A woken thread competes with the others: C Threads
// release a mutex and do not hand it over. If it loses, it waits again, last in the queue.
//
// To wait is logged as a Read, though the place in the queue decides which thread is woken first. A
// thread that is woken may only compete; its lock, which is a Write, comes after the unlock before it.
// If the wait were a Write, threads in the same queue would depend on each other in the causal order.
// In a cut that leaves a waiter out, the next in the queue is woken, as if the other had not come yet.
// A search over orders of waiters must tell waits apart by itself.
func runMutexLock(c *core, id ThreadID, t *ThreadState, mu *MutexState, m MutexID) bool {
	if mu.Owner == 0 {
		c.access(LocMutex, ipc.Write, uint32(m), 0)
		mu.Owner, mu.PC = id, t.Call.PC
		return true
	}
	c.access(LocMutex, ipc.Read, uint32(m), 0)
	t.Phase |= phaseLocking
	return c.block(id, t, Wait{Kind: WaitMutex, Object: uint32(m)}, -1)
}

// lockWait returns the wait with which a lock of the mutex would begin now.
func (s *State) lockWait(t *ThreadState, m MutexID) Wait {
	if !s.Mutexes.Has(uint32(m)) {
		return Wait{}
	}
	if mu := s.Mutexes.At(uint32(m)); mu.Owner == 0 || t.Call.Op == OpMutexLock && (mu.Task != t.Task || mu.Freed) {
		return Wait{}
	}
	return Wait{Kind: WaitMutex, Object: uint32(m)}
}

const phaseLocking = 4 // has waited for the mutex before

// locking returns the mutex that a thread has waited for and not taken yet, 0 for none.
func (t *ThreadState) locking() MutexID {
	switch {
	case t.Phase&phaseLocking == 0:
	case t.Call.Op == OpMutexLock:
		return MutexID(t.Call.N)
	case t.Call.Op == OpConditionWait:
		return MutexID(t.Call.N2)
	}
	return 0
}

// MutexTryLock locks the mutex if it is unlocked, and returns whether it did
// (mutex_try_lock).
func (ct CThreads) MutexTryLock(m MutexID) bool {
	ct.th.begin(OpMutexTryLock).N = int64(m)
	ct.th.enter()
	return ct.th.res.N != 0
}

func runMutexTryLock(c *core, id ThreadID, t *ThreadState, mu *MutexState, m MutexID) bool {
	c.out.N = 0
	c.access(LocMutex, ipc.Write, uint32(m), 0)
	if mu.Owner == 0 {
		mu.Owner, mu.PC = id, t.Call.PC
		c.out.N = 1
	}
	return true
}

// MutexUnlock unlocks the mutex and wakes the first waiting thread, which competes for it
// again (mutex_unlock).
func (ct CThreads) MutexUnlock(m MutexID) {
	ct.th.begin(OpMutexUnlock).N = int64(m)
	ct.th.enter()
}

func runMutexUnlock(c *core, id ThreadID, t *ThreadState, mu *MutexState, m MutexID) bool {
	if why := c.notMine(id, mu, m); why != "" {
		return c.unnoticed(id, t, why) && c.refuse(ipc.KERN_FAILURE)
	}
	c.unlock(m, mu)
	return true
}

// notMine says why a thread may not unlock a mutex; "" if it may.
func (c *core) notMine(id ThreadID, mu *MutexState, m MutexID) string {
	switch mu.Owner {
	case id:
		return ""
	case 0:
		return fmt.Sprintf("mutex %s is not locked", c.given().mutex(m))
	}
	return fmt.Sprintf("mutex %s is locked by %s, and only that thread may unlock it", c.given().mutex(m),
		c.given().thread(mu.Owner))
}

func (c *core) unlock(m MutexID, mu *MutexState) {
	c.access(LocMutex, ipc.Write, uint32(m), 0)
	mu.Owner = 0
	c.unlocked(mu)
}

// unlocked wakes the first waiting thread of a mutex that is not suspended, and the suspended
// ones before it: these would otherwise keep the wakeup for themselves.
func (c *core) unlocked(mu *MutexState) {
	for mu.Waiters.Head != 0 {
		id := c.nextWaiter(&mu.Waiters)
		c.wake(id, WakeReady)
		if !c.stopped(id) {
			return
		}
	}
}
