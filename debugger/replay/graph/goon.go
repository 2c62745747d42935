package graph

import (
	"fmt"
	"maps"
	"slices"

	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// leastShared is the number of events from which on it is worth it to share their order.
const leastShared = batchEvents

// common is what a run has in common with the one that it has left, or with itself when it had fewer events: the order
// of the first events.
type common struct {
	events int
	clocks *clocks
	grows  bool // it is the same run
}

// begin returns the clocks to which those of t's further events are added.
func (c *common) begin(t *tape.Tape) *clocks {
	if c.grows {
		return c.clocks.longer(len(t.Lanes))
	}
	return c.clocks.until(c.events, t)
}

// GoOn returns a Builder for a run that begins with the first n events of this one and then goes on otherwise. It is to
// be told of the accesses of all events from one on, which GoOn also returns.
func (g *Graph) GoOn(n int) (b *Builder, from int) {
	b = NewBuilder()
	if n < leastShared && g.Tape.First() == 0 {
		return b, 0
	}
	g.await()
	i := len(g.points) - 1
	for i >= 0 && g.points[i].event > n {
		i--
	}
	if i < 0 {
		if from = g.Tape.First(); from > 0 {
			b.Begin(g.Tape)
		}
		return b, from
	}
	b.points = slices.Clone(g.points[:i+1])
	b.finder = g.points[i].clone()
	if g.Tape.First() > 0 { // the first point is at the horizon, and none goes before it
		b.points, b.finder.start = b.points[1:], g.points[0]
	}
	from = b.finder.event
	b.finder.tape, b.finder.first, b.finder.edges = g.Tape, from, g.edges.cut(from)
	if len(g.shared) == 0 {
		b.common = &common{events: from, clocks: g.clocks}
	}
	return b, from
}

// How many points of a run there are at which the finder is kept, for runs that leave there.
const (
	maxPoints    = 32
	pointSpacing = 1 << 15 // events, at least
	pointCost    = 16      // events for each cell of the finder, at least
)

// point keeps the finder as it is, if it is time for that. If there are too many points, it drops every second.
func (b *Builder) point() {
	last := 0
	if n := len(b.points); n > 0 {
		last = b.points[n-1].event
	}
	if f := b.finder; f.event-last < max(b.spacing, pointSpacing, pointCost*f.size()) {
		return
	}
	if len(b.points) == maxPoints {
		for i := range maxPoints / 2 {
			b.points[i] = b.points[2*i+1]
		}
		b.points = slices.Delete(b.points, maxPoints/2, maxPoints)
		b.spacing = 2 * max(b.spacing, pointSpacing)
	}
	b.points = append(b.points, b.finder.clone())
}

// size returns the number of histories in the finder.
func (f *finder) size() int {
	return len(f.ports) + len(f.queues) + len(f.msgs) + len(f.entries) + len(f.holding) + len(f.others) +
		len(f.threads) + len(f.packets) + len(f.last)
}

// clone returns a finder that goes on from the same event. It has none of the edges up to there.
func (f *finder) clone() *finder {
	c := &finder{
		event: f.event, first: f.event, horizon: f.horizon, fault: f.fault, hosts: f.hosts, waiter: f.waiter,
		last: slices.Clone(f.last), threadIn: slices.Clone(f.threadIn), ports: slices.Clone(f.ports),
		msgs: slices.Clone(f.msgs), threads: slices.Clone(f.threads), packets: slices.Clone(f.packets),
		queues: maps.Clone(f.queues), entries: cells(f.entries), holding: cells(f.holding), others: cells(f.others),
		since: slices.Clone(f.since), sinceAt: slices.Clone(f.sinceAt),
	}
	for i := range c.ports {
		p := &c.ports[i]
		for _, cell := range []*cell{&p.status, &p.rights, &p.senders, &p.requests, &p.room} {
			cell.adds = slices.Clone(cell.adds)
		}
		p.made = slices.Clone(p.made)
	}
	for i := range c.msgs {
		c.msgs[i].before = slices.Clone(c.msgs[i].before)
	}
	for _, all := range [][]causes{c.threads, c.packets} {
		for i := range all {
			all[i].list = slices.Clone(all[i].list)
		}
	}
	for key, q := range c.queues {
		own := *q
		own.order.adds, own.arrivals.adds = slices.Clone(q.order.adds), slices.Clone(q.arrivals.adds)
		own.handed = slices.Clone(q.handed)
		c.queues[key] = &own
	}
	return c
}

// cells returns copies of cells.
func cells(from map[uint64]*cell) map[uint64]*cell {
	to := make(map[uint64]*cell, len(from))
	for key, c := range from {
		to[key] = &cell{c.write, slices.Clone(c.adds)}
	}
	return to
}

// play finds the edges of the events of a run that are not known yet by taking its steps again, from s, the state after
// those that are, which it changes; counts says how many these are, by lane. It is for runs whose accesses are not
// kept.
func (b *Builder) play(t *tape.Tape, s *kernel.State, counts []uint32) *tape.Replayer {
	p := t.Resume(s, b.finder.event, counts)
	p.Observe(&tape.Observer{Accessed: func(event int, a kernel.Actor, accesses []ipc.Access) {
		lane := t.Lane(event)
		if b.finder.among != nil && t.Lanes[lane].Outside() {
			accesses = nil
		}
		b.finder.take(uint32(lane), a, accesses)
		b.point()
	}})
	if err := p.To(t.Len(), nil); err != nil {
		panic(fmt.Sprintf("graph: the steps of a run cannot be taken again: %v", err))
	}
	return p
}
