package kernel

import (
	"machsim/ipc"
)

// Phases of a message call.
const (
	msgStart   = iota
	msgQueue   // the message is in hand, waiting for room at its destination
	msgReceive // about to look for a message
	msgWait    // waiting for one
)

// sends says whether a call may hold a message in hand, waiting for room.
func (o Op) sends() bool { return o == OpMachMsg || o == OpMsgSend || o == OpMsgRPC }

// MachMsg sends and receives a message (mach_msg; the options say which of the two,
// in this order). The message m is sent, and is where the received one goes. A
// receive is from the right or port set rcv; the timeout, in virtual milliseconds
// (below 0 is as 0: do not wait), holds for each half by itself; size is the greatest
// message to be received in bytes, 0 for any. The error is one of Mach's codes,
// MACH_SEND_... or MACH_RCV_...
func (k Mach) MachMsg(m *ipc.Message, opt ipc.Option, size int, rcv ipc.Name, timeout int, notify ipc.Name) error {
	return k.th.msgTrap(m, m, nil, opt, size, rcv, timeout, notify)
}

// msgTrap makes the call of MachMsg. What is received, or comes back, lies in in, or if that is nil in room, or else in
// a new message.
func (th *Thread) msgTrap(m, in, room *ipc.Message, opt ipc.Option, size int, rcv ipc.Name, timeout int,
	notify ipc.Name) error {
	if m == nil {
		th.noMessage("MachMsg")
	}
	c := th.begin(OpMachMsg)
	th.room = room
	c.Opt, c.N2, c.Name, c.N, c.Name2 = opt, int64(size), rcv, int64(timeout), notify
	th.draft(c, m, in)
	if !th.goesIn() {
		return th.res.Code.Err()
	}
	for !th.steps() { // as in enter
		if to := th.successor(); to != nil {
			to.next()
			continue
		}
		if !th.yield(struct{}{}) {
			th.unwind()
		}
		if !th.locate {
			break
		}
		th.stack = callers(3)
	}
	th.inside = false
	return th.res.Code.Err()
}

// draft copies the message that a call sends out of the program's memory, and says where
// the one received is to go; nil for th.room, or a new one.
func (th *Thread) draft(c *Call, out, in *ipc.Message) {
	th.res.Msg = in
	switch {
	case c.Opt&ipc.MACH_SEND_MSG == 0:
	case th.apart && !th.preempted():
		th.sending = out
	default:
		c.Msg = th.m.IPC.NewDraft(out)
	}
}

func runMsg(c *core, id ThreadID, t *ThreadState) bool {
	c.takeEarly(t)
	if t.Phase == msgStart {
		if t.Call.Opt&ipc.MACH_SEND_MSG == 0 || c.express(id, t) {
			t.Phase = msgReceive
		} else if code := c.copyIn(id, t); code != 0 {
			return c.refuse(code)
		}
	}
	if t.Phase == msgQueue {
		if more, done := c.queue(id, t); !more {
			return done
		}
	}
	if t.Call.Opt&ipc.MACH_RCV_MSG == 0 {
		return true
	}
	if t.Phase == msgReceive {
		return !c.waitPlainly(id, t) && c.receive(id, t)
	}
	return c.received(id, t)
}

// copyIn turns the draft of the call into a message in hand.
func (c *core) copyIn(id ThreadID, t *ThreadState) ipc.Code {
	draft := t.Call.Msg
	m := c.IPC.Msgs.Mut(uint32(draft))
	if m.Memory {
		c.readMemory(t, m)
	}
	t.Call.Name3 = m.Header.Remote
	cancel := t.notify(ipc.MACH_SEND_CANCEL)
	t.Call.Msg = 0
	if code := c.IPC.CopyIn(t.Space, draft, cancel); code != 0 {
		return code
	}
	m.Sender, m.Sent = uint32(id), c.Steps+1
	c.Hash = hashItems(c.Hash, m)
	if m.Memory {
		c.dropSent(t, m)
	}
	t.Msg = draft
	t.Phase = msgQueue
	return 0
}

// notify returns the notify argument of a call with an option that wants one: Null
// without the option, and what is never a name if none was given.
func (t *ThreadState) notify(opt ipc.Option) ipc.Name {
	switch {
	case t.Call.Opt&opt == 0:
		return ipc.Null
	case t.Call.Name2 == ipc.Null:
		return ipc.Dead
	}
	return t.Call.Name2
}

// hashItems folds what a message says into a hash.
func hashItems(h uint64, m *ipc.Msg) uint64 {
	h = mix(h, uint64(uint32(m.ID)))
	for i := range m.Items {
		it := &m.Items[i]
		h = mix2(h, it.Num, uint64(it.Kind))
		if it.Str != "" {
			h = hashText(h, it.Str)
		}
	}
	return h
}

