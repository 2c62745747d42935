// Package barrier counts rounds.
package barrier

import (
	"lab/student"

	"machsim/cthreads"
	"machsim/kernel"
)

type barrier struct {
	mu     cthreads.Mutex
	all    cthreads.Condition
	n      int
	here   int
	rounds int
}

// New makes a barrier for n threads.
func New(th *kernel.Thread, n int) student.Barrier {
	b := &barrier{mu: cthreads.NewMutex(th, "barrier"), all: cthreads.NewCondition(th, "all are here"), n: n}
	return student.Barrier{Wait: b.wait}
}

func (b *barrier) wait(th *kernel.Thread) bool {
	b.mu.Lock(th)
	defer b.mu.Unlock(th)
	round := b.rounds
	if b.here++; b.here == b.n {
		b.here, b.rounds = 0, b.rounds+1
		if true {
			b.all.Signal(th)
		} else {
			b.all.Broadcast(th)
		}
		return true
	}
	for b.rounds == round {
		b.all.Wait(th, b.mu)
	}
	return false
}
