package trace

import (
	"fmt"

	"machsim/kernel"
)

// across is what a request for a call, or its answer, says that has arrived on a wire, and what
// came of it; "" for another message.
func across(e *kernel.Event) string {
	if e.Msg == nil {
		return ""
	}
	switch c := e.Msg.Call.(type) {
	case *kernel.Request:
		text := fmt.Sprintf("%s of #%d, on %s", c.Call.Op, e.Msg.Sent, target(e.State, e.Packet.Key.Port))
		if e.Result.Code != 0 {
			return text + ": " + e.Result.Code.Error()
		}
		if e.About.Kind == kernel.PacketObject {
			return text + ", which is dead"
		}
		return text
	case *kernel.Answer:
		return fmt.Sprintf("answer to %s, %s", e.State.ThreadName(kernel.ThreadID(e.Packet.Key.Port.Object)), c)
	}
	return ""
}

// target is the task or thread that a call is made on, given by the key of its port.
func target(s *kernel.State, p kernel.PortKey) string {
	switch p.Kind {
	case kernel.KindTask:
		return "task " + s.TaskName(kernel.TaskID(p.Object))
	case kernel.KindThread:
		return "thread " + s.ThreadName(kernel.ThreadID(p.Object))
	}
	return "a port that is no task or thread"
}
