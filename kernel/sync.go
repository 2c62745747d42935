package kernel

import (
	"fmt"

	"machsim/ipc"
)

// The kernel's half of package cthreads: mutexes, conditions, forks and joins as
// state, so that every wait can be explained. Programs use package cthreads.

// CThreadFork makes a thread of the caller's task, beyond the task's limit a
// queued one, and returns its id (cthread_fork).
func (th *Thread) CThreadFork(name string, body func(*Thread)) ThreadID {
	th.child = body
	th.begin(opCThreadFork).Text = name
	th.enter()
	return ThreadID(th.res.N)
}

func runCThreadFork(c *core, id ThreadID, t *ThreadState) bool {
	child := c.newThread(t.Task, id, t.Call.Text, 0)
	c.about = Object{ThreadObject, uint32(child)}
	ct := c.Threads.Mut(uint32(child))
	ct.CThread.Is = true
	ts := c.Tasks.Mut(uint32(t.Task))
	ts.Count++
	if ts.Limit > 0 && ts.Forked >= ts.Limit {
		c.block(child, ct, Wait{Kind: WaitStart, Object: uint32(t.Task)}, -1)
	} else {
		ts.Forked++
		ct.CThread.Runs = true
	}
	c.out.N = int64(child)
	return true
}

// returned notes a thread's result, and wakes whoever has joined it.
func (c *core) returned(id ThreadID, t *ThreadState, result int64) {
	t.CThread.Result = result
	t.CThread.Returned = true
	for t.CThread.Joiner.Head != 0 {
		c.wake(ThreadID(t.CThread.Joiner.Head), WakeReady)
	}
}

// endCThread lets a queued thread start in place of one that ended, and the first
// thread of the task go if it waits to be alone.
func (c *core) endCThread(id ThreadID, t *ThreadState, ts *TaskState) {
	if t.CThread.Is {
		ts.Count--
	}
	if t.CThread.Runs {
		ts.Forked--
		c.startQueued(ts)
	}
	if len(ts.Threads) == 1 && c.Threads.At(uint32(ts.Threads[0])).Wait.Kind == WaitAlone {
		c.wake(ts.Threads[0], WakeReady)
	}
}

func (c *core) startQueued(ts *TaskState) {
	for ts.Queued.Head != 0 && (ts.Limit == 0 || ts.Forked < ts.Limit) {
		next := ThreadID(ts.Queued.Head)
		ts.Forked++
		c.Threads.Mut(uint32(next)).CThread.Runs = true
		c.wake(next, WakeReady)
	}
}

// CThreadJoin waits until a thread has returned, and returns its result
// (cthread_join).
func (th *Thread) CThreadJoin(id ThreadID) int64 {
	th.begin(opCThreadJoin).N = int64(id)
	th.enter()
	return th.res.N
}

func runCThreadJoin(c *core, id ThreadID, t *ThreadState) bool {
	other, why := c.ownThread(t)
	if t.Phase == 0 {
		if why == "" {
			why = c.cannotJoin(other)
		}
		if why != "" {
			return c.misuse(id, "cthread_join: "+why)
		}
		c.Threads.Mut(uint32(other)).CThread.Joined = true
		t.Phase = 1
	}
	ot := c.Threads.At(uint32(other))
	if ot.CThread.Returned {
		c.out.N = ot.CThread.Result
		return true
	}
	return c.block(id, t, Wait{Kind: WaitJoin, Object: uint32(other)}, -1)
}

func (c *core) cannotJoin(other ThreadID) string {
	name := c.ThreadName(other)
	switch ct := &c.Threads.At(uint32(other)).CThread; {
	case !ct.Is:
		return name + " was not forked by cthreads"
	case ct.Detached:
		return name + " is detached; a detached thread cannot be joined"
	case ct.Joined:
		return name + " was joined before; each thread is joined or detached exactly once"
	}
	return ""
}

// CThreadDetach says that a thread will not be joined (cthread_detach).
func (th *Thread) CThreadDetach(id ThreadID) {
	th.begin(opCThreadDetach).N = int64(id)
	th.enter()
}

func runCThreadDetach(c *core, id ThreadID, t *ThreadState) bool {
	other, why := c.ownThread(t)
	if why == "" {
		why = c.cannotJoin(other)
	}
	if why != "" {
		return c.misuse(id, "cthread_detach: "+why)
	}
	c.Threads.Mut(uint32(other)).CThread.Detached = true
	return true
}

