package kernel

import (
	"fmt"
	"runtime"

	"machsim/ipc"
)

// Exception types (exception.h).
const (
	ExcBadAccess      = 1 // code: why, subcode: the address
	ExcBadInstruction = 2
	ExcArithmetic     = 3
	ExcEmulation      = 4
	ExcSoftware       = 5
	ExcBreakpoint     = 6
)

var exceptionNames = [...]string{
	ExcBadAccess: "EXC_BAD_ACCESS", ExcBadInstruction: "EXC_BAD_INSTRUCTION", ExcArithmetic: "EXC_ARITHMETIC",
	ExcEmulation: "EXC_EMULATION", ExcSoftware: "EXC_SOFTWARE", ExcBreakpoint: "EXC_BREAKPOINT",
}

// ExceptionName returns Mach's name of an exception type.
func ExceptionName(kind int) string {
	if kind > 0 && kind < len(exceptionNames) {
		return exceptionNames[kind]
	}
	return fmt.Sprint("exception ", kind)
}

// Ids of exception_raise and of its reply.
const (
	ExceptionRaise = 2400
	ExceptionReply = 2500
)

// Exception describes an exception of a thread.
type Exception struct {
	Type    int32
	Code    int64
	Subcode int64
	Text    string // of a panic: its value
	Panic   bool
}

// failure is that of a thread whose exception nobody deals with.
func (e *Exception) failure() (FailureKind, string) {
	if e.Panic {
		return Panicked, e.Text
	}
	return Unhandled, fmt.Sprintf("%s (code %d, subcode %#x) was not handled", ExceptionName(int(e.Type)), e.Code,
		e.Subcode)
}

// Raise raises an exception in the thread (exception_raise): the kernel sends a message
// to the thread's exception port, and if that is dead, null or does not handle it, to the
// task's. Raise returns when a handler has answered KERN_SUCCESS; if none does, the kernel
// terminates the task.
func (k Mach) Raise(kind int, code, subcode int64) {
	c := k.th.begin(OpRaise)
	c.N, c.N2, c.N3 = int64(kind), code, subcode
	k.th.enter()
}

// panicked raises an exception for a panic of the program. When a handler has dealt with
// it, the thread ends, because a Go function cannot resume where it panicked.
func (th *Thread) panicked(v any) {
	switch r := v.(type) {
	case refusal:
		th.fails(CheckFailed, th.reason(r.err))
	case abuse:
		th.inside = false
		th.fails(Misuse, string(r))
	}
	kind := ExcSoftware
	if e, ok := v.(runtime.Error); ok {
		kind = ExcBadInstruction
		if e.Error() == "runtime error: integer divide by zero" {
			kind = ExcArithmetic
		}
	}
	text := fmt.Sprint(v)
	c := th.begin(OpRaise)
	c.N, c.Flag, c.Text = int64(kind), true, text
	th.enter()
	th.leave(OpReturn, 0)
}

// goexit reports that the program called runtime.Goexit.
func (th *Thread) goexit() {
	th.fails(Goexit, "runtime.Goexit was called (t.FailNow does that too); use th.Exit to end a thread and th.Check "+
		"to fail")
}

func runRaise(c *core, id ThreadID, t *ThreadState) bool {
	call := &t.Call
	return c.exception(id, t, Exception{
		Type: int32(call.N), Code: call.N2, Subcode: call.N3, Text: call.Text, Panic: call.Flag,
	})
}

// The handlers that were asked so far, in Mach's order.
const (
	askedNobody = iota
	askedThread
	askedTask
	numAsked
)

// exception takes one step in handling an exception. It returns true when a handler has
// dealt with it; false while the thread waits, and after its task was terminated.
func (c *core) exception(id ThreadID, t *ThreadState, e Exception) bool {
	if c.cfg.Survive && !c.cfg.KeepGoing && c.unheeded(t) {
		kind, text := e.failure()
		c.fail(kind, id, text)
		return false
	}
	if t.Handler == askedNobody {
		t.Raised = e
	} else if c.handled(t) {
		t.Handler, t.Raised = askedNobody, Exception{}
		return true
	}
	for t.Handler++; t.Handler < numAsked; t.Handler++ {
		if p := c.handlerPort(t); c.alive(p) {
			c.about = Object{PortObject, uint32(p)}
			c.askHandler(id, t, p)
			return c.block(id, t, Wait{Kind: WaitException, Port: p}, -1)
		}
	}
	c.unhandled(id, t)
	return false
}

// unheeded says whether no handler deals with the exception of a thread: the last one that was asked, if any, has
// refused, and there is no other.
func (c *core) unheeded(t *ThreadState) bool {
	if t.Handler != askedNobody && (t.Wake != WakeMessage || c.agrees(t.Msg)) {
		return false
	}
	next := *t
	for next.Handler++; next.Handler < numAsked; next.Handler++ {
		if c.alive(c.handlerPort(&next)) {
			return false
		}
	}
	return true
}

