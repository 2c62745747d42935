package kernel

import (
	"fmt"
	"runtime"

	"machsim/ipc"
	"machsim/kernel/hook"
)

// Thread is a thread as its own program sees it: the receiver of all kernel
// calls. A Thread is used by the code of that thread alone.
type Thread struct {
	// What every step needs, in as few cache lines as can be: with thousands of threads each is a miss.
	m        *Machine
	id       ThreadID
	inside   bool    // in a kernel call
	active   bool    // running, or waiting for a thread that it resumed
	dying    bool    // being unwound: kernel calls return at once
	locate   bool    // resumed only to note its stack
	g        uintptr // the goroutine of its coroutine, 0 while it has none
	next     func() (struct{}, bool)
	yield    func(struct{}) bool
	hooks    *hook.Thread // of its statements; nil without a listener
	room     *ipc.Message // where what is received goes, if the call does not say; nil for a new message
	apart    bool         // dying, fed, or preempted
	explains bool         // refusal is of its latest call
	res      Result

	kill  func()
	fn    func(*Thread)
	child func(*Thread) // the body of the thread that the present call makes
	reply ipc.Name      // the thread's reply port for RPC, once it has one

	request ipc.Message  // of the present RPC
	packed  ipc.Message  // of the struct that is being sent
	gotBack ipc.Message  // to an RPC of structs
	arrived ipc.Message  // for Receive of structs
	sending *ipc.Message // the message that a call apart from the machine would send

	refusal  refused
	answered answered

	refused int // kernel calls made while dying
	stack   []uintptr

	watches   Watches
	remembers any // what it has given Serve

	several bool  // its task has had another thread: valid if it is preempted
	missed  error // why a variable could not be set before a statement; nil: it was
	script  Script
	feeder  *Feeder
	quota   int  // the number of calls that it may complete while it is fed
	answers int  // the number of results that it was fed
	call    Call // its call while it is apart
	parked  bool // in a hook
}

// start gives a thread that begins its coroutine.
func (th *Thread) start() {
	co := th.m.cfg.Pool.coroutine(th)
	th.next, th.kill = co.next, co.kill
}

// run runs the thread's program, and says whether that has returned. The Heartbeat and the thread's id are arguments
// so that a watchdog sees them.
//
//go:noinline
func (th *Thread) run(p *Heartbeat, id ThreadID, yield func(struct{}) bool) (returned bool) {
	th.yield, th.g = yield, hook.Goroutine()
	th.mayHalt()
	if th.hooks != nil {
		th.hooks.Here()
	}
	defer func() {
		switch {
		case returned:
		case th.dying:
			th.m.unwinds(th, recover())
		default:
			th.abnormalExit(recover())
		}
		if th.m.cfg.Halts {
			hook.Ends(th.g)
		}
		th.m.threads[th.id], th.g = nil, 0
		th.heard(false)
	}()
	if th.preempted() || th.m.cfg.Preempt {
		if h, ok := th.m.cfg.Tracer.Log.(Hearer); ok && th.m.cfg.hears(id) && th.preempted() {
			h.Hear(id, th.hooks)
		}
		th.meets()
		th.heard(true)
	}
	th.fn(th)
	th.leave(OpReturn, 0)
	p.stay(id)
	return true
}

// abnormalExit handles the end of a program that did not return: by a panic with v, or by
// runtime.Goexit if v is nil.
func (th *Thread) abnormalExit(v any) {
	_, own := v.(abuse)
	switch {
	case th.inside && !own:
		// This is a broken invariant of the kernel, or a mistake of the Script, not the program's mistake.
		// Machine.loop and Feeder.resume panic with it. This coroutine must not, because another program may have
		// resumed it, which would fail in its place.
		th.m.broken = v
		th.m.stop.Store(true)
	case v != nil:
		th.panicked(v)
	default:
		th.goexit()
	}
}

// begin starts to fill in a kernel call, in the thread's own record.
func (th *Thread) begin(op Op) *Call {
	if th == nil || th.m == nil || th.g != hook.Goroutine() { // mine, which the compiler does not inline
		th.taken()
	}
	th.explains = false
	if th.apart && !th.preempted() {
		th.call = Call{Op: op}
		return &th.call
	}
	c := &th.m.Threads.Mut(uint32(th.id)).Call
	*c = Call{Op: op}
	th.res.Name, th.res.N, th.res.Info, th.res.Names = 0, 0, nil, nil
	if th.m.cfg.Lines {
		c.PC = th.line()
	}
	return c
}

