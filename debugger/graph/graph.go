package graph

import (
	"machsim/debugger/tape"
	"machsim/kernel"
)

// Graph is the order of the events of one run. It is only read.
type Graph struct {
	Tape   *tape.Tape
	edges  edges
	clocks *clocks
	row    []uint32 // by event: its clock, in which its own lane does not count
	shared map[kernel.TaskID]bool
}

// Graph ends the building: t is the tape of the same run.
func (b *Builder) Graph(t *tape.Tape) *Graph {
	for len(b.edges.at) < t.Len() {
		b.edges.close()
	}
	g := &Graph{Tape: t, edges: b.edges, shared: map[kernel.TaskID]bool{}}
	g.compute()
	return g
}

// Share says that the threads of some tasks share variables without a lock, so that each
// event of such a task may depend on all before it.
func (g *Graph) Share(tasks map[kernel.TaskID]bool) {
	if len(tasks) > 0 {
		g.shared = tasks
		g.compute()
	}
}

// Line puts the events of one more task into one line.
func (g *Graph) Line(task kernel.TaskID) {
	g.shared[task] = true
	g.compute()
}

// Shared says whether the events of a task are in one line.
func (g *Graph) Shared(task kernel.TaskID) bool { return g.shared[task] }

// compute gives each event its clock.
func (g *Graph) compute() {
	t := g.Tape
	g.clocks = newClocks(len(t.Lanes))
	g.row = make([]uint32, t.Len())
	v := vector{g: g, counts: make([]uint32, g.clocks.width*pageLanes)}
	g.Causes(func(e int, causes []int) {
		v.begin(e)
		for _, from := range causes {
			v.after(from)
		}
		g.row[e] = v.end()
	})
}

// Causes visits all events, in recorded order, each with events of other lanes that come before it:
// with the event before it in its lane, they have all that comes before it in their past. The
// list is good until visit returns.
func (g *Graph) Causes(visit func(event int, causes []int)) {
	last := map[kernel.TaskID]int{} // of tasks in one line, their last event, plus 1
	var causes []int
	for e := range g.Tape.Len() {
		causes = causes[:0]
		lo, hi := g.edges.into(e)
		for i := lo; i < hi; i++ {
			if g.edges.kind[i] != Arrival {
				causes = append(causes, int(g.edges.from[i]))
			}
		}
		if len(g.shared) > 0 {
			if task := g.taskOf(g.Tape.Lane(e)); g.shared[task] {
				if last[task] > 0 {
					causes = append(causes, last[task]-1)
				}
				last[task] = e + 1
			}
		}
		visit(e, causes)
	}
}

// vector is the clock of an event while it is computed.
type vector struct {
	g      *Graph
	own    int    // lane of the event
	base   uint32 // clock of the event before in the lane
	other  uint32 // clock of the last event that was taken in
	loaded bool   // counts is valid; until then the clock is base
	counts []uint32
}

func (v *vector) begin(event int) {
	v.own, v.base, v.loaded = v.g.Tape.Lane(event), v.g.previous(event), false
}

// after takes in an event that comes before. If the clock holds it already, it holds all
// that comes before it too.
func (v *vector) after(from int) {
	lane, n := v.g.Tape.Lane(from), uint32(v.g.Tape.Nth(from))
	if lane == v.own || !v.loaded && v.g.clocks.get(v.base, lane) > n || v.loaded && v.counts[lane] > n {
		return
	}
	if !v.loaded {
		v.g.clocks.load(v.base, v.counts)
		v.loaded = true
	}
	v.other = v.g.row[from]
	v.g.clocks.join(v.other, v.counts)
	v.counts[lane] = max(v.counts[lane], n+1)
}

// end returns the clock.
func (v *vector) end() uint32 {
	if !v.loaded {
		return v.base
	}
	v.counts[v.own] = 0
	return v.g.clocks.store(v.counts, v.base, v.other)
}

func (g *Graph) taskOf(lane int) kernel.TaskID {
	id := g.Tape.Lanes[lane].Thread
	if id == 0 {
		return 0
	}
	return g.Tape.End.Threads.At(uint32(id)).Task
}

// previous is the clock of the event before e in its lane.
func (g *Graph) previous(e int) uint32 {
	n := g.Tape.Nth(e)
	if n == 0 {
		return 0
	}
	return g.row[g.Tape.Lanes[g.Tape.Lane(e)].Event(n-1)]
}

// Needs is how many of a lane's events come before an event, itself not counted.
func (g *Graph) Needs(event, lane int) uint32 { return g.clocks.get(g.row[event], lane) }

// count is how many of a lane's events come before event e or are it.
func (g *Graph) count(e, lane int) uint32 {
	if lane == g.Tape.Lane(e) {
		return uint32(g.Tape.Nth(e)) + 1
	}
	return g.clocks.get(g.row[e], lane)
}

// Before says whether event a comes before event b in the causal order (Lamport's
// happened before). It takes the same time for any two.
func (g *Graph) Before(a, b int) bool {
	return a != b && g.count(b, g.Tape.Lane(a)) > uint32(g.Tape.Nth(a))
}

// Concurrent says whether neither of two events comes before the other.
func (g *Graph) Concurrent(a, b int) bool { return a != b && !g.Before(a, b) && !g.Before(b, a) }

// Into visits the edges that lead to an event from other lanes. Such as follow from
// others may be left out.
func (g *Graph) Into(event int, visit func(Edge)) {
	lo, hi := g.edges.into(event)
	for i := lo; i < hi; i++ {
		visit(Edge{int(g.edges.from[i]), g.edges.kind[i]})
	}
}
