package rebuild

import (
	"errors"
	"slices"

	"machsim/debugger/tape"
	"machsim/kernel"
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
	for _, backwards := range []bool{false, true} {
		for {
			p := newPlan(t)
			if !p.permute(needs, found, backwards) {
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

// permute puts the steps of tasks with several threads into another order. It returns
// false if there is nothing to be permuted.
func (p *plan) permute(needs func(event, lane int) uint32, but map[kernel.TaskID]bool, backwards bool) bool {
	some := false
	for _, k := range p.tasks {
		if len(k.threads) > 1 && !but[k.id] {
			k.permute(p.t, needs, backwards)
			some = true
		}
	}
	return some
}

// permute lets one thread go as far as it can, then the next, and so on.
func (k *task) permute(t *tape.Tape, needs func(event, lane int) uint32, backwards bool) {
	own := map[kernel.ThreadID][]step{}
	var order []kernel.ThreadID
	for _, s := range k.steps {
		if own[s.thread] == nil {
			order = append(order, s.thread)
		}
		own[s.thread] = append(own[s.thread], s)
	}
	if backwards {
		slices.Reverse(order)
	}
	// reached is how many of its events a thread has done before its next step.
	reached := func(id kernel.ThreadID) int {
		if len(own[id]) == 0 {
			return t.Len()
		}
		return t.Lanes[t.LaneOf(id)].Before(int(own[id][0].event))
	}
	ready := func(s step) bool {
		for _, id := range order {
			if id != s.thread && int(needs(int(s.event), t.LaneOf(id))) > reached(id) {
				return false
			}
		}
		return true
	}
	n := len(k.steps)
	k.steps = k.steps[:0:0]
	for len(k.steps) < n {
		before := len(k.steps)
		for _, id := range order {
			for len(own[id]) > 0 && ready(own[id][0]) {
				k.steps = append(k.steps, own[id][0])
				own[id] = own[id][1:]
			}
		}
		if len(k.steps) == before {
			panic("rebuild: the causal order has a cycle")
		}
	}
}
