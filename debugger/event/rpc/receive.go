package rpc

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// receives sees a message call with a receive half come back.
func (c *Collector) receives() {
	res, t := c.e.Result, c.of(c.e.Actor.Thread)
	if isSendCode(res.Code) {
		return
	}
	waited := t.waits
	if waited != 0 {
		t.waits = 0
		c.waiting--
	}
	got := cargo{}
	if res.Code == 0 && res.Msg != nil {
		got = c.unload(uint64(res.N))
		c.takes(got, res)
		if len(c.marks.flights) > 0 {
			c.receivesMarked(uint64(res.N))
		}
	}
	if waited != 0 && got.call != -waited {
		c.fails(c.get(waited))
	}
}

// takes sees what a message brings that the event's thread has received.
func (c *Collector) takes(got cargo, res *kernel.Result) {
	switch {
	case got.call > 0:
		c.serve(c.get(got.call), uint64(res.N))
		c.puts(res.Msg.Remote, got.call)
	case got.call < 0:
		c.answered(c.get(-got.call))
	case res.N == 0 && res.Msg.ID == ipc.MACH_NOTIFY_SEND_ONCE && len(c.loose) > 0:
		c.failsLoose()
	}
	if got.items {
		c.unpack(uint64(res.N), res.Msg.Items)
	}
}

// serve sees a thread receive the request of a call, or a message with which its reply right is moved on.
func (c *Collector) serve(call *Call, sent uint64) {
	c.dropsDead()
	if call.Sent == sent {
		call.Callee, call.Dequeued = c.e.Actor.Thread, c.now()
		c.tell(StageReceived, call)
	} else {
		c.hand(call, c.e.Actor.Thread, c.now())
	}
	t := c.of(c.e.Actor.Thread)
	t.serves = append(t.serves, call.Number)
}

// dropsDead sees the event's thread receive another request. Of calls that it received when their callers had given up
// already it has no right whose end could be seen: so it is done with them.
func (c *Collector) dropsDead() {
	for n := c.holdsDead(true); n != 0; n = c.holdsDead(true) {
		c.lose(c.get(n))
	}
}

// answered sees the reply to a call arrive with whom it was sent to.
func (c *Collector) answered(call *Call) {
	call.Received = c.now()
	if call.Failed != 0 || call.GaveUp != 0 { // it has waited once more
		call.Failed, call.GaveUp, call.Code = 0, 0, 0
		call.Mark &^= CallerDied
	}
	c.settle(call)
	c.tell(StageAnswered, call)
	if call.Type == 0 && c.e.Result.Msg.ID != call.ID+100 && c.ofRPC(call) {
		call.Failed, call.Code = c.now(), ipc.MIG_REPLY_MISMATCH
		c.tell(StageFailed, call)
	}
}

// ofRPC says whether a call was made by Mach.RPC, which refuses a reply whose id is not 100 above that of the request:
// it alone has its replies come to a port of the thread's own.
func (c *Collector) ofRPC(call *Call) bool {
	own := c.s.RepliesAt(c.s.Threads.At(uint32(c.e.Actor.Thread)))
	return own != 0 && c.portOf(own) == call.Reply
}

// fails sees the caller's kernel call come back without the reply.
func (c *Collector) fails(call *Call) {
	if call.Mark&ended != 0 && call.Failed != 0 {
		return
	}
	res := c.e.Result
	call.Failed, call.Code = c.now(), res.Code
	switch {
	case res.Code != 0:
	case res.Msg != nil && res.N == 0 && res.Msg.ID == ipc.MACH_NOTIFY_SEND_ONCE:
		call.Code = ipc.MIG_SERVER_DIED
		c.lose(call)
		c.settle(call)
		c.tell(StageFailed, call)
		return
	default:
		call.Code = ipc.MIG_REPLY_MISMATCH
	}
	call.GaveUp = c.now()
	c.loose[call.Number] = true // another receive may get the reply yet
	c.tell(StageGaveUp, call)
}

// failsLoose sees a notification come instead of a reply to a call whose caller does not wait in it.
func (c *Collector) failsLoose() {
	port := c.behind(c.e.Result.Msg.Local)
	for _, n := range c.openCalls() {
		if call := c.get(n); call.Reply == port && call.Lost != 0 && call.Failed == 0 {
			call.Failed, call.Code = c.now(), ipc.MIG_SERVER_DIED
			c.settle(call)
			c.tell(StageFailed, call)
			return
		}
	}
}

// openCalls are the calls of whom something is waited for, in order, until it is asked again.
func (c *Collector) openCalls() []int32 {
	all := c.open[:0]
	for i := range c.threads {
		if n := c.threads[i].waits; n != 0 {
			all = append(all, n)
		}
	}
	for n := range c.loose {
		all = append(all, n)
	}
	slices.Sort(all)
	c.open = slices.Compact(all)
	return c.open
}

// settle notes that nothing more can come of a call for its caller.
func (c *Collector) settle(call *Call) {
	call.Mark |= ended
	if len(c.loose) > 0 {
		delete(c.loose, call.Number)
	}
	if t := c.of(call.Caller); t.waits == call.Number {
		t.waits = 0
		c.waiting--
	}
}

// unpack sees the reply rights among the items of a message come to the event's thread.
func (c *Collector) unpack(sent uint64, items []ipc.Item) {
	for _, b := range c.more[sent] {
		if b.item < len(items) {
			c.serve(c.get(b.call), sent)
			c.puts(ipc.Name(items[b.item].Num), b.call)
		}
	}
	delete(c.more, sent)
}
