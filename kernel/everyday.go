package kernel

import (
	"fmt"

	"machsim/ipc"
)

// The everyday calls on messages. What a distributed program has to deal with is their error: a
// time-out, a dead name, an interruption, a server or a client that has gone. What can only be a
// mistake of the program fails the run with Misuse, and says which name, where. Mach's calls, with
// every code, are beneath them (Mach).

// Send sends a message to the port that dest names, and waits while its queue is full.
//
//	MACH_SEND_INVALID_DEST  the port is dead; m was not sent
//	MACH_SEND_INTERRUPTED   ThreadAbort ended the wait; m came back, as from Mach.Send
func (th *Thread) Send(dest ipc.Name, m *ipc.Message) error {
	return th.sent("th.Send", dest, th.send(dest, m, ipc.MACH_SEND_MSG, 0))
}

// SendTimeout is Send that waits at most so long for room in the queue, not at all if d is not
// above 0. MACH_SEND_TIMED_OUT: there was none; m came back, as from Mach.Send.
func (th *Thread) SendTimeout(dest ipc.Name, m *ipc.Message, d Duration) error {
	return th.sent("th.SendTimeout", dest, th.send(dest, m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, d.milliseconds()))
}

// Receive waits for a message at a port or port set.
//
//	MACH_RCV_INTERRUPTED   ThreadAbort ended the wait
//	MACH_RCV_PORT_DIED     another thread has destroyed the port, or sent its receive right away
//	MACH_RCV_PORT_CHANGED  another thread has put the port into a set
func (th *Thread) Receive(from ipc.Name) (*ipc.Message, error) {
	m, err := th.Mach().Receive(from)
	return m, th.received("th.Receive", from, err)
}

// ReceiveTimeout is Receive that waits at most so long, not at all if d is not above 0; the error
// is then MACH_RCV_TIMED_OUT.
func (th *Thread) ReceiveTimeout(from ipc.Name, d Duration) (*ipc.Message, error) {
	m, err := th.Mach().ReceiveTimeout(from, d.milliseconds())
	return m, th.received("th.ReceiveTimeout", from, err)
}

// RPC sends a request and waits for the reply. Besides the errors of Send and Receive:
//
//	MIG_SERVER_DIED     the server threw the request away, or died with it
//	MIG_REPLY_MISMATCH  what came is no reply to the request; it is returned
//
// With another error the message returned is the request.
func (th *Thread) RPC(dest ipc.Name, request *ipc.Message) (*ipc.Message, error) {
	m, err := th.rpc(dest, request, 0, 0, nil)
	return m, th.sent("th.RPC", dest, err)
}

// RPCTimeout is RPC that waits at most so long for room at the destination, and again for the
// reply: MACH_SEND_TIMED_OUT, MACH_RCV_TIMED_OUT.
func (th *Thread) RPCTimeout(dest ipc.Name, request *ipc.Message, d Duration) (*ipc.Message, error) {
	m, err := th.rpc(dest, request, ipc.MACH_SEND_TIMEOUT|ipc.MACH_RCV_TIMEOUT, d.milliseconds(), nil)
	return m, th.sent("th.RPCTimeout", dest, err)
}

// Reply answers a request: it sends m to the reply port that the request brought; an id of 0
// becomes that of the request plus 100. It never waits, and nothing of m stays behind.
//
//	MACH_SEND_INVALID_DEST    the client has gone
//	MACH_SEND_INVALID_HEADER  the request wants no reply
//	MACH_SEND_TIMED_OUT       the request brought a right to a queue, which is full
func (th *Thread) Reply(request, m *ipc.Message) error { return th.replied("th.Reply", request, m) }

// replied is Reply, or what calls it.
func (th *Thread) replied(call string, request, m *ipc.Message) error {
	err := th.answer(request, m)
	switch {
	case err == nil:
		if th.m.cfg.Lines && !th.apart {
			th.answered.add(request.Remote, th.m.Threads.At(uint32(th.id)).Call.PC)
		}
		return nil
	case err == ipc.MACH_SEND_INVALID_HEADER && request.Remote == ipc.Null:
	case err == ipc.MACH_SEND_INVALID_DEST && th.unknown(request.Remote):
		th.repeats(Misuse, fmt.Sprintf("%s to %s: it has been answered already, or the right to do so was given away",
			call, shapeOr(request)), th.answered.at(request.Remote))
	default:
		err = th.sent(call, request.Remote, err)
	}
	th.Mach().unanswered(m, err)
	if err == ipc.MACH_SEND_INVALID_DEST || err == ipc.MACH_SEND_INVALID_HEADER {
		th.note(refused{err: err, call: call, dest: request.Remote, said: shapeOr(request)})
	}
	return err
}

