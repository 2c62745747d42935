// Package student lets one in at a time, whoever it is.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Lock is a mutex.
type Lock struct{ mu cthreads.Mutex }

// New makes a lock.
func New(th *kernel.Thread) *Lock { return &Lock{cthreads.NewMutex(th, "lock")} }

// ReadLock waits until nobody is in.
func (l *Lock) ReadLock(th *kernel.Thread) { l.mu.Lock(th) }

// ReadUnlock lets the next in.
func (l *Lock) ReadUnlock(th *kernel.Thread) { l.mu.Unlock(th) }

// WriteLock waits until nobody is in.
func (l *Lock) WriteLock(th *kernel.Thread) { l.mu.Lock(th) }

// WriteUnlock lets the next in.
func (l *Lock) WriteUnlock(th *kernel.Thread) { l.mu.Unlock(th) }
