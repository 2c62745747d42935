// Package cthreads is the C Threads library (Cooper and Draves, 1990) on the
// simulated kernel: threads of one task that share its memory, mutexes and
// conditions.
//
// Its behaviour is that of the Mach 3.0 library. Waiting is first come, first
// served, but a lock is not handed over: a woken thread competes for it with all
// others and may lose. A signalled condition is no promise; test what you wait for
// again, in a loop:
//
//	mu.Lock(th)
//	for len(queue) == 0 {
//		nonempty.Wait(th, mu)
//	}
//
// The calls return no errors. What the C library leaves undefined, such as
// unlocking another thread's mutex, ends the run with a report that names the
// thread and the line. In a lenient run (machsim run --lenient) to unlock a mutex that
// the thread has not locked, or to wait for a condition without, unlocks nothing, as
// Krawczuk's thesis has it (5.3.6); the report ends with a warning.
//
// Every wait is state of the kernel, so that a debugger can explain it. The first
// argument of each call is the calling thread.
package cthreads

import "machsim/kernel"

// A Thread is a thread that was forked.
type Thread struct{ id kernel.ThreadID }

// A Mutex lets one thread at a time into a critical region.
type Mutex struct{ id kernel.MutexID }

// A Condition is a queue of threads that wait for something to become true.
type Condition struct{ id kernel.ConditionID }

// Fork makes a new thread of the caller's task that runs body, and returns it (cthread_fork). The
// name is for people; it may be empty. Each thread must be joined or detached once. A thread beyond
// the task's limit starts when another has ended.
func Fork(th *kernel.Thread, name string, body func(*kernel.Thread)) Thread {
	return Thread{th.CThreads().Fork(name, body)}
}

// Join waits until t has ended, and returns the result that it gave to Exit, or 0
// (cthread_join).
func Join(th *kernel.Thread, t Thread) int64 { return th.CThreads().Join(t.id) }

// JoinAll joins several threads, in order.
func JoinAll(th *kernel.Thread, all []Thread) {
	for _, t := range all {
		Join(th, t)
	}
}

// Detach says that no thread will join t (cthread_detach).
func Detach(th *kernel.Thread, t Thread) { th.CThreads().Detach(t.id) }

// Exit ends the calling thread with a result; it does not return (cthread_exit). In
// the first thread of a task it waits for all others, and then ends the task. To
// return from the thread's function is the same as Exit(th, 0).
func Exit(th *kernel.Thread, result int64) { th.Exit(result) }

// Yield lets other threads go first (cthread_yield).
func Yield(th *kernel.Thread) { th.Yield() }

// Self returns the calling thread (cthread_self).
func Self(th *kernel.Thread) Thread { return Thread{th.ID()} }

// SetName names t for people (cthread_set_name).
func SetName(th *kernel.Thread, t Thread, name string) { th.CThreads().SetName(t.id, name) }

// Name returns the name of t (cthread_name). Without one, the first thread of a task
// is "main", and others are "?".
func Name(th *kernel.Thread, t Thread) string {
	switch name := th.CThreads().GivenName(t.id); {
	case name != "":
		return name
	case th.CThreads().IsFirst(t.id):
		return "main"
	}
	return "?"
}

// SetData attaches a word to t (cthread_set_data).
func SetData(th *kernel.Thread, t Thread, data int64) { th.CThreads().SetData(t.id, data) }

// Data returns the word attached to t (cthread_data).
func Data(th *kernel.Thread, t Thread) int64 { return th.CThreads().Data(t.id) }

// A Key names a word that each thread of a task has for itself.
type Key struct{ n int }

// NewKey makes a key; false if the task has all eight that there are
// (cthread_keycreate).
func NewKey(th *kernel.Thread) (Key, bool) {
	n, ok := th.CThreads().KeyCreate()
	return Key{n}, ok
}

// Set sets the calling thread's word of k; false if k is no key of the task
// (cthread_setspecific).
func (k Key) Set(th *kernel.Thread, value int64) bool { return th.CThreads().SetSpecific(k.n, value) }

