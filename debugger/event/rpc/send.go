package rpc

import (
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// phaseQueue is the phase of a message call that waits for room.
const phaseQueue = 1

// sends sees a step of the send half of a message call.
func (c *Collector) sends() {
	switch {
	case c.e.Phase == phaseQueue:
		c.goesOn()
	case c.e.Phase == 0 && c.e.Msg != nil && c.e.Msg.Draft:
		c.begins(&c.e.Msg.Header)
	}
}

// begins sees the first step of a send.
func (c *Collector) begins(h *ipc.Header) {
	var x cargo
	refused := c.e.Done && isSendCode(c.e.Result.Code)
	if h.RemoteType == ipc.MoveSendOnce {
		x.call = -c.replies(h.Remote, refused)
	} else if h.Local != ipc.Null || h.LocalType != 0 {
		x.call = c.request(h, refused)
	} else {
		c.sendsMarked(refused)
	}
	if refused {
		return
	}
	if len(c.places) > 0 {
		x.items = c.packs()
	}
	if x != (cargo{}) {
		c.load(x)
		if c.e.Wait.Kind == kernel.WaitSend {
			c.of(c.e.Actor.Thread).sending = c.e.Step
		}
	}
}

// isSendCode says whether a code belongs to the send half.
func isSendCode(code ipc.Code) bool { return code >= 0x10000000 && code < 0x10004000 }

// request sees a message with a reply right, and returns the number of the call that this belongs to; 0 for none.
func (c *Collector) request(h *ipc.Header, refused bool) int32 {
	switch {
	case h.LocalType == ipc.MakeSendOnce:
	case h.LocalType == ipc.MoveSendOnce:
		if n := c.holds(h.Local); n != 0 {
			if !refused {
				c.leaves(h.Local, n)
			}
			return n
		}
	case c.e.Call.Op != kernel.OpMsgRPC:
		return 0
	}
	return c.begin(h, refused)
}

// begin adds a call.
func (c *Collector) begin(h *ipc.Header, refused bool) int32 {
	id := c.e.Actor.Thread
	t := c.of(id)
	call := Call{
		Number: int32(len(c.calls.All)) + 1, Caller: id, Sent: c.now(), ID: h.ID, before: t.last,
		Port: c.destination(h), Reply: c.behind(h.Local), Type: c.typeOf(c.e.Msg.Items),
	}
	if n := len(t.serves); n > 0 {
		call.Parent = t.serves[n-1]
	}
	if h.LocalType != ipc.MakeSendOnce && h.LocalType != ipc.MoveSendOnce {
		call.Mark |= plain
	}
	t.last = call.Number
	c.calls.All = append(c.calls.All, call)
	now := c.get(call.Number)
	if refused {
		c.refuse(now)
		return 0
	}
	if c.e.Call.Opt&ipc.MACH_RCV_MSG != 0 && c.e.Call.Name == h.Local || now.Mark&plain != 0 {
		now.Mark |= Waits
		t.waits = call.Number
		c.waiting++
	} else {
		c.loose[call.Number] = true
	}
	c.tell(StageSent, now)
	return call.Number
}

func (c *Collector) refuse(call *Call) {
	call.Mark |= Refused | ended
	call.Failed, call.Code = c.now(), c.e.Result.Code
	c.tell(StageRefused, call)
}

// goesOn sees a later step of a send, which has waited for room.
func (c *Collector) goesOn() {
	t := c.of(c.e.Actor.Thread)
	sent := t.sending
	if sent == 0 || c.e.Wait.Kind == kernel.WaitSend && !c.e.Done {
		return
	}
	t.sending = 0
	if c.e.Done && isSendCode(c.e.Result.Code) && c.e.Result.Code != ipc.MACH_SEND_WILL_NOTIFY {
		c.comesBack(sent)
	}
}

// comesBack sees a message come back that could not be sent, with the rights in it.
func (c *Collector) comesBack(sent uint64) {
	x, back := c.unload(sent), c.e.Result.Msg
	c.returnsMarked(sent)
	if x.call > 0 {
		call := c.get(x.call)
		switch {
		case call.Sent == sent:
			c.settle(call)
			c.refuse(call)
		case back != nil && back.Local != ipc.Null:
			c.puts(back.Local, x.call)
		}
	}
	if x.items && back != nil {
		c.unpack(sent, back.Items)
	}
}

// replies sees a message by a send-once right, and returns the number of the call that it answers; 0 for none.
func (c *Collector) replies(name ipc.Name, refused bool) int32 {
	n := c.holds(name)
	if n == 0 {
		n = c.found(name)
	}
	if n == 0 {
		return 0
	}
	call := c.get(n)
	if refused && c.e.Result.Code != ipc.MACH_SEND_INVALID_DEST {
		return 0 // it has the right still
	}
	c.leaves(name, n)
	c.answer(call)
	if refused || call.Mark&ended != 0 {
		c.settle(call)
		return 0
	}
	return n
}

// answer sees the event's thread answer a call.
func (c *Collector) answer(call *Call) {
	id := c.e.Actor.Thread
	call.By, call.Replied = id, c.now()
	c.takesOver(call, id)
	c.frees(call)
	c.tell(StageReplied, call)
}

// packs notes the reply rights among the items of the message that is sent, and says whether there are any.
func (c *Collector) packs() bool {
	for i := range c.e.Msg.Items {
		it := &c.e.Msg.Items[i]
		if it.Kind != ipc.KindPort || it.Disp != ipc.MoveSendOnce {
			continue
		}
		if n := c.holds(ipc.Name(it.Num)); n != 0 {
			c.leaves(ipc.Name(it.Num), n)
			c.more[c.now()] = append(c.more[c.now()], bag{i, n})
		}
	}
	return c.more[c.now()] != nil
}

// destination is the port that a request goes to: an index of Calls.Ports.
func (c *Collector) destination(h *ipc.Header) int32 {
	if o := c.e.About; o.Kind == kernel.PortObject && c.s.IPC.Ports.Has(o.ID) {
		return c.portOf(ipc.PortID(o.ID))
	}
	return c.behind(h.Remote)
}

// behind is the port behind a name of the event's thread before the event.
func (c *Collector) behind(name ipc.Name) int32 {
	space := c.space()
	if e := c.s.IPC.Look(space, name); e != nil && e.Type&ipc.TypePortSet == 0 && e.Object != 0 &&
		c.s.IPC.Ports.Has(e.Object) {
		return c.portOf(ipc.PortID(e.Object))
	}
	m, ok := c.e.Before(space, name)
	if !ok {
		m = c.s.Meaning(space, name)
	}
	return c.number(m.Identity(), func() string { return c.s.MeaningName(m) })
}

// portOf is the index of a port that is there.
func (c *Collector) portOf(id ipc.PortID) int32 {
	for int(id) >= len(c.portAt) {
		c.portAt = append(c.portAt, 0)
	}
	o := kernel.Object{Kind: kernel.PortObject, ID: uint32(id)}
	who := c.s.Identity(o)
	if i := c.portAt[id]; i == 0 || c.calls.Ports[i-1].Identity != who {
		c.portAt[id] = c.number(who, func() string { return c.s.NameOf(o) }) + 1
	}
	return c.portAt[id] - 1
}

func (c *Collector) number(who kernel.Identity, name func() string) int32 {
	i, ok := c.ports[who]
	if !ok {
		i = int32(len(c.calls.Ports))
		c.ports[who] = i
		c.calls.Ports = append(c.calls.Ports, Port{who, name()})
	}
	return i
}

// typeOf is the Go type of a request, an index of Calls.Types.
func (c *Collector) typeOf(items []ipc.Item) int32 {
	n := len(items)
	if n == 0 || items[n-1].Kind != ipc.KindShape {
		return 0
	}
	text := items[n-1].Str
	i, ok := c.types[text]
	if !ok {
		if shape, good := kernel.ShapeOf(items); good {
			i = int32(len(c.calls.Types))
			c.calls.Types = append(c.calls.Types, shape.Name)
		}
		c.types[strings.Clone(text)] = i
	}
	return i
}
