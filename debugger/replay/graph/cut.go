package graph

import (
	"encoding/binary"
	"slices"
	"sort"

	"machsim/debugger/replay/tape"
)

// Cut is the number of events that each lane has done since the log begins, by lane.
type Cut []uint32

// Clone returns a copy of c.
func (c Cut) Clone() Cut { return slices.Clone(c) }

// Within says whether d holds every event of c.
func (c Cut) Within(d Cut) bool {
	for i := range c {
		if c[i] > d[i] {
			return false
		}
	}
	return true
}

// Events returns the number of events that c holds.
func (c Cut) Events() (n int) {
	for _, done := range c {
		n += int(done)
	}
	return n
}

// Join returns the least cut that holds both c and d.
func (c Cut) Join(d Cut) Cut {
	c = c.Clone()
	for lane := range c {
		c[lane] = max(c[lane], d[lane])
	}
	return c
}

// Meet returns the greatest cut within both c and d.
func (c Cut) Meet(d Cut) Cut {
	c = c.Clone()
	for lane := range c {
		c[lane] = min(c[lane], d[lane])
	}
	return c
}

// Key tells c from all other cuts of its run.
func (c Cut) Key() string {
	b := make([]byte, 0, 4*len(c))
	for _, n := range c {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return string(b)
}

// Cuts are the cuts of a run, as far as the causal order does not matter.
type Cuts struct{ Tape *tape.Tape }

// Start returns the cut without events of the log.
func (k Cuts) Start() Cut { return make(Cut, len(k.Tape.Lanes)) }

// All returns the cut with all events.
func (k Cuts) All() Cut {
	c := k.Start()
	for i := range c {
		c[i] = uint32(k.Tape.Lanes[i].Len())
	}
	return c
}

// First returns the cut that holds the first n events of the run, in recorded order.
func (k Cuts) First(n int) Cut { return k.Tape.Counts(n) }

// Holds says whether a cut holds an event. It holds all that came before the log.
func (k Cuts) Holds(c Cut, event int) bool {
	return event < k.Tape.First() || c[k.Tape.Lane(event)] > uint32(k.Tape.Nth(event))
}

// Beginning says whether a cut holds the first events of the run, in recorded order, and no others.
func (k Cuts) Beginning(c Cut) bool {
	for lane, n := range c {
		if n > uint32(k.Tape.Lanes[lane].Len()) {
			return false
		}
	}
	return k.Last(c) < k.Missing(c)
}

// Consistent says whether a cut holds, with every event, all events that come before it. It looks at the last event of
// each lane, but for those that are earlier, in the recorded order, than any event that is not in the cut.
func (g *Graph) Consistent(c Cut) bool {
	g.await()
	for lane, n := range c {
		if n > uint32(g.Tape.Lanes[lane].Len()) {
			return false
		}
	}
	missing, most, known := g.Missing(c), g.limits(c), uint32(0)
	for lane, n := range c {
		if n == 0 {
			continue
		}
		e := g.Tape.Lanes[lane].Event(int(n) - 1)
		if e < missing {
			continue
		}
		at := g.rowOf(e)
		over, _ := g.clocks.whole.exceeds(at, most, known)
		if own := g.column(lane); over >= 0 || g.serial != nil && g.serial[own] && e-g.Tape.First() > int(most[own]) {
			return false
		}
		known = at
	}
	return true
}

// Least returns the least consistent cut that holds an event: its causal past (Krawczuk's
// pessimistic causal breakpoint).
func (g *Graph) Least(event int) Cut {
	c := g.Start()
	g.Raise(c, event)
	return c
}

// Grow returns the least consistent cut that holds a consistent cut and an event.
func (g *Graph) Grow(c Cut, event int) Cut {
	c = c.Clone()
	g.Raise(c, event)
	return c
}

// Raise makes c, a consistent cut, the least one that holds it and an event.
func (g *Graph) Raise(c Cut, event int) {
	g.await()
	if g.serial == nil {
		g.clocks.whole.join(g.rowOf(event), c)
		own := g.Tape.Lane(event)
		c[own] = max(c[own], uint32(g.Tape.Nth(event))+1)
		return
	}
	for lane := range c {
		c[lane] = max(c[lane], g.count(event, lane))
	}
}

// Greatest returns the greatest consistent cut without an event, and so without all events that
// come after it.
func (g *Graph) Greatest(event int) Cut { return g.Shrink(g.All(), event) }

// Shrink returns the greatest consistent cut within a consistent cut that does not hold
// an event.
func (g *Graph) Shrink(c Cut, event int) Cut {
	c = c.Clone()
	g.Lower(c, event)
	return c
}

// Lower makes c, a consistent cut, the greatest one within it that does not hold an event. It
// searches each lane from its end, by steps that double, because mostly few events have to go.
func (g *Graph) Lower(c Cut, event int) {
	g.await()
	for lane := range c {
		l, above := &g.Tape.Lanes[lane], int(c[lane])
		after := func(i int) bool { e := l.Event(i); return e == event || g.before(event, e) }
		from, step := above, 1
		for from > 0 && after(from-1) {
			above, from = from-1, max(0, from-step)
			step *= 2
		}
		c[lane] = uint32(from + sort.Search(above-from, func(i int) bool { return after(from + i) }))
	}
}

// LeastAbove returns the least consistent cut that holds c, which need not be consistent.
func (g *Graph) LeastAbove(c Cut) Cut {
	up := c.Clone()
	for lane, n := range c {
		if n > 0 {
			g.Raise(up, g.Tape.Lanes[lane].Event(int(n)-1))
		}
	}
	return up
}

// GreatestBelow returns the greatest consistent cut within c, which need not be consistent.
func (g *Graph) GreatestBelow(c Cut) Cut {
	down := c.Clone()
	for lane, n := range c {
		if l := &g.Tape.Lanes[lane]; int(n) < l.Len() {
			down = g.Shrink(down, l.Event(int(n)))
		}
	}
	return down
}

// MissingCauses returns the direct causes of an event that a consistent cut does not hold, in recorded
// order. The cut must hold all earlier events of the event's lane. Without a result the event can
// come next.
func (g *Graph) MissingCauses(c Cut, event int) (all []int) {
	g.Direct(event, func(e Edge) {
		if !g.Holds(c, e.From) {
			all = append(all, e.From)
		}
	})
	slices.Sort(all)
	return slices.Compact(all)
}

// Direct visits the direct causes of an event: the edges into it but arrivals, and in a serialized task the event
// before it. An event may be visited twice.
func (g *Graph) Direct(event int, visit func(Edge)) {
	g.Into(event, func(e Edge) {
		if e.Kind != Arrival {
			visit(e)
		}
	})
	if e := g.serialBefore(event); e >= 0 {
		visit(Edge{e, Sharing})
	}
}

// serialBefore returns the event before one in its serialized task, -1 if there is none.
func (g *Graph) serialBefore(event int) int {
	task, last := g.taskOf(g.Tape.Lane(event)), -1
	if !g.shared[task] {
		return last
	}
	for i := range g.Tape.Lanes {
		if g.taskOf(i) != task {
			continue
		}
		if l := &g.Tape.Lanes[i]; l.Before(event) > 0 {
			last = max(last, l.Event(l.Before(event)-1))
		}
	}
	return last
}

// Last returns the last event of a cut in recorded order. If the cut is empty, it is the one before the log: -1 if that
// has all events.
func (k Cuts) Last(c Cut) int {
	last := k.Tape.First() - 1
	for lane, n := range c {
		if n > 0 {
			last = max(last, k.Tape.Lanes[lane].Event(int(n)-1))
		}
	}
	return last
}

// Missing returns the first event in recorded order that a cut does not hold, or the number of
// events if it holds all.
func (k Cuts) Missing(c Cut) int {
	first := k.Tape.Len()
	for lane, n := range c {
		if l := &k.Tape.Lanes[lane]; int(n) < l.Len() {
			first = min(first, l.Event(int(n)))
		}
	}
	return first
}
