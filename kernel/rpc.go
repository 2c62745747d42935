package kernel

import (
	"cmp"

	"machsim/ipc"
)

// Remote procedure calls, by the conventions of MIG and libmach.

// ReplyPort makes a port with a receive right, as cheaply as can be
// (mach_reply_port).
func (k Mach) ReplyPort() (ipc.Name, error) {
	k.th.begin(OpReplyPort)
	k.th.enter()
	return k.th.res.Name, k.th.res.Code.Err()
}

// OwnReply is the port for the replies to a thread's RPCs. The thread makes it with its first RPC,
// and it dies with the thread.
type OwnReply struct {
	Port ipc.PortID // 0 for none
	Name ipc.Name   // of its receive right; what has another name is not it any more
}

// runReplyPort makes a reply port: with Flag the thread's own.
func runReplyPort(c *core, id ThreadID, t *ThreadState) bool {
	c.out.Name, c.out.Code = c.IPC.PortAllocate(t.Space, ipc.RightReceive)
	if c.out.Code == 0 {
		c.label(t.Task, c.out.Name, id, "")
		c.note(t, c.out.Name)
		if t.Call.Flag {
			t.Own = OwnReply{ipc.PortID(c.about.ID), c.out.Name}
		}
	}
	return true
}

// runDropReply destroys the thread's own reply port (mig_dealloc_reply_port), with whatever
// has come there.
func runDropReply(c *core, _ ThreadID, t *ThreadState) bool {
	if t.Own.Port != 0 {
		c.note(t, t.Own.Name)
	}
	c.dropReply(t)
	return true
}

func (c *core) dropReply(t *ThreadState) {
	own := t.Own
	if own.Port == 0 {
		return
	}
	if own.in(c.IPC.Lookup(t.Space, own.Name)) {
		c.IPC.PortModRefs(t.Space, own.Name, ipc.RightReceive, -1)
	}
	t.Own = OwnReply{}
}

// RepliesAt is the port where the replies to a thread's RPCs come; 0 if it has none, or the
// program has done away with it.
func (s *State) RepliesAt(t *ThreadState) ipc.PortID {
	if t.Own.Port == 0 || !t.Own.in(s.IPC.Look(s.Tasks.At(uint32(t.Task)).Space, t.Own.Name)) {
		return 0
	}
	return t.Own.Port
}

// in says whether the entry of the reply port's name still has its receive right.
func (o OwnReply) in(e *ipc.Entry) bool {
	return e != nil && e.Type&ipc.TypeReceive != 0 && e.Object == uint32(o.Port)
}

// RPC sends a request and waits for the reply, at a reply port of the thread's own. By
// custom the reply's id is 100 above that of the request; Reply sees to it, and another
// one is MIG_REPLY_MISMATCH. A server that throws the request away, or dies with it,
// gives MIG_SERVER_DIED; with both the message is what came in place of the reply.
//
// With any other error no reply was received, and the message returned is the request. The
// reply port is then given up, with whatever comes there yet, and the next RPC makes a new
// one: so no RPC gets what was meant for one before it. A request that was not sent is
// handed back as by Send.
func (k Mach) RPC(dest ipc.Name, request *ipc.Message) (*ipc.Message, error) {
	return k.th.rpc(dest, request, 0, 0, nil)
}

// RPCTimeout is RPC that waits at most ms virtual milliseconds for room at the
// destination, and again for the reply: MACH_SEND_TIMED_OUT, MACH_RCV_TIMED_OUT.
func (k Mach) RPCTimeout(dest ipc.Name, request *ipc.Message, ms int) (*ipc.Message, error) {
	return k.th.rpc(dest, request, ipc.MACH_SEND_TIMEOUT|ipc.MACH_RCV_TIMEOUT, ms, nil)
}

// rpc is RPCTimeout with other options. The reply lies in room, or is a new message if that is nil.
func (th *Thread) rpc(dest ipc.Name, request *ipc.Message, opt ipc.Option, ms int, room *ipc.Message) (*ipc.Message,
	error) {
	th.sends("RPC", request)
	if err := th.ownReplyPort(); err != nil {
		return request, err
	}
	out := &th.request
	*out = ipc.Message{Header: request.Header, Items: request.Items}
	out.To(dest, th.sendBy(dest)).ReplyTo(th.reply, ipc.MakeSendOnce)
	err := th.exchange(out, opt|ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG, th.reply, ms, room)
	reply := th.res.Msg
	if err != nil {
		th.dropReplyPort()
		if cameBack(err) {
			th.takeBack(out, reply)
			_ = th.Mach().PortDeallocate(th.Mach().Self(), out.Local) // of the port that has just died
		}
		return request, err
	}
	switch reply.ID {
	case request.ID + 100:
		return reply, nil
	case ipc.MACH_NOTIFY_SEND_ONCE:
		return reply, ipc.MIG_SERVER_DIED
	}
	return reply, ipc.MIG_REPLY_MISMATCH
}

// ownReplyPort makes the thread's own reply port, unless it has one.
func (th *Thread) ownReplyPort() error {
	if th.reply != ipc.Null {
		return nil
	}
	th.begin(OpReplyPort).Flag = true
	th.enter()
	th.reply = th.res.Name
	return th.res.Code.Err()
}

func (th *Thread) dropReplyPort() {
	th.begin(OpDropReply)
	th.enter()
	th.reply = ipc.Null
}

// Reply answers a request: it sends m to the reply port that the request brought; an
// id of 0 becomes that of the request plus 100. A server never waits for its client, and
// nothing stays with it: MACH_SEND_TIMED_OUT (the reply right is not a send-once right,
// and the queue there is full), MACH_SEND_INVALID_DEST (the client has gone) and
// MACH_SEND_INVALID_HEADER (the request wanted no reply) mean that m was destroyed
// (Destroy), with the rights in it and the reply right.
func (k Mach) Reply(request, m *ipc.Message) error {
	err := k.th.answer(request, m)
	k.unanswered(m, err)
	return err
}

// unanswered gives up what a reply would have taken along.
func (k Mach) unanswered(m *ipc.Message, err error) {
	switch err {
	case ipc.MACH_SEND_TIMED_OUT:
		k.Destroy(k.th.res.Msg)
	case ipc.MACH_SEND_INVALID_DEST, ipc.MACH_SEND_INVALID_REPLY, ipc.MACH_SEND_INVALID_HEADER:
		k.Destroy(m)
	}
}

// answer sends m to the reply port that a request brought.
func (th *Thread) answer(request, m *ipc.Message) error {
	th.sends("Reply", request)
	th.sends("Reply", m)
	m.To(request.Remote, request.RemoteType)
	m.ID = cmp.Or(m.ID, request.ID+100)
	return th.exchange(m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, ipc.Null, 0, nil)
}
