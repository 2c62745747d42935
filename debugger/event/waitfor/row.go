package waitfor

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Reason says why a thread does not go on.
type Reason uint8

const (
	// Ready: it does not wait. It takes its next step when the oracle chooses it.
	Ready Reason = iota
	// Suspended: it, or its task, was suspended.
	Suspended
	// Full: the queue of port At is full.
	Full
	// Message: no message is at port, or set, At.
	Message
	// Locked: mutex At is locked.
	Locked
	// Condition: condition At was not signalled.
	Condition
	// Join: thread At has not ended.
	Join
	// Sleep: the time is not over.
	Sleep
	// Alone: the other threads of task At have not ended.
	Alone
	// Handler: the exception handler of port At has not replied.
	Handler
	// Limit: task At runs as many threads as it may.
	Limit
	// Answer: the answer to a call on Host has not come. At is the task of the call, if known.
	Answer
	// Forever: nothing can end the wait.
	Forever
)

var reasonNames = [...]string{
	"ready", "suspended", "full queue", "message", "mutex", "condition", "join", "sleep",
	"alone", "exception handler", "thread limit", "answer", "forever",
}

func (r Reason) String() string { return reasonNames[r] }

// Row says what one thread waits for, and which threads could end the wait.
type Row struct {
	Thread   kernel.ThreadID
	Task     kernel.TaskID
	Op       kernel.Op // the call that it is in, or about to make
	Reason   Reason
	NotBegun bool          // the wait has not begun; in this state the thread's next step would begin it
	At       kernel.Object // what it waits at

	// The threads that can end the wait: On if that is not 0, else any of Threads and
	// any other thread of Tasks. For Alone all other threads of Task have to end.
	On      kernel.ThreadID
	Threads []kernel.ThreadID
	Tasks   []kernel.TaskID

	Possible  []kernel.TaskID // tasks that could end the wait, though nothing says that they will
	AnyThread bool            // any thread may do what makes the kernel end the wait

	Host   kernel.HostID // of Answer
	Asking bool          // of Answer: the request has not come there yet
	Parted bool          // of Answer: the host cannot be reached

	Since     int64 // virtual time at which the wait began, or the thread was suspended
	Until     int64 // virtual time at which the wait ends by itself; 0 for never
	Arrives   bool  // what it waits for is on a wire
	Idle      bool  // a server that waits for requests
	Suspended bool  // it must also be resumed
	Stopped   int64 // virtual time at which it was suspended, if it is

	PC     uintptr // where it waits; 0 if not known
	HeldPC uintptr // where the mutex was locked; 0 if not known
}

// Definite says that one thread alone can end the wait.
func (r *Row) Definite() bool { return r.On != 0 }

// Of returns the rows of all threads that have not ended, in order of their ids.
func Of(s *kernel.State) []Row {
	g := &reader{s: s}
	var rows []Row
	for id := range s.Threads.All {
		if s.Threads.At(id).Status != kernel.Ended {
			rows = append(rows, g.row(kernel.ThreadID(id)))
		}
	}
	return rows
}

// reader makes rows from a state.
type reader struct {
	s       *kernel.State
	carried map[ipc.PortID][]ipc.MsgID     // by port: messages in transit that carry a right to send to it
	kept    map[ipc.PortID][]kernel.TaskID // by port: tasks that have it as a special or registered port
	asked   map[ipc.PortID]bool            // ports that the kernel was asked to send a notification to
}

func (g *reader) row(id kernel.ThreadID) Row {
	t := g.s.Threads.At(uint32(id))
	task := g.s.Tasks.At(uint32(t.Task))
	r := Row{Thread: id, Task: t.Task, Op: t.Call.Op, PC: t.Call.PC}
	r.Suspended, r.Stopped = stopped(t, task)
	if t.Timer != 0 {
		r.Until = g.s.Timers[t.Timer-1].Due()
	}
	switch {
	case t.Status == kernel.Blocked:
		r.Since = t.Wait.Since
		g.waits(&r, t, t.Wait)
	case r.Suspended:
		r.Since = r.Stopped
		g.suspended(&r, t, task)
	default:
		g.ahead(&r, t)
	}
	return r
}

// stopped says whether a thread is suspended, itself or with its task, and since when.
func stopped(t *kernel.ThreadState, task *kernel.TaskState) (is bool, since int64) {
	held := task.Suspend > 0 || task.Stands
	switch {
	case t.Suspend > 0 && held:
		return true, min(t.Stopped, task.Stopped)
	case t.Suspend > 0:
		return true, t.Stopped
	}
	return held, task.Stopped
}

