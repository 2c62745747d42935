package kernel

import (
	"fmt"

	"machsim/ipc"
)

// ConditionNew makes a condition of the caller's task (condition_alloc).
func (ct CThreads) ConditionNew(name string) ConditionID {
	ct.th.begin(OpConditionAlloc).Text = name
	ct.th.enter()
	return ConditionID(ct.th.res.N)
}

func runConditionAlloc(c *core, id ThreadID, t *ThreadState) bool {
	k := newID(c, &c.Conditions)
	c.access(LocCondition, ipc.New, k, 0)
	*c.Conditions.Mut(k) = ConditionState{Label: c.newLabel(id, madeCondition, t.Call.Text), Task: t.Task}
	c.about = Object{ConditionObject, k}
	c.out.N = int64(k)
	return true
}

// ConditionFree wakes all threads that wait for a condition, and frees it (condition_clear,
// condition_free).
func (ct CThreads) ConditionFree(k ConditionID) {
	ct.th.begin(OpConditionFree).N = int64(k)
	ct.th.enter()
}

func runConditionFree(c *core, _ ThreadID, _ *ThreadState, ks *ConditionState, _ ConditionID) bool {
	c.wakeAll(&ks.Waiters, WakeReady)
	ks.Freed = true
	return true
}

// onCondition wraps the handler of a call on a condition.
func onCondition(run func(c *core, id ThreadID, t *ThreadState, ks *ConditionState, k ConditionID) bool) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		k := ConditionID(t.Call.N)
		if why := c.noCondition(t.Task, k); why != "" {
			return c.misuse(id, t, why)
		}
		c.about = Object{ConditionObject, uint32(k)}
		return run(c, id, t, c.Conditions.Mut(uint32(k)), k)
	}
}

// noCondition says why a task cannot use a condition; "" if it can.
func (c *core) noCondition(task TaskID, k ConditionID) string {
	if !c.Conditions.Has(uint32(k)) {
		return "this is not a condition; make one with cthreads.NewCondition"
	}
	c.access(LocCondition, ipc.Write, uint32(k), 0)
	ks := c.Conditions.At(uint32(k))
	return c.unusable(Object{ConditionObject, uint32(k)}, task, ks.Task, ks.Freed)
}

// ConditionWait unlocks the mutex, waits until the condition is signalled, and
// locks the mutex again (condition_wait). Other threads may lock it first, so test
// the awaited state again, in a loop.
func (ct CThreads) ConditionWait(k ConditionID, m MutexID) {
	c := ct.th.begin(OpConditionWait)
	c.N, c.N2 = int64(k), int64(m)
	ct.th.enter()
}

func runConditionWait(c *core, id ThreadID, t *ThreadState) bool {
	if t.Phase == 0 {
		return waitForSignal(c, id, t)
	}
	m := MutexID(t.Call.N2)
	c.about = Object{MutexObject, uint32(m)}
	return runMutexLock(c, id, t, c.Mutexes.Mut(uint32(m)), m)
}

var waitForSignal = onCondition(func(c *core, id ThreadID, t *ThreadState, _ *ConditionState, k ConditionID) bool {
	m := MutexID(t.Call.N2)
	without := func(why string) string {
		return fmt.Sprintf("on %s without the mutex: %s", c.given().condition(k), why)
	}
	if why := c.noMutex(t.Task, m); why != "" {
		return c.misuse(id, t, without(why))
	}
	if why := c.notMine(id, c.Mutexes.At(uint32(m)), m); why == "" {
		c.unlock(m, c.Mutexes.Mut(uint32(m)))
	} else if !c.unnoticed(id, t, without(why)) {
		return false
	}
	t.Phase = 1
	return c.block(id, t, Wait{Kind: WaitCondition, Object: uint32(k)}, -1)
})

// ConditionSignal wakes the first thread that waits for the condition (condition_signal).
// Without one it does nothing: a later wait does not see the signal.
func (ct CThreads) ConditionSignal(k ConditionID) {
	ct.th.begin(OpConditionSignal).N = int64(k)
	ct.th.enter()
}

func runConditionSignal(c *core, _ ThreadID, _ *ThreadState, ks *ConditionState, _ ConditionID) bool {
	c.out.N = 0
	if ks.Waiters.Head != 0 {
		woken := c.nextWaiter(&ks.Waiters)
		c.wake(woken, WakeReady)
		c.out.N = int64(woken)
	}
	return true
}

// ConditionBroadcast wakes all threads that wait for the condition
// (condition_broadcast).
func (ct CThreads) ConditionBroadcast(k ConditionID) {
	ct.th.begin(OpConditionBroadcast).N = int64(k)
	ct.th.enter()
}

func runConditionBroadcast(c *core, _ ThreadID, _ *ThreadState, ks *ConditionState, _ ConditionID) bool {
	c.out.N = c.wakeAll(&ks.Waiters, WakeReady)
	return true
}
