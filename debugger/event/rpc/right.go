package rpc

import (
	"cmp"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// at is the place of a name in the task of the event's thread.
func (c *Collector) at(name ipc.Name, number int32) place {
	if name != ipc.Dead {
		number = 0
	}
	return place{c.space(), name, number}
}

// holds returns the number of the call whose reply right the event's task has under a name; 0 for none.
func (c *Collector) holds(name ipc.Name) int32 {
	switch {
	case len(c.places) == 0:
		return 0
	case name == ipc.Dead:
		return c.holdsDead(false)
	}
	return c.places[c.at(name, 0)]
}

// holdsDead is holds for a right that was dead when it was received. Dead names are all the same: it is the call that
// the thread received last with such a right or, if it has received none, the first of its task, unless only its own
// are asked for.
func (c *Collector) holdsDead(own bool) (first int32) {
	if len(c.places) == 0 {
		return 0
	}
	serves := c.of(c.e.Actor.Thread).serves
	for i := len(serves) - 1; i >= 0; i-- {
		if c.places[c.at(ipc.Dead, serves[i])] != 0 {
			return serves[i]
		}
	}
	if own {
		return 0
	}
	for at, n := range c.places {
		if at.space == c.space() && at.name == ipc.Dead && (first == 0 || n < first) {
			first = n
		}
	}
	return first
}

// puts notes that the event's task has the reply right of a call under a name.
func (c *Collector) puts(name ipc.Name, number int32) {
	if name != ipc.Null {
		c.places[c.at(name, number)] = number
	}
}

// leaves notes that the reply right of a call is not under a name any more.
func (c *Collector) leaves(name ipc.Name, number int32) {
	if at := c.at(name, number); c.places[at] == number {
		delete(c.places, at)
		return
	}
	c.misplaced(number) // it was found elsewhere
}

// misplaced forgets where the reply right of a call was.
func (c *Collector) misplaced(number int32) {
	for at, n := range c.places {
		if n == number {
			delete(c.places, at)
		}
	}
}

// found returns the call that is answered by a send-once right whose way is not known: one with that reply port, and
// whose right is not where it was. It returns 0 if there is none.
func (c *Collector) found(name ipc.Name) int32 {
	if c.waiting == 0 && len(c.loose) == 0 || name == ipc.Null || name == ipc.Dead {
		return 0
	}
	m, ok := c.e.Before(c.space(), name)
	if !ok || m.Type&ipc.TypeSendOnce == 0 {
		return 0
	}
	who := m.Identity()
	for _, n := range c.openCalls() {
		call := c.get(n)
		if c.calls.Ports[call.Reply].Identity == who && call.Replied == 0 && call.Lost == 0 && !c.inPlace(n) {
			return n
		}
	}
	return 0
}

// inPlace says whether the reply right of a call is still where it was.
func (c *Collector) inPlace(number int32) bool {
	for at, n := range c.places {
		if n != number {
			continue
		}
		if at.name == ipc.Dead {
			return true
		}
		e := c.s.IPC.Look(at.space, at.name)
		return e != nil && e.Type&ipc.TypeSendOnce != 0
	}
	return c.travels(number)
}

// travels says whether a message that the kernel has carries the reply right of a call.
func (c *Collector) travels(number int32) bool {
	for id := range c.s.IPC.Msgs.All {
		m := c.s.IPC.Msgs.At(id)
		x := c.cargo(m.Sent)
		if m.Draft || x == nil {
			continue
		}
		if x.call == number ||
			x.items && slices.ContainsFunc(c.more[m.Sent], func(b bag) bool { return b.call == number }) {
			return true
		}
	}
	return false
}

// hand notes that a thread has the reply right of a call from an event on.
func (c *Collector) hand(call *Call, id kernel.ThreadID, from uint64) {
	c.frees(call)
	c.calls.hands = append(c.calls.hands, Hand{Call: call.Number, Thread: id, From: from})
	last := int32(len(c.calls.hands))
	call.Mark |= moved
	if i := c.calls.firsts[call.Number]; i == 0 {
		c.calls.firsts[call.Number] = last
	} else {
		for c.calls.hands[i-1].next != 0 {
			i = c.calls.hands[i-1].next
		}
		c.calls.hands[i-1].next = last
	}
	c.tell(StageMoved, call)
}

// holder returns the thread that serves a call, and since which event.
func (c *Collector) holder(call *Call) (id kernel.ThreadID, since uint64) {
	id, since = call.Callee, call.Dequeued
	c.calls.Hands(call, func(h Hand) { id, since = h.Thread, h.From })
	return id, since
}

// takesOver sees a thread answer a call that another thread of its task has received: what that has told it, no event
// shows. It has had the call since it was last free, and what it called since then it called on behalf of that.
func (c *Collector) takesOver(call *Call, id kernel.ThreadID) {
	had, since := c.holder(call)
	if had == id || since == 0 {
		return
	}
	t := c.of(id)
	from := max(since, t.free)
	c.hand(call, id, from)
	for n := t.last; n != 0; {
		own := c.get(n)
		if own.Sent < from {
			break
		}
		own.Parent = cmp.Or(own.Parent, call.Number)
		n = own.before
	}
}

// frees takes a call from the thread that has served it.
func (c *Collector) frees(call *Call) {
	id, _ := c.holder(call)
	t := c.of(id)
	for i := len(t.serves) - 1; i >= 0; i-- {
		if t.serves[i] == call.Number {
			t.serves = slices.Delete(t.serves, i, i+1)
			break
		}
	}
	if len(t.serves) == 0 {
		t.free = c.now()
	}
}
