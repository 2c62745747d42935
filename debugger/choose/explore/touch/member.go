package touch

import (
	"machsim/ipc"
	"machsim/kernel"
)

// op is the call that the step makes; 0 for a packet.
func (t *trial) op() kernel.Op {
	if t.actor.Thread == 0 {
		return 0
	}
	return t.before.Threads.At(uint32(t.actor.Thread)).Call.Op
}

// joins adds the use of a port that is put into a set, or taken out of one. That of one without messages changes
// nothing of the set's queue.
func (t *trial) joins(id ipc.PortID) bool {
	p := t.before.IPC.Ports.At(uint32(id))
	if !t.use(t.prints.ofPort(t.before, memberName, id), Write) {
		return false
	}
	if t.empty = p.Count == 0 && p.Set == 0; t.empty {
		return t.use(t.prints.Port(t.before, id), Write)
	}
	return t.changed(id)
}

// asksMember says whether a call that looks at a port may depend on the set that it is in. Those that send a message,
// or give or take a right to send, do not; but who receives or sends there uses its queue.
func (t *trial) asksMember() bool {
	if t.exits() {
		return false
	}
	switch t.op() {
	case 0, kernel.OpMachMsg, kernel.OpPortsLookup, kernel.OpNetServer, kernel.OpPortDeallocate:
		return false
	}
	return true
}
