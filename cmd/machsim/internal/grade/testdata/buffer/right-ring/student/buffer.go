// Package student has a ring, and one condition at which all are woken.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Buffer is a ring of places.
type Buffer struct {
	mu      cthreads.Mutex
	changed cthreads.Condition
	places  []int
	first   int
	n       int
	closed  bool
}

// New makes a buffer.
func New(th *kernel.Thread, size int) *Buffer {
	return &Buffer{mu: cthreads.NewMutex(th, "ring"), changed: cthreads.NewCondition(th, "changed"),
		places: make([]int, size)}
}

// wait comes back with the mutex, when a condition holds or the buffer is closed.
func (b *Buffer) wait(th *kernel.Thread, until func() bool) {
	b.mu.Lock(th)
	for !until() && !b.closed {
		b.changed.Wait(th, b.mu)
	}
}

// done wakes all, for the ring has changed.
func (b *Buffer) done(th *kernel.Thread) {
	b.changed.Broadcast(th)
	b.mu.Unlock(th)
}

// Put waits for room.
func (b *Buffer) Put(th *kernel.Thread, x int) bool {
	b.wait(th, func() bool { return b.n < len(b.places) })
	defer b.done(th)
	if b.closed {
		return false
	}
	b.places[(b.first+b.n)%len(b.places)] = x
	b.n++
	return true
}

// Get waits for a letter.
func (b *Buffer) Get(th *kernel.Thread) (x int, ok bool) {
	b.wait(th, func() bool { return b.n > 0 })
	defer b.done(th)
	if b.n == 0 {
		return 0, false
	}
	x = b.places[b.first]
	b.first, b.n = (b.first+1)%len(b.places), b.n-1
	return x, true
}

// Close wakes all.
func (b *Buffer) Close(th *kernel.Thread) {
	b.mu.Lock(th)
	b.closed = true
	b.done(th)
}
