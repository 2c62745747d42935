package kernel

import (
	"cmp"
	"slices"

	"machsim/ipc"
)

// Special ports of tasks and threads (TASK_KERNEL_PORT and so on).
const (
	SpecialKernel    = 1
	SpecialNotify    = 2 // of tasks; of threads it is the reply port (Mach 2.5)
	SpecialReply     = 2
	SpecialException = 3
	SpecialBootstrap = 4 // of tasks
	numSpecial       = 5

	numRegistered = 4
	slotNetName   = 0
)

// The calls on tasks. Codes common to all: KERN_INVALID_ARGUMENT, the name is Null or stands
// for something else; MACH_SEND_INVALID_DEST, it is no send right, or of a task that has ended.
// A task of another host is reached over the wire, which brings the codes in across.go.

// taskLabel names a new task.
func (c *core) taskLabel(creator ThreadID, name string) ipc.Label {
	return c.newLabel(creator, madeTask, name)
}

// newTask makes a task without threads.
func (c *core) newTask(h HostID, l ipc.Label, server bool) TaskID {
	id := newID(c, &c.Tasks)
	c.access(LocHost, ipc.Read, uint32(h), 0)
	sp := c.IPC.NewSpace(id)
	t := c.Tasks.Mut(id)
	*t = TaskState{Label: l, Host: h, Space: sp, Server: server, Priority: 12}
	c.IPC.Spaces.Mut(uint32(sp)).Announce = true
	notify := c.IPC.Ports.Mut(uint32(c.IPC.Spaces.At(uint32(sp)).Notify))
	notify.Kind, notify.Object, notify.Host = KindNotify, id, uint32(h)
	t.Port = c.kernelPort(KindTask, id, h)
	c.IPC.AddSend(t.Port)
	t.Self = c.IPC.CopyOutRight(sp, t.Port, ipc.PortSend)
	c.replaceSend(&t.Slots[slotNetName], c.Hosts.At(uint32(h)).NetServer)
	c.inform(TaskID(id))
	t.Stands = c.joins(TaskID(id), h)
	return TaskID(id)
}

// inherit gives a new task what Mach gives a child: exception port, bootstrap
// port, registered ports and priority; and, if it is asked for, memory.
func (c *core) inherit(child, parent TaskID, memory bool) {
	c.access(LocTask, ipc.Read, uint32(parent), taskSelf)
	from, to := c.Tasks.Mut(uint32(parent)), c.Tasks.Mut(uint32(child))
	to.Priority = from.Priority
	if from.Host == to.Host {
		c.replaceSend(&to.Specials[SpecialException], from.Specials[SpecialException])
		c.replaceSend(&to.Specials[SpecialBootstrap], from.Specials[SpecialBootstrap])
		for i := range to.Slots {
			c.replaceSend(&to.Slots[i], from.Slots[i])
		}
	}
	if memory {
		c.access(LocTask, ipc.Read, uint32(parent), taskMemory)
		c.inheritMap(to, from)
	}
}

// endTask is task_terminate: the task port dies first, then the threads, then the
// name space.
func (c *core) endTask(id TaskID) {
	t := c.Tasks.Mut(uint32(id))
	if c.IPC.Noting {
		c.kept = c.Keeps(id, c.kept)
	}
	c.access(LocTask, ipc.Write, uint32(id), taskSelf)
	c.access(LocTask, ipc.Write, uint32(id), taskThreads)
	c.access(LocTask, ipc.Write, uint32(id), taskMemory)
	t.Ended = true
	c.IPC.DestroyPort(t.Port)
	for len(t.Threads) > 0 {
		c.endThread(t.Threads[0])
	}
	for i := range t.Specials {
		c.IPC.DropSend(t.Specials[i])
		t.Specials[i] = 0
	}
	for i := range t.Slots {
		c.IPC.DropSend(t.Slots[i])
		t.Slots[i] = 0
	}
	c.IPC.DestroySpace(t.Space)
	c.freeMap(t)
}

// kernelObject returns what the port under a name stands for, if it is of the kind
// and alive. The port is one of this host: a call on another host's is made there.
func (c *core) kernelObject(t *ThreadState, n ipc.Name, kind uint8) (uint32, ipc.Code) {
	e := c.IPC.Lookup(t.Space, n)
	if e == nil || e.Type&ipc.TypeSend == 0 {
		return 0, ipc.MACH_SEND_INVALID_DEST
	}
	p := c.IPC.Ports.At(e.Object)
	c.access(ipc.LocPort, ipc.Read, e.Object, 0)
	if p.Kind != kind || p.Dead {
		return 0, ipc.KERN_INVALID_ARGUMENT
	}
	return p.Object, 0
}

