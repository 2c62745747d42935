package kernel

import (
	"machsim/ipc"
	"machsim/ipc/table"
)

// The locations that events access beyond those of ipc (ipc.AccessLog).
const (
	// LocThread is the thread A. Add: it was woken, made or let go on. Read: it matters
	// what it has done so far. Write: both. PassedOver: it waits on, though the
	// thread B that waited too was woken.
	LocThread = ipc.FirstKernelLocation + iota
	// LocPacket is the packet A, as LocThread.
	LocPacket
	// LocTask is the task A: B says what of it.
	LocTask
	LocMutex
	LocCondition
	// LocMemory is the memory record A: what stands in it, and how many regions show it. A record
	// is what one vm_allocate gave; so accesses to two regions are independent, also of one task.
	LocMemory
	LocHost
	// LocWires is all wires.
	LocWires
	// LocInput is the console input.
	LocInput
	// LocNet is the port A that is known on more than one host: B is 0 for its home,
	// or says of which host the end is (endLocation).
	LocNet
	// LocEnd is that the port A has an end on the host B.
	LocEnd
	// LocStopped is whether the thread A is suspended, alone or with its task.
	LocStopped
	// LocJoin is whether the thread A was joined or detached.
	LocJoin
	// LocFaults is how many faults the run may still have.
	LocFaults
	// LocFile is the file A: B says what of it.
	LocFile
	// LocOpen is whether the task B has the file A open.
	LocOpen
	// LocDisk is which files the host A has: B says what of that.
	LocDisk
	// LocStand is for which halts the host A stands (Agents).
	LocStand
)

// Which part of a task is accessed.
const (
	taskThreads = iota // which threads it has
	taskSelf           // what it is: special ports, priority, and so on
	taskMemory         // its address space
	taskHalt           // what it watches for (Halt); of task 0, which markers were sent
	taskPort           // what mach_task_self gives: its port, or what was put in its place
)

// Which part of a file is accessed, or of the names of a host's files.
const (
	fileNow    = iota // what programs see of it
	fileSynced        // what a crash leaves
)

const (
	diskNow    = fileNow
	diskSynced = fileSynced
)

// OfTaskItself says of an access to LocTask whether B stands for what the task is: its ports, its priority, and so on;
// not its threads or its memory.
func OfTaskItself(b uint32) bool { return b == taskSelf || b == taskPort }

// endLocation is B of an access to a port's end on a host.
func endLocation(h HostID) uint32 { return uint32(h) + 1 }

func (c *core) access(f ipc.Location, m ipc.Mode, a, b uint32) {
	if c.IPC.AccessLog != nil {
		c.IPC.AccessLog.Note(f, m, a, b)
	}
}

// newID is t.New for records whose ids programs may see: a replay gives the same.
func newID[T any, P table.Record[T]](c *core, t *table.Table[T, P]) uint32 {
	l := c.IPC.Values
	switch {
	case l == nil:
		return table.New(t)
	case !l.Replay:
		return l.Allocate(table.New(t))
	}
	id := l.Allocate(0)
	if id == 0 {
		return table.New(t)
	}
	table.NewAt(t, id)
	return id
}

// unlogged runs f without a trace in the access log: that a timer wakes a thread has
// nothing to do with the step that comes next.
func (c *core) unlogged(f func()) {
	l := c.IPC.AccessLog
	if l == nil {
		f()
		return
	}
	n := len(l.Accesses)
	f()
	l.Accesses = l.Accesses[:n]
}

// accessEnd notes that it matters how the i-th end of a port is, and where its home.
func (c *core) accessEnd(net NetID, i int) {
	if c.IPC.AccessLog == nil {
		return
	}
	c.access(LocNet, ipc.Read, uint32(net), 0)
	if i >= 0 {
		e := &c.NetPorts.At(uint32(net)).Ends[i]
		c.access(LocNet, ipc.Write, uint32(net), endLocation(e.Host))
		if e.Port != 0 {
			c.access(ipc.LocRights, ipc.Write, uint32(e.Port), 0)
		}
	}
}

