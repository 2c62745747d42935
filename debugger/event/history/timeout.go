package history

import (
	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// timeouts adds, for each half of a message call with a time limit, whether it completed in time,
// as soon as that is known.
func (c *Collector) timeouts() {
	if c.x.Sends() && c.x.Opt&ipc.MACH_SEND_TIMEOUT != 0 && c.x.Phase <= event.PhaseQueue {
		c.sendLimit()
	}
	if c.x.Receives() && c.x.Opt&ipc.MACH_RCV_TIMEOUT != 0 && c.x.Done && !event.IsSendCode(c.x.Code) {
		c.receiveLimit()
	}
}

func (c *Collector) sendLimit() {
	result := "in time"
	if c.x.Done {
		switch code := c.x.Code; {
		case code == ipc.MACH_SEND_TIMED_OUT:
			result = "timed out"
		case code == ipc.MACH_SEND_INTERRUPTED, code == ipc.MACH_SEND_WILL_NOTIFY, code == ipc.MACH_SEND_NOTIFY_IN_PROGRESS:
			result = code.Error()
		case event.IsSendCode(code):
			return // refused at once
		}
	} else if c.x.Wait.Kind == kernel.WaitSend {
		return
	}
	c.add(Timeouts, c.port(ipc.PortID(c.e.About.ID)), "send", c.x.Operand(kernel.FieldN).N, result)
}

func (c *Collector) receiveLimit() {
	result := "in time"
	switch code := c.x.Code; code {
	case 0:
	case ipc.MACH_RCV_TIMED_OUT:
		result = "timed out"
	case ipc.MACH_RCV_INVALID_NAME, ipc.MACH_RCV_IN_SET:
		return // refused at once
	default:
		result = code.Error()
	}
	// By now the default set of Mach 2.5 has its name.
	name := c.s.Threads.At(uint32(c.x.Actor.Thread)).Call.Name
	c.add(Timeouts, c.named(uint64(name)), "receive", c.x.Operand(kernel.FieldN).N, result)
}