// taskArg returns the task that a task port's name stands for.
func (c *core) taskArg(t *ThreadState, n ipc.Name) (TaskID, ipc.Code) {
	own := c.Tasks.At(uint32(t.Task))
	if n == own.Self {
		c.access(LocTask, ipc.Read, uint32(t.Task), taskPort)
	}
	if n == own.Self && own.Specials[SpecialKernel] == 0 {
		return t.Task, 0
	}
	id, code := c.kernelObject(t, n, KindTask)
	return TaskID(id), code
}

// onTask wraps the handler of a call on a task, which changes what the task is (ipc.Write) or only
// looks at it (ipc.Read).
func onTask(m ipc.Mode, run func(c *core, id ThreadID, t *ThreadState, task TaskID) bool) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		task, code := c.taskArg(t, t.Call.Name)
		if code != 0 {
			return c.refuse(code)
		}
		c.about = Object{TaskObject, uint32(task)}
		c.access(LocTask, m, uint32(task), taskSelf)
		return run(c, id, t, task)
	}
}

// ask makes a call that has one argument, the name of a task or thread port.
func (th *Thread) ask(op Op, n ipc.Name) error {
	th.begin(op).Name = n
	th.enter()
	return th.res.Code.Err()
}

// spaceArg is taskArg for the calls on name spaces, which say KERN_INVALID_TASK.
func (c *core) spaceArg(t *ThreadState, n ipc.Name) (TaskID, ipc.SpaceID, ipc.Code) {
	id, code := c.taskArg(t, n)
	switch code {
	case 0:
		return id, c.Tasks.At(uint32(id)).Space, 0
	case ipc.KERN_INVALID_ARGUMENT:
		code = ipc.KERN_INVALID_TASK
	}
	return 0, 0, code
}

// Self returns the name of the thread's own task port (mach_task_self, which
// libmach keeps: it is no kernel call and adds no reference).
func (k Mach) Self() ipc.Name {
	k.th.mine()
	return k.th.m.Tasks.At(uint32(k.th.task())).Self
}

// TaskSelf returns a send right to the port of the thread's own task, or to the one
// that was put in its place as SpecialKernel (the trap mach_task_self). Each call
// adds a user reference.
func (k Mach) TaskSelf() ipc.Name {
	k.th.begin(OpTaskSelf)
	k.th.enter()
	return k.th.res.Name
}

func runTaskSelf(c *core, _ ThreadID, t *ThreadState) bool {
	c.access(LocTask, ipc.Read, uint32(t.Task), taskPort)
	ts := c.Tasks.At(uint32(t.Task))
	c.out.Name = c.sendRightTo(t, cmp.Or(ts.Specials[SpecialKernel], ts.Port))
	return true
}

func (th *Thread) task() TaskID { return th.m.Threads.At(uint32(th.id)).Task }

// TaskCreate makes a task without threads on the host of parent, and returns a
// send right to its task port (task_create). With inherit it gets parent's memory
// as the inheritance of each region says.
func (k Mach) TaskCreate(parent ipc.Name, name string, inherit bool) (ipc.Name, error) {
	c := k.th.begin(OpTaskCreate)
	c.Name, c.Text, c.Flag = parent, name, inherit
	k.th.enter()
	return k.th.res.Name, k.th.res.Code.Err()
}

func runTaskCreate(c *core, id ThreadID, t *ThreadState) bool {
	parent, code := c.taskArg(t, t.Call.Name)
	if code != 0 {
		return c.refuse(code)
	}
	from := c.Tasks.At(uint32(parent))
	child := c.newTask(from.Host, c.taskLabel(id, t.Call.Text), from.Server)
	c.inherit(child, parent, t.Call.Flag)
	c.about = Object{TaskObject, uint32(child)}
	c.out.Name = c.sendRightTo(t, c.Tasks.At(uint32(child)).Port)
	return true
}

