package graph

import (
	"sync/atomic"

	"machsim/debugger/record/watch"
	"machsim/kernel"
)

// Graph is the causal order of the events of one run. It is read-only, but for Serialize and SerializeTask.
type Graph struct {
	Cuts
	edges edges
	columns
	clocks *clocks
	common *common                // what it shares with the run that this one has left; nil for nothing
	points []*finder              // where other runs can leave
	shared map[kernel.TaskID]bool // tasks whose events are serialized
	derive func()                 // makes edges and clocks, if nobody has yet; nil if they are there
	closed atomic.Bool

	progress func(events, of uint64) // nil for nobody
	behind   atomic.Bool             // nobody has waited for the order yet, so nobody is told of it
}

// Close lets what is not derived yet never be. The Graph must not be used after that.
func (g *Graph) Close() { g.closed.Store(true) }

// await waits for edges and clocks.
func (g *Graph) await() {
	g.behind.Store(false)
	if g.derive != nil {
		g.derive()
	}
}

// Serialize serializes the events of some tasks, whose threads share variables without a lock: the
// kernel cannot see the accesses, so each event may depend on all earlier ones of its task.
func (g *Graph) Serialize(tasks map[kernel.TaskID]bool) {
	if len(tasks) > 0 {
		g.await()
		g.shared = tasks
		g.compute()
	}
}

// SerializeTask serializes the events of one more task.
func (g *Graph) SerializeTask(task kernel.TaskID) {
	g.await()
	g.shared[task] = true
	g.compute()
}

// Unserialized returns the graph without what Serialize and SerializeTask added.
func (g *Graph) Unserialized() *Graph {
	g.await()
	if len(g.shared) == 0 {
		return g
	}
	u := &Graph{Cuts: g.Cuts, edges: g.edges}
	u.compute()
	return u
}

// Serialized says whether the events of a task are serialized.
func (g *Graph) Serialized(task kernel.TaskID) bool { return g.shared[task] }

// compute computes the clock of each event.
func (g *Graph) compute() {
	t := g.Tape
	g.columns = g.newColumns()
	first := g.begin()
	v := newVector(g)
	g.causes(first, func(e int, causes []int) {
		v.begin(g.column(t.Lane(e)))
		for _, from := range causes {
			v.after(from)
		}
		v.end(e)
	})
	if g.common == nil || !g.common.grows {
		g.clocks.trim()
	}
}

// begin returns the first event whose clock is to be computed. Those of earlier ones are shared with another run.
func (g *Graph) begin() (first int) {
	lanes := len(g.Tape.Lanes)
	if c := g.common; c != nil && len(g.shared) == 0 && lanes <= c.clocks.room() {
		g.clocks = c.begin(g.Tape)
		return c.events
	}
	g.clocks = newClocks(lanes)
	return g.Tape.First()
}

// Causes visits all events in recorded order, each with its direct causes in other lanes. Every
// event that comes before it is one of these, or the event before it in its lane, or comes
// before one of them. The list is valid until visit returns.
func (g *Graph) Causes(visit func(event int, causes []int)) {
	g.await()
	g.causes(g.Tape.First(), visit)
}

