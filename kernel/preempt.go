package kernel

import (
	"machsim/kernel/hook"
)

// In a run with Config.Preempt the hooks in a program's source make a call before each access to a variable that
// threads may share. It does nothing, but as with any call the Door chooses who goes next. So the choices are recorded
// as all others are, and a replay, or a Feeder, makes the same calls.

// hear lets a thread that is made run hooks on a machine: it is preempted, or variables are set in its program.
func (th *Thread) hear() {
	th.apart = true
	th.hooks = hook.NewThread()
	if th.m.cfg.Preempt {
		th.hooks.Preempt = th.preemption
	}
	th.schedule()
	th.hooks.Park, th.hooks.Lost = th.park, th.m.cfg.Heartbeat.abandoned()
}

// preempted says whether a thread runs on a machine, and its hooks are heard there.
func (th *Thread) preempted() bool { return th.hooks != nil && th.script == nil && !th.dying }

// preemption gives way to other threads before an access. Coroutines that the program has made itself do not: a call
// has to come from the thread's own.
func (th *Thread) preemption(a hook.Access) {
	if !th.several || th.g != hook.Goroutine() {
		return
	}
	c := th.begin(OpPreempt)
	if c.Text = "read " + a.Expr; a.Write {
		c.Text = "write " + a.Expr
	}
	th.enter()
}

func runPreempt(*core, ThreadID, *ThreadState) bool { return true }

// enterUnheard is enter for a thread that is preempted. Meanwhile no code that is called is its program's.
func (th *Thread) enterUnheard() {
	th.heard(false)
	th.apart = false
	th.enter()
	th.apart = true
	th.meets()
	th.heard(true)
}

// meets records whether the task of a preempted thread has had a second thread. Until then the
// thread has no other to yield to.
func (th *Thread) meets() {
	if !th.several && th.m.cfg.Preempt {
		th.several = glance(th, func() bool { return len(th.m.Tasks.At(uint32(th.task())).Threads) > 1 })
	}
}
