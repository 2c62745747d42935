package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// naive knows of each event which others come before it, from the definition: the order
// of the threads, the edges that are causes, and what follows from them.
type naive struct {
	g    *graph.Graph
	past [][]bool
}

func newNaive(g *graph.Graph) *naive {
	n := &naive{g, make([][]bool, g.Tape.Len())}
	for e := range n.past {
		n.past[e] = make([]bool, g.Tape.Len())
		take := func(from int) {
			n.past[e][from] = true
			for i, before := range n.past[from] {
				n.past[e][i] = n.past[e][i] || before
			}
		}
		if k := g.Tape.Nth(e); k > 0 {
			take(g.Tape.Lanes[g.Tape.Lane(e)].Event(k - 1))
		}
		g.Into(e, func(x graph.Edge) {
			if x.Kind != graph.Arrival {
				take(x.From)
			}
		})
		if task := taskOf(g, e); g.Serialized(task) {
			for from := e - 1; from >= 0; from-- {
				if taskOf(g, from) == task {
					take(from)
					break
				}
			}
		}
	}
	return n
}

// taskOf is the task whose thread made an event, 0 for none.
func taskOf(g *graph.Graph, event int) kernel.TaskID {
	id := g.Tape.Lanes[g.Tape.Lane(event)].Thread
	if id == 0 {
		return 0
	}
	return g.Tape.TaskOf(id)
}

// consistent is the definition of a consistent cut.
func (n *naive) consistent(c graph.Cut) bool {
	for e := range n.past {
		for from, before := range n.past[e] {
			if before && n.g.Holds(c, e) && !n.g.Holds(c, from) {
				return false
			}
		}
	}
	return true
}

// cuts are all consistent cuts; nil if there are more than limit.
func (n *naive) cuts(limit int) []graph.Cut {
	all := []graph.Cut{n.g.Start()}
	seen := map[string]bool{fmt.Sprint(n.g.Start()): true}
	for i := 0; i < len(all); i++ {
		if len(all) > limit {
			return nil
		}
		for lane := range all[i] {
			next := all[i].Clone()
			next[lane]++
			if int(next[lane]) <= n.g.Tape.Lanes[lane].Len() && !seen[fmt.Sprint(next)] && n.opens(all[i], lane) {
				seen[fmt.Sprint(next)] = true
				all = append(all, next)
			}
		}
	}
	return all
}

// opens says whether a lane's next event may follow a consistent cut.
func (n *naive) opens(c graph.Cut, lane int) bool {
	e := n.g.Tape.Lanes[lane].Event(int(c[lane]))
	for from, before := range n.past[e] {
		if before && !n.g.Holds(c, from) {
			return false
		}
	}
	return true
}

// least is the least of the cuts for which ok holds, and greatest the greatest: each lane
// by itself, for these cuts are closed under both.
func least(cuts []graph.Cut, ok func(graph.Cut) bool) (c graph.Cut) {
	return extreme(cuts, ok, func(a, b uint32) uint32 { return min(a, b) })
}

func greatest(cuts []graph.Cut, ok func(graph.Cut) bool) (c graph.Cut) {
	return extreme(cuts, ok, func(a, b uint32) uint32 { return max(a, b) })
}

func extreme(cuts []graph.Cut, ok func(graph.Cut) bool, of func(a, b uint32) uint32) (c graph.Cut) {
	for _, d := range cuts {
		switch {
		case !ok(d):
		case c == nil:
			c = d.Clone()
		default:
			for i := range c {
				c[i] = of(c[i], d[i])
			}
		}
	}
	return c
}

// TestSmall plays every consistent cut of small random programs, and holds the graph's
// answers against those that follow from the definitions.
func TestSmall(t *testing.T) {
	var all enumerated
	for seed := range tries() {
		z := randprog.Size{Hosts: 1 + int(seed%2), Tasks: 2, Threads: 1 + int(seed/2%2), Calls: 5}
		all.cuts(t, seed, testrun.Graph(randprog.Program(seed, z), randprog.Config(seed, 10+seed%15)), 400)
	}
	t.Logf("%+v", all)
}

// TestSmallSerialized holds the graph's answers against the definitions when tasks are serialized.
func TestSmallSerialized(t *testing.T) {
	tried := 0
	for seed := range tries() {
		z := randprog.Size{Hosts: 1 + int(seed%2), Tasks: 3, Threads: 2, Calls: 4}
		g := testrun.Graph(randprog.Program(seed, z), randprog.Config(seed, 12+seed%20))
		rng, tasks := rand.New(rand.NewPCG(seed, 3)), map[kernel.TaskID]bool{}
		for e := range g.Tape.Len() {
			if task := taskOf(g, e); task != 0 {
				tasks[task] = tasks[task] || rng.IntN(3) == 0
			}
		}
		for task, serial := range tasks {
			if !serial {
				delete(tasks, task)
			}
		}
		g.Serialize(tasks)
		n := newNaive(g)
		n.sameOrder(t, seed)
		if cuts := n.cuts(1500); cuts != nil && len(tasks) > 0 {
			n.sameCuts(t, seed, cuts)
			tried++
		}
	}
	t.Logf("%d runs", tried)
	if tried == 0 {
		t.Error("no run had a serialized task, and few cuts")
	}
}

