package rebuild

import (
	"math"
	"slices"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/tape"
)

// permuted is the steps of a task in another order than the recorded one. They are found while they are taken.
type permuted struct {
	t      *tape.Tape
	w      *engine.Walk
	queues []*queue
	done   []uint32 // by lane: the number of its events before its next step; of lanes of other tasks, the highest
	at     int      // the queue that is taken from
	idle   int      // the successive queues before it that were not ready
}

// queue is the remaining steps of one thread.
type queue struct {
	lane    int
	own     int      // the next event of the lane that completes a call; the number of its events if there is none
	outside []effect // that were not, in order
	next    upcoming
	since   int    // the last event of the lane that was found to be ready, -1 for none
	alike   uint32 // the number of events of the lane up to which nothing else comes before them either
	waits   int    // a lane whose events the next step still needs, the own one if none is known
	until   uint32 // the number of them
}

// upcoming is the next step of a queue: that of an event, which is one of another lane if it ends the thread
// from outside.
type upcoming struct {
	event   int
	lane    int
	nth     uint32 // of the event in that lane
	more    bool   // there is one
	outside bool   // it comes from outside of the thread
}

// permute returns the steps of a task in the order that a walk wants.
func (k *task) permute(t *tape.Tape, w *engine.Walk) *permuted {
	o := &permuted{t: t, w: w, done: slices.Repeat([]uint32{math.MaxUint32}, len(t.Lanes))}
	for _, id := range k.threads {
		lane := t.LaneOf(id)
		q := &queue{lane: lane, own: t.Lanes[lane].Completing(0), since: -1, waits: lane}
		for _, e := range k.outside {
			if e.thread == id && e.event >= t.First() {
				q.outside = append(q.outside, e)
			}
		}
		o.look(q)
		o.queues = append(o.queues, q)
	}
	if w.Order != engine.FirstAhead {
		slices.Reverse(o.queues)
	}
	return o
}

// next returns the queue of the next step, nil if there is none.
func (o *permuted) next() *queue {
	for ; o.idle < len(o.queues); o.idle++ {
		if q := o.queues[o.at]; o.ready(q) {
			o.idle = 0
			return q
		}
		o.at = (o.at + 1) % len(o.queues)
	}
	if slices.ContainsFunc(o.queues, func(q *queue) bool { return q.next.more }) {
		panic("rebuild: the causal order has a cycle")
	}
	return nil
}

// take takes the next step of a queue, which was ready.
func (o *permuted) take(q *queue) {
	if q.next.outside {
		q.outside = q.outside[1:]
	} else {
		q.own = o.t.Lanes[q.lane].Completing(q.own + 1)
	}
	o.look(q)
	if o.w.Order == engine.Newest { // earlier queues may be ready then
		o.at = 0
	}
}

// look finds the next step of a queue, and how many events of its lane come before it.
func (o *permuted) look(q *queue) {
	q.next = q.find(o.t)
	switch x := &q.next; {
	case !x.more:
		o.done[q.lane] = math.MaxUint32
	case x.lane == q.lane:
		o.done[q.lane] = x.nth
	default: // an event of another lane ends the thread
		o.done[q.lane] = uint32(o.t.Lanes[q.lane].Before(x.event))
	}
}

// find finds the next step. One from outside that is of the same event comes before the thread's own: a thread is
// unwound before the thread that ended it runs on.
func (q *queue) find(t *tape.Tape) (x upcoming) {
	l := &t.Lanes[q.lane]
	if q.own < l.Len() {
		x = upcoming{event: l.Event(q.own), lane: q.lane, nth: uint32(q.own), more: true}
	}
	if len(q.outside) > 0 && (!x.more || q.outside[0].event <= x.event) {
		e := q.outside[0].event
		x = upcoming{event: e, lane: t.Lane(e), nth: uint32(t.Nth(e)), more: true, outside: true}
	}
	return x
}

// ready says whether all events that come before the next step of a queue are done.
func (o *permuted) ready(q *queue) bool {
	x := &q.next
	if !x.more || q.until > o.done[q.waits] {
		return false
	}
	by, n := x.lane, x.nth
	if by == q.lane && n < q.alike {
		return true
	}
	if by != q.lane { // from outside: after what the other thread has done before
		if n > o.done[by] {
			q.waits, q.until = by, n
			return false
		}
		by, n = o.w.Causal.Lacks(x.event, -1, o.done)
	} else if by, n = o.w.Causal.Lacks(x.event, q.since, o.done); by < 0 {
		q.since, q.alike = x.event, uint32(o.w.Causal.Alike(x.event))
	}
	q.until = 0
	if by >= 0 {
		q.waits, q.until = by, n
	}
	return by < 0
}

// advanceOther feeds a task whose steps are permuted, to their end. It returns false if it has to wait for a thread
// that is not made yet.
func (r *Threads) advanceOther(h *home, k *task) bool {
	o := k.other
	if k.steps != nil && !r.advanceTo(h, k, make([]uint32, len(o.t.Lanes)), o.t.First()) {
		return false
	}
	for q := o.next(); q != nil; q = o.next() {
		if r.stopped() {
			return false
		}
		id := o.t.Lanes[q.lane].Thread
		if q.next.outside {
			if !h.apply(q.outside[0]) {
				return false
			}
			o.take(q)
			continue
		}
		limit := r.runnable(id, uint32(o.t.Lanes[q.lane].Len())) - h.script.of(id).Calls()
		if limit > 0 && !h.has(id) {
			return false
		}
		if n := min(o.stretch(q), limit); n > 0 && !r.run(h, id, n) {
			return false
		}
	}
	return true
}

// stretch takes successive steps of a thread, and returns how many.
func (o *permuted) stretch(q *queue) (n int) {
	for o.take(q); ; o.take(q) {
		if n++; n == stopEvery || q.next.outside || o.next() != q {
			return n
		}
	}
}
