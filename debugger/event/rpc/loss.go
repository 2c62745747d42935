package rpc

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// notices sees the notifications that say that a reply right was destroyed.
func (c *Collector) notices() {
	for _, id := range c.e.Moved {
		if !c.s.IPC.Msgs.Has(uint32(id)) {
			continue
		}
		if m := c.s.IPC.Msgs.At(uint32(id)); m.ID == ipc.MACH_NOTIFY_SEND_ONCE && m.Sent == 0 && m.Dest != 0 && !m.Draft {
			c.noticed(c.portOf(m.Dest))
		}
	}
}

// noticed sees a notification come to a reply port: the right of one of the calls with that port is gone.
func (c *Collector) noticed(port int32) {
	var last *Call
	for _, n := range c.openCalls() {
		call := c.get(n)
		if call.Reply != port || call.Lost != 0 || call.GaveUp != 0 {
			continue
		}
		if last = call; call.Replied == 0 && !c.inPlace(n) {
			break
		}
	}
	if last != nil && (last.Replied != 0 || !c.inPlace(last.Number)) {
		c.lose(last)
	}
}

// lose notes that the request or the reply right of a call was destroyed.
func (c *Collector) lose(call *Call) {
	if call.Lost != 0 {
		return
	}
	call.Lost = c.now()
	if c.onDeadHost(call) {
		call.Mark |= HostDown
	}
	c.forget(call)
	c.tell(StageLost, call)
}

// forget takes a call from its thread, and its reply right out of its place.
func (c *Collector) forget(call *Call) {
	c.misplaced(call.Number)
	if call.Dequeued != 0 && call.Replied == 0 {
		c.frees(call)
	}
}

// onDeadHost says whether the host has crashed where a call is served or, before it is received, where its port is.
func (c *Collector) onDeadHost(call *Call) bool {
	if id, _ := c.holder(call); id != 0 {
		return c.s.Hosts.At(uint32(c.hostOf(id))).Down
	}
	who := c.calls.Ports[call.Port].Identity
	for id := range c.s.IPC.Ports.All {
		p := c.s.IPC.Ports.At(id)
		if c.s.Identity(kernel.Object{Kind: kernel.PortObject, ID: id}) == who && p.Net != 0 &&
			c.s.NetPorts.Has(p.Net) {
			return c.s.Hosts.At(uint32(c.s.NetPorts.At(p.Net).Where)).Down
		}
	}
	return false
}

func (c *Collector) hostOf(id kernel.ThreadID) kernel.HostID {
	return c.s.Tasks.At(uint32(c.s.Threads.At(uint32(id)).Task)).Host
}

// rights sees a call that may have destroyed reply rights, or ports for replies.
func (c *Collector) rights() {
	if !c.e.Done {
		return
	}
	if n := c.places[place{c.e.Target(), c.e.Call.Name2, 0}]; n != 0 {
		if e := c.s.IPC.Look(c.e.Target(), c.e.Call.Name2); e == nil {
			if call := c.get(n); c.destroyed() {
				c.lose(call)
			}
		}
	}
	if len(c.loose) > 0 && c.e.About.Kind == kernel.PortObject {
		c.closed()
	}
}

// mayDestroy says whether the event may have destroyed a port.
func (c *Collector) mayDestroy() bool {
	return c.e.Call != nil && c.e.Done && c.e.Call.Op.Class() == kernel.ClassRights && c.destroyed()
}

// destroyed says whether the call destroys what its name stands for, where others only move it.
func (c *Collector) destroyed() bool {
	switch c.e.Call.Op {
	case kernel.OpPortDestroy, kernel.OpPortDeallocate, kernel.OpPortModRefs, kernel.OpPort25Deallocate:
		return true
	}
	return false
}

// closed sees that the reply ports of calls are gone whose callers do not wait in them.
func (c *Collector) closed() {
	for _, n := range c.openCalls() {
		call := c.get(n)
		if call.GaveUp == 0 && call.Mark&Waits == 0 && c.replyPortDied(call) {
			c.givesUp(call)
		}
	}
}

// replyPortDied says whether the port that the call at hand is about is the reply port of a remote call, and dead.
func (c *Collector) replyPortDied(call *Call) bool {
	id := c.e.About.ID
	if !c.s.IPC.Ports.Has(id) {
		return int(id) < len(c.portAt) && c.portAt[id] == call.Reply+1
	}
	return c.s.IPC.Ports.At(id).Dead && c.portOf(ipc.PortID(id)) == call.Reply
}

// givesUp notes that nobody waits for the answer to a call any more.
func (c *Collector) givesUp(call *Call) {
	call.GaveUp = c.now()
	c.settle(call)
	c.tell(StageGaveUp, call)
}

// ends sees what ended with the event: threads, tasks and hosts.
func (c *Collector) ends() {
	if !c.mayEnd() {
		return
	}
	for _, n := range c.openCalls() {
		call := c.get(n)
		if call.GaveUp == 0 && c.callerEnded(call) {
			call.Mark |= CallerDied
			c.givesUp(call)
		}
	}
	for _, n := range c.widowed() {
		c.lose(c.get(n))
	}
	for _, n := range c.openCalls() {
		if call := c.get(n); call.Lost == 0 && call.Dequeued == 0 && c.onDeadHost(call) {
			c.lose(call)
		}
	}
}

// widowed are the calls whose reply right a task had that has ended, in order.
func (c *Collector) widowed() (all []int32) {
	for at, n := range c.places {
		if c.taskEnded(at.space) {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}

// mayEnd says whether a thread or task may have ended with the event.
func (c *Collector) mayEnd() bool {
	switch {
	case c.e.Call == nil:
		return c.e.Edit != nil || c.e.Fault.Kind != kernel.NoFault || c.e.About.Kind == kernel.TaskObject ||
			c.e.About.Kind == kernel.ThreadObject
	case c.e.Ended:
		return true
	}
	switch c.e.Call.Op {
	case kernel.OpTaskTerminate, kernel.OpThreadTerminate, kernel.OpHostCrash, kernel.OpFail:
		return c.e.Done
	}
	return false
}

// callerEnded says whether nobody can receive the reply any more: a caller that waits has ended, or its task.
func (c *Collector) callerEnded(call *Call) bool {
	t := c.s.Threads.At(uint32(call.Caller))
	return t.Status == kernel.Ended && call.Mark&Waits != 0 || c.s.Tasks.At(uint32(t.Task)).Ended
}

// taskEnded says whether the task of a name space has ended.
func (c *Collector) taskEnded(space ipc.SpaceID) bool {
	return !c.s.IPC.Spaces.Has(uint32(space)) || c.s.IPC.Spaces.At(uint32(space)).Dead
}
