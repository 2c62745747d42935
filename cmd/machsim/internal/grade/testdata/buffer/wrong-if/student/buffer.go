// Package student takes a signal for a promise.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Buffer is a queue, and a condition for each side.
type Buffer struct {
	mu            cthreads.Mutex
	room, letters cthreads.Condition
	size          int
	all           []int
	closed        bool
}

// New makes a buffer.
func New(th *kernel.Thread, size int) *Buffer {
	return &Buffer{mu: cthreads.NewMutex(th, "buffer"), room: cthreads.NewCondition(th, "room"),
		letters: cthreads.NewCondition(th, "letters"), size: size}
}

// Put waits for room.
func (b *Buffer) Put(th *kernel.Thread, x int) bool {
	b.mu.Lock(th)
	defer b.mu.Unlock(th)
	for len(b.all) == b.size && !b.closed {
		b.room.Wait(th, b.mu)
	}
	if b.closed {
		return false
	}
	b.all = append(b.all, x)
	b.letters.Signal(th)
	return true
}

// Get waits for a letter.
func (b *Buffer) Get(th *kernel.Thread) (int, bool) {
	b.mu.Lock(th)
	defer b.mu.Unlock(th)
	if len(b.all) == 0 && !b.closed {
		b.letters.Wait(th, b.mu)
	}
	if len(b.all) == 0 && b.closed {
		return 0, false
	}
	x := b.all[0]
	b.all = b.all[1:]
	b.room.Signal(th)
	return x, true
}

// Close wakes all.
func (b *Buffer) Close(th *kernel.Thread) {
	b.mu.Lock(th)
	defer b.mu.Unlock(th)
	b.closed = true
	b.room.Broadcast(th)
	b.letters.Broadcast(th)
}
