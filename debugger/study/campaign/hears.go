package campaign

import (
	"cmp"

	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// probeEvents is after how many events it is known whether the threads of a task may share variables.
const probeEvents = 10_000

// exhausts has options make the runs of an exhaustive search, if they are for one: threads that fail stop, and accesses
// to variables are heard if threads of a task may share some, and the program has hooks.
func (c *campaign) exhausts(o *runner.NewOptions) {
	if o.Strategy != exhaustive {
		return
	}
	o.Survive = true
	o.Hears = !o.Preempt && !c.Guarded && !c.Deaf && len(hook.Packages()) > 0 && c.shares()
}

// shares says whether a task has several threads, by a run in which each goes on till it waits.
func (c *campaign) shares() bool {
	o := *c.Run
	o.Strategy, o.Stop, o.Check, o.Listen, o.Survive = "first", c.stop, nil, nil, true
	o.MaxSteps = min(cmp.Or(o.MaxSteps, probeEvents), probeEvents)
	r := runner.Do(&o)
	defer r.Close()
	has := map[kernel.TaskID]bool{}
	return r.State != nil && r.State.Threads.Any(func(_ uint32, t *kernel.ThreadState) bool {
		another := has[t.Task]
		has[t.Task] = true
		return another
	})
}
