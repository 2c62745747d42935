// Package student has a queue: who comes first goes first, and readers that come one after the other go together.
package student

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Lock is the queue of those who are in or wait, the oldest first.
type Lock struct {
	mu      cthreads.Mutex
	changed cthreads.Condition
	queue   []*place
}

// place is that of a thread, which is in or waits.
type place struct{ writes, in bool }

// New makes a lock.
func New(th *kernel.Thread) *Lock {
	return &Lock{mu: cthreads.NewMutex(th, "queue"), changed: cthreads.NewCondition(th, "changed")}
}

// turn says whether it is the turn of a place: it is the first, or it reads and only readers are before it.
func (l *Lock) turn(p *place) bool {
	for _, q := range l.queue {
		switch {
		case q == p:
			return true
		case p.writes || q.writes:
			return false
		}
	}
	return false
}

func (l *Lock) enter(th *kernel.Thread, p *place) {
	l.mu.Lock(th)
	defer l.mu.Unlock(th)
	l.queue = append(l.queue, p)
	for !l.turn(p) {
		l.changed.Wait(th, l.mu)
	}
	p.in = true
}

// leave takes the first place of a sort out: those of one sort that are in are alike.
func (l *Lock) leave(th *kernel.Thread, writes bool) {
	l.mu.Lock(th)
	defer l.mu.Unlock(th)
	for i, p := range l.queue {
		if p.in && p.writes == writes {
			l.queue = append(l.queue[:i:i], l.queue[i+1:]...)
			break
		}
	}
	l.changed.Broadcast(th)
}

// ReadLock waits for its turn.
func (l *Lock) ReadLock(th *kernel.Thread) { l.enter(th, &place{}) }

// ReadUnlock leaves.
func (l *Lock) ReadUnlock(th *kernel.Thread) { l.leave(th, false) }

// WriteLock waits for its turn.
func (l *Lock) WriteLock(th *kernel.Thread) { l.enter(th, &place{writes: true}) }

// WriteUnlock leaves.
func (l *Lock) WriteUnlock(th *kernel.Thread) { l.leave(th, true) }