// sendRightTo gives the thread's task a send right to a port the kernel serves,
// through a proxy if that is on another host.
func (c *core) sendRightTo(t *ThreadState, p ipc.PortID) ipc.Name {
	if !c.alive(p) {
		return ipc.Dead
	}
	c.IPC.AddSend(p)
	return c.IPC.CopyOutRight(t.Space, c.carry(p, ipc.PortSend, c.hostOf(t)), ipc.PortSend)
}

// hostOf returns the host on which a call is made.
func (c *core) hostOf(t *ThreadState) HostID {
	if c.far != nil {
		return c.far.host
	}
	return c.Tasks.At(uint32(t.Task)).Host
}

// Spawn makes a task on the host of that name, at once, with one thread that runs body, and
// returns a send right to its task port. On the caller's own host (or "") the new
// task inherits what task_create gives a child. KERN_INVALID_HOST: the host is down. To name a
// host that does not exist fails the run.
func (th *Thread) Spawn(host, name string, body func(*Thread)) (ipc.Name, error) {
	th.named("Spawn", body)
	if host != "" {
		th.namesHost("Spawn", host)
	}
	th.child = body
	c := th.begin(OpSpawn)
	c.Text, c.More = name, &More{Host: host}
	th.enter()
	return th.res.Name, th.res.Code.Err()
}

