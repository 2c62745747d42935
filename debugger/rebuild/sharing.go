package rebuild

import (
	"errors"
	"slices"

	"machsim/debugger/tape"
	"machsim/kernel"
)

// Order is an order of the steps of a task's threads, as far from the recorded one as the
// causal order allows.
type Order uint8

const (
	FirstAhead Order = iota // the first thread goes as far as it gets, then the next
	LastAhead               // the same from the last on
	Newest                  // a thread goes only while none that is later can go
)

// Sharing finds the tasks whose threads share variables without a lock: those that come
// to other calls when their threads run in another order than the recorded one, though
// in one that the causal order allows. Needs says how many events of a lane come before
// an event in that order.
//
// Two such orders are tried, as far from the recorded one as can be: the first thread
// always as far as it gets, and the last. So a task that is not found here may share
// variables all the same, in a way that did not show; To notices it when it does.
func Sharing(t *tape.Tape, needs func(event, lane int) uint32) map[kernel.TaskID]bool {
	found := map[kernel.TaskID]bool{}
	for _, o := range []Order{FirstAhead, LastAhead} {
		for {
			p := newPlan(t)
			if some, _ := p.permute(needs, found, o, nil); !some {
				return found // no task has several threads
			}
			var d *Departure
			if !errors.As(p.try(), &d) {
				break
			}
			task := t.End.Threads.At(uint32(d.ID)).Task
			if found[task] || len(p.tasks[task].threads) == 1 {
				return found // it departs in any order: it is not deterministic
			}
			found[task] = true
		}
	}
	return found
}

// try rebuilds everything once.
func (p *plan) try() error {
	r := &Threads{plan: p, homes: make([]*home, len(p.families)), cut: make([]uint32, len(p.t.Lanes))}
	defer r.Close()
	return r.To(p.t.Counts(p.t.Len()))
}

// permute puts the steps of tasks with several threads into another order. Some is false if there
// is nothing to be permuted. Once stop is closed, it gives up: ErrStopped.
func (p *plan) permute(needs func(event, lane int) uint32, but map[kernel.TaskID]bool, o Order, stop <-chan struct{}) (some bool, err error) {
	for _, k := range p.tasks {
		if len(k.threads) < 2 || but[k.id] {
			continue
		}
		if !k.permute(p.t, needs, o, stop) {
			return true, ErrStopped
		}
		some = true
	}
	return some, nil
}

// queue is what one thread has to do.
type queue struct {
	lane  int
	steps []step
	done  int // how many of the lane's events come before its next step

	waits *queue // whose events its next step still needs, nil if that is not known
	until int    // how many of them
}

// permute puts the steps of a task into an order; false if stop was closed before it was done.
func (k *task) permute(t *tape.Tape, needs func(event, lane int) uint32, o Order, stop <-chan struct{}) bool {
	queues := k.queues(t)
	if o != FirstAhead {
		slices.Reverse(queues)
	}
	n := len(k.steps)
	k.steps = make([]step, 0, n)
	for len(k.steps) < n {
		if closed(stop) {
			return false
		}
		i := slices.IndexFunc(queues, func(q *queue) bool { return q.ready(queues, needs) })
		if i < 0 {
			panic("rebuild: the causal order has a cycle")
		}
		if o == Newest { // those before it may go again then
			k.take(t, queues[i])
			continue
		}
		for _, q := range queues[i:] {
			if closed(stop) {
				return false
			}
			for q.ready(queues, needs) {
				k.take(t, q)
			}
		}
	}
	return true
}

// take takes the next step of a queue.
func (k *task) take(t *tape.Tape, q *queue) {
	k.steps = append(k.steps, q.steps[0])
	q.steps = q.steps[1:]
	q.look(t)
}

// queues gives each thread of a task its steps.
func (k *task) queues(t *tape.Tape) []*queue {
	byLane := map[int]*queue{}
	var all []*queue
	for _, id := range k.threads {
		q := &queue{lane: t.LaneOf(id)}
		byLane[q.lane] = q
		all = append(all, q)
	}
	for _, s := range k.steps {
		q := byLane[t.LaneOf(s.thread)]
		q.steps = append(q.steps, s)
	}
	for _, q := range all {
		q.look(t)
	}
	return all
}

func (q *queue) look(t *tape.Tape) {
	switch {
	case len(q.steps) == 0:
		q.done = t.Len()
	case t.Lane(int(q.steps[0].event)) == q.lane:
		q.done = t.Nth(int(q.steps[0].event))
	default: // it is ended by another
		q.done = t.Lanes[q.lane].Before(int(q.steps[0].event))
	}
}

// ready says whether the others have done what comes before a thread's next step.
func (q *queue) ready(all []*queue, needs func(event, lane int) uint32) bool {
	if len(q.steps) == 0 || q.waits != nil && q.until > q.waits.done {
		return false
	}
	for _, other := range all {
		if other == q {
			continue
		}
		if n := int(needs(int(q.steps[0].event), other.lane)); n > other.done {
			q.waits, q.until = other, n
			return false
		}
	}
	q.waits = nil
	return true
}