func (g *Graph) causes(first int, visit func(event int, causes []int)) {
	last := map[kernel.TaskID]int{} // by serialized task: its last event, plus 1
	var causes []int
	edges := g.edges.all.From(first - g.edges.first)
	for e := first; e < g.Tape.Len(); e++ {
		if g.closed.Load() {
			return
		}
		if e%tellEvery == 0 {
			g.tell(e)
		}
		causes = causes[:0]
		into := incoming{e, edges.Next()}
		for edge, ok := into.next(); ok; edge, ok = into.next() {
			if edge.Kind != Arrival {
				causes = append(causes, edge.From)
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

// tell tells whoever waits for the order how far it is.
func (g *Graph) tell(events int) {
	watch.GiveWay()
	if g.progress != nil && !g.behind.Load() {
		g.progress(uint64(events), uint64(g.Tape.Len()))
	}
}

// tellEvery is the number of events between calls of Graph.progress.
const tellEvery = 1 << 11

// rowOf returns the vector that is the clock of an event; its own column is 0 there.
func (g *Graph) rowOf(event int) uint32 {
	lane, nth := g.Tape.At(event)
	column := g.column(lane)
	c := &g.clocks.of[column]
	if g.serial != nil && g.serial[column] {
		return c.vector(c.changed.Search(func(e uint32) bool { return g.Tape.First()+int(e) > event }))
	}
	return c.vector(c.news.Count(nth + 1))
}

func (g *Graph) taskOf(lane int) kernel.TaskID {
	id := g.Tape.Lanes[lane].Thread
	if id == 0 {
		return 0
	}
	return g.Tape.End.Threads.At(uint32(id)).Task
}

// Needs returns the number of a lane's events that come before an event, without itself.
func (g *Graph) Needs(event, lane int) uint32 {
	g.await()
	if lane == g.Tape.Lane(event) {
		return uint32(g.Tape.Nth(event))
	}
	return g.count(event, lane)
}

// Lacks returns a lane of whose events more come before an event than done says, by lane, and how many do; -1 if there
// is none. What done says of the event's own lane does not matter. since is an earlier event of that lane for which
// there is none, or -1.
func (g *Graph) Lacks(event, since int, done []uint32) (lane int, n uint32) {
	g.await()
	if g.serial == nil {
		known := uint32(0)
		if since >= 0 {
			known = g.rowOf(since)
		}
		return g.clocks.whole.exceeds(g.rowOf(event), done, known)
	}
	for lane, n := range done {
		if lane != g.Tape.Lane(event) && g.count(event, lane) > n {
			return lane, g.count(event, lane)
		}
	}
	return -1, 0
}

// Alike returns a number of events in an event's lane: from the event on up to there, the same events of other lanes
// come before each of them.
func (g *Graph) Alike(event int) int {
	g.await()
	lane, nth := g.Tape.At(event)
	column := g.column(lane)
	if g.serial != nil && g.serial[column] {
		return nth + 1
	}
	return min(g.clocks.of[column].news.Next(nth+1), g.Tape.Lanes[lane].Len()) // of a run that goes on there may be more
}

// count returns the number of a lane's events that come before event e, with e itself.
func (g *Graph) count(e, lane int) uint32 {
	own := g.Tape.Lane(e)
	if lane == own {
		return uint32(g.Tape.Nth(e)) + 1
	}
	c := g.column(lane)
	switch {
	case g.serial == nil:
		return g.clocks.whole.get(g.rowOf(e), c)
	case c == g.column(own):
		return uint32(g.Tape.Lanes[lane].Before(e))
	case g.serial[c]:
		return uint32(g.Tape.Lanes[lane].Before(g.Tape.First() + int(g.clocks.whole.get(g.rowOf(e), c))))
	}
	return g.clocks.whole.get(g.rowOf(e), c)
}

// Before says whether event a comes before event b in the causal order. It takes constant time.
func (g *Graph) Before(a, b int) bool {
	g.await()
	return g.before(a, b)
}

func (g *Graph) before(a, b int) bool {
	c, n := g.stamp(a)
	if c == g.column(g.Tape.Lane(b)) {
		return a < b
	}
	return g.clocks.whole.get(g.rowOf(b), c) >= n
}

// Concurrent says whether neither of two events comes before the other.
func (g *Graph) Concurrent(a, b int) bool { return a != b && !g.Before(a, b) && !g.Before(b, a) }

// Into visits the edges to an event from other lanes. It may leave out edges that follow from
// others.
func (g *Graph) Into(event int, visit func(Edge)) {
	g.await()
	into := g.edges.into(event)
	for edge, ok := into.next(); ok; edge, ok = into.next() {
		visit(edge)
	}
}
