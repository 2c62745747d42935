package kernel

import (
	"slices"

	"machsim/ipc"
)

// The calls on threads have the codes of those on tasks (task.go).

// newThread makes a thread of a task. Its first step only starts it.
func (c *core) newThread(task TaskID, creator ThreadID, name string, suspend int32) ThreadID {
	ts := c.Tasks.Mut(uint32(task))
	label := ipc.Label{Creator: uint32(creator), Given: name}
	if creator != 0 && c.Threads.At(uint32(creator)).Task == task {
		label = c.newLabel(creator, madeThread, name)
	} else {
		c.access(LocTask, ipc.Write, uint32(task), taskThreads)
		ts.Made++
		label.Serial = ts.Made
	}
	id := ThreadID(newID(c, &c.Threads))
	c.access(LocThread, ipc.Add, uint32(id), 0)
	c.access(LocTask, ipc.Add, uint32(task), taskThreads)
	c.access(LocTask, ipc.Read, uint32(task), taskSelf)
	t := c.Threads.Mut(uint32(id))
	*t = ThreadState{
		Label:    label,
		Task:     task,
		Space:    ts.Space,
		Held:     ts.held(),
		Suspend:  suspend,
		Stopped:  c.Now,
		Call:     Call{Op: OpStart},
		Priority: ts.Priority,
		Cost:     c.cost(ts.Host),
	}
	if len(c.probes) > 0 {
		c.probed(id)
	}
	ts.Threads = append(ts.Threads, id)
	if c.IsFirst(t) {
		ts.Running++
		t.CThread.Runs = true
	}
	if !ts.Server {
		c.Users++
	}
	c.settle(id, t)
	c.born = append(c.born, id)
	return id
}

// endThread ends a thread wherever it is. What it has in hand is destroyed.
func (c *core) endThread(id ThreadID) {
	t := c.Threads.Mut(uint32(id))
	c.access(LocThread, ipc.Write, uint32(id), 0)
	c.access(LocTask, ipc.Add, uint32(t.Task), taskThreads)
	c.passOn(t)
	c.passSignal(t)
	if t.Status == Blocked {
		c.accessLeft(t.Wait)
		c.wake(id, WakeNone)
	}
	t.Status = Ended
	c.Ready.Remove(uint32(id))
	switch {
	case t.Msg != 0:
		c.IPC.DestroyMsg(t.Msg)
	case t.Call.Msg != 0 && t.Phase == 0:
		c.IPC.DropDraft(t.Call.Msg)
	}
	t.Msg, t.Call.Msg = 0, 0
	ts := c.Tasks.Mut(uint32(t.Task))
	i := slices.Index(ts.Threads, id)
	ts.Threads = slices.Delete(ts.Threads, i, i+1)
	ts.CPU += t.CPU
	if !ts.Server {
		c.Users--
	}
	c.endCThread(id, t, ts)
	if t.Port != 0 {
		c.IPC.DestroyPort(t.Port)
	}
	if t.Reply != 0 {
		c.IPC.DestroyPort(t.Reply)
		t.Reply = 0
	}
	c.dropReply(t)
	for i := range t.Specials {
		c.IPC.DropSend(t.Specials[i])
		t.Specials[i] = 0
	}
	c.gone = append(c.gone, id)
}

// threadPort returns the port of a thread, made when it is first asked for.
func (c *core) threadPort(id ThreadID) ipc.PortID {
	t := c.Threads.Mut(uint32(id))
	if t.Port == 0 {
		t.Port = c.kernelPort(KindThread, uint32(id), c.Tasks.At(uint32(t.Task)).Host)
	}
	return t.Port
}

// threadArg returns the live thread that a thread port's name stands for, to be changed (ipc.Write)
// or only looked at (ipc.Read).
func (c *core) threadArg(t *ThreadState, n ipc.Name, m ipc.Mode) (ThreadID, ipc.Code) {
	id, code := c.kernelObject(t, n, KindThread)
	c.about = Object{ThreadObject, id}
	if code == 0 {
		c.access(LocThread, m, id, 0)
	}
	return ThreadID(id), code
}

