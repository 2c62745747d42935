package graph

import "maps"

// Refine returns the graph with more events: the i-th of them comes right after event after[i], in its lane and in the
// recorded order. after is sorted. They are what a thread does by itself after an event, at once, as far as the
// threads of its task can see: an event of one of these that comes after the event comes after them, too. The events
// of other tasks do not depend on them.
func (g *Graph) Refine(after []int) *Graph {
	g.await()
	r := &Graph{Cuts: Cuts{g.Tape.Refined(after)}, shared: maps.Clone(g.shared)}
	x := &refining{g: g, r: r, number: make([]uint32, g.Tape.Len()-g.Tape.First()),
		more: map[int]int{}}
	r.edges.first = g.Tape.First()
	known := make([]bool, len(g.Tape.Lanes))
	for _, e := range after {
		x.more[e]++
		known[g.Tape.Lane(e)] = true
	}
	for lane := range g.Tape.Lanes {
		if known[lane] && g.Tape.Several(g.taskOf(lane)) {
			x.lanes = append(x.lanes, lane)
		}
	}
	for e := g.Tape.First(); e < g.Tape.Len(); e++ {
		x.event(e)
	}
	r.compute()
	return r
}

// refining is Refine at work.
type refining struct {
	g, r   *Graph
	number []uint32    // by event of the log: which one it is in the new graph
	more   map[int]int // by event: how many events come right after it
	lanes  []int       // those with such events, of tasks with several threads
	next   uint32
}

// now returns the number of an event in the new graph.
func (x *refining) now(e int) int { return x.g.Tape.First() + int(x.number[e-x.g.Tape.First()]) }

// event adds an event, and those right after it.
func (x *refining) event(e int) {
	x.number[e-x.g.Tape.First()] = x.next
	into := x.g.edges.into(e)
	for edge, ok := into.next(); ok; edge, ok = into.next() {
		x.r.edges.add(x.now(edge.From), edge.Kind)
	}
	own := x.g.Tape.Lane(e)
	for _, lane := range x.lanes {
		if lane == own || x.g.taskOf(lane) != x.g.taskOf(own) {
			continue
		}
		if n := x.g.Needs(e, lane); n > 0 {
			if from := x.g.Tape.Lanes[lane].Event(int(n) - 1); x.more[from] > 0 {
				x.r.edges.add(x.now(from)+x.more[from], Other)
			}
		}
	}
	for range 1 + x.more[e] {
		x.r.edges.close()
		x.next++
	}
}
