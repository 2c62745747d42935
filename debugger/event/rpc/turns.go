package rpc

import (
	"cmp"
	"slices"
	"sort"

	"machsim/kernel"
)

// turns are the times of one thread: those in which it serves a call, or those in which it waits for one. They say
// where to look for the present one: a run of a million calls has few that are open at once.
//
// A thread's own events happen in the order of their numbers, whatever the order of others'. So where a turn begins and
// ends with events of the thread itself, a search finds the last that has begun, and no turn is open before one with
// which all earlier ones have ended. The others are in a list of their own.
type turns struct {
	begun []turn
	other []int32 // the numbers of the calls
}

// turn is a time of a thread.
type turn struct {
	call        int32
	since, ends uint64 // events of the thread; ends is the greatest of this and of all earlier turns
}

func (t *turns) add(call int32, since, ends uint64) {
	if ends == 0 {
		t.other = append(t.other, call)
		return
	}
	t.begun = append(t.begun, turn{call, since, ends})
}

// order orders the turns, once all are there.
func (t *turns) order() {
	slices.SortFunc(t.begun, func(a, b turn) int {
		return cmp.Or(cmp.Compare(a.since, b.since), cmp.Compare(a.call, b.call))
	})
	for i := 1; i < len(t.begun); i++ {
		t.begun[i].ends = max(t.begun[i].ends, t.begun[i-1].ends)
	}
}

// open visits the calls of the turns that may be open when only the events have happened that has accepts: the other
// ones, then those that have begun, the last first.
func (t *turns) open(has func(event uint64) bool, visit func(call int32)) {
	if t == nil {
		return
	}
	for _, call := range t.other {
		visit(call)
	}
	n := sort.Search(len(t.begun), func(i int) bool { return !has(t.begun[i].since) })
	for i := n - 1; i >= 0 && !has(t.begun[i].ends); i-- {
		visit(t.begun[i].call)
	}
}

// ordered is the turns of all threads.
type ordered struct {
	serve, wait map[kernel.ThreadID]*turns
}

// turn returns the turns of all threads, found at the first use.
func (c *Calls) turn() *ordered {
	c.once.Do(func() {
		o := &c.turns
		o.serve, o.wait = map[kernel.ThreadID]*turns{}, map[kernel.ThreadID]*turns{}
		for i := range c.All {
			c.serves(&c.All[i])
			if x := &c.All[i]; x.Mark&Waits != 0 {
				of(o.wait, x.Caller).add(x.Number, x.Sent, x.answered())
			}
		}
		for _, all := range []map[kernel.ThreadID]*turns{o.serve, o.wait} {
			for _, t := range all {
				t.order()
			}
		}
	})
	return &c.turns
}

func of(all map[kernel.ThreadID]*turns, id kernel.ThreadID) *turns {
	if all[id] == nil {
		all[id] = &turns{}
	}
	return all[id]
}

// answered is the event, of the caller, with which it does not wait for the call any more; 0 for none.
func (c *Call) answered() uint64 {
	if c.Marked != nil || c.Failed != 0 {
		return 0
	}
	return max(c.Received, c.GaveUp)
}

// serves adds the turns in which a call is served.
func (c *Calls) serves(call *Call) {
	all := c.turns.serve
	if call.Marked != nil {
		for _, x := range call.Marked.Executions {
			ended := x.Ended
			if x.Died != 0 {
				ended = 0
			}
			of(all, x.By).add(call.Number, x.Begun, ended)
		}
		return
	}
	if call.Callee == 0 {
		return
	}
	ended := call.Replied
	if call.By != call.Callee || call.Lost != 0 || call.Mark&moved != 0 {
		ended = 0
	}
	of(all, call.Callee).add(call.Number, call.Dequeued, ended)
	c.Hands(call, func(h Hand) { of(all, h.Thread).add(call.Number, h.From, 0) })
}