// CThreadLimit sets how many forked threads of the task may exist at once, 0 for
// any number (cthread_set_limit); a negative n only asks. It returns the limit
// that was in force.
func (th *Thread) CThreadLimit(n int) int {
	th.begin(opCThreadLimit).N = int64(n)
	th.enter()
	return int(th.res.N)
}

func runCThreadLimit(c *core, id ThreadID, t *ThreadState) bool {
	ts := c.Tasks.Mut(uint32(t.Task))
	c.out.N = int64(ts.Limit)
	if t.Call.N >= 0 {
		ts.Limit = int32(t.Call.N)
		c.startQueued(ts)
	}
	return true
}

// CThreadCount returns the number of threads of the task (cthread_count).
func (th *Thread) CThreadCount() int {
	th.begin(opCThreadCount)
	th.enter()
	return int(th.res.N)
}

func runCThreadCount(c *core, id ThreadID, t *ThreadState) bool {
	c.out.N = int64(c.Tasks.At(uint32(t.Task)).Count) + 1
	return true
}

// CThreadSetName gives a thread the name under which it is shown
// (cthread_set_name).
func (th *Thread) CThreadSetName(id ThreadID, name string) {
	c := th.begin(opCThreadSetName)
	c.N, c.Text = int64(id), name
	th.enter()
}

func runCThreadSetName(c *core, id ThreadID, t *ThreadState) bool {
	other, why := c.ownThread(t)
	if why != "" {
		return c.misuse(id, "cthread_set_name: "+why)
	}
	c.Threads.Mut(uint32(other)).Label.Given = t.Call.Text
	return true
}

// GivenName returns the name that the program gave a thread, "" for none. It is no
// kernel call.
func (th *Thread) GivenName(id ThreadID) string {
	if !th.m.Threads.Has(uint32(id)) {
		return ""
	}
	return th.m.Threads.At(uint32(id)).Label.Given
}

// CThreadSetData attaches a word to a thread (cthread_set_data).
func (th *Thread) CThreadSetData(id ThreadID, data int64) {
	c := th.begin(opCThreadSetData)
	c.N, c.N2 = int64(id), data
	th.enter()
}

func runCThreadSetData(c *core, id ThreadID, t *ThreadState) bool {
	other, why := c.ownThread(t)
	if why != "" {
		return c.misuse(id, "cthread_set_data: "+why)
	}
	c.Threads.Mut(uint32(other)).CThread.Data = t.Call.N2
	return true
}

// CThreadData returns the word attached to a thread (cthread_data).
func (th *Thread) CThreadData(id ThreadID) int64 {
	th.begin(opCThreadData).N = int64(id)
	th.enter()
	return th.res.N
}

func runCThreadData(c *core, id ThreadID, t *ThreadState) bool {
	other, why := c.ownThread(t)
	if why != "" {
		return c.misuse(id, "cthread_data: "+why)
	}
	c.out.N = c.Threads.At(uint32(other)).CThread.Data
	return true
}

// ownThread returns the thread of the same task that a call names.
func (c *core) ownThread(t *ThreadState) (ThreadID, string) {
	other := ThreadID(t.Call.N)
	if !c.Threads.Has(uint32(other)) || c.Threads.At(uint32(other)).Task != t.Task {
		return 0, "the thread is not one of this task"
	}
	c.about = Object{ThreadObject, uint32(other)}
	return other, ""
}

// MutexNew makes a mutex of the caller's task (mutex_alloc).
func (th *Thread) MutexNew(name string) MutexID {
	th.begin(opMutexAlloc).Text = name
	th.enter()
	return MutexID(th.res.N)
}

func runMutexAlloc(c *core, id ThreadID, t *ThreadState) bool {
	m := c.Mutexes.New()
	*c.Mutexes.Mut(m) = MutexState{Label: c.newLabel(id, madeMutex, t.Call.Text), Task: t.Task}
	c.about = Object{MutexObject, m}
	c.out.N = int64(m)
	return true
}

// MutexFree ends the life of a mutex (mutex_free).
func (th *Thread) MutexFree(m MutexID) {
	th.begin(opMutexFree).N = int64(m)
	th.enter()
}

