package history

import (
	"machsim/debugger/event/rpc"
)

// stages are the steps of a remote call in words.
var stages = map[rpc.Stage]string{
	rpc.StageSent: "sent", rpc.StageRefused: "refused", rpc.StageReceived: "received", rpc.StageMoved: "handed on",
	rpc.StageReplied: "replied", rpc.StageAnswered: "answered", rpc.StageFailed: "failed", rpc.StageGaveUp: "given up",
	rpc.StageLost: "lost",
}

// remote adds a step of a remote call.
func (c *Collector) remote(stage rpc.Stage, call *rpc.Call) {
	request, with := "", ""
	switch stage {
	case rpc.StageSent, rpc.StageRefused:
		request = inWords(c.e.Msg.Header.ID, c.e.Msg.Items, c.named)
	}
	if call.Failed == uint32(c.x.Number) {
		with = call.Code.Error()
	}
	port := c.rpcs.Calls().Ports[call.Port]
	object := "dead"
	if port.Name != "" {
		object = c.name(port.Identity, port.Name)
	}
	c.addBy(RPC, c.actor(), object, int64(call.Number), stages[stage], request, c.thread(call.Caller),
		int64(call.Parent), with)
}
