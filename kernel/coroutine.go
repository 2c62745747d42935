package kernel

import (
	"iter"
	"runtime"

	"machsim/ipc"
)

// Thread is a thread as its own program sees it: the receiver of all kernel
// calls. A Thread is used by the code of that thread alone.
type Thread struct {
	m     *Machine
	id    ThreadID
	fn    func(*Thread)
	child func(*Thread) // what the thread made by the call under way is to run
	res   Result
	reply ipc.Name // the thread's reply port for RPC, once it has one

	next  func() (struct{}, bool)
	yield func(struct{}) bool
	kill  func()

	inside  bool // in a kernel call
	dying   bool // being unwound: kernel calls return at once
	refused int  // kernel calls made while dying
	locate  bool // woken only to note where it stands
	stack   []uintptr
}

// start makes the coroutine of a thread that begins.
func (th *Thread) start() { th.next, th.kill = iter.Pull(th.run) }

// run is the body of the coroutine.
func (th *Thread) run(yield func(struct{}) bool) {
	th.yield = yield
	returned := false
	defer func() {
		if returned || th.dying {
			return
		}
		switch v := recover(); {
		case th.inside:
			panic(v) // a broken invariant of the kernel, not the program's mistake
		case v != nil:
			th.panicked(v)
		default:
			th.goexit()
		}
	}()
	th.fn(th)
	th.leave(opReturn, 0)
	returned = true
}

// begin starts to fill in a kernel call, in the thread's own record.
func (th *Thread) begin(op Op) *Call {
	if th.dying {
		return &Call{}
	}
	c := &th.m.Threads.Mut(uint32(th.id)).Call
	*c = Call{Op: op}
	th.res.Name, th.res.N, th.res.Info, th.res.Names = 0, 0, nil, nil
	if th.m.cfg.Lines {
		c.PC = th.line()
	}
	return c
}

// enter makes the call that begin started, and returns when it is done. When this
// thread is also the next one to go, nothing is switched.
func (th *Thread) enter() {
	if th.dying {
		th.abandoned()
		return
	}
	if th.inside {
		panic("kernel: a kernel call was made from within a kernel call")
	}
	th.inside = true
	if !th.steps() {
		// Here the processor goes back to Machine.Run. Few calls are on the stack
		// on both sides: each one's return costs more after a switch.
		for {
			if !th.yield(struct{}{}) {
				th.dying = true
				runtime.Goexit()
			}
			if !th.locate {
				break
			}
			th.locate = false
			th.stack = callers()
		}
	}
	th.inside = false
}

// steps takes steps as long as this thread takes them; it returns true when that
// has completed its call.
func (th *Thread) steps() bool {
	m := th.m
	for {
		m.picked, m.hasPick = m.pick()
		if !m.hasPick || m.picked.Thread != th.id {
			return false
		}
		m.hasPick = false
		done := m.step(m.picked)
		if len(m.gone) > 0 {
			m.reap(th.id)
		}
		if done {
			return true
		}
	}
}

// abandoned answers a kernel call of a thread that is being unwound. A deferred
// function that insists is cut short.
func (th *Thread) abandoned() {
	if th.refused++; th.refused > deadCalls {
		runtime.Goexit()
	}
	th.res = Result{Code: ipc.KERN_ABORTED}
}

// release ends the coroutine of a thread, with the program's deferred calls. It
// is ended by Goexit, which no recover can stop; the goroutine is there because
// Goexit also ends whoever resumed the coroutine.
func (th *Thread) release() {
	if th.next == nil {
		return
	}
	th.dying = true
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		th.kill()
	}()
	<-gone
}

// deadCalls is how many kernel calls the deferred functions of an ended thread
// may make before they are cut short.
const deadCalls = 1000

// Stack returns where the program of a thread stands, innermost call first, as
// program counters for runtime.CallersFrames; nil when it has not begun or has
// ended. It is to be called between steps.
func (m *Machine) Stack(id ThreadID) []uintptr {
	if int(id) >= len(m.threads) || m.threads[id] == nil || m.threads[id].next == nil {
		return nil
	}
	th := m.threads[id]
	th.locate = true
	th.next()
	return th.stack
}

func callers() []uintptr {
	pcs := make([]uintptr, 64)
	return pcs[:runtime.Callers(3, pcs)]
}

// line returns where the program made the call under way: the innermost frame
// that is not in a package of machsim's own.
func (th *Thread) line() uintptr {
	var pcs [8]uintptr
	for _, pc := range pcs[:runtime.Callers(3, pcs[:])] {
		if !th.m.framework(pc) {
			return pc
		}
	}
	return 0
}