func runMutexFree(c *core, id ThreadID, t *ThreadState) bool {
	m, why := c.mutexArg(t)
	switch {
	case why != "":
		return c.misuse(id, "mutex_free: "+why)
	case m.Owner != 0:
		return c.misuse(id, fmt.Sprintf("mutex_free: %s is locked by %s", c.MutexName(MutexID(t.Call.N)), c.ThreadName(m.Owner)))
	}
	m.Freed = true
	return true
}

// mutexArg returns the mutex that a call names, or what is wrong with it.
func (c *core) mutexArg(t *ThreadState) (*MutexState, string) {
	m := uint32(t.Call.N)
	if !c.Mutexes.Has(m) {
		return nil, "this is not a mutex; make one with cthreads.NewMutex"
	}
	c.about = Object{MutexObject, m}
	mu := c.Mutexes.Mut(m)
	switch {
	case mu.Task != t.Task:
		return nil, fmt.Sprintf("mutex %s belongs to task %s; tasks share no memory", c.MutexName(MutexID(m)), c.TaskName(mu.Task))
	case mu.Freed:
		return nil, fmt.Sprintf("mutex %s was freed", c.MutexName(MutexID(m)))
	}
	return mu, ""
}

// MutexLock waits until the mutex is free, and takes it (mutex_lock).
func (th *Thread) MutexLock(m MutexID) {
	th.begin(opMutexLock).N = int64(m)
	th.enter()
}

func runMutexLock(c *core, id ThreadID, t *ThreadState) bool {
	mu, why := c.mutexArg(t)
	if why != "" {
		return c.misuse(id, "mutex_lock: "+why)
	}
	return c.lock(id, t, mu, MutexID(t.Call.N))
}

// lock takes a mutex, or waits for it. A thread that is woken competes with the
// others; when it loses it waits again, last in the queue.
func (c *core) lock(id ThreadID, t *ThreadState, mu *MutexState, m MutexID) bool {
	if mu.Owner == 0 {
		mu.Owner, mu.PC = id, t.Call.PC
		return true
	}
	t.Phase |= phaseLocking
	return c.block(id, t, Wait{Kind: WaitMutex, Object: uint32(m)}, -1)
}

const phaseLocking = 4 // has waited for the mutex before

// MutexTryLock takes the mutex if it is free, and says whether it was
// (mutex_try_lock).
func (th *Thread) MutexTryLock(m MutexID) bool {
	th.begin(opMutexTryLock).N = int64(m)
	th.enter()
	return th.res.N != 0
}

func runMutexTryLock(c *core, id ThreadID, t *ThreadState) bool {
	mu, why := c.mutexArg(t)
	if why != "" {
		return c.misuse(id, "mutex_try_lock: "+why)
	}
	c.out.N = 0
	if mu.Owner == 0 {
		mu.Owner, mu.PC = id, t.Call.PC
		c.out.N = 1
	}
	return true
}

// MutexUnlock frees the mutex and wakes the first that waits for it, who has to
// compete for it again (mutex_unlock).
func (th *Thread) MutexUnlock(m MutexID) {
	th.begin(opMutexUnlock).N = int64(m)
	th.enter()
}

func runMutexUnlock(c *core, id ThreadID, t *ThreadState) bool {
	mu, why := c.mutexArg(t)
	if why == "" {
		why = c.notMine(id, mu, MutexID(t.Call.N))
	}
	if why != "" {
		return c.misuse(id, "mutex_unlock: "+why)
	}
	c.unlock(mu)
	return true
}

func (c *core) notMine(id ThreadID, mu *MutexState, m MutexID) string {
	switch mu.Owner {
	case id:
		return ""
	case 0:
		return fmt.Sprintf("mutex %s is not locked", c.MutexName(m))
	}
	return fmt.Sprintf("mutex %s is locked by %s, and only that thread may unlock it", c.MutexName(m), c.ThreadName(mu.Owner))
}

func (c *core) unlock(mu *MutexState) {
	mu.Owner = 0
	if mu.Waiters.Head != 0 {
		c.wake(c.nextWaiter(&mu.Waiters), WakeReady)
	}
}

// ConditionNew makes a condition of the caller's task (condition_alloc).
func (th *Thread) ConditionNew(name string) ConditionID {
	th.begin(opConditionAlloc).Text = name
	th.enter()
	return ConditionID(th.res.N)
}