// accessUnused notes that an end goes of which there may be news on the way: the news, which comes
// after all who gave up rights to the end, will find nothing of it.
func (c *core) accessUnused(net NetID, serial uint32) {
	if c.IPC.AccessLog == nil {
		return
	}
	for id := range c.Packets.All {
		if p := c.Packets.At(id); p.Kind == PacketUnused && p.Net == net && p.End == serial {
			c.access(LocPacket, ipc.Write, id, 0)
		}
	}
}

// accessHome records that the home of a port dies and all its ends are told. This depends on which
// ends exist, but not on their state, nor on whether an end that nobody can send to has gone.
func (c *core) accessHome(net uint32) {
	if c.IPC.AccessLog == nil {
		return
	}
	c.access(LocNet, ipc.Write, net, 0)
	for i := range c.NetPorts.At(net).Ends {
		c.access(LocEnd, ipc.Read, net, uint32(c.NetPorts.At(net).Ends[i].Host))
	}
}

// accessNet notes that the home of a port moves, which all its ends matter for.
func (c *core) accessNet(net uint32) {
	if c.IPC.AccessLog == nil {
		return
	}
	c.access(LocNet, ipc.Write, net, 0)
	for i := range c.NetPorts.At(net).Ends {
		c.access(LocNet, ipc.Write, net, endLocation(c.NetPorts.At(net).Ends[i].Host))
	}
}

// accessPassed notes that of the threads of a list one is woken: for the others, whose
// wait may yet end in another way, it matters that this one was waiting too. (Threads
// that wait for a message in order of arrival have accessed the queue, each after those
// before it.)
func (c *core) accessPassed(l *List, woken ThreadID) {
	if c.IPC.AccessLog == nil {
		return
	}
	for id := ThreadID(l.Head); id != 0; id = c.Threads.At(uint32(id)).Next {
		if id != woken {
			c.access(LocThread, ipc.PassedOver, uint32(id), uint32(woken))
		}
	}
}

// accessLeft notes that a thread leaves those that wait for a message, or for room: what
// comes goes to the others.
func (c *core) accessLeft(w Wait) {
	if w.Kind == WaitCondition {
		c.access(LocCondition, ipc.Write, w.Object, 0)
	}
	if c.IPC.AccessLog == nil || w.Kind != WaitSend && w.Kind != WaitReceive {
		return
	}
	if w.Kind == WaitReceive {
		c.access(ipc.LocQueue, ipc.Write, ipc.QueueKey(w.Port, w.Set), 0)
	}
	for id := ThreadID(c.listOf(w).Head); id != 0; id = c.Threads.At(uint32(id)).Next {
		c.access(LocThread, ipc.Add, uint32(id), 0)
	}
}

// accessRoom notes whether a message found room at port p.
func (c *core) accessRoom(p ipc.PortID, port *ipc.Port, m *ipc.Msg) {
	c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
	switch {
	case !port.HasRoom(m):
		c.accessFull(p, port)
	case m.DestType == ipc.PortSend && !port.Dead:
		c.access(ipc.LocRoom, ipc.TakeRoom, uint32(p), uint32(port.Room()-1))
	}
}

// accessFull notes that there is no room at port p: it is taken by the messages in its queue, and by those that are
// held back from it.
func (c *core) accessFull(p ipc.PortID, port *ipc.Port) {
	c.IPC.AccessQueued(p)
	if port.Hindered > 0 {
		c.access(LocNet, ipc.Read, port.Net, endLocation(HostID(port.Host)))
	}
}

// accessReceived notes the receipt of a message that was handed over.
func (c *core) accessReceived(m ipc.MsgID) {
	if c.IPC.AccessLog != nil {
		c.access(ipc.LocMsg, ipc.Read, uint32(m), 0)
	}
}
