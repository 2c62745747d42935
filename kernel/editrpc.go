package kernel

import (
	"slices"
	"strconv"

	"machsim/ipc"
)

// RPCPatience is how long the thread of an EditRPC waits for room at the destination, and again for the reply.
const RPCPatience = 10 * Second

// Port is the name of the port that an EditRPC calls, in the task; Null if it is none.
func (e *Edit) Port() ipc.Name {
	n, _ := strconv.ParseUint(e.Value, 10, 32)
	return ipc.Name(n)
}

// asking is the program of its thread. The task keeps nothing of the reply.
func asking(e *Edit) func(*Thread) {
	return func(th *Thread) {
		request := &ipc.Message{Items: slices.Clone(e.Items)}
		request.ID = e.ID
		reply, _ := th.Mach().RPCTimeout(e.Port(), request, RPCPatience.milliseconds())
		if reply != request {
			th.Mach().Destroy(reply)
		}
	}
}

// Asks gives the thread that an EditRPC makes its program: it is there from the start, as those that Main makes.
func (f *Feeder) Asks(id ThreadID, e *Edit) { f.adopt(f.m.handle(id, asking(e))) }
