// Package barrier lets nobody in while others go out.
package barrier

import (
	"lab/student"

	"machsim/cthreads"
	"machsim/kernel"
)

type barrier struct {
	mu      cthreads.Mutex
	in, out cthreads.Condition
	n       int
	here    int
	leaving int // how many have yet to go
}

// New makes a barrier for n threads.
func New(th *kernel.Thread, n int) student.Barrier {
	b := &barrier{mu: cthreads.NewMutex(th, "doors"), in: cthreads.NewCondition(th, "all are out"),
		out: cthreads.NewCondition(th, "all are in"), n: n}
	return student.Barrier{Wait: b.wait}
}

func (b *barrier) wait(th *kernel.Thread) bool {
	b.mu.Lock(th)
	defer b.mu.Unlock(th)
	for b.leaving > 0 {
		b.in.Wait(th, b.mu)
	}
	first := b.here == 0
	if b.here++; b.here == b.n {
		b.leaving = b.n
		b.out.Broadcast(th)
	}
	for b.leaving == 0 {
		b.out.Wait(th, b.mu)
	}
	if b.leaving--; b.leaving == 0 {
		b.here = 0
		b.in.Broadcast(th)
	}
	return first
}
