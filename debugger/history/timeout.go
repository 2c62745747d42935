package history

import (
	"machsim/ipc"
	"machsim/kernel"
)

// timeouts adds, for each half of a message call with a time limit, whether it was done in
// time, once that is known.
func (c *Collector) timeouts() {
	opt := c.e.Call.Opt
	if opt&ipc.MACH_SEND_MSG != 0 && opt&ipc.MACH_SEND_TIMEOUT != 0 && c.e.Phase <= phaseQueue {
		c.sendLimit()
	}
	if opt&ipc.MACH_RCV_MSG != 0 && opt&ipc.MACH_RCV_TIMEOUT != 0 && c.e.Done && !isSendCode(c.e.Result.Code) {
		c.receiveLimit()
	}
}

func (c *Collector) sendLimit() {
	result := "in time"
	if c.e.Done {
		switch code := c.e.Result.Code; {
		case code == ipc.MACH_SEND_TIMED_OUT:
			result = "timed out"
		case code == ipc.MACH_SEND_INTERRUPTED, code == ipc.MACH_SEND_WILL_NOTIFY, code == ipc.MACH_SEND_NOTIFY_IN_PROGRESS:
			result = code.Error()
		case isSendCode(code):
			return // refused at once
		}
	} else if c.e.Wait.Kind == kernel.WaitSend {
		return
	}
	c.add(Timeouts, c.port(ipc.PortID(c.e.About.ID)), "send", c.e.Call.N, result)
}

func (c *Collector) receiveLimit() {
	result := "in time"
	switch code := c.e.Result.Code; code {
	case 0:
	case ipc.MACH_RCV_TIMED_OUT:
		result = "timed out"
	case ipc.MACH_RCV_INVALID_NAME, ipc.MACH_RCV_IN_SET:
		return // refused at once
	default:
		result = code.Error()
	}
	// The default set of Mach 2.5 has got its name by now.
	name := c.s.Threads.At(uint32(c.e.Actor.Thread)).Call.Name
	c.add(Timeouts, c.nameOf(c.space(), name), "receive", c.e.Call.N, result)
}

// isSendCode tells the codes of the send half.
func isSendCode(code ipc.Code) bool { return code >= 0x10000000 && code < 0x10004000 }