// unknown says whether a name is one that the task does not have.
func (th *Thread) unknown(n ipc.Name) bool {
	return n != ipc.Null && n != ipc.Dead && th.typeOf(n) == 0
}

// sent distinguishes, in the error of a sending call, mistakes of the program from results that it
// has to handle. call is the call as the program wrote it.
func (th *Thread) sent(call string, dest ipc.Name, err error) error {
	switch err {
	case ipc.MIG_SERVER_DIED:
		th.note(refused{err: err, call: call, dest: dest})
		return err
	case nil, ipc.MACH_SEND_TIMED_OUT, ipc.MACH_SEND_INTERRUPTED, ipc.MACH_RCV_TIMED_OUT,
		ipc.MACH_RCV_INTERRUPTED, ipc.MACH_RCV_PORT_DIED, ipc.MACH_RCV_PORT_CHANGED,
		ipc.MIG_REPLY_MISMATCH, ipc.KERN_ABORTED, ipc.KERN_NO_SPACE:
		return err
	case ipc.MACH_SEND_INVALID_DEST:
		if dest == ipc.Dead || th.typeOf(dest)&ipc.TypeDeadName != 0 {
			th.note(refused{err: err, call: call, dest: dest})
			return err
		}
		th.wrong(call, err, "to", dest)
	}
	th.wrong(call, err, "", ipc.Null)
	return err
}

// received is sent for a call that receives only.
func (th *Thread) received(call string, from ipc.Name, err error) error {
	switch err {
	case ipc.MACH_RCV_INVALID_NAME, ipc.MACH_RCV_IN_SET:
		th.wrong(call, err, "from", from)
	}
	return err
}

// wrong fails the run for a mistake of the program; it returns only in a thread that is ending.
func (th *Thread) wrong(call string, err error, way string, n ipc.Name) {
	text := call
	if way != "" {
		text = fmt.Sprintf("%s %s %s, %s", text, way, n, th.rightsWord(n))
	}
	if err == ipc.MACH_SEND_INVALID_DEST || err == ipc.MACH_RCV_INVALID_NAME { // which the words say already
		th.fails(Misuse, fmt.Sprintf("%s (%v)", text, err))
		return
	}
	th.fails(Misuse, text+": "+explain(err))
}

// rightsWord says what a name stands for.
func (th *Thread) rightsWord(n ipc.Name) string {
	switch t := th.typeOf(n); {
	case n == ipc.Null:
		return "which is no port: nothing was found or made for it yet"
	case t == 0:
		return "a name that the task does not have, or no longer"
	default:
		return "of which the task has the " + t.String() + " right alone"
	}
}

// SetQueueLimit sets how many messages fit into the queue of a port, from 0 to 16: 5 to begin
// with (mach_port_set_qlimit). The task has its receive right.
func (th *Thread) SetQueueLimit(port ipc.Name, n int) {
	th.ownPort("th.SetQueueLimit", port, th.Mach().PortSetQLimit(th.Mach().Self(), port, n))
}

// AddMember puts a port of the task's into a port set of it: who receives from the set gets what
// comes to any member (mach_port_move_member).
func (th *Thread) AddMember(set, port ipc.Name) {
	th.ownPort("th.AddMember", port, th.Mach().PortMoveMember(th.Mach().Self(), port, set))
}

// ClosePort destroys a port by giving up its receive right, with the messages in its queue. Who can
// send to it has a dead name then (mach_port_mod_refs).
func (th *Thread) ClosePort(port ipc.Name) {
	th.ownPort("th.ClosePort", port, th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
}

// ownPort fails the run if a call on a port of the task's was refused.
func (th *Thread) ownPort(call string, port ipc.Name, err error) {
	if err != nil && err != ipc.KERN_ABORTED {
		th.wrong(call, err, "of", port)
	}
}
