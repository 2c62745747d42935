package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
)

// call is who could be the next to receive from a queue, or to send to it, with all that comes before that.
type call struct {
	at   int32
	past []int32
}

// discover finds what else could be the answer at a crossing, as far as a run shows it.
func (x *chart) discover(c *crossing) {
	if c.queue == 0 {
		return
	}
	done := x.count(c.queue, c.past)
	all, puts := x.next(x.takes, c, done, false), x.next(x.puts, c, done, true)
	for _, r := range all {
		if x.deeds[r.at].Looks {
			x.answer(c, r, call{at: -1}, 1)
		}
		for _, s := range puts {
			if !x.gone(s.at, c.past) {
				x.answer(c, r, s, x.sums[s.at])
			}
		}
	}
}

// next returns those of some calls at a crossing's queue before which nobody need receive from it who has not done so
// before the crossing.
func (x *chart) next(of [][]int32, c *crossing, done int, puts bool) (all []call) {
	for _, i := range numbered.At(of, c.queue) {
		if !puts && x.within(i, c.past) {
			continue
		}
		past := slices.Clone(c.past)
		for _, p := range x.before[i] {
			past = join(past, x.clocks[p])
		}
		if x.count(c.queue, past) == done {
			all = append(all, call{i, past})
		}
	}
	return all
}

// count counts who receives from a queue among the first events of each actor.
func (x *chart) count(queue touch.Thing, first []int32) (n int) {
	for _, t := range numbered.At(x.takes, queue) {
		if int(t) < x.n && x.within(t, first) {
			n++
		}
	}
	return n
}

// answer has a run made of an answer, unless that is known or cannot be.
func (x *chart) answer(c *crossing, r, s call, got uint64) {
	answer := touch.Mix(x.calls[r.at], got)
	if c.known[answer] {
		return
	}
	c.known[answer] = true
	first := slices.Clone(r.past)
	if s.at >= 0 {
		first = join(first, s.past)
		first = numbered.Grown(first, x.events[s.at].actor)
		first[x.events[s.at].actor] = max(first[x.events[s.at].actor], x.at[s.at]+1)
	}
	if path, ok := x.line(first, c.queue, r.at, s.at); ok {
		c.todo = append(c.todo, route{path, answer})
	}
}

// values returns the runs in which a choice of an event has another value, but for those that were given.
func (x *chart) values(i, given int, past []int32) (all []route) {
	e := &x.events[i]
	first := slices.Clone(past)
	for _, p := range x.before[i] {
		first = join(first, x.clocks[p])
	}
	path, ok := x.line(first, 0, -1, -1)
	if !ok {
		return nil
	}
	for k := given; k < len(e.choices); k++ {
		for v := 1; v < e.choices[k]; v++ {
			data := e.data[:k] + string([]byte{byte(v)})
			all = append(all, route{path: append(slices.Clone(path), branch{e.actor, data})})
		}
	}
	return all
}

// line puts the first events of each actor into an order in which each queue gives what was received from it, and then,
// if there is one, somebody who takes a message from a queue, or finds none if that is -1. There may be no such order.
func (x *chart) line(first []int32, queue touch.Thing, taker, put int32) ([]branch, bool) {
	l := &liner{chart: x, first: first, taker: taker, put: put, queue: queue, state: make([]uint8, len(x.events)),
		after: make([][]int32, len(x.events))}
	for q := range x.takes {
		l.queued(touch.Thing(q))
	}
	for q := len(x.takes); q < len(x.puts); q++ {
		l.queued(touch.Thing(q))
	}
	for i := range x.events {
		if l.has(int32(i)) && !l.visit(int32(i)) {
			return nil, false
		}
	}
	return l.path, true
}

// liner puts events into an order.
type liner struct {
	*chart
	first      []int32
	queue      touch.Thing
	taker, put int32
	state      []uint8
	after      [][]int32 // by event: what has to be before it for the sake of queues
	path       []branch
}

// has says whether an event is one of those.
func (l *liner) has(i int32) bool {
	return i == l.taker || int(i) < l.n && l.within(i, l.first) || i == l.put
}

// queued has messages come into a queue in the order in which they are received; those that are not, behind them; and
// none before somebody has looked in vain.
func (l *liner) queued(q touch.Thing) {
	last, look := int32(-1), int32(-1)
	got, takes := map[int32]bool{}, []int32(nil)
	follow := func(i int32, all ...int32) {
		for _, p := range all {
			if p >= 0 {
				l.after[i] = append(l.after[i], p)
			}
		}
	}
	take := func(t, m int32) {
		if m < 0 {
			look = t
			return
		}
		follow(m, last, look)
		if room := int(l.deeds[m].Room); room > 0 && len(takes) >= room {
			follow(m, takes[len(takes)-room])
		}
		takes = append(takes, t)
		got[m], last = true, m
	}
	for _, t := range numbered.At(l.takes, q) {
		if t != l.taker && l.has(t) {
			take(t, l.sent[t])
		}
	}
	if q == l.queue && l.taker >= 0 {
		take(l.taker, l.put)
	}
	for _, m := range numbered.At(l.puts, q) {
		if l.has(m) && !got[m] {
			follow(m, last, look)
		}
	}
}

// visit puts an event behind all that has to be before it. It returns false if that is the event itself.
func (l *liner) visit(i int32) bool {
	switch l.state[i] {
	case 1:
		return false
	case 2:
		return true
	}
	l.state[i] = 1
	for _, p := range l.before[i] {
		if !l.visit(p) {
			return false
		}
	}
	for _, p := range l.after[i] {
		if !l.visit(p) {
			return false
		}
	}
	sent, turn := l.sent[i], l.turn[i]
	if i == l.taker {
		sent, turn = l.put, l.latest()
	}
	if sent >= 0 && !l.visit(sent) || turn >= 0 && !l.visit(turn) {
		return false
	}
	l.state[i] = 2
	l.path = append(l.path, branch{l.events[i].actor, l.events[i].data})
	return true
}

// latest returns who receives last before the taker.
func (l *liner) latest() int32 {
	last := int32(-1)
	for _, t := range numbered.At(l.takes, l.queue) {
		if t != l.taker && int(t) < l.n && l.within(t, l.first) {
			last = t
		}
	}
	return last
}