func runConditionAlloc(c *core, id ThreadID, t *ThreadState) bool {
	k := c.Conditions.New()
	*c.Conditions.Mut(k) = ConditionState{Label: c.newLabel(id, madeCondition, t.Call.Text), Task: t.Task}
	c.about = Object{ConditionObject, k}
	c.out.N = int64(k)
	return true
}

// ConditionFree ends the life of a condition; it wakes all who wait for it first
// (condition_clear, condition_free).
func (th *Thread) ConditionFree(k ConditionID) {
	th.begin(opConditionFree).N = int64(k)
	th.enter()
}

func runConditionFree(c *core, id ThreadID, t *ThreadState) bool {
	k, why := c.conditionArg(t)
	if why != "" {
		return c.misuse(id, "condition_free: "+why)
	}
	c.broadcast(k)
	k.Freed = true
	return true
}

func (c *core) conditionArg(t *ThreadState) (*ConditionState, string) {
	k := uint32(t.Call.N)
	if !c.Conditions.Has(k) {
		return nil, "this is not a condition; make one with cthreads.NewCondition"
	}
	c.about = Object{ConditionObject, k}
	ks := c.Conditions.Mut(k)
	switch {
	case ks.Task != t.Task:
		return nil, fmt.Sprintf("condition %s belongs to task %s; tasks share no memory", c.ConditionName(ConditionID(k)), c.TaskName(ks.Task))
	case ks.Freed:
		return nil, fmt.Sprintf("condition %s was freed", c.ConditionName(ConditionID(k)))
	}
	return ks, ""
}

// ConditionWait unlocks the mutex, waits until the condition is signalled, and
// locks the mutex again (condition_wait). Others may have run in between: test
// what was waited for again.
func (th *Thread) ConditionWait(k ConditionID, m MutexID) {
	c := th.begin(opConditionWait)
	c.N, c.N2 = int64(k), int64(m)
	th.enter()
}

func runConditionWait(c *core, id ThreadID, t *ThreadState) bool {
	m := MutexID(t.Call.N2)
	if t.Phase != 0 { // signalled
		c.about = Object{MutexObject, uint32(m)}
		return c.lock(id, t, c.Mutexes.Mut(uint32(m)), m)
	}
	ks, why := c.conditionArg(t)
	if why != "" {
		return c.misuse(id, "condition_wait: "+why)
	}
	if !c.Mutexes.Has(uint32(m)) {
		return c.misuse(id, "condition_wait: the mutex is none; make one with cthreads.NewMutex")
	}
	mu := c.Mutexes.Mut(uint32(m))
	if why := c.notMine(id, mu, m); why != "" {
		return c.misuse(id, fmt.Sprintf("condition_wait on %s without the mutex: %s", c.labelled(ks.Label, "c"), why))
	}
	c.unlock(mu)
	t.Phase = 1
	return c.block(id, t, Wait{Kind: WaitCondition, Object: uint32(t.Call.N)}, -1)
}

// ConditionSignal wakes one thread that waits for the condition, the first; if none
// waits, nothing is remembered (condition_signal).
func (th *Thread) ConditionSignal(k ConditionID) {
	th.begin(opConditionSignal).N = int64(k)
	th.enter()
}

func runConditionSignal(c *core, id ThreadID, t *ThreadState) bool {
	ks, why := c.conditionArg(t)
	if why != "" {
		return c.misuse(id, "condition_signal: "+why)
	}
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
func (th *Thread) ConditionBroadcast(k ConditionID) {
	th.begin(opConditionBroadcast).N = int64(k)
	th.enter()
}

func runConditionBroadcast(c *core, id ThreadID, t *ThreadState) bool {
	ks, why := c.conditionArg(t)
	if why != "" {
		return c.misuse(id, "condition_broadcast: "+why)
	}
	c.out.N = c.broadcast(ks)
	return true
}

func (c *core) broadcast(ks *ConditionState) (n int64) {
	for ; ks.Waiters.Head != 0; n++ {
		c.wake(ThreadID(ks.Waiters.Head), WakeReady)
	}
	return n
}

// misuse ends the run: the program does what C-Threads forbids.
func (c *core) misuse(id ThreadID, text string) bool {
	c.fail(Misuse, id, text)
	c.out.Code = ipc.KERN_FAILURE
	return false
}