func hashText(h uint64, s string) uint64 {
	h = mix(h, uint64(len(s)))
	for ; len(s) >= 8; s = s[8:] {
		h = mix(h, uint64(s[0])|uint64(s[1])<<8|uint64(s[2])<<16|uint64(s[3])<<24|
			uint64(s[4])<<32|uint64(s[5])<<40|uint64(s[6])<<48|uint64(s[7])<<56)
	}
	for i := range len(s) {
		h = mix(h, uint64(s[i]))
	}
	return h
}

// queue tries to put the message in hand into the queue of its destination. The
// first result says that the call goes on to its receive half; otherwise the
// second says whether it is done.
func (c *core) queue(id ThreadID, t *ThreadState) (more, done bool) {
	m := c.IPC.Msgs.Mut(uint32(t.Msg))
	dest := m.Dest
	port := c.IPC.Ports.Mut(uint32(dest))
	c.about = Object{PortObject, uint32(dest)}
	if c.IPC.AccessLog != nil && t.Wake != WakeAbort {
		c.accessRoom(dest, port, m)
	}
	switch {
	case t.Wake == WakeAbort:
		return false, c.unsent(t, ipc.MACH_SEND_INTERRUPTED)
	case port.HasRoom(m):
		c.ahead(t, m)
		c.put(t, port, m)
		return true, false
	case t.Wake != WakeTimeout && t.Call.Opt&ipc.MACH_SEND_TIMEOUT == 0 && t.Call.Opt&ipc.MACH_SEND_NOTIFY == 0:
		return false, c.block(id, t, Wait{Kind: WaitSend, Port: dest}, -1)
	case t.Wake != WakeTimeout && t.Call.Opt&ipc.MACH_SEND_TIMEOUT != 0 && t.Call.N > 0:
		return false, c.block(id, t, Wait{Kind: WaitSend, Port: dest}, micros(t.Call.N))
	case t.Call.Opt&ipc.MACH_SEND_NOTIFY != 0:
		return false, c.force(t)
	}
	return false, c.unsent(t, ipc.MACH_SEND_TIMED_OUT)
}

// put queues the message in hand, or hands it to the thread that waits for it.
func (c *core) put(t *ThreadState, port *ipc.Port, m *ipc.Msg) {
	msg := t.Msg
	t.Msg, t.Phase = 0, msgReceive
	if c.holdBack(msg) {
		return
	}
	l, q := c.awaited(port, m)
	switch {
	case l == nil:
		c.IPC.Enqueue(msg)
		return
	case !c.IPC.ArrivesNow(q, port):
		c.IPC.Hold(msg)
		return
	}
	id := c.receiver(l, msg)
	if id == 0 {
		c.IPC.Append(msg)
		return
	}
	if c.IPC.AccessLog != nil {
		c.access(ipc.LocRoom, ipc.ReceiverWaited, uint32(m.Dest), uint32(id))
		c.access(ipc.LocMsg, ipc.HandedOver, uint32(msg), ipc.QueueKey(m.Dest, port.Set))
	}
	port.HandOver(m)
	c.IPC.Note(msg)
	to := c.Threads.Mut(uint32(id))
	to.Msg = msg
	c.unlink(l, to)
	c.goOn(id, to, WakeMessage)
	if t.Wake == WakeReady {
		c.passRoom(m.Dest)
	}
}

// awaited returns the list of the threads that wait for a message past an empty queue,
// and that queue; nil if there are none.
func (c *core) awaited(port *ipc.Port, m *ipc.Msg) (*List, *ipc.Queue) {
	l, q := &port.Receivers, &port.Queue
	if port.Set != 0 {
		set := c.IPC.Sets.Mut(uint32(port.Set))
		l, q = &set.Receivers, &set.Queue
	}
	if l.Head == 0 || q.Head != 0 || port.Dead || m.Circular {
		return nil, nil
	}
	return l, q
}

// force queues a message over the limit (SEND_NOTIFY).
func (c *core) force(t *ThreadState) bool {
	c.ahead(t, c.IPC.Msgs.At(uint32(t.Msg)))
	code := c.IPC.Force(t.Msg, t.Space, t.Call.Name3, t.Call.Name2)
	if code != ipc.MACH_SEND_WILL_NOTIFY {
		return c.unsent(t, code)
	}
	t.Msg = 0
	return c.refuse(code)
}

// unsent hands a message back that could not be queued; Mach 2.5 destroys it.
func (c *core) unsent(t *ThreadState, code ipc.Code) bool {
	msg := t.Msg
	t.Msg = 0
	if t.Call.Flag {
		c.IPC.DestroyMsg(msg)
	} else {
		c.IPC.CopyBack(t.Space, msg, c.buffer())
		c.mapMemory(t, c.out.Msg)
	}
	return c.refuse(code)
}

