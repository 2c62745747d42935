// Package student has a monitor: one mutex, and a condition for each side.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Lock remembers who is in, and how many wait to write.
type Lock struct {
	mu                cthreads.Mutex
	mayRead, mayWrite cthreads.Condition
	readers, waiting  int
	writing           bool
}

// New makes a lock.
func New(th *kernel.Thread) *Lock {
	return &Lock{mu: cthreads.NewMutex(th, "lock"), mayRead: cthreads.NewCondition(th, "may read"),
		mayWrite: cthreads.NewCondition(th, "may write")}
}

// ReadLock waits while a writer is in, or waits.
func (l *Lock) ReadLock(th *kernel.Thread) {
	l.mu.Lock(th)
	for l.writing || l.waiting > 0 {
		l.mayRead.Wait(th, l.mu)
	}
	l.readers++
	l.mu.Unlock(th)
}

// ReadUnlock lets a writer in, if the last reader goes.
func (l *Lock) ReadUnlock(th *kernel.Thread) {
	l.mu.Lock(th)
	if l.readers--; l.readers == 0 {
		l.mayWrite.Signal(th)
	}
	l.mu.Unlock(th)
}

// WriteLock waits until nobody is in.
func (l *Lock) WriteLock(th *kernel.Thread) {
	l.mu.Lock(th)
	l.waiting++
	for l.writing || l.readers > 0 {
		l.mayWrite.Wait(th, l.mu)
	}
	l.waiting--
	l.writing = true
	l.mu.Unlock(th)
}

// WriteUnlock lets the next writer in or, if none waits, all readers.
func (l *Lock) WriteUnlock(th *kernel.Thread) {
	l.mu.Lock(th)
	l.writing = false
	if l.waiting > 0 {
		l.mayWrite.Signal(th)
	} else {
		l.mayRead.Broadcast(th)
	}
	l.mu.Unlock(th)
}