// onThread wraps the handler of a call on a thread, as onTask.
func onThread(m ipc.Mode, run func(c *core, id ThreadID, t *ThreadState, other ThreadID) bool) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		other, code := c.threadArg(t, t.Call.Name, m)
		if code != 0 {
			return c.refuse(code)
		}
		return run(c, id, t, other)
	}
}

// ID returns the id of the thread in the state of its machine. It is no kernel call.
func (th *Thread) ID() ThreadID {
	th.known()
	return th.id
}

// Name returns the name under which the thread is shown. It is no kernel call.
func (th *Thread) Name() string {
	th.mine()
	return glance(th, func() string { return th.m.given().thread(th.id) })
}

func runStart(*core, ThreadID, *ThreadState) bool { return true }

// ThreadSelf returns a send right to the thread's own port, or to the one that was
// put in its place as SpecialKernel (mach_thread_self). Each call adds a user
// reference.
func (k Mach) ThreadSelf() ipc.Name {
	k.th.begin(OpThreadSelf)
	k.th.enter()
	return k.th.res.Name
}

func runThreadSelf(c *core, id ThreadID, t *ThreadState) bool {
	p := t.Specials[SpecialKernel]
	if p == 0 {
		p = c.threadPort(id)
	}
	c.out.Name = c.sendRightTo(t, p)
	return true
}

// ThreadCreate makes a thread in a task, suspended with count 1, and returns a
// send right to its port (thread_create). The body stands for the processor state
// that Mach's thread_set_state gives, and goes to another host with the call.
// KERN_INVALID_ARGUMENT: not a task.
func (k Mach) ThreadCreate(task ipc.Name, body func(*Thread)) (ipc.Name, error) {
	k.th.named("ThreadCreate", body)
	k.th.child = body
	k.th.begin(OpThreadCreate).Name = task
	k.th.enter()
	return k.th.res.Name, k.th.res.Code.Err()
}

func runThreadCreate(c *core, id ThreadID, t *ThreadState) bool {
	task, code := c.taskArg(t, t.Call.Name)
	if code != 0 {
		return c.refuse(code)
	}
	child := c.newThread(task, id, t.Call.Text, 1)
	c.about = Object{ThreadObject, uint32(child)}
	c.out.Name = c.sendRightTo(t, c.threadPort(child))
	return true
}

// ThreadTerminate ends a thread (thread_terminate); its task lives on. A thread
// that ends itself does not return, but its deferred calls run.
func (k Mach) ThreadTerminate(thread ipc.Name) error {
	return k.th.ask(OpThreadTerminate, thread)
}

func runThreadTerminate(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	c.endThread(other)
	return t.Status != Ended
}

// ThreadSuspend stops a thread until as many ThreadResume have come
// (thread_suspend). One that waits for a message goes on waiting, and does not
// return from the call before it is resumed.
func (k Mach) ThreadSuspend(thread ipc.Name) error {
	return k.th.ask(OpThreadSuspend, thread)
}

func runThreadSuspend(c *core, id ThreadID, t *ThreadState) bool {
	if t.Phase == 1 { // stopped itself, and was resumed
		return true
	}
	other, code := c.threadArg(t, t.Call.Name, ipc.Write)
	if code != 0 {
		return c.refuse(code)
	}
	ot := c.Threads.Mut(uint32(other))
	c.access(LocStopped, ipc.Write, uint32(other), 0)
	if ot.Suspend++; ot.Suspend == 1 {
		ot.Stopped = c.Now
	}
	c.settle(other, ot)
	if ot.Suspend == 1 {
		c.passOn(ot)
	}
	return c.stopSelf(t, other == id)
}

// ThreadResume takes back one ThreadSuspend (thread_resume). KERN_FAILURE: the
// thread is not suspended.
func (k Mach) ThreadResume(thread ipc.Name) error {
	return k.th.ask(OpThreadResume, thread)
}

func runThreadResume(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	ot := c.Threads.Mut(uint32(other))
	if ot.Suspend == 0 {
		return c.refuse(ipc.KERN_FAILURE)
	}
	c.access(LocStopped, ipc.Write, uint32(other), 0)
	ot.Suspend--
	c.settle(other, ot)
	return true
}

