package rebuild

import (
	"sort"

	"machsim/debugger/tape"
	"machsim/kernel"
)

// step is the effect of an event on one of a task's threads: it completes a call of the thread,
// ends the thread, or sets one of its variables.
type step struct {
	event  uint32
	thread kernel.ThreadID
	ends   bool
	set    *kernel.Edit
}

// external says whether the step comes from outside of the thread.
func (s step) external() bool { return s.ends || s.set != nil }

// task is one task of a run.
type task struct {
	id      kernel.TaskID
	family  int
	threads []kernel.ThreadID
	steps   []step // in order; nil if the task need not be ordered
	outside []step // the external ones among them, in order
	edited  bool   // some of these are edits
}

// ordered says whether the steps must be taken in their order, because threads share variables.
func (k *task) ordered() bool { return len(k.threads) > 1 || k.edited }

// plan is the tasks of a run with their steps, and the families of tasks.
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

// collect fills in the steps of each task, in order.
func (p *plan) collect() {
	p.t.Ends(func(e tape.End) {
		if p.t.LaneOf(e.Thread) < 0 {
			return // the thread's program had not begun
		}
		k := p.taskOf(e.Thread)
		k.outside = append(k.outside, step{event: uint32(e.Event), thread: e.Thread, ends: true})
	})
	p.edits()
	ordered := make([]*task, len(p.t.Lanes)) // by lane: the task, if its steps have an order
	for _, k := range p.tasks {
		for _, id := range k.threads {
			if k.ordered() {
				ordered[p.t.LaneOf(id)] = k
			}
		}
	}
	for e := range p.t.Len() {
		lane := p.t.Lane(e)
		if k := ordered[lane]; k != nil && p.t.Done(e) {
			k.steps = append(k.steps, step{event: uint32(e), thread: p.t.Lanes[lane].Thread})
		}
	}
	for _, k := range p.tasks {
		if k.ordered() && len(k.outside) > 0 {
			k.steps = merged(k.outside, k.steps)
		}
	}
}

// edits adds the steps that set variables.
func (p *plan) edits() {
	p.t.Edits(func(event int, e *kernel.Edit) {
		if id := kernel.ThreadID(e.Object); e.Kind == kernel.EditSet && p.t.LaneOf(id) >= 0 {
			k := p.taskOf(id)
			k.edited = true
			set := []step{{event: uint32(event), thread: id, set: e}}
			k.outside = merged(set, k.outside)
		}
	})
}

// merged merges two lists in order of their events. Steps of the same event in the first list
// come first: a thread is unwound before the thread that ended it runs on.
func merged(first, steps []step) []step {
	all := make([]step, 0, len(first)+len(steps))
	for len(first) > 0 {
		n := sort.Search(len(steps), func(i int) bool { return steps[i].event >= first[0].event })
		all = append(all, steps[:n]...)
		all = append(all, first[0])
		first, steps = first[1:], steps[n:]
	}
	return append(all, steps...)
}

// join puts two tasks into one family if one made a thread of the other.
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
		asked := p.t.Asker(kernel.ThreadID(id))
		if asked < 0 {
			continue
		}
		maker := p.t.Lanes[p.t.Lane(asked)].Thread
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