// TestSmallEnds is TestSmall for programs whose tasks make a few calls and end.
func TestSmallEnds(t *testing.T) {
	var all enumerated
	apart := 0
	for seed := range tries() {
		z := randprog.Size{Hosts: 1 + int(seed%2), Tasks: 2 + int(seed/2%2), Threads: 1, Calls: 1 + int(seed/4%2)}
		g := testrun.Graph(randprog.Program(seed, z), randprog.Config(seed, 60))
		ends := endsOf(g)
		if len(ends) < 2 || !all.cuts(t, seed, g, 1500) {
			continue
		}
		for i, a := range ends {
			for _, b := range ends[:i] {
				if g.Concurrent(a, b) {
					apart++
				}
			}
		}
	}
	t.Logf("%+v, and %d pairs of tasks ended independently", all, apart)
	if apart == 0 || all.Programs == 0 {
		t.Error("no two tasks ended independently")
	}
}

// endsOf are the events by which tasks ended.
func endsOf(g *graph.Graph) (ends []int) {
	s := g.Tape.End
	for id := range s.Tasks.All {
		for i := range g.Tape.Lanes {
			l := &g.Tape.Lanes[i]
			if s.Tasks.At(id).Ended && l.Thread != 0 && uint32(s.Threads.At(uint32(l.Thread)).Task) == id {
				ends = append(ends, l.Event(l.Len()-1))
				break
			}
		}
	}
	return ends
}

// enumerated counts what was tried.
type enumerated struct{ Programs, Left, Events, Cuts, Held int }

// cuts plays all consistent cuts of a run; false if there are more than limit.
func (all *enumerated) cuts(t *testing.T, seed uint64, g *graph.Graph, limit int) bool {
	n := newNaive(g)
	cuts := n.cuts(limit)
	if cuts == nil {
		all.Left++
		return false
	}
	all.Programs, all.Events, all.Cuts = all.Programs+1, all.Events+g.Tape.Len(), all.Cuts+len(cuts)
	n.sameOrder(t, seed)
	n.sameCuts(t, seed, cuts)
	for _, c := range cuts {
		s, err := playCut(g, c)
		if err != nil {
			t.Errorf("seed %d, cut %v: %v", seed, c, err)
			break
		}
		if len(s.IPC.Held) > 0 {
			all.Held++
		}
	}
	return true
}

func (n *naive) sameOrder(t *testing.T, seed uint64) {
	for a := range n.past {
		for b := range n.past {
			if got := n.g.Before(a, b); got != n.past[b][a] {
				t.Errorf("seed %d: event %d is before %d: %t", seed, a+1, b+1, got)
			}
			if got, want := n.g.Concurrent(a, b), a != b && !n.past[a][b] && !n.past[b][a]; got != want {
				t.Errorf("seed %d: events %d and %d are concurrent: %t", seed, a+1, b+1, got)
			}
		}
	}
}

// sameCuts compares every operation on cuts with the enumeration.
func (n *naive) sameCuts(t *testing.T, seed uint64, cuts []graph.Cut) {
	g, rng := n.g, rand.New(rand.NewPCG(seed, 2))
	compare := func(what string, got, want graph.Cut) {
		if !slices.Equal(got, want) {
			t.Errorf("seed %d, %s: %v, and of all cuts it is %v", seed, what, got, want)
		}
	}
	for e := range n.past {
		d := cuts[rng.IntN(len(cuts))]
		with := func(c graph.Cut) bool { return g.Holds(c, e) }
		without := func(c graph.Cut) bool { return !g.Holds(c, e) }
		compare(fmt.Sprint("least with ", e+1), g.Least(e), least(cuts, with))
		compare(fmt.Sprint("greatest without ", e+1), g.Greatest(e), greatest(cuts, without))
		compare(fmt.Sprint(d, " grown by ", e+1), g.Grow(d, e), least(cuts, func(c graph.Cut) bool {
			return with(c) && d.Within(c)
		}))
		compare(fmt.Sprint(d, " shrunk by ", e+1), g.Shrink(d, e), greatest(cuts, func(c graph.Cut) bool {
			return without(c) && c.Within(d)
		}))
		any := g.Start()
		for i := range any {
			any[i] = uint32(rng.IntN(g.Tape.Lanes[i].Len() + 1))
		}
		compare(fmt.Sprint("up from ", any), g.LeastAbove(any), least(cuts, any.Within))
		compare(fmt.Sprint("down from ", any), g.GreatestBelow(any),
			greatest(cuts, func(c graph.Cut) bool { return c.Within(any) }))
		if g.Consistent(any) != n.consistent(any) {
			t.Errorf("seed %d: %v is consistent: %t", seed, any, g.Consistent(any))
		}
	}
}
