package history

import (
	"slices"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// mailbox holds the histories of a port up to now.
type mailbox struct {
	notify bool // it is the notify port of a task
	object string
	queue  []*letter
	in     int64 // messages that have arrived
}

// letter is a message that has arrived at a port.
type letter struct {
	port   kernel.Identity
	dest   ipc.PortID // the port, as long as it does not move to another host
	msg    ipc.MsgID
	id     int32
	sender kernel.ThreadID
	sent   uint64
	number int64
	text   string          // the message as text; for a notification, its kind
	about  string          // for a notification, its port
	host   string          // for an answer of a name server, the host whose server knew it
	lost   bool            // it has left its last known place
	holder kernel.ThreadID // who dequeued it; 0 while it is in a queue
}

// mailbox returns the histories of a port, new ones at its first message.
func (c *Collector) mailbox(p ipc.PortID) *mailbox {
	who := c.identify(p)
	box := c.mail.boxes[who]
	if box == nil {
		box = &mailbox{}
		if port := c.s.IPC.Ports.At(uint32(p)); port.Kind == kernel.KindNotify {
			box.notify, box.object = true, c.task(kernel.TaskID(port.Object))
		} else {
			box.object = c.port(p)
		}
		c.mail.boxes[who] = box
	}
	return box
}

// open makes a letter from a message.
func (c *Collector) open(m *ipc.Msg) *letter {
	l := &letter{port: c.identify(m.Dest), dest: m.Dest, id: m.ID, sender: kernel.ThreadID(m.Sender), sent: m.Sent}
	about := ""
	if m.Of != 0 {
		about = c.port(m.Of)
	}
	l.say(m.Items, c.inTransit, about)
	l.host = c.answeredBy(l)
	return l
}

// enqueue adds a letter to the history of enqueued messages.
func (c *Collector) enqueue(box *mailbox, l *letter, to kernel.ThreadID) *letter {
	box.in++
	l.number = box.in
	box.queue = append(box.queue, l)
	if box.notify {
		c.addBy(EnqueueNotify, c.sender(l), box.object, l.number, l.text, l.about, c.actor())
		return l
	}
	receiver := ""
	if to != 0 {
		receiver = c.thread(to)
	}
	c.addBy(Enqueue, c.sender(l), box.object, l.number, l.sentence(), l.sent, receiver)
	return l
}

// dequeue adds a letter to the history of messages that threads took.
func (c *Collector) dequeue(l *letter, by kernel.ThreadID) {
	box := c.mail.boxes[l.port]
	l.holder, c.mail.last[by] = by, l
	if i := slices.Index(box.queue, l); i >= 0 {
		box.queue = slices.Delete(box.queue, i, i+1)
	}
	if box.notify {
		c.addBy(DequeueNotify, c.thread(by), box.object, l.number, l.text, l.about, c.through(by))
		return
	}
	c.addBy(Dequeue, c.thread(by), box.object, l.number, l.sentence(), c.sender(l), l.sent, c.through(by))
}

// through returns the port set from which a thread receives; "" if it receives from a port.
func (c *Collector) through(by kernel.ThreadID) string {
	t := c.s.Threads.At(uint32(by))
	name := t.Call.Name
	if by == c.x.Actor.Thread {
		name = c.x.Operand(kernel.FieldName).Raw // because its program may have reached the next call
	}
	m, ok := c.e.Before(t.Space, name)
	if !ok || m.Type == 0 {
		m = c.s.Meaning(t.Space, name)
	}
	if m.Type&ipc.TypePortSet == 0 {
		return ""
	}
	return c.s.MeaningName(m)
}

// sender names the sender of a letter.
func (c *Collector) sender(l *letter) string { return c.thread(l.sender) }

// actor names the actor of the event.
func (c *Collector) actor() string {
	switch c.x.Kind {
	case event.Edit:
		return trace.Debugger
	case event.Failing:
		return trace.Faults
	case event.Arrival:
		return "a packet"
	}
	return c.value(&c.x.Thread)
}

// sentence formats a letter on one line.
func (l *letter) sentence() string {
	if l.about == "" {
		return l.text
	}
	return l.text + " of " + l.about
}
