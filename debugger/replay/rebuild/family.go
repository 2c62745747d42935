package rebuild

import (
	"math"
	"slices"
	"sort"

	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// step is the effect of an event on one of a task's threads: it completes a call of the thread, or
// it is one of the task's effects from outside.
type step struct {
	event uint32 // the event of the log; of one before it task.passed has the number
	who   uint32 // the thread, or outside with an index in task.outside
}

const outside = 1 << 31

// external says whether the step comes from outside of the thread.
func (s step) external() bool { return s.who&outside != 0 }

// effect is what an event from outside does to a thread: it ends it, or sets one of its variables.
type effect struct {
	event  int
	thread kernel.ThreadID
	set    *kernel.Edit // nil if it ends the thread
}

// task is one task of a run.
type task struct {
	id      kernel.TaskID
	family  int
	threads []kernel.ThreadID
	steps   []step    // in order; nil if the task need not be ordered, or they are permuted
	passed  []int     // by step before the log: its event
	begins  int       // the first event of the log
	other   *permuted // the steps in another order, nil for none
	outside []effect  // in order
	merged  int       // how many of these are among the steps
	edited  bool      // some of these are edits
}

// ordered says whether the steps must be taken in their order, because threads share variables.
func (k *task) ordered() bool { return len(k.threads) > 1 || k.edited }

// effect returns what an external step does.
func (k *task) effect(s step) effect { return k.outside[s.who&^outside] }

// thread returns the thread that a step has an effect on.
func (k *task) thread(s step) kernel.ThreadID {
	if s.external() {
		return k.effect(s).thread
	}
	return kernel.ThreadID(s.who)
}

// plan is the tasks of a run with their steps, and the families of tasks.
type plan struct {
	t         *tape.Tape
	tasks     map[kernel.TaskID]*task
	families  [][]*task
	asked     []asked
	collected bool // the tasks have their steps
}

// asked is a thread that a change has made, which is no other thread's.
type asked struct {
	thread kernel.ThreadID
	by     *kernel.Edit
}

// newPlan returns the plan of a run. The steps of tasks are collected when programs run for the first time: the first
// prompt does not wait for that.
func newPlan(t *tape.Tape) *plan {
	p := &plan{t: t, tasks: map[kernel.TaskID]*task{}}
	for id := range t.End.Tasks.All {
		p.tasks[kernel.TaskID(id)] = &task{id: kernel.TaskID(id), begins: t.First()}
	}
	for id := range t.End.Threads.All {
		if t.LaneOf(kernel.ThreadID(id)) >= 0 {
			k := p.taskOf(kernel.ThreadID(id))
			k.threads = append(k.threads, kernel.ThreadID(id))
		}
	}
	p.t.Ends(func(e tape.End) {
		if p.t.LaneOf(e.Thread) < 0 {
			return // the thread's program had not begun
		}
		k := p.taskOf(e.Thread)
		k.outside = append(k.outside, effect{event: e.Event, thread: e.Thread})
	})
	p.edits()
	p.join()
	return p
}

func (p *plan) taskOf(id kernel.ThreadID) *task {
	return p.tasks[p.t.End.Threads.At(uint32(id)).Task]
}

// collect fills in the steps of each task, in order.
func (p *plan) collect() {
	if p.collected {
		return
	}
	p.collected = true
	ordered := make([]*task, len(p.t.Lanes)) // by lane: the task, if its steps have an order
	some := false
	for _, k := range p.tasks {
		if k.ordered() && (k.other == nil || p.t.First() > 0) {
			k.makeRoom(p.t, ordered)
			some = true
		}
	}
	if !some {
		return
	}
	done := func(e, lane int) {
		if k := ordered[lane]; k != nil {
			k.effects(e)
			k.add(e, uint32(p.t.Lanes[lane].Thread))
		}
	}
	p.t.Passed(done)
	for lane, k := range ordered {
		if k != nil && k.other != nil { // its other steps are found while they are taken
			k.effects(p.t.First() - 1)
			ordered[lane] = nil
		}
	}
	for e := p.t.First(); e < p.t.Len(); e++ {
		if p.t.Done(e) {
			done(e, p.t.Lane(e))
		}
	}
	for _, k := range p.tasks {
		if k.ordered() && k.other == nil {
			k.effects(math.MaxInt)
		}
	}
}

// makeRoom makes room for the steps of a task, and enters it in its lanes.
func (k *task) makeRoom(t *tape.Tape, lanes []*task) {
	n := len(k.outside)
	for _, id := range k.threads {
		lane := t.LaneOf(id)
		lanes[lane] = k
		n += t.Lanes[lane].Done()
	}
	k.steps = make([]step, 0, n)
}

// add adds a step.
func (k *task) add(event int, who uint32) {
	if event < k.begins {
		k.passed = append(k.passed, event)
	}
	k.steps = append(k.steps, step{uint32(max(0, event-k.begins)), who})
}

// event returns the event of the i-th step.
func (k *task) event(i int) int {
	if i < len(k.passed) {
		return k.passed[i]
	}
	return k.begins + int(k.steps[i].event)
}

// effects adds the steps from outside up to an event. One of the same event comes before the thread's
// own: a thread is unwound before the thread that ended it runs on.
func (k *task) effects(upto int) {
	for k.merged < len(k.outside) && k.outside[k.merged].event <= upto {
		k.add(k.outside[k.merged].event, outside|uint32(k.merged))
		k.merged++
	}
}

// edits adds the steps that set variables, and the threads that changes have made.
func (p *plan) edits() {
	p.t.Edits(func(event int, e *kernel.Edit) {
		if e.Kind == kernel.EditRPC {
			if id := p.t.MadeBy(event); id != 0 {
				p.asked = append(p.asked, asked{id, e})
			}
		}
		if id := kernel.ThreadID(e.Object); e.Kind.OfVariable() && p.t.LaneOf(id) >= 0 &&
			!p.t.Lanes[p.t.LaneOf(id)].Restarted(event) {
			k := p.taskOf(id)
			if k.edited = true; e.Statement > 0 {
				return // the thread does it on its way
			}
			at := sort.Search(len(k.outside), func(i int) bool { return k.outside[i].event >= event })
			k.outside = slices.Insert(k.outside, at, effect{event: event, thread: id, set: e})
		}
	})
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
		asked, ok := p.t.Asked(kernel.ThreadID(id))
		if !ok || asked.Thread == 0 {
			continue
		}
		a, b := root(p.t.End.Threads.At(id).Task), root(p.t.End.Threads.At(uint32(asked.Thread)).Task)
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