// ThreadAbort ends the wait of a thread in a message call, a sleep, for an exception
// handler, or for the answer of another host: message calls, and calls on tasks of other
// hosts, return MACH_SEND_INTERRUPTED or MACH_RCV_INTERRUPTED (thread_abort). It does nothing to a thread that does not
// wait. KERN_INVALID_ARGUMENT: the caller itself.
func (k Mach) ThreadAbort(thread ipc.Name) error {
	return k.th.ask(OpThreadAbort, thread)
}

func runThreadAbort(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	if other == id {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	if c.canAbort(other) {
		c.abort(other)
	}
	return true
}

// Options of ThreadSwitch (thread_switch).
const (
	SwitchNone    = 0 // let others go first
	SwitchDepress = 1 // the same, at lowest priority for a time
	SwitchWait    = 2 // wait for a time; ThreadAbort ends it
)

// ThreadSwitch gives way to other threads, or waits for ms virtual milliseconds
// (thread_switch). The hint may name the thread to go next, or be Null; which
// thread does is the strategy's to choose. KERN_INVALID_ARGUMENT: no such option.
func (k Mach) ThreadSwitch(hint ipc.Name, option int, ms int) error {
	c := k.th.begin(OpThreadSwitch)
	c.Name, c.N, c.N2 = hint, int64(option), int64(ms)
	k.th.enter()
	return k.th.res.Code.Err()
}

func runThreadSwitch(c *core, id ThreadID, t *ThreadState) bool {
	switch {
	case t.Phase == 1:
		return true
	case t.Call.N < SwitchNone || t.Call.N > SwitchWait:
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	case t.Call.N == SwitchWait:
		t.Phase = 1
		return c.block(id, t, Wait{Kind: WaitSleep}, micros(t.Call.N2))
	}
	return true
}

// ThreadDepressAbort ends the low priority that ThreadSwitch gave a thread with
// SwitchDepress (thread_depress_abort). KERN_FAILURE: it has none, as is always so
// here: the depression is over when the thread goes on.
func (k Mach) ThreadDepressAbort(thread ipc.Name) error {
	return k.th.ask(OpThreadDepressAbort, thread)
}

func runThreadDepressAbort(c *core, _ ThreadID, t *ThreadState) bool {
	_, code := c.threadArg(t, t.Call.Name, ipc.Read)
	if code == 0 {
		code = ipc.KERN_FAILURE
	}
	return c.refuse(code)
}

// Yield gives way to other threads (thread_switch).
func (th *Thread) Yield() { _ = th.Mach().ThreadSwitch(ipc.Null, SwitchNone, 0) }

// Sleep waits for a time; not at all if it is not above 0.
func (th *Thread) Sleep(d Duration) {
	_ = th.Mach().ThreadSwitch(ipc.Null, SwitchWait, d.milliseconds())
}

// Thread run states of ThreadInfo (TH_STATE_*).
const (
	RunStateRunning = 1
	RunStateStopped = 2
	RunStateWaiting = 3
)

// ThreadInfo is what thread_info tells (THREAD_BASIC_INFO).
type ThreadInfo struct {
	Suspend  int32
	Priority int32
	RunState int
	Time     int64 // microseconds used
}

// ThreadInfo returns facts about a thread (thread_info).
func (k Mach) ThreadInfo(thread ipc.Name) (ThreadInfo, error) {
	k.th.begin(OpThreadInfo).Name = thread
	k.th.enter()
	info, _ := k.th.res.Info.(ThreadInfo)
	return info, k.th.res.Code.Err()
}

func runThreadInfo(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	ot := c.Threads.At(uint32(other))
	info := ThreadInfo{Suspend: ot.Suspend, Priority: ot.Priority, RunState: RunStateRunning, Time: ot.CPU}
	switch {
	case ot.Suspend > 0 || c.Tasks.At(uint32(ot.Task)).Suspend > 0:
		info.RunState = RunStateStopped
	case ot.Status == Blocked:
		info.RunState = RunStateWaiting
	}
	c.out.Info = info
	return true
}

// ThreadGetSpecialPort returns a send right to a special port of a thread, Null if
// it is not set (thread_get_special_port).
func (k Mach) ThreadGetSpecialPort(thread ipc.Name, which int) (ipc.Name, error) {
	c := k.th.begin(OpThreadGetSpecialPort)
	c.Name, c.N = thread, int64(which)
	k.th.enter()
	return k.th.res.Name, k.th.res.Code.Err()
}

func runThreadGetSpecialPort(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	if t.Call.N < 1 || t.Call.N > SpecialException {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	p := c.Threads.At(uint32(other)).Specials[t.Call.N]
	if p == 0 && t.Call.N == SpecialKernel {
		p = c.threadPort(other)
	}
	c.out.Name = ipc.Null
	if p != 0 {
		c.out.Name = c.sendRightTo(t, p)
	}
	return true
}

// ThreadSetSpecialPort sets a special port of a thread to a copy of a send right
// of the caller, or to Null (thread_set_special_port).
func (k Mach) ThreadSetSpecialPort(thread ipc.Name, which int, port ipc.Name) error {
	c := k.th.begin(OpThreadSetSpecialPort)
	c.Name, c.N, c.Name2 = thread, int64(which), port
	k.th.enter()
	return k.th.res.Code.Err()
}

func runThreadSetSpecialPort(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	if t.Call.N < 1 || t.Call.N > SpecialException {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	ot := c.Threads.Mut(uint32(other))
	return c.setKept(t, &ot.Specials[t.Call.N], t.Call.Name2, c.Tasks.At(uint32(ot.Task)).Host)
}

// ThreadPriority sets the priority of a thread, 0 (best) to 31 (thread_priority).
func (k Mach) ThreadPriority(thread ipc.Name, priority int) error {
	c := k.th.begin(OpThreadPriority)
	c.Name, c.N = thread, int64(priority)
	k.th.enter()
	return k.th.res.Code.Err()
}

func runThreadPriority(c *core, id ThreadID, t *ThreadState, other ThreadID) bool {
	if t.Call.N < 0 || t.Call.N > 31 {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	c.Threads.Mut(uint32(other)).Priority = int32(t.Call.N)
	return true
}

// Exit ends the thread with a result for the thread that joins it; the deferred calls run
// (cthread_exit). It does not return. In the first thread of a task it waits until
// the others have ended, and then ends the task.
func (th *Thread) Exit(result int64) {
	th.leave(OpExit, result)
}

// leave makes one of the calls that end a thread.
func (th *Thread) leave(op Op, result int64) {
	th.begin(op).N = result
	th.enter()
}

// runReturn ends a thread whose body has returned: its coroutine is let run out.
func runReturn(c *core, id ThreadID, t *ThreadState) bool {
	if !runExit(c, id, t) && t.Status == Ended {
		c.gone = slices.DeleteFunc(c.gone, func(g ThreadID) bool { return g == id })
		return true
	}
	return false
}

func runExit(c *core, id ThreadID, t *ThreadState) bool {
	ts := c.Tasks.Mut(uint32(t.Task))
	if !c.IsFirst(t) {
		c.returned(id, t, t.Call.N)
		c.endThread(id)
		return false
	}
	c.access(LocTask, ipc.Read, uint32(t.Task), taskThreads)
	if len(ts.Threads) > 1 {
		t.Phase = 1
		return c.block(id, t, Wait{Kind: WaitAlone, Object: uint32(t.Task)}, -1)
	}
	c.about = Object{TaskObject, uint32(t.Task)}
	c.endTask(t.Task)
	return false
}

// aloneWait is the wait with which the end of a thread would begin now: the first of a task
// waits for the others.
func (s *State) aloneWait(t *ThreadState) Wait {
	if !s.IsFirst(t) || len(s.Tasks.At(uint32(t.Task)).Threads) == 1 {
		return Wait{}
	}
	return Wait{Kind: WaitAlone, Object: uint32(t.Task)}
}
