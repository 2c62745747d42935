package kernel

import (
	"machsim/ipc"
	"machsim/ipc/table"
)

// What events touch beyond ipc's facets (ipc.Ledger).
const (
	// TouchThread is the thread A. Add: it was woken, made or let go on. Read: it matters
	// what it has done so far. Write: both.
	TouchThread = ipc.FirstKernelFacet + iota
	// TouchPacket is the packet A, as TouchThread.
	TouchPacket
	// TouchTask is the task A: B says what of it.
	TouchTask
	TouchMutex
	TouchCondition
	// TouchMemory is the memory record A.
	TouchMemory
	TouchHost
	// TouchWires is all wires.
	TouchWires
	// TouchInput is the console input.
	TouchInput
)

// What of a task is touched.
const (
	taskThreads = iota // which threads it has
	taskSelf           // what it is: special ports, priority, and so on
	taskMemory         // its address space
)

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

// touchRoom notes whether a message found room at its port.
func (c *core) touchRoom(port *ipc.Port, m *ipc.Msg) {
	c.touch(ipc.TouchPort, ipc.Read, uint32(m.Dest), 0)
	switch {
	case !port.HasRoom(m):
		c.IPC.TouchQueued(m.Dest)
	case m.DestType == ipc.PortSend && !port.Dead:
		c.touch(ipc.TouchRoom, ipc.Taken, uint32(m.Dest), uint32(port.QLimit-1-port.Count))
	}
}

// touchReceived notes the receipt of a message that was handed over.
func (c *core) touchReceived(m ipc.MsgID) {
	if c.IPC.Ledger != nil {
		p := c.IPC.Msgs.At(uint32(m)).Dest
		c.touch(ipc.TouchMsg, ipc.Read, uint32(m), 0)
		c.touch(ipc.TouchQueue, ipc.Write, ipc.QueueKey(p, c.IPC.Ports.At(uint32(p)).Set), 0)
	}
}