func (c *core) handlerPort(t *ThreadState) ipc.PortID {
	if t.Handler == askedThread {
		return t.Specials[SpecialException]
	}
	c.access(LocTask, ipc.Read, uint32(t.Task), taskSelf)
	return c.Tasks.At(uint32(t.Task)).Specials[SpecialException]
}

// handled reads the handler's answer and returns whether it dealt with the exception. As in
// Mach, an aborted wait counts as yes. Every reply but KERN_SUCCESS counts as no, also the
// send-once notification of a handler that died or threw the request away.
func (c *core) handled(t *ThreadState) bool {
	if t.Wake != WakeMessage {
		c.IPC.DestroyPort(t.Reply) // an answer to it would be too late
		t.Reply = 0
		return true
	}
	c.accessReceived(t.Msg)
	yes := c.agrees(t.Msg)
	c.IPC.DestroyMsg(t.Msg)
	t.Msg = 0
	return yes
}

// agrees says whether a handler's answer is that it has dealt with the exception.
func (c *core) agrees(answer ipc.MsgID) bool {
	m := c.IPC.Msgs.At(uint32(answer))
	return m.ID == ExceptionReply && m.Reply == 0 && len(m.Items) == 1 &&
		m.Items[0].Kind == ipc.KindInt && m.Items[0].Num == 0
}

// askHandler sends exception_raise to a port. It ignores the queue limit, because the kernel
// must not wait for a program.
func (c *core) askHandler(id ThreadID, t *ThreadState, p ipc.PortID) {
	task := c.Tasks.At(uint32(t.Task))
	reply := c.replyPort(id, t)
	thread := c.threadPort(id)
	for _, right := range []ipc.PortID{p, thread, task.Port} {
		c.IPC.AddSend(right)
	}
	c.IPC.AddSendOnce(reply)
	number := func(n int64) ipc.Item { return ipc.Item{Kind: ipc.KindInt, Num: uint64(n)} }
	e := &t.Raised
	c.IPC.Enqueue(c.IPC.NewMsg(p, ipc.PortSend, reply, ipc.PortSendOnce, ExceptionRaise,
		ipc.Item{Kind: ipc.KindPort, Disp: ipc.PortSend, Num: uint64(thread)},
		ipc.Item{Kind: ipc.KindPort, Disp: ipc.PortSend, Num: uint64(task.Port)},
		number(int64(e.Type)), number(e.Code), number(e.Subcode)))
}

// unhandled terminates the task of a thread whose exception no handler dealt with.
func (c *core) unhandled(id ThreadID, t *ThreadState) {
	c.about = Object{TaskObject, uint32(t.Task)}
	kind, text := t.Raised.failure()
	if !c.cfg.KeepGoing {
		c.fail(kind, id, text) // the task stays as it is, for the debugger
		return
	}
	c.noteFailure(kind, id, text)
	c.endTask(t.Task)
}

// serve receives the messages that arrive at a port that the kernel serves.
func (c *core) serve(p ipc.PortID) {
	port := c.IPC.Ports.At(uint32(p))
	if port.Kind == KindProxy {
		c.transmit(p)
		return
	}
	for m := c.IPC.First(p, 0); m != 0; m = c.IPC.First(p, 0) {
		c.IPC.Dequeue(m)
		c.IPC.TakeDest(m)
		switch port.Kind {
		case KindReply:
			if c.takeAnswer(ThreadID(port.Object), m) {
				continue
			}
		case KindMinder:
			c.proxyUnused(p, ipc.PortID(port.Object))
		default:
			c.badID(m)
		}
		c.IPC.DestroyMsg(m)
	}
}

// takeAnswer gives a message at a thread's reply port to the thread, and returns false if that no
// longer waits for it: it may have been aborted, and not yet run.
func (c *core) takeAnswer(id ThreadID, m ipc.MsgID) bool {
	t := c.Threads.Mut(uint32(id))
	switch t.Wait.Kind {
	case WaitException, WaitRequest, WaitAnswer:
		t.Msg = m
		c.wake(id, WakeMessage)
		return true
	}
	c.access(LocThread, ipc.Read, uint32(id), 0)
	return false
}

// badID answers MIG_BAD_ID to a message to a task, thread or host, which serve no messages here.
func (c *core) badID(m ipc.MsgID) {
	p, by := c.IPC.TakeReply(m)
	if p == 0 || p == ipc.DeadPort {
		return
	}
	code := int64(ipc.MIG_BAD_ID)
	c.IPC.Enqueue(c.IPC.NewMsg(p, by, 0, 0, c.IPC.Msgs.At(uint32(m)).ID+100,
		ipc.Item{Kind: ipc.KindInt, Num: uint64(code)}))
}
