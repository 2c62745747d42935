package kernel

import (
	"slices"

	"machsim/ipc"
)

// A call on a task or thread of another host is an RPC, as all such calls are in Mach: the
// task's port is a proxy here, and the request travels from its queue as any message does. The
// kernel of the other host makes the call (perform), and its answer travels to the reply port
// of the thread, which waits. So the call is subject to the wire's delay, to cuts and to crashes,
// and its caller learns of a death there only by a message, or by its absence:
//
//	MACH_SEND_INVALID_DEST   the call was not performed: the port is dead, as this host or its
//	                         own knows; or the network server declared the host unreachable
//	                         before the request was on the wire
//	MIG_SERVER_DIED          the network server declared the host unreachable when the request
//	                         was on the wire or had arrived: the call may have been performed
//	MACH_SEND_INTERRUPTED    the thread was aborted while it waited for room at the proxy
//	MACH_RCV_INTERRUPTED     the thread was aborted while it waited for the answer; the call may
//	                         still be performed
//
// All other codes are those of the call itself. Rights among the arguments travel with the
// request; if the call is refused, they come back with the answer.

// Phases of a call on another host, beyond those of the handlers.
const (
	acrossRoom   = 10 + iota // waiting for room at the proxy
	acrossAnswer             // waiting for the answer
)

// across wraps the handler of a call: if the target is on another host, the call travels there.
func across(run func(*core, ThreadID, *ThreadState) bool) handler {
	return func(c *core, id ThreadID, t *ThreadState) bool {
		switch t.Phase {
		case acrossRoom:
			return c.ask(id, t)
		case acrossAnswer:
			return c.answered(id, t)
		}
		if proxy := c.elsewhere(t); proxy != 0 {
			c.request(id, t, proxy)
			return c.ask(id, t)
		}
		return run(c, id, t)
	}
}

// elsewhere returns the proxy that the target of a thread's call is, 0 if it is none.
func (c *core) elsewhere(t *ThreadState) ipc.PortID {
	if t.Call.Name == c.Tasks.At(uint32(t.Task)).Self {
		c.access(LocTask, ipc.Read, uint32(t.Task), taskPort)
	}
	if c.IsSelf(t) {
		return 0
	}
	e := c.IPC.Lookup(t.Space, t.Call.Name)
	if e != nil && e.Type&ipc.TypeSend != 0 {
		c.access(ipc.LocPort, ipc.Read, e.Object, 0)
	}
	return c.proxyBehind(e)
}

// IsSelf says whether the target of a thread's call is given by its own task's name for itself.
func (s *State) IsSelf(t *ThreadState) bool {
	own := s.Tasks.At(uint32(t.Task))
	return t.Call.Name == ipc.Null || t.Call.Name == own.Self && own.Specials[SpecialKernel] == 0
}

// proxyBehind returns the proxy to which a name is a send right, 0 if it is none.
func (s *State) proxyBehind(e *ipc.Entry) ipc.PortID {
	if e == nil || e.Type&ipc.TypeSend == 0 || s.IPC.Ports.At(e.Object).Kind != KindProxy {
		return 0
	}
	return ipc.PortID(e.Object)
}

// acrossWait returns the wait with which a call on a task or thread would begin now.
func (s *State) acrossWait(t *ThreadState) Wait {
	if t.Phase == acrossAnswer || t.Wake == WakeAbort || t.Phase == 0 && s.IsSelf(t) {
		return Wait{}
	}
	var to ipc.PortID
	if t.Phase == acrossRoom {
		to = s.IPC.Msgs.At(uint32(t.Msg)).Dest
	} else {
		to = s.proxyBehind(s.IPC.Look(t.Space, t.Call.Name))
	}
	if to == 0 || s.IPC.Ports.At(uint32(to)).HasRoomBy(ipc.PortSend) {
		return Wait{}
	}
	return Wait{Kind: WaitSend, Port: to}
}