func runSpawn(c *core, id ThreadID, t *ThreadState) bool {
	own := c.Tasks.At(uint32(t.Task))
	h := own.Host
	if t.Call.More.Host != "" {
		h = c.hostNamed(t.Call.More.Host)
	}
	if h != 0 {
		c.access(LocHost, ipc.Read, uint32(h), 0)
	}
	if h == 0 || c.Hosts.At(uint32(h)).Down {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	child := c.newTask(h, c.taskLabel(id, t.Call.Text), own.Server)
	c.inherit(child, t.Task, h == own.Host)
	c.newThread(child, id, "", 0)
	c.about = Object{TaskObject, uint32(child)}
	c.out.Name = c.sendRightTo(t, c.Tasks.At(uint32(child)).Port)
	return true
}

// TaskTerminate ends a task: its threads, then all its rights (task_terminate). A
// thread that ends its own task does not return.
func (k Mach) TaskTerminate(task ipc.Name) error {
	return k.th.ask(OpTaskTerminate, task)
}

func runTaskTerminate(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	c.endTask(task)
	return t.Status != Ended
}

// TaskSuspend stops all threads of a task until as many TaskResume have come
// (task_suspend). A thread of that task stops in the call.
func (k Mach) TaskSuspend(task ipc.Name) error {
	return k.th.ask(OpTaskSuspend, task)
}

func runTaskSuspend(c *core, id ThreadID, t *ThreadState) bool {
	if t.Phase == 1 { // stopped itself, and was resumed
		return true
	}
	task, code := c.taskArg(t, t.Call.Name)
	if code != 0 {
		return c.refuse(code)
	}
	c.about = Object{TaskObject, uint32(task)}
	c.access(LocTask, ipc.Write, uint32(task), taskSelf)
	c.suspendTask(task)
	if ts := c.Tasks.At(uint32(task)); ts.Suspend == 1 {
		for _, other := range ts.Threads {
			c.passOn(c.Threads.Mut(uint32(other)))
		}
	}
	return c.stopSelf(t, task == t.Task)
}

// stopSelf ends a suspension's step: a thread that stopped itself goes on with
// the call when it is resumed.
func (c *core) stopSelf(t *ThreadState, self bool) bool {
	if self {
		t.Phase = 1
	}
	return !self
}

// suspendTask adds one to the stop count of a task.
func (c *core) suspendTask(task TaskID) {
	ts := c.Tasks.Mut(uint32(task))
	if ts.Suspend++; ts.Suspend == 1 {
		ts.Stopped = c.Now
	}
	c.settleTask(task)
}

func (c *core) settleTask(task TaskID) {
	ts := c.Tasks.At(uint32(task))
	c.access(LocTask, ipc.Read, uint32(task), taskThreads)
	for _, id := range ts.Threads {
		c.access(LocThread, ipc.Write, uint32(id), 0)
		c.access(LocStopped, ipc.Write, uint32(id), 0)
		t := c.Threads.Mut(uint32(id))
		t.Held = ts.held()
		c.settle(id, t)
	}
}

// TaskResume takes back one TaskSuspend (task_resume). KERN_FAILURE: the task is
// not suspended.
func (k Mach) TaskResume(task ipc.Name) error {
	return k.th.ask(OpTaskResume, task)
}

func runTaskResume(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	if c.Tasks.At(uint32(task)).Suspend == 0 {
		return c.refuse(ipc.KERN_FAILURE)
	}
	c.Tasks.Mut(uint32(task)).Suspend--
	c.settleTask(task)
	return true
}

// TaskThreads returns send rights to the thread ports of a task's threads
// (task_threads).
func (k Mach) TaskThreads(task ipc.Name) ([]ipc.Name, error) {
	k.th.begin(OpTaskThreads).Name = task
	k.th.enter()
	return k.th.res.Names, k.th.res.Code.Err()
}

func runTaskThreads(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	c.access(LocTask, ipc.Read, uint32(task), taskThreads)
	c.out.Names = nil
	for _, other := range c.Tasks.At(uint32(task)).Threads {
		c.out.Names = append(c.out.Names, c.sendRightTo(t, c.threadPort(other)))
	}
	return true
}

// TaskInfo is what task_info tells (TASK_BASIC_INFO and TASK_THREAD_TIMES_INFO).
type TaskInfo struct {
	Suspend     int32
	Priority    int32
	VirtualSize int64 // bytes allocated
	EndedTime   int64 // microseconds used by threads that have ended
	LiveTime    int64 // microseconds used by the others
	Threads     int
}

// TaskInfo returns facts about a task (task_info).
func (k Mach) TaskInfo(task ipc.Name) (TaskInfo, error) {
	k.th.begin(OpTaskInfo).Name = task
	k.th.enter()
	info, _ := k.th.res.Info.(TaskInfo)
	return info, k.th.res.Code.Err()
}

func runTaskInfo(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	ts := c.Tasks.At(uint32(task))
	c.access(LocTask, ipc.Read, uint32(task), taskThreads)
	c.access(LocTask, ipc.Read, uint32(task), taskMemory)
	info := TaskInfo{Suspend: ts.Suspend, Priority: ts.Priority, EndedTime: ts.CPU, Threads: len(ts.Threads)}
	for _, r := range ts.Map {
		info.VirtualSize += int64(r.Size)
	}
	for _, other := range ts.Threads {
		c.access(LocThread, ipc.Read, uint32(other), 0)
		info.LiveTime += c.Threads.At(uint32(other)).CPU
	}
	c.out.Info = info
	return true
}

// TaskGetSpecialPort returns a send right to a special port of a task, Null if it
// is not set (task_get_special_port).
func (k Mach) TaskGetSpecialPort(task ipc.Name, which int) (ipc.Name, error) {
	c := k.th.begin(OpTaskGetSpecialPort)
	c.Name, c.N = task, int64(which)
	k.th.enter()
	return k.th.res.Name, k.th.res.Code.Err()
}

func runTaskGetSpecialPort(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	ts := c.Tasks.At(uint32(task))
	if t.Call.N < 1 || t.Call.N >= numSpecial {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	p := ts.Specials[t.Call.N]
	switch {
	case p != 0:
	case t.Call.N == SpecialKernel:
		p = ts.Port
	case t.Call.N == SpecialNotify:
		p = c.IPC.Spaces.At(uint32(ts.Space)).Notify
	}
	c.out.Name = ipc.Null
	if p != 0 {
		c.out.Name = c.sendRightTo(t, p)
	}
	return true
}

// TaskSetSpecialPort sets a special port of a task to a copy of a send right of
// the caller, or to Null (task_set_special_port). MACH_SEND_INVALID_RIGHT: the
// caller has neither a send right nor a receive right of that name.
func (k Mach) TaskSetSpecialPort(task ipc.Name, which int, port ipc.Name) error {
	c := k.th.begin(OpTaskSetSpecialPort)
	c.Name, c.N, c.Name2 = task, int64(which), port
	k.th.enter()
	return k.th.res.Code.Err()
}

func runTaskSetSpecialPort(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	if n := t.Call.N; n != SpecialKernel && n != SpecialException && n != SpecialBootstrap {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	if t.Call.N == SpecialKernel {
		c.access(LocTask, ipc.Write, uint32(task), taskPort)
	}
	ts := c.Tasks.Mut(uint32(task))
	return c.setKept(t, &ts.Specials[t.Call.N], t.Call.Name2, ts.Host)
}

// setKept sets a send right that the kernel keeps, on host h, to a copy of the
// caller's; the old one is dropped.
func (c *core) setKept(t *ThreadState, v *ipc.PortID, n ipc.Name, h HostID) bool {
	p, code := c.copySend(t, n)
	if code != 0 {
		return c.refuse(ipc.MACH_SEND_INVALID_RIGHT)
	}
	p = c.carry(p, ipc.PortSend, h)
	old := *v
	*v = p
	c.IPC.DropSend(old)
	return true
}

// copySend makes a send right from what the caller has under a name: a copy of a
// send right, or one made from a receive right.
func (c *core) copySend(t *ThreadState, n ipc.Name) (ipc.PortID, ipc.Code) {
	sp := t.Space
	d := ipc.CopySend
	if e := c.IPC.Lookup(sp, n); e != nil && e.Type&ipc.TypeSendReceive == ipc.TypeReceive {
		d = ipc.MakeSend
	}
	return c.IPC.CopyInRight(sp, n, d)
}

// PortsRegister gives a task up to four ports that its children inherit
// (mach_ports_register). By custom the first is the name server.
func (k Mach) PortsRegister(task ipc.Name, ports ...ipc.Name) error {
	c := k.th.begin(OpPortsRegister)
	c.Name = task
	c.More = &More{Names: slices.Clone(ports)}
	k.th.enter()
	return k.th.res.Code.Err()
}

func runPortsRegister(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	ports := t.Call.More.Names
	if len(ports) > numRegistered {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	sp := t.Space
	for _, n := range ports {
		if n == ipc.Null || n == ipc.Dead {
			continue
		}
		if e := c.IPC.Lookup(sp, n); e == nil || e.Type&(ipc.TypeSendReceive|ipc.TypeDeadName) == 0 {
			return c.refuse(ipc.MACH_SEND_INVALID_RIGHT)
		}
	}
	ts := c.Tasks.Mut(uint32(task))
	for i := range ts.Slots {
		n := ipc.Null
		if i < len(ports) {
			n = ports[i]
		}
		c.setKept(t, &ts.Slots[i], n, ts.Host)
	}
	return true
}

// PortsLookup returns send rights to the four registered ports of a task, Null
// where none is set (mach_ports_lookup).
func (k Mach) PortsLookup(task ipc.Name) ([]ipc.Name, error) {
	k.th.begin(OpPortsLookup).Name = task
	k.th.enter()
	return k.th.res.Names, k.th.res.Code.Err()
}

func runPortsLookup(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	c.out.Names = make([]ipc.Name, numRegistered)
	for i, p := range c.Tasks.At(uint32(task)).Slots {
		if p != 0 {
			c.out.Names[i] = c.sendRightTo(t, p)
		}
	}
	return true
}

// TaskPriority sets the priority that new threads of a task get, 0 (best) to 31,
// and with change that of its threads too (task_priority). Priorities are kept and
// reported; the order of steps is the strategy's to choose.
func (k Mach) TaskPriority(task ipc.Name, priority int, change bool) error {
	c := k.th.begin(OpTaskPriority)
	c.Name, c.N, c.Flag = task, int64(priority), change
	k.th.enter()
	return k.th.res.Code.Err()
}

func runTaskPriority(c *core, id ThreadID, t *ThreadState, task TaskID) bool {
	if t.Call.N < 0 || t.Call.N > 31 {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	ts := c.Tasks.Mut(uint32(task))
	ts.Priority = int32(t.Call.N)
	if t.Call.Flag {
		c.access(LocTask, ipc.Read, uint32(task), taskThreads)
		for _, other := range ts.Threads {
			c.access(LocThread, ipc.Write, uint32(other), 0)
			c.Threads.Mut(uint32(other)).Priority = int32(t.Call.N)
		}
	}
	return true
}

// TaskNotify returns the name of the task's notify port (task_notify, Mach 2.5):
// there the kernel announces the death of every port that the task can send to.
// It is no kernel call.
func (k Mach25) TaskNotify() ipc.Name {
	return glance(k.th, func() ipc.Name {
		sp := k.th.m.IPC.Spaces.At(uint32(k.th.m.Tasks.At(uint32(k.th.task())).Space))
		return k.th.m.IPC.Ports.At(uint32(sp.Notify)).RecvName
	})
}