// buffer is where the present call wants its message.
func (c *core) buffer() *ipc.Message {
	switch {
	case c.out.Msg != nil:
	case c.spare != nil:
		c.spare.Header, c.spare.Items = ipc.Header{}, c.spare.Items[:0]
		c.out.Msg = c.spare
	default:
		c.out.Msg = ipc.Blank()
	}
	return c.out.Msg
}

// receive looks for a message, and waits if there is none.
func (c *core) receive(id ThreadID, t *ThreadState) bool {
	p, set, code := c.IPC.Source(t.Space, t.Call.Name)
	if code != 0 {
		return c.refuse(code)
	}
	sending := c.about.Kind != NoObject // the step is about the message it sent
	if !sending {
		c.about = source(p, set)
	}
	if c.halting {
		c.takeMarkers(p, set) // those of a set come to its head too when a port leaves it
	}
	if m := c.head(p, set); m != 0 {
		if t.Call.Opt&ipc.MACH_RCV_LARGE != 0 && !c.fits(t, m) {
			c.access(ipc.LocMsg, ipc.Read, uint32(m), 0)
			c.access(ipc.LocQueue, ipc.Write, ipc.QueueKey(p, set), 0)
			return c.tooLarge(c.IPC.Msgs.At(uint32(m)).Size)
		}
		c.IPC.Dequeue(m)
		if c.halting {
			c.takeMarkers(p, set)
		}
		return c.deliver(t, m)
	}
	c.access(ipc.LocQueue, ipc.Write, ipc.QueueKey(p, set), 0)
	timeout := int64(-1)
	if t.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 {
		if timeout = micros(t.Call.N); timeout == 0 {
			return c.refuse(ipc.MACH_RCV_TIMED_OUT)
		}
	}
	t.Phase = msgWait
	return c.block(id, t, Wait{Kind: WaitReceive, Port: p, Set: set}, timeout)
}

func source(p ipc.PortID, set ipc.SetID) Object {
	if set != 0 {
		return Object{SetObject, uint32(set)}
	}
	return Object{PortObject, uint32(p)}
}

// received goes on after a wait for a message.
func (c *core) received(id ThreadID, t *ThreadState) bool {
	switch t.Wake {
	case WakeMessage:
		m := t.Msg
		t.Msg = 0
		c.about = Object{PortObject, uint32(c.IPC.Msgs.At(uint32(m)).Dest)}
		c.accessReceived(m)
		return c.deliver(t, m)
	case WakeTimeout:
		return c.refuse(ipc.MACH_RCV_TIMED_OUT)
	case WakeAbort:
		return c.refuse(ipc.MACH_RCV_INTERRUPTED)
	case WakePortChanged:
		return c.refuse(ipc.MACH_RCV_PORT_CHANGED)
	case WakeTooLarge:
		return c.tooLarge(uint32(t.Call.N3))
	}
	return c.refuse(ipc.MACH_RCV_PORT_DIED)
}

// tooLarge tells the size of a message that was left alone.
func (c *core) tooLarge(size uint32) bool {
	c.buffer().Size = size
	return c.refuse(ipc.MACH_RCV_TOO_LARGE)
}

// deliver copies a message that has left its queue to the thread.
func (c *core) deliver(t *ThreadState, m ipc.MsgID) bool {
	if c.deliverExpress(t, m) {
		return true
	}
	if !c.fits(t, m) {
		c.IPC.CopyOutHeader(t.Space, m, c.buffer())
		return c.refuse(ipc.MACH_RCV_TOO_LARGE)
	}
	if c.snapshot() {
		c.catch(t, m)
	}
	msg := c.IPC.Msgs.At(uint32(m))
	memory := msg.Memory
	if msg.Of != 0 {
		c.subject = c.meaning(msg.Of)
	}
	c.out.N = int64(msg.Sent) // for whoever follows messages
	c.out.Code = c.IPC.CopyOut(t.Space, m, c.buffer(), t.notify(ipc.MACH_RCV_NOTIFY))
	if memory {
		c.mapMemory(t, c.out.Msg)
	}
	return true
}

// head is the message that a receive from the port, or set, gets: the first. In a
// weak run any member of a set with a message may be the one.
func (c *core) head(p ipc.PortID, set ipc.SetID) ipc.MsgID {
	first := c.IPC.First(p, set)
	if !c.cfg.Weak || set == 0 || first == 0 {
		return first
	}
	var heads []ipc.MsgID
	seen := map[ipc.PortID]bool{}
	for m := first; m != 0; m = c.IPC.Msgs.At(uint32(m)).Next {
		if d := c.IPC.Msgs.At(uint32(m)).Dest; !seen[d] && !IsMarker(c.IPC.Msgs.At(uint32(m))) {
			seen[d] = true
			heads = append(heads, m)
		}
	}
	if len(heads) > 1 {
		c.access(ipc.LocQueue, ipc.ReadArrivals, ipc.QueueKey(p, set), 0)
	}
	return heads[c.choose(PointMember, len(heads), 0)]
}