// request makes the request for a call to another host, as the thread's message in hand.
func (c *core) request(id ThreadID, t *ThreadState, proxy ipc.PortID) {
	r := &Request{Call: t.Call, Serial: c.serial(id, t.Call.Op)}
	r.Call.Name, r.Call.PC = ipc.Null, 0
	r.Call.own()
	items := c.takeOperands(t, &r.Call)
	reply := c.replyPort(id, t)
	c.IPC.AddSend(proxy)
	c.IPC.AddSendOnce(reply)
	t.Msg = c.IPC.NewMsg(proxy, ipc.PortSend, reply, ipc.PortSendOnce, CallRequest, items...)
	msg := c.IPC.Msgs.Mut(uint32(t.Msg))
	msg.Sender, msg.Sent, msg.Call = uint32(id), c.Steps+1, r
	c.lends = t.Call.Op == OpThreadCreate
	t.Phase = acrossRoom
}

// ask sends the request in hand and waits for the answer, or waits for room at the proxy.
func (c *core) ask(id ThreadID, t *ThreadState) bool {
	m := t.Msg
	msg := c.IPC.Msgs.At(uint32(m))
	port := c.IPC.Ports.At(uint32(msg.Dest))
	if c.IPC.AccessLog != nil && t.Wake != WakeAbort {
		c.accessRoom(msg.Dest, port, msg)
	}
	switch {
	case t.Wake == WakeAbort:
		return c.unasked(t, ipc.MACH_SEND_INTERRUPTED)
	case port.Dead:
		return c.unasked(t, ipc.MACH_SEND_INVALID_DEST)
	case !port.HasRoom(msg):
		c.about = c.behind(port)
		return c.block(id, t, Wait{Kind: WaitSend, Port: msg.Dest}, -1)
	}
	t.Msg, t.Phase = 0, acrossAnswer
	if port.Kind != KindProxy { // the port has moved to this host while the thread waited for room
		if t.Wake == WakeReady {
			c.passRoom(msg.Dest) // the request takes none
		}
		c.block(id, t, Wait{Kind: WaitRequest, Port: t.Reply}, -1)
		t.Wait.Host = HostID(port.Host)
		c.hasArrived(t.Reply)
		c.perform(m)
		c.out.Code = 0 // perform has set it; the caller gets its code in the answer
		return false
	}
	c.about = c.behind(port)
	w := c.waitAcross(port, t.Reply)
	c.block(id, t, w, -1)
	t.Wait.Host = w.Host // block does not set it, because no other wait has one
	c.IPC.Enqueue(m)
	return false
}

// unasked returns the rights of a request that could not be sent to the caller.
func (c *core) unasked(t *ThreadState, code ipc.Code) bool {
	m := t.Msg
	t.Msg = 0
	t.unused()
	c.takeBack(t, m, c.asks(m))
	if reply, _ := c.IPC.TakeReply(m); reply != 0 {
		c.IPC.ForgetSendOnce(reply)
	}
	c.IPC.DestroyMsg(m)
	return c.refuse(code)
}

// behind returns the task or thread that a proxy's port stands for, if it is known to be one.
func (s *State) behind(proxy *ipc.Port) Object {
	switch k := s.NetPorts.At(proxy.Net).Key; k.Kind {
	case KindTask:
		return Object{TaskObject, k.Object}
	case KindThread:
		return Object{ThreadObject, k.Object}
	}
	return Object{}
}

// waitAcross returns the wait for the answer to a request that goes to a proxy.
func (c *core) waitAcross(proxy *ipc.Port, reply ipc.PortID) Wait {
	w := Wait{Kind: WaitRequest, Port: reply}
	switch o := c.behind(proxy); o.Kind {
	case TaskObject:
		w.Object = o.ID
	case ThreadObject:
		w.Object = uint32(c.Threads.At(o.ID).Task)
	default: // only such a port can move
		c.access(LocNet, ipc.Read, proxy.Net, 0)
		w.Host = c.NetPorts.At(proxy.Net).Where
		return w
	}
	w.Host = c.Tasks.At(w.Object).Host
	return w
}

// replyPort returns the port where the kernel waits for answers on a thread's behalf.
func (c *core) replyPort(id ThreadID, t *ThreadState) ipc.PortID {
	if t.Reply == 0 {
		t.Reply = c.kernelPort(KindReply, uint32(id), c.Tasks.At(uint32(t.Task)).Host)
		c.IPC.Ports.Mut(uint32(t.Reply)).Label = c.newLabel(id, madeReply, "")
	}
	return t.Reply
}

