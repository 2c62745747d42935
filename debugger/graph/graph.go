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
	v := make([]uint32, g.clocks.width*pageLanes)
	last := map[kernel.TaskID]int{} // of tasks in one line, their last event, plus 1
	for e := range t.Len() {
		own := t.Lane(e)
		base := g.previous(e)
		loaded := false
		var other uint32
		take := func(from int) {
			if g.clocks.get(base, t.Lane(from)) > uint32(t.Nth(from)) {
				return
			}
			if !loaded {
				g.clocks.load(base, v)
				loaded = true
			}
			other = g.row[from]
			g.clocks.join(other, v)
			v[t.Lane(from)] = max(v[t.Lane(from)], uint32(t.Nth(from))+1)
		}
		lo, hi := g.edges.into(e)
		for i := lo; i < hi; i++ {
			if g.edges.kind[i] != Arrival {
				take(int(g.edges.from[i]))
			}
		}
		if len(g.shared) > 0 {
			if task := g.taskOf(own); g.shared[task] {
				if from := last[task]; from > 0 && t.Lane(from-1) != own {
					take(from - 1)
				}
				last[task] = e + 1
			}
		}
		if loaded {
			v[own] = 0
			base = g.clocks.store(v, base, other)
		}
		g.row[e] = base
	}
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
