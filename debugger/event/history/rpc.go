package history

import (
	"machsim/debugger/event/rpc"
	"machsim/kernel"
)

// stages are the steps of a remote call in words.
var stages = map[rpc.Stage]string{
	rpc.StageSent: "sent", rpc.StageRefused: "refused", rpc.StageReceived: "received", rpc.StageMoved: "handed on",
	rpc.StageReplied: "replied", rpc.StageAnswered: "answered", rpc.StageFailed: "failed", rpc.StageGaveUp: "given up",
	rpc.StageLost: "lost", rpc.StageDoubled: "doubled", rpc.StageExecutes: "executing",
	rpc.StageExecutesAgain: "executing again", rpc.StageExecuted: "executed", rpc.StageCutShort: "cut short",
}

// remote adds a step of a remote call.
func (c *Collector) remote(stage rpc.Stage, call *rpc.Call) {
	request, with, step := "", "", stages[stage]
	switch stage {
	case rpc.StageSent, rpc.StageRefused:
		request = inWords(c.e.Msg.Header.ID, kernel.Unmarked(c.e.Msg.Items), c.named)
	case rpc.StageResent, rpc.StageAside, rpc.StagePacketLost:
		step = packetStep(call.Marked, c.x.Number)
	}
	if call.Failed == c.x.Number && call.Code != 0 {
		with = call.Code.Error()
	}
	port := c.rpcs.Calls().Ports[call.Port]
	object := "dead"
	if port.Name != "" {
		object = c.name(port.Identity, port.Name)
	}
	c.addBy(RPC, c.actor(), object, int64(call.Number), step, request, c.thread(call.Caller),
		int64(call.Parent), with)
}

// packetStep is what happened to a packet of a call with an event: it was lost, or else sent.
func packetStep(m *rpc.Marked, event uint64) string {
	for i := len(m.Packets) - 1; i >= 0; i-- {
		switch p := &m.Packets[i]; event {
		case p.Lost:
			return p.Step.String() + " lost"
		case p.Sent:
			return p.Step.String() + " sent"
		}
	}
	return ""
}
