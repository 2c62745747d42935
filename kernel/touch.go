package kernel

import (
	"machsim/ipc"
	"machsim/ipc/table"
)

// What events touch beyond ipc's facets (ipc.Ledger).
const (
	// TouchThread is the thread A. Add: it was woken, made or let go on. Read: it matters
	// what it has done so far. Write: both. Handed: it waits on, though the thread B that
	// waited too was woken.
	TouchThread = ipc.FirstKernelFacet + iota
	// TouchPacket is the packet A, as TouchThread.
	TouchPacket
	// TouchTask is the task A: B says what of it.
	TouchTask
	TouchMutex
	TouchCondition
	// TouchMemory is the memory record A: what stands in it, and how many regions show it. A record
	// is what one vm_allocate gave; so accesses to two regions are independent, also of one task.
	TouchMemory
	TouchHost
	// TouchWires is all wires.
	TouchWires
	// TouchInput is the console input.
	TouchInput
	// TouchNet is the port A that is known on more than one host: B is 0 for its home,
	// or says of which host the end is (endFacet).
	TouchNet
	// TouchEnd is that the port A has an end on the host B.
	TouchEnd
	// TouchStopped is whether the thread A is suspended, alone or with its task.
	TouchStopped
	// TouchJoin is whether the thread A was joined or detached.
	TouchJoin
)

// What of a task is touched.
const (
	taskThreads = iota // which threads it has
	taskSelf           // what it is: special ports, priority, and so on
	taskMemory         // its address space
	taskHalt           // what it watches for (Halt); of task 0, which markers were sent
	taskPort           // what mach_task_self gives: its port, or what was put in its place
)

// endFacet is B of a touch of a port's end on a host.
func endFacet(h HostID) uint32 { return uint32(h) + 1 }

func (c *core) touch(f ipc.Facet, m ipc.Mode, a, b uint32) {
	if c.IPC.Ledger != nil {
		c.IPC.Ledger.Touch(f, m, a, b)
	}
}

// newID is t.New for records whose ids programs may see: a replay gives the same.
func newID[T any, P table.Record[T]](c *core, t *table.Table[T, P]) uint32 {
	l := c.IPC.Ledger
	switch {
	case l == nil:
		return t.New()
	case !l.Replay:
		return l.Give(t.New())
	}
	id := l.Give(0)
	if id == 0 {
		return t.New()
	}
	t.NewAt(id)
	return id
}

// untouched runs f without a trace in the ledger: that a timer wakes a thread has
// nothing to do with the step that comes next.
func (c *core) untouched(f func()) {
	l := c.IPC.Ledger
	if l == nil {
		f()
		return
	}
	n := len(l.Touches)
	f()
	l.Touches = l.Touches[:n]
}

// touchEnd notes that it matters how the i-th end of a port is, and where its home.
func (c *core) touchEnd(net NetID, i int) {
	if c.IPC.Ledger == nil {
		return
	}
	c.touch(TouchNet, ipc.Read, uint32(net), 0)
	if i >= 0 {
		e := &c.NetPorts.At(uint32(net)).Ends[i]
		c.touch(TouchNet, ipc.Write, uint32(net), endFacet(e.Host))
		if e.Port != 0 {
			c.touch(ipc.TouchRights, ipc.Write, uint32(e.Port), 0)
		}
	}
}

// touchHome notes that the home of a port dies, and all its ends are told: that they were made
// matters, but not how they are, nor whether one that nobody can send to has gone.
func (c *core) touchHome(net uint32) {
	if c.IPC.Ledger == nil {
		return
	}
	c.touch(TouchNet, ipc.Write, net, 0)
	for i := range c.NetPorts.At(net).Ends {
		c.touch(TouchEnd, ipc.Read, net, uint32(c.NetPorts.At(net).Ends[i].Host))
	}
}

// touchNet notes that the home of a port moves, which all its ends matter for.
func (c *core) touchNet(net uint32) {
	if c.IPC.Ledger == nil {
		return
	}
	c.touch(TouchNet, ipc.Write, net, 0)
	for i := range c.NetPorts.At(net).Ends {
		c.touch(TouchNet, ipc.Write, net, endFacet(c.NetPorts.At(net).Ends[i].Host))
	}
}

// touchPassed notes that of the threads of a list one is woken: for the others, whose
// wait may yet end in another way, it matters that this one was waiting too. (Threads
// that wait for a message in order of arrival have touched the queue, each after those
// before it.)
func (c *core) touchPassed(l *List, woken ThreadID) {
	if c.IPC.Ledger == nil || c.IPC.Ledger.Replay {
		return
	}
	for id := ThreadID(l.Head); id != 0; id = c.Threads.At(uint32(id)).Next {
		if id != woken {
			c.touch(TouchThread, ipc.Handed, uint32(id), uint32(woken))
		}
	}
}

// touchLeft notes that a thread leaves those that wait for a message, or for room: what
// comes goes to the others.
func (c *core) touchLeft(w Wait) {
	if w.Kind == WaitCondition {
		c.touch(TouchCondition, ipc.Write, w.Object, 0)
	}
	if c.IPC.Ledger == nil || w.Kind != WaitSend && w.Kind != WaitReceive {
		return
	}
	if w.Kind == WaitReceive {
		c.touch(ipc.TouchQueue, ipc.Write, ipc.QueueKey(w.Port, w.Set), 0)
	}
	for id := ThreadID(c.listOf(w).Head); id != 0; id = c.Threads.At(uint32(id)).Next {
		c.touch(TouchThread, ipc.Add, uint32(id), 0)
	}
}

// touchRoom notes whether a message found room at port p.
func (c *core) touchRoom(p ipc.PortID, port *ipc.Port, m *ipc.Msg) {
	c.touch(ipc.TouchPort, ipc.Read, uint32(p), 0)
	switch {
	case !port.HasRoom(m):
		c.IPC.TouchQueued(p)
	case m.DestType == ipc.PortSend && !port.Dead:
		c.touch(ipc.TouchRoom, ipc.Taken, uint32(p), uint32(port.QLimit-1-port.Count))
	}
}

// touchReceived notes the receipt of a message that was handed over.
func (c *core) touchReceived(m ipc.MsgID) {
	if c.IPC.Ledger != nil {
		c.touch(ipc.TouchMsg, ipc.Read, uint32(m), 0)
	}
}
