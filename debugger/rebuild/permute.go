package rebuild

import (
	"slices"

	"machsim/debugger/engine"
	"machsim/debugger/tape"
)

// queue is the remaining steps of one thread.
type queue struct {
	lane  int
	steps []step
	done  int // the number of the lane's events before the next step

	waits *queue // a queue whose events the next step still needs, nil if not known
	until int    // the number of them
}

// permute puts the steps of a task into an order; false if stop was closed before it had finished.
func (k *task) permute(t *tape.Tape, needs func(event, lane int) uint32, o engine.Order, stop <-chan struct{}) bool {
	queues := k.queues(t)
	if o != engine.FirstAhead {
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
		if o == engine.Newest { // earlier queues may be ready then
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
		q.steps = make([]step, 0, t.Lanes[q.lane].Done())
		byLane[q.lane] = q
		all = append(all, q)
	}
	for _, s := range k.steps {
		q := byLane[t.LaneOf(k.thread(s))]
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
