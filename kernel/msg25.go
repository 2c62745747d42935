package kernel

import "machsim/ipc"

// The message calls of Mach 2.5, on which Krawczuk's thesis builds. They differ
// from mach_msg in their codes, in that a message that could not be sent is
// destroyed, and in that one too large to be received stays in the queue.

// message makes a message call with the ways of Mach 2.5.
func (th *Thread) message(op Op, m *ipc.Message, opt ipc.Option, size int, rcv ipc.Name, timeout int,
	notify ipc.Name) error {
	th.sends(op.String(), m)
	c := th.begin(op)
	c.Opt, c.N2, c.Name, c.N, c.Name2, c.Flag = opt, int64(size), rcv, int64(timeout), notify, true
	th.draft(c, m, m)
	th.enter()
	return translate25(th.res.Code).Err()
}

// MsgSend sends a message (msg_send). The timeout is in virtual milliseconds and
// counts when opt has SEND_TIMEOUT.
func (k Mach25) MsgSend(m *ipc.Message, opt ipc.Option25, timeout int) error {
	return k.th.message(OpMsgSend, m, ipc.MACH_SEND_MSG|sendOptions(opt), 0, ipc.Null, timeout, k.th.notifyFor(opt))
}

// PORT_DEFAULT is the name under which MsgReceive finds the task's default set: the
// ports that it has enabled (Mach25.PortEnable). It is -1, which became Mach 3.0's
// name of a dead right.
const PORT_DEFAULT = ipc.Dead

// MsgReceive receives a message from the right or set that m.Local names, or from
// the default set if that is PORT_DEFAULT (msg_receive).
func (k Mach25) MsgReceive(m *ipc.Message, opt ipc.Option25, timeout int) error {
	k.th.sends("MsgReceive", m)
	return k.th.message(OpMsgReceive, m, ipc.MACH_RCV_MSG|receiveOptions(opt), int(m.Size), m.Local, timeout, ipc.Null)
}

func runMsgReceive(c *core, id ThreadID, t *ThreadState) bool {
	if t.Phase == msgStart && t.Call.Name == PORT_DEFAULT {
		before := c.IPC.Spaces.At(uint32(t.Space)).Enabled
		t.Call.Name = c.IPC.Port25Enabled(t.Space)
		if t.Call.Name != before {
			c.made(t.Task, id, t.Space, t.Call.Name, "")
		}
	}
	return runMsg(c, id, t)
}

// MsgRPC sends a message, then receives one at the port that m.Local names, which
// is also the reply port (msg_rpc). The timeouts are for the two halves.
func (k Mach25) MsgRPC(m *ipc.Message, opt ipc.Option25, size, sendTimeout, rcvTimeout int) error {
	k.th.sends("MsgRPC", m)
	if m.Local == ipc.Null {
		return ipc.SEND_INVALID_PORT
	}
	reply := m.Local
	err := k.th.message(OpMsgRPC, m, ipc.MACH_SEND_MSG|sendOptions(opt), 0, ipc.Null, sendTimeout, k.th.notifyFor(opt))
	if err != nil {
		return err
	}
	return k.th.message(OpMsgRPC, m, ipc.MACH_RCV_MSG|receiveOptions(opt), size, reply, rcvTimeout, ipc.Null)
}

func sendOptions(opt ipc.Option25) (o ipc.Option) {
	if opt&ipc.SEND_TIMEOUT != 0 {
		o |= ipc.MACH_SEND_TIMEOUT
	}
	if opt&ipc.SEND_NOTIFY != 0 {
		o |= ipc.MACH_SEND_NOTIFY
	}
	return o
}

func receiveOptions(opt ipc.Option25) ipc.Option {
	o := ipc.MACH_RCV_LARGE
	if opt&ipc.RCV_TIMEOUT != 0 {
		o |= ipc.MACH_RCV_TIMEOUT
	}
	return o
}

// notifyFor returns where a forced message's acceptance is announced: the task's notify
// port.
func (th *Thread) notifyFor(opt ipc.Option25) ipc.Name {
	if opt&ipc.SEND_NOTIFY == 0 {
		return ipc.Null
	}
	return th.Mach25().TaskNotify()
}

// translate25 gives the Mach 2.5 code for one of Mach 3.0 (msg_return_translate).
func translate25(c ipc.Code) ipc.Code {
	switch c {
	case ipc.MACH_SEND_INVALID_DATA, ipc.MACH_SEND_INVALID_MEMORY:
		return ipc.SEND_INVALID_MEMORY
	case ipc.MACH_SEND_INVALID_DEST, ipc.MACH_SEND_INVALID_REPLY, ipc.MACH_SEND_INVALID_RIGHT,
		ipc.MACH_SEND_INVALID_TYPE, ipc.MACH_SEND_INVALID_HEADER, ipc.MACH_SEND_INVALID_NOTIFY:
		return ipc.SEND_INVALID_PORT
	case ipc.MACH_SEND_TIMED_OUT:
		return ipc.SEND_TIMED_OUT
	case ipc.MACH_SEND_WILL_NOTIFY:
		return ipc.SEND_WILL_NOTIFY
	case ipc.MACH_SEND_NOTIFY_IN_PROGRESS:
		return ipc.SEND_NOTIFY_IN_PROGRESS
	case ipc.MACH_SEND_INTERRUPTED, ipc.MACH_SEND_NO_BUFFER, ipc.MACH_SEND_NO_NOTIFY:
		return ipc.SEND_INTERRUPTED
	case ipc.MACH_SEND_MSG_TOO_SMALL:
		return ipc.SEND_MSG_TOO_SMALL
	case ipc.MACH_RCV_INVALID_NAME, ipc.MACH_RCV_IN_SET, ipc.MACH_RCV_PORT_DIED:
		return ipc.RCV_INVALID_PORT
	case ipc.MACH_RCV_TIMED_OUT:
		return ipc.RCV_TIMED_OUT
	case ipc.MACH_RCV_TOO_LARGE:
		return ipc.RCV_TOO_LARGE
	case ipc.MACH_RCV_INTERRUPTED:
		return ipc.RCV_INTERRUPTED
	case ipc.MACH_RCV_PORT_CHANGED:
		return ipc.RCV_PORT_CHANGE
	}
	return c
}
