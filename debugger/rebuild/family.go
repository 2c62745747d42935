package rebuild

import (
	"sort"

	"machsim/debugger/tape"
	"machsim/kernel"
)

// step is one thing that happens to a task's threads: an event completes a call of a
// thread, or ends it.
type step struct {
	event  uint32
	thread kernel.ThreadID
	ends   bool
}

// task is one task of a run.
type task struct {
	id      kernel.TaskID
	family  int
	threads []kernel.ThreadID
	steps   []step // in order; of a task with a single thread only its ends
	ends    []step
}

// plan is what can be said of a run before anything is rebuilt.
type plan struct {
	t        *tape.Tape
	tasks    map[kernel.TaskID]*task
	families [][]*task
}

func newPlan(t *tape.Tape) *plan {
	p := &plan{t: t, tasks: map[kernel.TaskID]*task{}}
	for id := range t.End.Tasks.All {
		p.tasks[kernel.TaskID(id)] = &task{id: kernel.TaskID(id)}
	}
	for id := range t.End.Threads.All {
		if t.LaneOf(kernel.ThreadID(id)) >= 0 {
			k := p.taskOf(kernel.ThreadID(id))
			k.threads = append(k.threads, kernel.ThreadID(id))
		}
	}
	p.collect()
	p.join()
	return p
}

func (p *plan) taskOf(id kernel.ThreadID) *task {
	return p.tasks[p.t.End.Threads.At(uint32(id)).Task]
}

// collect gives each task its steps.
func (p *plan) collect() {
	p.t.Ends(func(e tape.End) {
		k := p.taskOf(e.Thread)
		k.ends = append(k.ends, step{uint32(e.Event), e.Thread, true})
	})
	for _, k := range p.tasks {
		if len(k.threads) > 1 {
			k.merge(p.t)
		}
	}
}

// merge lists the steps of all threads of a task in their recorded order.
func (k *task) merge(t *tape.Tape) {
	for _, id := range k.threads {
		l := &t.Lanes[t.LaneOf(id)]
		for c := 0; c < l.Done(); c++ {
			k.steps = append(k.steps, step{event: uint32(l.Event(l.DoneBy(c) - 1)), thread: id})
		}
	}
	k.steps = append(k.steps, k.ends...)
	sort.SliceStable(k.steps, func(i, j int) bool { return k.steps[i].event < k.steps[j].event })
}

// join puts tasks into one family of which one made a thread of the other.
func (p *plan) join() {
	parent := map[kernel.TaskID]kernel.TaskID{}
	var root func(kernel.TaskID) kernel.TaskID
	root = func(id kernel.TaskID) kernel.TaskID {
		if up, ok := parent[id]; ok {
			return root(up)
		}
		return id
	}
	for id := range p.t.End.Threads.All {
		made := p.t.Maker(kernel.ThreadID(id))
		if made < 0 {
			continue
		}
		maker := p.t.Lanes[p.t.Lane(made)].Thread
		a, b := root(p.t.End.Threads.At(id).Task), root(p.t.End.Threads.At(uint32(maker)).Task)
		if a != b {
			parent[max(a, b)] = min(a, b)
		}
	}
	index := map[kernel.TaskID]int{}
	for id := range p.t.End.Tasks.All {
		r := root(kernel.TaskID(id))
		n, ok := index[r]
		if !ok {
			n = len(p.families)
			index[r] = n
			p.families = append(p.families, nil)
		}
		k := p.tasks[kernel.TaskID(id)]
		k.family = n
		p.families[n] = append(p.families[n], k)
	}
}
