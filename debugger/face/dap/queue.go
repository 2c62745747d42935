package dap

import (
	"context"
	"sync"
)

// queue has the requests that wait, and knows the one at work.
type queue struct {
	mu      sync.Mutex
	filled  sync.Cond
	waiting []*request
	over    bool

	work   *request // nil for none
	cancel func()   // ends it
	moves  bool     // it lets the run go on, or back, and the client was not told yet where that led
}

func newQueue() *queue {
	q := &queue{}
	q.filled.L = &q.mu
	return q
}

// put adds a request; false if none is obeyed any more.
func (q *queue) put(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.over {
		return false
	}
	q.waiting = append(q.waiting, r)
	q.filled.Signal()
	return true
}

// next waits for a request, and takes it to work, with its context; nil if there is none any more.
func (q *queue) next(ctx context.Context) (r *request, own context.Context, done func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.over {
		q.filled.Wait()
	}
	if len(q.waiting) == 0 {
		return nil, ctx, func() {}
	}
	own, cancel := context.WithCancel(ctx)
	q.work, q.cancel, q.moves = q.waiting[0], cancel, runsOn(q.waiting[0].Command)
	q.waiting = q.waiting[1:]
	return q.work, own, func() {
		cancel()
		q.mu.Lock()
		defer q.mu.Unlock()
		q.work, q.cancel = nil, nil
	}
}

// remove takes a request out of the queue; nil if it is not in there. The one at work is given up.
func (q *queue) remove(of *Session, seq int) *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.work != nil && q.work.of == of && q.work.Seq == seq {
		q.cancel()
	}
	for i, r := range q.waiting {
		if r.of == of && r.Seq == seq && r.own == nil {
			q.waiting = append(q.waiting[:i:i], q.waiting[i+1:]...)
			return r
		}
	}
	return nil
}

// working is the request at work.
func (q *queue) working() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.work
}

// drain takes all that wait.
func (q *queue) drain() []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}

// stands says that the client is about to be told where the run stands.
func (q *queue) stands() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.moves = false
}

// interrupt gives up the motion at work; false if there is none.
func (q *queue) interrupt() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.work == nil || !q.moves {
		return false
	}
	q.cancel()
	return true
}

// close ends it: what is at work is given up, and what waits is taken by next yet.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.over = true
	if q.cancel != nil {
		q.cancel()
	}
	q.filled.Signal()
}

func (q *queue) closed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.over
}
