package history

import (
	"machsim/ipc"
)

// received returns the message that the event's thread received; nil if none.
func (c *Collector) received() *letter {
	id := c.x.Actor.Thread
	if id == 0 || c.x.Opt == 0 {
		return nil
	}
	if l := c.mail.handed[id]; l != nil && (c.x.Done || c.x.Ended) {
		delete(c.mail.handed, id)
		c.drop(l)
		return l
	}
	if !c.took() {
		return nil
	}
	return c.take()
}

// took says whether the thread itself took a message out of a queue. A message that could not be
// delivered as it was counts too.
func (c *Collector) took() bool {
	if !c.x.Done || !c.x.Receives() {
		return false
	}
	switch c.x.Code {
	case 0, ipc.MACH_RCV_INVALID_NOTIFY, ipc.MACH_RCV_HEADER_ERROR | ipc.MACH_MSG_IPC_SPACE:
		return true
	case ipc.MACH_RCV_TOO_LARGE:
		return c.x.Opt&ipc.MACH_RCV_LARGE == 0
	}
	return false
}

// take adds the message that the thread took out of a queue to the histories.
func (c *Collector) take() *letter {
	m := c.e.Result.Msg
	entry := c.s.IPC.Lookup(c.space(), m.Local)
	if entry == nil || entry.Type&ipc.TypeReceive == 0 || !c.kept(ipc.PortID(entry.Object)) {
		return nil
	}
	port := ipc.PortID(entry.Object)
	box := c.mailbox(port)
	l := c.first(box)
	if l == nil { // it also arrived with this event
		l = c.enqueue(box, c.reopen(port, m), c.x.Actor.Thread)
	}
	c.drop(l)
	c.dequeue(l, c.x.Actor.Thread)
	return l
}

// first returns the first letter in a queue that may be the received one.
func (c *Collector) first(box *mailbox) *letter {
	for _, l := range box.queue {
		if c.x.Code != 0 || int64(l.sent) == c.e.Result.N {
			return l
		}
	}
	return nil
}

// reopen makes a letter from a message in the receiver's memory. The same event sent it, as a
// message of the receiver itself or of the kernel.
func (c *Collector) reopen(port ipc.PortID, m *ipc.Message) *letter {
	l := &letter{port: c.identify(port), id: m.ID}
	if c.e.Result.N != 0 {
		l.sender, l.sent = c.x.Actor.Thread, uint64(c.e.Result.N)
	}
	about := ""
	if got := c.x.Got; got != nil && got.About.Text != "" {
		about = c.value(&got.About)
	}
	l.say(m.Items, c.named, about)
	return l
}

// inTransit names the port of an item of a message in transit.
func (c *Collector) inTransit(n uint64) string { return c.port(ipc.PortID(n)) }