// Suspension returns the row of a suspended thread without the wait that it may also be in.
func (r *Row) Suspension(s *kernel.State) Row {
	t := s.Threads.At(uint32(r.Thread))
	x := Row{Thread: r.Thread, Task: r.Task, Op: r.Op, PC: r.PC, Suspended: true, Stopped: r.Stopped, Since: r.Stopped}
	(&reader{s: s}).suspended(&x, t, s.Tasks.At(uint32(r.Task)))
	return x
}

// ahead fills in the wait that a thread's next step would begin. It leaves out sleep, which is a
// wait for nobody.
func (g *reader) ahead(r *Row, t *kernel.ThreadState) {
	w, timeout := g.s.WouldWait(r.Thread)
	if w.Kind == kernel.WaitNone || w.Kind == kernel.WaitSleep {
		return
	}
	r.NotBegun = true
	if timeout >= 0 {
		r.Until = g.s.Now + timeout
	}
	g.waits(r, t, w)
}

// waits fills in a wait of a thread.
func (g *reader) waits(r *Row, t *kernel.ThreadState, w kernel.Wait) {
	switch w.Kind {
	case kernel.WaitSend:
		r.Reason, r.At = Full, kernel.Object{Kind: kernel.PortObject, ID: uint32(w.Port)}
		g.takers(r, w.Port, maxHops)
	case kernel.WaitReceive:
		g.message(r, w)
	case kernel.WaitMutex:
		m := g.s.Mutexes.At(w.Object)
		r.Reason, r.At = Locked, kernel.Object{Kind: kernel.MutexObject, ID: w.Object}
		r.On, r.HeldPC = m.Owner, m.PC
	case kernel.WaitCondition:
		r.Reason, r.At = Condition, kernel.Object{Kind: kernel.ConditionObject, ID: w.Object}
		r.Possible = append(r.Possible, r.Task)
	case kernel.WaitJoin:
		r.Reason, r.At = Join, kernel.Object{Kind: kernel.ThreadObject, ID: w.Object}
		r.On = kernel.ThreadID(w.Object)
	case kernel.WaitSleep:
		r.Reason = Sleep
	case kernel.WaitAlone:
		r.Reason, r.At = Alone, kernel.Object{Kind: kernel.TaskObject, ID: uint32(r.Task)}
	case kernel.WaitException:
		r.Reason, r.At = Handler, kernel.Object{Kind: kernel.PortObject, ID: uint32(w.Port)}
		g.takers(r, w.Port, maxHops)
		g.senders(r, t.Reply)
	case kernel.WaitStart:
		r.Reason, r.At = Limit, kernel.Object{Kind: kernel.TaskObject, ID: uint32(r.Task)}
		r.addTask(r.Task)
	case kernel.WaitRequest, kernel.WaitAnswer:
		g.across(r, t)
	default:
		r.Reason = Forever
	}
}

// suspended adds those who could resume a thread: they can send to its port, or to that of its
// task.
func (g *reader) suspended(r *Row, t *kernel.ThreadState, task *kernel.TaskState) {
	r.Reason = Suspended
	if t.Suspend > 0 {
		r.At = kernel.Object{Kind: kernel.ThreadObject, ID: uint32(r.Thread)}
		g.senders(r, t.Port)
		return
	}
	r.At = kernel.Object{Kind: kernel.TaskObject, ID: uint32(r.Task)}
	g.senders(r, task.Port)
}

// message fills in a wait for a message.
func (g *reader) message(r *Row, w kernel.Wait) {
	r.Reason = Message
	reply := false
	switch {
	case w.Set == 0 && w.Port == 0: // the default set of its task, which this call will make
	case w.Set == 0:
		r.At = kernel.Object{Kind: kernel.PortObject, ID: uint32(w.Port)}
		reply = g.awaited(r, w.Port)
	default:
		r.At = kernel.Object{Kind: kernel.SetObject, ID: uint32(w.Set)}
		for _, p := range g.s.IPC.Sets.At(uint32(w.Set)).Members {
			reply = g.awaited(r, p) || reply
		}
	}
	r.Possible = append(r.Possible, r.Task)
	r.Idle = g.s.Tasks.At(uint32(r.Task)).Server && !reply
}

// awaited adds those who can send to a port. It returns true if there is a send-once right to
// the port, which means that the wait is for a reply.
func (g *reader) awaited(r *Row, p ipc.PortID) bool {
	g.senders(r, p)
	port := g.s.IPC.Ports.At(uint32(p))
	if port.Kind == kernel.KindNotify || g.announced(p) {
		r.AnyThread = true
	}
	return port.SORights > 0
}
