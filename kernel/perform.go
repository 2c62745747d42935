package kernel

import (
	"slices"

	"machsim/ipc"
)

// afar stands for the calling thread of a call that is performed for another host.
type afar struct {
	caller ThreadID
	serial uint32 // of what it makes
	host   HostID // where it is made
	made   bool   // an object with that number was made
}

// asks returns the request that a message is, nil if it is none.
func (c *core) asks(m ipc.MsgID) *Request {
	if m == 0 {
		return nil
	}
	r, _ := c.IPC.Msgs.At(uint32(m)).Call.(*Request)
	return r
}

// perform performs the call of a request that has arrived at the host of its target, and sends
// the answer. The rights in the request get names in a scratch space, so that the handler of the
// call finds them as it finds those of a caller on this host.
func (c *core) perform(m ipc.MsgID) {
	r := c.asks(m)
	sent := c.IPC.Msgs.At(uint32(m))
	caller, asked := ThreadID(sent.Sender), sent.Sent
	p, _ := c.IPC.LiftDest(m)
	sp := c.IPC.NewScratch()
	t := &ThreadState{Space: sp, Call: r.Call}
	t.Call.own()
	host := HostID(c.IPC.Ports.At(uint32(p)).Host)
	t.Call.Name = c.IPC.CopyOutRight(sp, p, ipc.PortSend)
	args := c.unpack(m, sp, &t.Call)

	saved, out := c.far, c.out
	c.far, c.out = &afar{caller: caller, serial: r.Serial, host: host}, &Result{}
	handlers[r.Call.Op](c, caller, t)
	a := &Answer{Op: r.Call.Op, Result: *c.out, Made: c.far.made}
	c.far, c.out = saved, out
	c.out.Code = a.Result.Code
	if k := c.about.Kind; k == TaskObject || k == ThreadObject {
		a.About = c.about
	}
	if len(c.born) > 0 {
		c.asker = asked
	}
	c.answer(m, a, c.pack(r, a, sp, args))
	c.IPC.DestroySpace(sp)
}

// arg is a right that came with a request: its name in the scratch space.
type arg struct {
	name ipc.Name
	by   ipc.Disposition
}

// unpack puts the rights of a request into a scratch space, and their names into the call.
func (c *core) unpack(m ipc.MsgID, sp ipc.SpaceID, call *Call) (args []arg) {
	for i := range c.IPC.Msgs.At(uint32(m)).Items {
		p, d := c.IPC.TakeItem(m, i)
		args = append(args, arg{c.IPC.CopyOutRight(sp, p, d), d})
	}
	for _, o := range call.carried() {
		if n := int(*o.name); n > 0 && n <= len(args) {
			*o.name = args[n-1].name
		}
	}
	return args
}

// pack takes the rights for an answer out of a scratch space: those that the call gives or, if it
// was refused, those that came with the request.
func (c *core) pack(r *Request, a *Answer, sp ipc.SpaceID, args []arg) (items []ipc.Item) {
	add := func(n ipc.Name, by ipc.Disposition) {
		p, code := c.IPC.CopyInRight(sp, n, by)
		if code != 0 {
			panic("kernel: a right of a call for another host is gone")
		}
		items = append(items, ipc.Item{Kind: ipc.KindPort, Disp: by.Arrives(), Num: uint64(p)})
	}
	if a.Result.Code != 0 {
		for _, x := range args {
			add(x.name, x.by)
		}
		if len(args) > 0 {
			a.Back = r
		}
		return items
	}
	a.Result.Names = slices.Clone(a.Result.Names)
	names, g := a.Result.rights(r.Call.Op)
	for _, n := range names {
		add(*n, g.by)
		*n = ipc.Name(len(items))
	}
	return items
}

// answer sends the answer to a request to the waiting thread, and destroys the request.
func (c *core) answer(m ipc.MsgID, a *Answer, items []ipc.Item) {
	reply, by := c.IPC.TakeReply(m)
	c.IPC.DestroyMsg(m)
	if reply == 0 || reply == ipc.DeadPort {
		for _, it := range items {
			c.drop(ipc.PortID(it.Num), it.Disp)
		}
		return
	}
	next := c.IPC.NewMsg(reply, by, 0, 0, CallAnswer, items...)
	c.IPC.Msgs.Mut(uint32(next)).Call = a
	c.IPC.Enqueue(next)
}

// refuseAcross answers a request that was not sent, or was given up. It returns the rights only if
// the call cannot have been performed.
func (c *core) refuseAcross(m ipc.MsgID, code ipc.Code) {
	a := &Answer{Op: c.asks(m).Call.Op, Result: Result{Code: code}, Made: code != ipc.MACH_SEND_INVALID_DEST}
	var items []ipc.Item
	if code == ipc.MACH_SEND_INVALID_DEST {
		a.Back = c.asks(m)
		for i := range c.IPC.Msgs.At(uint32(m)).Items {
			p, d := c.IPC.TakeItem(m, i)
			if d == ipc.PortReceive { // it travels to another port from now on
				c.access(ipc.LocPort, ipc.Write, uint32(p), 0)
			}
			items = append(items, ipc.Item{Kind: ipc.KindPort, Disp: d, Num: uint64(p)})
		}
	}
	c.answer(m, a, items)
}

// hasArrived records that the request of a waiting thread has arrived at the other host.
func (c *core) hasArrived(reply ipc.PortID) {
	if !c.alive(reply) {
		return
	}
	id := c.IPC.Ports.At(uint32(reply)).Object
	if t := c.Threads.Mut(id); t.Wait.Kind == WaitRequest {
		c.access(LocThread, ipc.Add, id, 0)
		t.Wait.Kind = WaitAnswer
	}
}

// checkUps arms a timer for each thread that waits for an answer from a host which has become
// unreachable: when it fires, the network server gives the host up. It disarms the timer of a
// thread whose host is reachable again.
func (c *core) checkUps() {
	for id := range c.Threads.All {
		t := c.Threads.At(id)
		if t.Wait.Kind != WaitAnswer {
			continue
		}
		way := c.joined(c.Tasks.At(uint32(t.Task)).Host, t.Wait.Host)
		switch {
		case !way && t.Timer == 0:
			c.access(LocThread, ipc.Add, id, 0)
			c.arm(Timer{At: c.in(patience), Thread: ThreadID(id)})
		case way && t.Timer != 0:
			c.access(LocThread, ipc.Add, id, 0)
			c.disarm(int(t.Timer - 1))
		}
	}
}
