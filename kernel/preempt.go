package kernel

import "machsim/kernel/hook"

// In a run with Config.Preempt the hooks in a program's source make a call before each access to a variable that
// threads may share. It does nothing, but as with any call the Door chooses who goes next. So the choices are recorded
// as all others are, and a replay, or a Feeder, makes the same calls.

// hooked says whether hooks are heard in threads of a run.
func (c Config) hooked() bool { return c.Preempt || c.Hears || c.Heard || c.Assigns() }

// hears says whether somebody wants to hear the hooks of a thread.
func (c Config) hears(id ThreadID) bool { return c.Preempt || c.Hears || c.Heard || c.assigned(id) }

// hear lets a thread that is made run hooks on a machine: it is preempted, variables are set in its program, or it has
// to stay where it is if the run is given up.
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
	if th.m.cfg.Heard {
		th.enterLooked()
	} else {
		th.enter()
	}
	th.apart = true
	th.meets()
	th.heard(true)
}

// enterLooked is enter for a thread whose stack can be looked at in every step: it takes none itself.
func (th *Thread) enterLooked() {
	if th.inside {
		panic(abuse("a kernel call was made from within a kernel call: a Thread is for the code of that thread alone"))
	}
	th.inside = true
	for {
		th.active = false
		if !th.yield(struct{}{}) {
			th.unwind()
		}
		if !th.locate {
			break
		}
		th.stack = callers(7)
	}
	th.inside = false
}

// Hooks returns the hooks' record of a thread that has not ended, in a run with Config.Heard; nil for any other.
func (m *Machine) Hooks(id ThreadID) *hook.Thread {
	if int(id) >= len(m.threads) || m.threads[id] == nil {
		return nil
	}
	return m.threads[id].hooks
}

// Company is whether the task of a preempted thread has had another thread. It is what Log.Glance is told then, though
// no program has looked.
type Company bool

// meets records whether the task of a preempted thread has had another thread. Until then the thread has no other to
// yield to. One that is not the first of its task has company from the start, also if all others have ended: which
// calls it makes must not depend on that.
func (th *Thread) meets() {
	if !th.several && th.m.cfg.Preempt {
		th.several = bool(glance(th, func() Company {
			t := th.m.Threads.At(uint32(th.id))
			return Company(!th.m.IsFirst(t) || len(th.m.Tasks.At(uint32(t.Task)).Threads) > 1)
		}))
	}
}

// Hearer is a Log that listens to the hooks of preempted threads: it is told of each before its first statement.
type Hearer interface {
	Hear(id ThreadID, t *hook.Thread)
}
