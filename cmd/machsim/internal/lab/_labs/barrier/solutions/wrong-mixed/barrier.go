// Package barrier has whoever goes last clean up.
package barrier

import (
	"lab/student"

	"machsim/cthreads"
	"machsim/kernel"
)

type barrier struct {
	mu   cthreads.Mutex
	all  cthreads.Condition
	n    int
	here int
	gone int
}

// New makes a barrier for n threads.
func New(th *kernel.Thread, n int) student.Barrier {
	b := &barrier{mu: cthreads.NewMutex(th, "barrier"), all: cthreads.NewCondition(th, "all are here"), n: n}
	return student.Barrier{Wait: b.wait}
}

func (b *barrier) wait(th *kernel.Thread) bool {
	b.mu.Lock(th)
	defer b.mu.Unlock(th)
	b.here++
	last := b.here == b.n
	for b.here < b.n {
		b.all.Wait(th, b.mu)
	}
	b.all.Broadcast(th)
	if b.gone++; b.gone == b.n {
		b.here, b.gone = 0, 0
	}
	return last
}
