// Package student is what you write and hand in.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Buffer keeps some numbers between those who put and those who get them.
type Buffer struct {
	mu   cthreads.Mutex
	size int
}

// New makes a buffer with room for so many.
func New(th *kernel.Thread, size int) *Buffer {
	return &Buffer{mu: cthreads.NewMutex(th, "buffer"), size: size}
}

// Put waits while the buffer is full. Once it is closed, nothing is put, and Put returns false.
func (b *Buffer) Put(th *kernel.Thread, x int) bool {
	return false // Your code.
}

// Get waits while the buffer is empty. Once it is closed and empty, Get returns false.
func (b *Buffer) Get(th *kernel.Thread) (x int, ok bool) {
	return 0, false // Your code.
}

// Close lets nobody put any more, and all who wait come back.
func (b *Buffer) Close(th *kernel.Thread) {
	// Your code.
}
