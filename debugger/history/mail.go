package history

import (
	"cmp"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// phaseQueue is the phase of a message call that waits for room at the destination, with the
// message in hand.
const phaseQueue = 1

// mail is where all messages are that have come to a port and are not yet received.
type mail struct {
	boxes   map[identity]*mailbox
	at      map[ipc.MsgID]*letter
	waiting []*letter                   // in the queues of ports
	handed  map[kernel.ThreadID]*letter // to a receiver, who has not gone on
	last    map[kernel.ThreadID]*letter // what each thread received last
	fresh   []arrival                   // room for moveMail to work in
}

// arrival is a message that is at a port after an event and was not there before, or
// that was handed to a receiver.
type arrival struct {
	id     ipc.MsgID
	msg    *ipc.Msg
	known  *letter
	holder kernel.ThreadID // to whom it was handed, 0 if it is in a queue
	place  int             // in the queue
}

// compare says which of two came first: those that were handed over were before those that
// are in a queue, and have their numbers.
func (a arrival) compare(b arrival) int {
	if (a.holder != 0) != (b.holder != 0) {
		return cmp.Compare(min(b.holder, 1), min(a.holder, 1))
	}
	return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.msg.Seqno, b.msg.Seqno))
}

func newMail() mail {
	return mail{
		boxes: map[identity]*mailbox{}, at: map[ipc.MsgID]*letter{},
		handed: map[kernel.ThreadID]*letter{}, last: map[kernel.ThreadID]*letter{},
	}
}

// moveMail finds out which messages came to ports, and left them, with the event. It
// returns the message that the event's thread has received, nil if none.
func (c *Collector) moveMail() *letter {
	got := c.received()
	c.mail.fresh = c.mail.fresh[:0]
	for id := range c.s.IPC.Msgs.All {
		c.look(ipc.MsgID(id))
	}
	slices.SortStableFunc(c.mail.fresh, arrival.compare)
	for _, a := range c.mail.fresh {
		c.arrive(a)
	}
	c.forget()
	return got
}

// look notes a message if something about it is new.
func (c *Collector) look(id ipc.MsgID) {
	m := c.s.IPC.Msgs.At(uint32(id))
	if m.Draft || m.Dest == 0 || !c.kept(m.Dest) {
		return
	}
	a := arrival{id: id, msg: m, known: c.knownLetter(id, m)}
	switch queued := c.queued(id, m); {
	case a.known != nil && (queued || a.known.holder != 0):
		a.known.seen = c.e.Step
		return
	case queued:
		a.place = c.place(m)
	default:
		if a.holder = c.holder(id, m); a.holder == 0 {
			return // still in the hand of its sender
		}
	}
	c.mail.fresh = append(c.mail.fresh, a)
}

// knownLetter is the letter of a message, nil if it is new: a record may have been used
// again, for another message.
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

// kept says whether there is a history of the messages at a port.
func (c *Collector) kept(p ipc.PortID) bool {
	k := c.s.IPC.Ports.At(uint32(p)).Kind
	return k == kernel.KindPlain || k == kernel.KindNotify
}

// queued says whether a message is in the queue of its port, or of that one's set.
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

// place is how many messages are before one in its queue.
func (c *Collector) place(m *ipc.Msg) (n int) {
	for ; m.Prev != 0; n++ {
		m = c.s.IPC.Msgs.At(uint32(m.Prev))
	}
	return n
}

// holder is the thread to which a message was handed, 0 if it was to none.
func (c *Collector) holder(id ipc.MsgID, m *ipc.Msg) kernel.ThreadID {
	if sender := m.Sender; sender != 0 {
		if t := c.s.Threads.At(sender); t.Msg == id && t.Phase == phaseQueue {
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

// arrive adds what an arrival means to the histories.
func (c *Collector) arrive(a arrival) {
	l := a.known
	if l == nil {
		l = c.moved(a)
	}
	if l == nil {
		l = c.enqueue(c.mailbox(a.msg.Dest), c.open(a.msg), a.holder)
		l.msg = a.id
		c.mail.at[a.id] = l
		if a.holder == 0 {
			c.mail.waiting = append(c.mail.waiting, l)
		}
	}
	if a.holder != 0 {
		l.seen = c.e.Step
		c.mail.handed[a.holder] = l
		c.dequeue(l, a.holder)
	}
}

// moved finds the letter that travelled with the receive right of its port to another
// host: it is the same message in another record.
func (c *Collector) moved(a arrival) *letter {
	box := c.mail.boxes[identify(c.s, a.msg.Dest)]
	if box == nil {
		return nil
	}
	for _, l := range box.queue {
		if l.seen != c.e.Step && l.sender == kernel.ThreadID(a.msg.Sender) && l.sent == a.msg.Sent && l.id == a.msg.ID {
			l.msg, l.dest, l.seen = a.id, a.msg.Dest, c.e.Step
			c.mail.at[a.id] = l
			return l
		}
	}
	return nil
}

// forget drops the letters that are nowhere any more.
func (c *Collector) forget() {
	c.mail.waiting = slices.DeleteFunc(c.mail.waiting, func(l *letter) bool {
		if l.holder != 0 {
			return true
		}
		if l.seen == c.e.Step {
			return false
		}
		c.drop(l)
		return true
	})
}

// drop takes a letter out of the records.
func (c *Collector) drop(l *letter) {
	if c.mail.at[l.msg] == l {
		delete(c.mail.at, l.msg)
	}
	box := c.mail.boxes[l.port]
	if i := slices.Index(box.queue, l); i >= 0 {
		box.queue = slices.Delete(box.queue, i, i+1)
	}
}
