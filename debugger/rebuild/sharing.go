package rebuild

import (
	"errors"
	"slices"

	"machsim/debugger/tape"
	"machsim/kernel"
)

// Order is an order of the steps of a task's threads. Each is allowed by the causal order, and
// as far as possible from the recorded one.
type Order uint8

const (
	FirstAhead Order = iota // run the first thread as far as possible, then the next, ...
	LastAhead               // the same from the last thread on
	Newest                  // run a thread only while no later one can run
)

// Sharing returns the tasks whose threads share variables without a lock: those that make
// other calls when their threads run in another order that the causal order allows. needs
// returns the number of events of a lane that come before an event in the causal order.
//
// It tries two orders, FirstAhead and LastAhead. So it can miss a task that shares variables
// in a way that these do not show; To returns an error when that shows later.
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
				return found // the program differs in any order: it is not deterministic
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

// permute puts the steps of tasks with several threads into another order, but for the tasks in
// but. some is false if there are no such tasks. It returns ErrStopped once stop is closed.
func (p *plan) permute(needs func(event, lane int) uint32, but map[kernel.TaskID]bool, o Order,
	stop <-chan struct{}) (some bool, err error) {
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

// queue is the remaining steps of one thread.
type queue struct {
	lane  int
	steps []step
	done  int // the number of the lane's events before the next step

	waits *queue // a queue whose events the next step still needs, nil if not known
	until int    // the number of them
}

// permute puts the steps of a task into an order; false if stop was closed before it had finished.
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
		if o == Newest { // earlier queues may be ready then
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

// queues returns the steps of a task by thread.
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
	default: // an event of another lane ends the thread
		q.done = t.Lanes[q.lane].Before(int(q.steps[0].event))
	}
}

// ready says whether all events that come before the next step are done.
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
