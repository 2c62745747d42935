// Package student has a mutex for each number, and takes them in two orders.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Lock has its numbers behind two mutexes.
type Lock struct {
	entry, count cthreads.Mutex
	changed      cthreads.Condition
	readers      int
	writing      bool
}

// New makes a lock.
func New(th *kernel.Thread) *Lock {
	return &Lock{entry: cthreads.NewMutex(th, "entry"), count: cthreads.NewMutex(th, "count"),
		changed: cthreads.NewCondition(th, "changed")}
}

// ReadLock goes through the entry, which a writer that waits keeps.
func (l *Lock) ReadLock(th *kernel.Thread) {
	l.entry.Lock(th)
	l.count.Lock(th)
	l.readers++
	l.count.Unlock(th)
	l.entry.Unlock(th)
}

// ReadUnlock looks whether a writer waits.
func (l *Lock) ReadUnlock(th *kernel.Thread) {
	l.count.Lock(th)
	l.readers--
	l.entry.Lock(th) // so that nobody comes in between
	l.changed.Broadcast(th)
	l.entry.Unlock(th)
	l.count.Unlock(th)
}

// WriteLock keeps the entry, and waits until all readers have gone.
func (l *Lock) WriteLock(th *kernel.Thread) {
	l.entry.Lock(th)
	l.count.Lock(th)
	for l.readers > 0 {
		l.changed.Wait(th, l.count)
	}
	l.writing = true
	l.count.Unlock(th)
}

// WriteUnlock opens the entry.
func (l *Lock) WriteUnlock(th *kernel.Thread) {
	l.count.Lock(th)
	l.writing = false
	l.count.Unlock(th)
	l.entry.Unlock(th)
}