// Get returns the calling thread's word of k, 0 if it was not set; false if k is no
// key of the task (cthread_getspecific).
func (k Key) Get(th *kernel.Thread) (int64, bool) { return th.CThreads().GetSpecific(k.n) }

// Count returns how many threads the task has, the caller's among them
// (cthread_count).
func Count(th *kernel.Thread) int { return th.CThreads().Count() }

// SetLimit sets how many threads of the task may run at once, 0 for any number
// (cthread_set_limit). The first thread counts, also while it waits: SetLimit(th, 2) lets one
// forked thread run beside it, SetLimit(th, 1) none before it has gone. More can be forked;
// they wait for their turn.
func SetLimit(th *kernel.Thread, n int) { th.CThreads().Limit(max(n, 0)) }

// Limit returns what SetLimit set (cthread_limit).
func Limit(th *kernel.Thread) int { return th.CThreads().Limit(-1) }

// NewMutex makes a mutex, free (mutex_alloc). The name is for people.
func NewMutex(th *kernel.Thread, name string) Mutex { return Mutex{th.CThreads().MutexNew(name)} }

// Lock waits until m is free, and takes it (mutex_lock). A thread that locks what it
// has locked waits for ever.
func (m Mutex) Lock(th *kernel.Thread) { th.CThreads().MutexLock(m.id) }

// TryLock takes m if it is free, and says whether it was (mutex_try_lock).
func (m Mutex) TryLock(th *kernel.Thread) bool { return th.CThreads().MutexTryLock(m.id) }

// Unlock frees m, which the caller has locked (mutex_unlock).
func (m Mutex) Unlock(th *kernel.Thread) { th.CThreads().MutexUnlock(m.id) }

// Free ends the life of m (mutex_free).
func (m Mutex) Free(th *kernel.Thread) { th.CThreads().MutexFree(m.id) }

// With calls f with m locked.
func (m Mutex) With(th *kernel.Thread, f func()) {
	m.Lock(th)
	defer m.Unlock(th)
	f()
}

// A SpinLock is a lock whose waiters do not sleep (spin_lock): they try again and again, letting
// others go first. A run in which the lock is never freed does not end by itself.
type SpinLock struct{ m Mutex }

// NewSpinLock makes a spin lock, free (spin_lock_init). The name is for people.
func NewSpinLock(th *kernel.Thread, name string) SpinLock { return SpinLock{NewMutex(th, name)} }

// Lock tries until it has taken s (spin_lock).
func (s SpinLock) Lock(th *kernel.Thread) {
	for !s.TryLock(th) {
		th.Yield()
	}
}

// TryLock takes s if it is free, and says whether it was (spin_try_lock).
func (s SpinLock) TryLock(th *kernel.Thread) bool { return s.m.TryLock(th) }

// Unlock frees s, which the caller has locked (spin_unlock).
func (s SpinLock) Unlock(th *kernel.Thread) { s.m.Unlock(th) }

// NewCondition makes a condition (condition_alloc). The name is for people.
func NewCondition(th *kernel.Thread, name string) Condition {
	return Condition{th.CThreads().ConditionNew(name)}
}

// Wait unlocks m, waits for a signal, and locks m again (condition_wait). Others may
// have had m in between.
func (c Condition) Wait(th *kernel.Thread, m Mutex) { th.CThreads().ConditionWait(c.id, m.id) }

// Signal wakes the thread that has waited longest; if none waits, the signal is lost
// (condition_signal).
func (c Condition) Signal(th *kernel.Thread) { th.CThreads().ConditionSignal(c.id) }

// Broadcast wakes all threads that wait (condition_broadcast).
func (c Condition) Broadcast(th *kernel.Thread) { th.CThreads().ConditionBroadcast(c.id) }

// Free wakes all threads that wait and ends the life of c (condition_free).
func (c Condition) Free(th *kernel.Thread) { th.CThreads().ConditionFree(c.id) }
