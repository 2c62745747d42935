package explore

import (
	"slices"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// chart is a run, by what comes before what for whatever its threads can tell: the events of each thread, what made an
// event possible, and receives from one queue. The calls at which threads stand at the end lie behind the events.
type chart struct {
	events []event
	deeds  []touch.Deed
	n      int // how many events have been taken

	sent    []int32   // of what takes a message: the event that sent it; -1 for none
	turn    []int32   // of what takes from a queue: what has done so before; -1 for none
	before  [][]int32 // what else comes immediately before
	at      []int32   // how many events of its actor come before
	clocks  [][]int32 // by actor: how many of its events come before, itself included
	calls   []uint64  // stands for a call, and what comes before it
	sums    []uint64  // stands for an event with what it has got, and what comes before it
	answers []uint64  // of what takes from a queue: who, and what
	sum     uint64    // of all receives

	own   [][]int32 // by actor
	takes [][]int32 // by queue: who takes from it, in their order
	puts  [][]int32 // by queue
	tight []bool    // by queue: a send has waited for room, and could not have come earlier
	odd   string    // what the chart does not show rightly
}

// draw makes the chart of a run.
func (x *chart) draw(r *run, deeds []touch.Deed) {
	*x = chart{sent: x.sent[:0], turn: x.turn[:0], at: x.at[:0], calls: x.calls[:0], sums: x.sums[:0],
		answers: x.answers[:0], before: x.before[:0], clocks: x.clocks[:0]}
	x.n = len(r.events)
	for x.n > 0 && r.events[x.n-1].pause {
		x.n--
	}
	x.events, x.deeds = slices.Clone(r.events[:x.n]), slices.Clone(deeds[:x.n])
	for i, d := range deeds[min(len(deeds), len(r.events)):] {
		if d.Uses != nil && i < len(r.rest) {
			x.events = append(x.events, event{branch: r.rest[i], uses: d.Uses, rareFields: &nothing})
			x.deeds = append(x.deeds, d)
		}
	}
	for i := range x.events {
		x.add(i, r.prints.Names)
	}
}

// add adds the next event.
func (x *chart) add(i int, n *touch.Names) {
	e, d := &x.events[i], &x.deeds[i]
	own := numbered.At(x.own, e.actor)
	x.at = append(x.at, int32(len(own)))
	clock, before, sent, turn := []int32(nil), []int32(nil), int32(-1), int32(-1)
	if len(own) > 0 {
		before = append(before, own[len(own)-1])
	}
	for k, p := range e.after {
		switch {
		case d.Takes != 0 && x.deeds[p].Puts == d.Takes:
			if sent >= 0 && sent != int32(p) {
				x.odd = "a receive that two sends have made possible"
			}
			sent = int32(p)
		case k >= e.woken && d.Puts != 0 && x.deeds[p].Takes == d.Puts:
		case k >= e.woken && d.Locks != 0 && x.events[p].uses.Has(d.Locks):
		default:
			before = append(before, int32(p))
		}
	}
	if p := x.makesRoom(i, before); p >= 0 {
		before = append(before, p)
	}
	call := touch.Mix(touch.Mix(n.ActorSums[e.actor], uint64(len(own))), 0)
	for k := range len(e.data) {
		call = touch.Mix(call, uint64(e.data[k]))
	}
	rest := uint64(0)
	for _, p := range before {
		clock = join(clock, x.clocks[p])
		rest += touch.Mix(1, x.sums[p])
	}
	call = touch.Mix(call, rest)
	sum, answer := call, uint64(0)
	if d.Takes != 0 && i < x.n {
		if q := numbered.At(x.takes, d.Takes); len(q) > 0 {
			turn = q[len(q)-1]
			clock = join(clock, x.clocks[turn])
			sum = touch.Mix(sum, x.sums[turn])
		}
		got := uint64(1)
		if sent >= 0 {
			clock = join(clock, x.clocks[sent])
			got = x.sums[sent]
		} else if !d.Looks || e.took == touch.Receive {
			x.odd = "a message that no thread has sent"
		}
		sum, answer = touch.Mix(sum, got), touch.Mix(call, got)
	}
	if i < x.n {
		clock = numbered.Grown(clock, e.actor)
		clock[e.actor] = int32(len(own) + 1)
	}
	x.before, x.sent, x.turn, x.clocks = append(x.before, before), append(x.sent, sent), append(x.turn, turn),
		append(x.clocks, clock)
	x.calls, x.sums, x.answers = append(x.calls, call), append(x.sums, sum), append(x.answers, answer)
	if answer != 0 || len(e.choices) > 0 && i < x.n {
		x.sum += touch.Mix(2, sum)
	}
	numbered.Push(&x.own, e.actor, int32(i))
	if d.Takes != 0 {
		numbered.Push(&x.takes, d.Takes, int32(i))
	}
	if d.Puts != 0 {
		numbered.Push(&x.puts, d.Puts, int32(i))
	}
}

// within says whether an event is among the first ones of each actor.
func (x *chart) within(i int32, first []int32) bool {
	a := x.events[i].actor
	return int(a) < len(first) && x.at[i] < first[a]
}

// makesRoom returns the receive without which there would be no room for a message yet, if all messages that came to
// the queue before it do so in every run in which it is sent; -1 for none.
func (x *chart) makesRoom(i int, before []int32) int32 {
	q, room := x.deeds[i].Puts, int(x.deeds[i].Room)
	puts := numbered.At(x.puts, q)
	if room == 0 || len(puts) < room || !x.follows(puts[len(puts)-1], before) || !x.inLine(q) {
		return -1
	}
	left := len(puts) - room // how many received messages come before that one
	for _, t := range numbered.At(x.takes, q) {
		if int(t) < x.n && x.sent[t] >= 0 {
			if left--; left < 0 {
				x.tight = numbered.Grown(x.tight, q)
				x.tight[q] = true
				return t
			}
		}
	}
	return -1
}

// follows says whether what comes after some events comes after another.
func (x *chart) follows(i int32, events []int32) bool {
	return slices.ContainsFunc(events, func(p int32) bool { return x.within(i, x.clocks[p]) })
}

// inLine says whether each message of a queue is sent after the one before it.
func (x *chart) inLine(q touch.Thing) bool {
	puts := numbered.At(x.puts, q)
	for k := 1; k < len(puts); k++ {
		if !x.within(puts[k-1], x.clocks[puts[k]]) {
			return false
		}
	}
	return true
}

// deed returns what an event does that is about to be taken.
func (r *run) deed(e *event) touch.Deed {
	a := kernel.Actor{}
	if e.thread {
		a.Thread = r.prints.Names.IDs.Get(uint32(e.actor))
	}
	if a.Thread == 0 {
		return touch.Deed{Packet: true, Uses: e.uses}.Carried()
	}
	d := r.prints.Deed(r.state, a)
	if e.waits {
		d.Uses = r.prints.Step(r.state, a)
	}
	return d
}
