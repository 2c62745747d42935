package waitfor

import (
	"slices"

	"machsim/kernel"
)

// maxStarts is the number of threads from which shortest searches for a cycle: it takes time
// proportional to the threads for each of them.
const maxStarts = 1000

// Cycle returns threads of which each waits for the next, and the last for the first, and none can
// ever go on (Stuck): a thread that waits for any of several is in no cycle while one of these can
// go on. It returns nil if there are none. It prefers a cycle of definite waits, then the shortest
// one through ports. The lowest id comes first. Idle servers are in no cycle.
func Cycle(rows []Row) []kernel.ThreadID {
	stuck := Stuck(rows)
	if len(stuck) == 0 {
		return nil
	}
	g := newGraph(rows, stuck)
	if c := g.definite(); c != nil {
		return lowestFirst(c)
	}
	return lowestFirst(g.shortest())
}

// graph is the rows with indexes to walk along them.
type graph struct {
	rows  []Row
	index map[kernel.ThreadID]int
	tasks map[kernel.TaskID][]int // indices of rows, by task
}

// newGraph makes the graph of some threads.
func newGraph(rows []Row, threads []kernel.ThreadID) *graph {
	g := &graph{rows, map[kernel.ThreadID]int{}, map[kernel.TaskID][]int{}}
	in := map[kernel.ThreadID]bool{}
	for _, t := range threads {
		in[t] = true
	}
	for i := range rows {
		if in[rows[i].Thread] && !rows[i].Idle {
			g.index[rows[i].Thread] = i
			g.tasks[rows[i].Task] = append(g.tasks[rows[i].Task], i)
		}
	}
	return g
}

// definite finds a cycle of definite waits. Each thread has one at most, so a walk from each
// thread finds every cycle, even if it stops where an earlier walk has been.
func (g *graph) definite() []kernel.ThreadID {
	walk := map[kernel.ThreadID]int{} // the number of the walk that came to a thread
	for i := range g.rows {
		var path []kernel.ThreadID
		id := g.rows[i].Thread
		for walk[id] == 0 {
			walk[id] = i + 1
			path = append(path, id)
			j, ok := g.index[id]
			if !ok || g.rows[j].On == 0 {
				break
			}
			id = g.rows[j].On
			if at := slices.Index(path, id); at >= 0 {
				return path[at:]
			}
		}
	}
	return nil
}

// shortest returns the shortest cycle.
func (g *graph) shortest() (best []kernel.ThreadID) {
	starts := 0
	for i := range g.rows {
		if _, ok := g.index[g.rows[i].Thread]; !ok {
			continue
		}
		if starts++; starts > maxStarts {
			break
		}
		if c := g.back(i); c != nil && (best == nil || len(c) < len(best)) {
			best = c
		}
	}
	return best
}

// back returns the shortest path from a row back to itself. It searches breadth first.
func (g *graph) back(start int) []kernel.ThreadID {
	from := map[int]int{}
	reached := map[kernel.TaskID]bool{} // tasks all of whose threads were reached
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range g.next(at, start, reached) {
			if next == start {
				return g.path(start, at, from)
			}
			if _, seen := from[next]; !seen {
				from[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// next returns the rows that row i waits for. It leaves out those of reached tasks, so that a
// search visits each thread only once for its task.
func (g *graph) next(i, start int, reached map[kernel.TaskID]bool) []int {
	r := &g.rows[i]
	var to []int
	add := func(id kernel.ThreadID) {
		if j, ok := g.index[id]; ok && (id != r.Thread || r.On != 0) {
			to = append(to, j)
		}
	}
	if r.On != 0 {
		add(r.On)
		return to
	}
	tasks := r.Tasks
	if r.Reason == Alone {
		tasks = []kernel.TaskID{r.Task}
	}
	for _, t := range r.Threads {
		add(t)
	}
	for _, t := range tasks {
		if reached[t] {
			if t == g.rows[start].Task {
				add(g.rows[start].Thread)
			}
			continue
		}
		reached[t] = true
		for _, j := range g.tasks[t] {
			add(g.rows[j].Thread)
		}
	}
	return to
}

func (g *graph) path(start, at int, from map[int]int) []kernel.ThreadID {
	path := []kernel.ThreadID{g.rows[at].Thread}
	for at != start {
		at = from[at]
		path = append(path, g.rows[at].Thread)
	}
	slices.Reverse(path)
	return path
}

// lowestFirst rotates a cycle so that it begins with its lowest id.
func lowestFirst(c []kernel.ThreadID) []kernel.ThreadID {
	if len(c) == 0 {
		return nil
	}
	i := slices.Index(c, slices.Min(c))
	return append(slices.Clone(c[i:]), c[:i]...)
}
