package kernel

import (
	"runtime"
	"strings"

	"machsim/kernel/hook"
)

// Listen is told of each thread of a Feeder before its program begins, and may listen to it: see package
// hook. Thread 0 is the program's Main, which cannot be parked.
type Listen func(id ThreadID, t *hook.Thread)

// NewListener returns a Feeder that lets the hooks in a program's source call listeners. Such
// Feeders, and machines whose programs are heard, wait for each other whenever program code runs.
func NewListener(p *Program, cfg Config, s *State, script Script, listen Listen) (*Feeder, error) {
	main := hook.NewThread()
	main.Lost = cfg.Heartbeat.abandoned()
	listen(0, main)
	f, err := newFeeder(p, cfg, s, script, listen, main)
	if err == nil {
		f.hooks[0] = main
	}
	return f, err
}

// Hooks returns the hooks' record of a thread, also of one that has ended; nil if the thread has
// not been made or there is no listener.
func (f *Feeder) Hooks(id ThreadID) *hook.Thread { return f.hooks[id] }

// Parked says whether a listener has parked a thread, between two of its calls.
func (f *Feeder) Parked(id ThreadID) bool { return f.Has(id) && f.m.threads[id].parked }

// Here returns the stack of the thread that a listener is told of, as Stack does for one that stands still.
func (f *Feeder) Here() []uintptr { return outside(callers(0)) }

// Inside calls look while the package variables have the values that they have in the run of the Feeder. It waits until
// no other run needs them. A listener is inside already.
func (f *Feeder) Inside(look func()) {
	if !f.m.inside {
		f.m.enter()
		defer f.m.leave()
	}
	look()
}

// Resume lets a parked thread go on: until it is parked again, or has completed the calls that Run has
// let it complete and stands at the next, or has ended. The result is that of Run.
func (f *Feeder) Resume(id ThreadID) bool {
	if f.Parked(id) {
		f.resume(f.m.threads[id])
	}
	return f.lost == 0
}

// listenTo has a thread heard from its first statement on.
func (f *Feeder) listenTo(th *Thread) {
	if th.hooks == nil && f.listen != nil {
		th.hooks = hook.NewThread()
		th.schedule()
	}
	if th.hooks == nil {
		return
	}
	th.hooks.Park, th.hooks.Lost = th.park, f.m.cfg.Heartbeat.abandoned()
	f.hooks[th.id] = th.hooks
	if f.listen != nil {
		f.listen(th.id, th.hooks)
	}
}

// resume lets a thread run until it yields. If the Feeder was given up meanwhile, the present goroutine ends, and all
// threads stay where they are.
func (f *Feeder) resume(th *Thread) {
	f.m.enter()
	defer f.m.leave()
	f.m.cfg.Heartbeat.goesOn(th.id)
	th.heard(true)
	th.next()
	if f.m.broken != nil {
		panic(f.m.broken)
	}
	if f.m.cfg.Heartbeat.givenUp() {
		runtime.Goexit()
	}
	th.heard(false)
	f.m.cfg.Heartbeat.comesBack(th.id)
}

// heard says whether the thread's own code runs from now on. Only then do hooks report to its
// listener.
func (th *Thread) heard(yes bool) {
	switch {
	case th.hooks == nil:
	case yes:
		th.hooks.Resume()
	default:
		th.hooks.Pause()
	}
}

// silence has the hooks of a thread's deferred functions not heard, because it is ended.
func (f *Feeder) silence(id ThreadID) {
	if t := f.hooks[id]; t != nil && f.Has(id) {
		t.Die()
	}
}

// park waits in a hook until the Feeder lets the thread run on.
func (th *Thread) park() {
	th.parked = true
	th.waitFor(func() []uintptr { return outside(callers(0)) })
	th.parked = false
}

// waitFor yields until the thread is to run on; asked where it is, it answers with the stack.
func (th *Thread) waitFor(stack func() []uintptr) {
	for {
		if !th.yield(struct{}{}) {
			th.dying = true
			runtime.Goexit()
		}
		if !th.locate {
			return
		}
		th.stack = stack()
	}
}

// outside returns the part of a stack that begins with the program's own code: a listener, which is above the
// hook, is left out.
func outside(pcs []uintptr) []uintptr {
	for i := len(pcs) - 1; i >= 0; i-- {
		frame, _ := runtime.CallersFrames(pcs[i : i+1]).Next()
		if strings.HasPrefix(frame.Function, "machsim/kernel/hook.") {
			return pcs[i+1:]
		}
	}
	return pcs
}
