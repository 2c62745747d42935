package history

import (
	"cmp"
	"slices"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// mail holds all messages that have arrived at a port and are not yet received.
type mail struct {
	boxes  map[kernel.Identity]*mailbox
	at     map[ipc.MsgID]*letter
	handed map[kernel.ThreadID]*letter // to a receiver that has not gone on
	last   map[kernel.ThreadID]*letter // the last message that each thread received

	// Scratch space of moveMail, kept to save allocations.
	moved []ipc.MsgID
	fresh []arrival
	lost  []*letter
}

// arrival is a message that the event brought to a port, or handed to a receiver.
type arrival struct {
	id     ipc.MsgID
	msg    *ipc.Msg
	known  *letter
	holder kernel.ThreadID // the thread it was handed to, 0 if it is in a queue
	place  int             // in the queue
}

// compare orders two arrivals at a port. Messages handed to a receiver came before those in a
// queue, and are ordered among themselves by number.
func (a arrival) compare(b arrival) int {
	if (a.holder != 0) != (b.holder != 0) {
		return cmp.Compare(min(b.holder, 1), min(a.holder, 1))
	}
	return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.msg.Seqno, b.msg.Seqno))
}

func newMail() mail {
	return mail{
		boxes: map[kernel.Identity]*mailbox{}, at: map[ipc.MsgID]*letter{},
		handed: map[kernel.ThreadID]*letter{}, last: map[kernel.ThreadID]*letter{},
	}
}

// moveMail finds the messages that came to ports and left them with the event. It returns the
// message that the event's thread received; nil if none.
func (c *Collector) moveMail() *letter {
	got := c.received()
	c.mail.fresh, c.mail.lost = c.mail.fresh[:0], c.mail.lost[:0]
	c.mail.moved = append(c.mail.moved[:0], c.e.Moved...)
	slices.Sort(c.mail.moved)
	for _, id := range slices.Compact(c.mail.moved) {
		c.look(id)
	}
	slices.SortStableFunc(c.mail.fresh, arrival.compare)
	for _, a := range c.mail.fresh {
		c.arrive(a)
	}
	c.forget()
	return got
}

// look records a message that is at another place after the event, or a letter that has no place
// any more.
func (c *Collector) look(id ipc.MsgID) {
	var a arrival
	l, there := c.mail.at[id], false
	if c.s.IPC.Msgs.Has(uint32(id)) {
		a = arrival{id: id, msg: c.s.IPC.Msgs.At(uint32(id))}
		a, there = c.found(a)
	}
	if l != nil && (a.known == nil || !there) {
		l.lost = true
		c.mail.lost = append(c.mail.lost, l)
	}
	if there && (a.known == nil || a.known.holder == 0 && a.holder != 0) {
		c.mail.fresh = append(c.mail.fresh, a)
	}
}

// found returns the place of a message; false if it is at no port and no thread has received it.
func (c *Collector) found(a arrival) (arrival, bool) {
	m := a.msg
	if m.Draft || m.Dest == 0 || !c.kept(m.Dest) {
		return a, false
	}
	a.known = c.knownLetter(a.id, m)
	switch {
	case c.queued(a.id, m):
		a.place = c.place(m)
	case a.known != nil && a.known.holder != 0:
	default:
		a.holder = c.holder(a.id, m)
		return a, a.holder != 0 // without a holder, its sender still has it
	}
	return a, true
}

// knownLetter returns the letter of a message; nil if the message is new. A record may have been
// reused for another message.
func (c *Collector) knownLetter(id ipc.MsgID, m *ipc.Msg) *letter {
	l := c.mail.at[id]
	if l == nil || l.sender != kernel.ThreadID(m.Sender) || l.sent != m.Sent || l.dest != m.Dest {
		return nil
	}
	if l.holder != 0 && c.s.Threads.At(uint32(l.holder)).Msg != id {
		return nil
	}
	return l
}

// kept says whether the messages at a port have a history.
func (c *Collector) kept(p ipc.PortID) bool {
	k := c.s.IPC.Ports.At(uint32(p)).Kind
	return k == kernel.KindPlain || k == kernel.KindNotify
}

// queued says whether a message is in the queue of its port, or of the port's set.
func (c *Collector) queued(id ipc.MsgID, m *ipc.Msg) bool {
	if m.Prev != 0 || m.Next != 0 {
		return true
	}
	p := c.s.IPC.Ports.At(uint32(m.Dest))
	if p.Set != 0 {
		return c.s.IPC.Sets.At(uint32(p.Set)).Queue.Head == id
	}
	return p.Queue.Head == id
}

// place returns the number of messages before one in its queue.
func (c *Collector) place(m *ipc.Msg) (n int) {
	for ; m.Prev != 0; n++ {
		m = c.s.IPC.Msgs.At(uint32(m.Prev))
	}
	return n
}

// holder returns the thread to which a message was handed; 0 if there is none.
func (c *Collector) holder(id ipc.MsgID, m *ipc.Msg) kernel.ThreadID {
	if sender := m.Sender; sender != 0 {
		if t := c.s.Threads.At(sender); t.Msg == id && t.Phase == event.PhaseQueue {
			return 0
		}
	}
	for t := range c.s.Threads.All {
		if c.s.Threads.At(t).Msg == id {
			return kernel.ThreadID(t)
		}
	}
	return 0
}

// arrive adds an arrival to the histories.
func (c *Collector) arrive(a arrival) {
	l := a.known
	if l == nil {
		l = c.moved(a)
	}
	if l == nil {
		l = c.enqueue(c.mailbox(a.msg.Dest), c.open(a.msg), a.holder)
		l.msg = a.id
		c.mail.at[a.id] = l
	}
	if a.holder != 0 {
		c.mail.handed[a.holder] = l
		c.dequeue(l, a.holder)
	}
}

// moved finds the letter that travelled with the receive right of its port to another host. There
// it is the same message in another record.
func (c *Collector) moved(a arrival) *letter {
	box := c.mail.boxes[c.identify(a.msg.Dest)]
	if box == nil {
		return nil
	}
	for _, l := range box.queue {
		if l.lost && l.sender == kernel.ThreadID(a.msg.Sender) && l.sent == a.msg.Sent && l.id == a.msg.ID {
			l.msg, l.dest, l.lost = a.id, a.msg.Dest, false
			c.mail.at[a.id] = l
			return l
		}
	}
	return nil
}

// forget drops the letters that have no place any more.
func (c *Collector) forget() {
	for _, l := range c.mail.lost {
		if l.lost {
			c.drop(l)
		}
	}
}

// drop removes a letter from the records.
func (c *Collector) drop(l *letter) {
	if c.mail.at[l.msg] == l {
		delete(c.mail.at, l.msg)
	}
	box := c.mail.boxes[l.port]
	if i := slices.Index(box.queue, l); i >= 0 {
		box.queue = slices.Delete(box.queue, i, i+1)
	}
}
