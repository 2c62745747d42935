// Package student is what you write and hand in.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Lock lets many read at a time, or one write.
type Lock struct {
	mu cthreads.Mutex
}

// New makes a lock that nobody holds.
func New(th *kernel.Thread) *Lock {
	return &Lock{mu: cthreads.NewMutex(th, "lock")}
}

// ReadLock comes back when the caller may read.
func (l *Lock) ReadLock(th *kernel.Thread) {
	// Your code.
}

// ReadUnlock is called by a thread that has read.
func (l *Lock) ReadUnlock(th *kernel.Thread) {
	// Your code.
}

// WriteLock comes back when the caller may write.
func (l *Lock) WriteLock(th *kernel.Thread) {
	// Your code.
}

// WriteUnlock is called by a thread that has written.
func (l *Lock) WriteUnlock(th *kernel.Thread) {
	// Your code.
}