// takeOperands takes the rights that a call names out of the caller's space, and puts the
// numbers of the items that they become in place of the names.
func (c *core) takeOperands(t *ThreadState, call *Call) (items []ipc.Item) {
	for _, o := range call.carried() {
		n, by := *o.name, o.by
		if n == ipc.Null || n == ipc.Dead {
			continue
		}
		e := c.IPC.Lookup(t.Space, n)
		if by == 0 {
			by = copying(e)
		}
		*o.name = noRight
		if e != nil && e.Type == ipc.TypeDeadName && by != ipc.MakeSendOnce && by != ipc.MakeSend && by != ipc.MoveReceive {
			*o.name = ipc.Dead // which no call takes: the name keeps its reference
			continue
		}
		if p, code := c.IPC.CopyInRight(t.Space, n, by); code == 0 {
			items = append(items, ipc.Item{Kind: ipc.KindPort, Disp: by.Arrives(), Num: uint64(p)})
			*o.name = ipc.Name(len(items))
			call.arrived(by.Arrives())
		}
	}
	return items
}

// copying returns how a send right is made from what a name stands for.
func copying(e *ipc.Entry) ipc.Disposition {
	if e != nil && e.Type&ipc.TypeSendReceive == ipc.TypeReceive {
		return ipc.MakeSend
	}
	return ipc.CopySend
}

// answered completes a call after the wait for its answer.
func (c *core) answered(id ThreadID, t *ThreadState) bool {
	if t.Wake != WakeMessage {
		c.IPC.DestroyPort(t.Reply) // an answer to it would be too late
		t.Reply = 0
		if t.Wake == WakeTimeout {
			return c.refuse(ipc.MIG_SERVER_DIED)
		}
		return c.refuse(ipc.MACH_RCV_INTERRUPTED)
	}
	m := t.Msg
	t.Msg = 0
	c.accessReceived(m)
	a, ok := c.IPC.Msgs.At(uint32(m)).Call.(*Answer)
	if !ok { // a notification: the request, or its answer, was destroyed
		c.IPC.DestroyMsg(m)
		return c.refuse(ipc.MIG_SERVER_DIED)
	}
	c.about = a.About
	if !a.Made {
		t.unused()
	}
	to := c.out.Msg
	*c.out = a.Result
	c.out.Msg, c.out.Names, c.out.Types = to, slices.Clone(a.Result.Names), slices.Clone(a.Result.Types)
	if a.Back != nil {
		c.takeBack(t, m, a.Back)
	} else {
		c.takeGiven(t, m)
	}
	c.IPC.DestroyMsg(m)
	return true
}

// takeGiven puts the rights of an answer into the space of the caller's task.
func (c *core) takeGiven(t *ThreadState, m ipc.MsgID) {
	names, g := c.out.rights(t.Call.Op)
	for _, n := range names {
		p, d := c.IPC.TakeItem(m, int(*n)-1)
		if g.mach25 {
			*n = c.IPC.CopyOutRight25(t.Space, p, d)
		} else {
			*n = c.IPC.CopyOutRight(t.Space, p, d)
		}
	}
}

// takeBack returns the rights of a refused call to the caller's task: a right that it had gets
// its old name, and one that was made for the call is given up.
func (c *core) takeBack(t *ThreadState, m ipc.MsgID, sent *Request) {
	args := t.Call.carried()
	for i, o := range sent.Call.carried() {
		n := *o.name
		if n == ipc.Null || n == ipc.Dead || n == noRight {
			continue
		}
		p, d := c.IPC.TakeItem(m, int(n)-1)
		by := args[i].by
		if by == 0 {
			by = copying(c.IPC.Lookup(t.Space, *args[i].name))
		}
		switch {
		case by == d:
			c.IPC.CopyOutAs(t.Space, p, d, *args[i].name)
		case !c.alive(p) || by == ipc.CopySend:
			c.drop(p, d)
		default:
			c.unmake(t, p, d)
		}
	}
}

// unmake undoes the making of a right for a refused call, with its count in MSCount.
func (c *core) unmake(t *ThreadState, p ipc.PortID, d ipc.Disposition) {
	port := c.IPC.Ports.Mut(uint32(p))
	here := port.Receiver == t.Space
	c.access(ipc.LocRights, ipc.Write, uint32(p), 0)
	switch {
	case here && d == ipc.PortSendOnce:
		c.IPC.ForgetSendOnce(p)
		return
	case here && port.MSCount > 0: // or it has been set to another number
		port.MSCount--
	}
	c.drop(p, d)
}
