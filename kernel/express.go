package kernel

import "machsim/ipc"

// expressOptions are those of a call whose message may go as an Express.
const expressOptions = ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG | ipc.MACH_SEND_TIMEOUT | ipc.MACH_RCV_TIMEOUT

// express sends the draft of a call to the thread that waits for it, as copyIn, queue and put would, if the message is
// plain and nobody looks or chooses (ipc.Express). Otherwise it returns false, and has done nothing.
func (c *core) express(id ThreadID, t *ThreadState) bool {
	if !c.direct || t.Call.Op != OpMachMsg || t.Call.Opt&^expressOptions != 0 || t.Wake != WakeNone {
		return false
	}
	msg := t.Call.Msg
	var x ipc.Express
	if !c.IPC.Express(&x, t.Space, msg) {
		return false
	}
	receiver := ThreadID(x.Port.Receivers.Head)
	to := c.Threads.Mut(uint32(receiver))
	if to.Call.Opt&ipc.MACH_RCV_LARGE != 0 {
		return false
	}
	t.Call.Name3, t.Call.Msg = x.Msg.Header.Remote, 0
	x.HandOver(&c.IPC)
	x.Msg.Sender, x.Msg.Sent = uint32(id), c.Steps+1
	c.Hash = hashItems(c.Hash, x.Msg)
	c.about = Object{PortObject, uint32(x.Dest)}
	to.Msg = msg
	c.unlink(&x.Port.Receivers, to)
	c.goOn(receiver, to, WakeMessage)
	return true
}

// waitPlainly has a thread wait for a message as receive would, if there is none and nobody looks or chooses. Otherwise
// it returns false, and has done nothing.
func (c *core) waitPlainly(id ThreadID, t *ThreadState) bool {
	if !c.direct || t.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 {
		return false
	}
	p, port := c.IPC.Idle(t.Space, t.Call.Name)
	if port == nil {
		return false
	}
	if c.about.Kind == NoObject {
		c.about = Object{PortObject, uint32(p)}
	}
	t.Phase, t.Status, t.Wake = msgWait, Blocked, WakeNone
	t.Wait.Kind, t.Wait.Port, t.Wait.Since = WaitReceive, p, c.Now
	c.push(&port.Receivers, id, t)
	c.Ready.Remove(uint32(id))
	return true
}

// deliverExpress is deliver for a message that came as an Express. It returns false, and has done nothing, if it is
// another one.
func (c *core) deliverExpress(t *ThreadState, m ipc.MsgID) bool {
	if !c.direct || t.Call.N2 != 0 || t.Call.Opt&ipc.MACH_RCV_NOTIFY != 0 {
		return false
	}
	sent := c.IPC.Msgs.At(uint32(m)).Sent
	if !c.IPC.CopyOutExpress(t.Space, m, c.buffer()) {
		return false
	}
	c.out.N = int64(sent)
	return true
}