// enter makes the call that begin started, and returns when it is done. If the next step is that of a
// thread to which this one has handed a message, enter takes the step and resumes that thread from
// here; if that thread waits in here for one that it has resumed, enter yields to it. So two threads
// that talk to each other change places with one switch, and not by way of the loop.
//
// A switch costs more for every call that returns after it, for the processor expects it to return to where the
// other thread's calls do. So few calls are on the stack: messages, of which there are most, have this loop in
// msgTrap.
func (th *Thread) enter() {
	if !th.goesIn() {
		return
	}
	for !th.steps() {
		if to := th.successor(); to != nil {
			to.next()
			continue
		}
		if !th.yield(struct{}{}) {
			th.unwind()
		}
		if !th.locate {
			break
		}
		th.stack = callers(3)
	}
	th.inside = false
}

// goesIn begins enter. It returns false if the call has been made, because the thread runs apart from the machine.
func (th *Thread) goesIn() bool {
	if th.apart {
		th.aside()
		return false
	}
	if th.inside {
		panic(abuse("a kernel call was made from within a kernel call, or by two goroutines at once: a Thread is for " +
			"the code of that thread alone"))
	}
	th.inside = true
	return true
}

// steps takes steps until a program goes on, and returns true if that is this thread's. It stops at a
// step that is Machine.loop's.
func (th *Thread) steps() bool {
	m := th.m
	for m.turn == nil {
		if th.locate || len(m.gone) > 0 || !m.take(th.id) {
			return false
		}
	}
	if m.turn != th || len(m.gone) > 0 || m.held {
		return false
	}
	m.turn = nil
	return true
}

// successor returns the thread that this one is to resume, nil if this one is to yield.
func (th *Thread) successor() *Thread {
	to := th.m.turn
	if to == nil || to.next == nil || to.active || len(th.m.gone) > 0 {
		th.active = false
		return nil
	}
	th.m.turn = nil
	to.active = true
	return to
}

// unwind ends a thread in its call, with the program's deferred calls.
func (th *Thread) unwind() {
	th.dying, th.apart = true, true
	runtime.Goexit()
}

// aside is enter for a thread that runs apart from the machine.
func (th *Thread) aside() {
	switch {
	case th.dying:
		th.abandoned()
	case th.preempted():
		th.enterUnheard()
	default:
		th.recite()
	}
}

// abandoned answers a kernel call of a thread that is being unwound. It ends a deferred function that
// makes more than deadCalls of them, which may loop until a call succeeds.
func (th *Thread) abandoned() {
	if th.refused++; th.refused > deadCalls {
		runtime.Goexit()
	}
	th.res = Result{Code: ipc.KERN_ABORTED}
}

// unwinds notes that a deferred function of a thread that was ended has panicked with v. Nobody is left to whom that
// could be an exception: for the kernel the thread has ended.
func (m *Machine) unwinds(th *Thread, v any) {
	if v == nil || m.unwound != "" {
		return
	}
	at := ""
	if frames := Frames(callers(2)); len(frames) > 0 {
		at = fmt.Sprintf(" (%s)", frames[0])
	}
	m.unwound = fmt.Sprintf("a deferred function of %s, which was ended, panicked%s: %v", m.ThreadName(th.id), at, v)
}

// Unwound says which deferred function of a thread that was ended has panicked first, where, and with what; "" if
// none has. The run goes on as if it had returned.
func (m *Machine) Unwound() string { return m.unwound }

// release ends the coroutine of a thread, which has one, with the program's deferred calls. It uses Goexit, which no
// recover can stop. Goexit also ends the goroutine that has resumed the coroutine, so release starts
// one for that.
func (th *Thread) release() {
	th.dying, th.apart = true, true
	if th.hooks != nil {
		th.hooks.Die()
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		th.kill()
	}()
	<-gone
}

// deadCalls is the number of kernel calls that the deferred functions of an ended thread may make.
const deadCalls = 1000

// Stack returns where the program of a thread stands, innermost call first, as
// program counters for runtime.CallersFrames; nil when it has not begun or has
// ended. Call it between steps.
func (m *Machine) Stack(id ThreadID) []uintptr {
	if int(id) >= len(m.threads) {
		return nil
	}
	th := m.threads[id]
	if th == nil || th.next == nil || th.active && !th.parked {
		return nil
	}
	th.locate = true
	th.next()
	th.locate = false
	return th.stack
}

// callers returns the stack without its innermost frames.
func callers(skip int) []uintptr {
	pcs := make([]uintptr, 64)
	return pcs[:runtime.Callers(skip, pcs)]
}
