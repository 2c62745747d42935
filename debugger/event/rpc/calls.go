package rpc

import (
	"sync"

	"machsim/kernel"
)

// Calls are the remote calls of a run.
type Calls struct {
	All   []Call // by number, less 1
	Ports []Port
	Types []string // the Go types of requests; the first is ""

	hands  []Hand
	firsts map[int32]int32 // by number: the first of its hands, plus 1

	once  sync.Once
	turns ordered
}

// Port is a port to which remote calls, or their replies, were sent.
type Port struct {
	kernel.Identity
	Name string // at the first call
}

// Hand is a thread that a reply right was moved on to.
type Hand struct {
	Call   int32           // its number
	Thread kernel.ThreadID // it has the right
	From   uint64          // from this event on
	next   int32           // the next of the same call, plus 1
}

// Get returns the call with a number; nil if there is none.
func (c *Calls) Get(number int32) *Call {
	if number < 1 || int(number) > len(c.All) {
		return nil
	}
	return &c.All[number-1]
}

// Hands visits the threads that a call's reply right was moved on to, in order.
func (c *Calls) Hands(call *Call, visit func(Hand)) {
	if call.Mark&moved == 0 {
		return
	}
	for i := c.firsts[call.Number]; i != 0; i = c.hands[i-1].next {
		visit(c.hands[i-1])
	}
}

// Server returns the thread that serves a call when only the events have happened that has accepts, and since which
// event; 0 if none does, or not any more.
func (c *Calls) Server(call *Call, has func(event uint64) bool) (id kernel.ThreadID, since uint64) {
	if call.Marked != nil {
		if x := call.Marked.at(has).executes(); x != nil {
			return x.By, x.Begun
		}
		return 0, 0
	}
	now, ok := call.At(has)
	if !ok || now.Dequeued == 0 || now.Replied != 0 || now.Lost != 0 {
		return 0, 0
	}
	id, since = now.Callee, now.Dequeued
	c.Hands(call, func(h Hand) {
		if has(h.From) {
			id, since = h.Thread, h.From
		}
	})
	return id, since
}

// Orphan is a time in which a call executes though its caller has given up.
type Orphan struct {
	By    kernel.ThreadID // who serves it, or did last before it was answered
	Since uint64          // from this event on
	From  uint64          // the event with which the call became an orphan
	Until uint64          // the event that ended that, 0 for none
}

// Orphans returns the times in which a call was an orphan: one at most, if it is executed once.
func (c *Calls) Orphans(call *Call) (all []Orphan) {
	if call.Marked == nil {
		if from, to := call.orphaned(); from != 0 {
			id, since := c.Server(call, func(e uint64) bool { return call.Replied == 0 || e < call.Replied })
			all = append(all, Orphan{id, since, from, to})
		}
		return all
	}
	for _, x := range call.Marked.Executions {
		if call.GaveUp != 0 && (x.over() == 0 || x.over() > call.GaveUp) {
			all = append(all, Orphan{x.By, x.Begun, max(call.GaveUp, x.Begun), x.over()})
		}
	}
	return all
}

// Serving returns the call that a thread serves when only the events have happened that has accepts: of several, the
// one that it received last. It is nil for none.
func (c *Calls) Serving(id kernel.ThreadID, has func(event uint64) bool) (call *Call) {
	last := uint64(0)
	c.turn().serve[id].open(has, func(number int32) {
		x := c.Get(number)
		by, since := c.Server(x, has)
		if by == id && (call == nil || since > last || since == last && number > call.Number) {
			call, last = x, since
		}
	})
	return call
}

// Waiting returns the call in which a thread waits for the reply when only the events have happened that has accepts;
// nil for none.
func (c *Calls) Waiting(id kernel.ThreadID, has func(event uint64) bool) (call *Call) {
	c.turn().wait[id].open(has, func(number int32) {
		x := c.Get(number)
		now, ok := x.At(has)
		if ok && now.Received == 0 && now.GaveUp == 0 && now.Failed == 0 && (call == nil || number > call.Number) {
			call = x
		}
	})
	return call
}
