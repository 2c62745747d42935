package graph

import (
	"slices"

	"machsim/debugger/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// Builder finds the edges while a run is logged. Its method Accessed is for tape.Builder.
type Builder struct {
	t     *tape.Tape
	event uint32
	lane  int
	edges edges

	ports   []port
	queues  map[uint32]*queue
	msgs    []msg
	entries map[uint64]*cell // by space and slot
	holding map[uint64]*cell // by space and port
	others  map[uint64]*cell // by location and number
	hosts   uint32           // the highest number of a host that has an end of a port
	threads []causes
	packets []causes
	found   []Edge // edges into the present event

	// since is, for each lane that may wait for a message, the first event whose arrival at
	// the queue it does not depend on. It is valid for the queues whose order the lane
	// accessed last, by the event sinceAt, plus 1.
	since, sinceAt []uint32
	waiter         int // lane of the last thread that waited and got a message
}

// causes are the events since an actor's last step that let it go on.
type causes struct{ list []uint32 }

// NewBuilder returns a Builder for one run.
func NewBuilder() *Builder {
	return &Builder{
		queues: map[uint32]*queue{}, entries: map[uint64]*cell{}, holding: map[uint64]*cell{},
		others: map[uint64]*cell{},
	}
}

// Accessed adds the edges and histories that the accesses of an event lead to.
func (b *Builder) Accessed(t *tape.Tape, event int, a kernel.Actor, accesses []ipc.Access) {
	b.t, b.event, b.lane = t, uint32(event), t.Lane(event)
	b.found = b.found[:0]
	b.released(a)
	for i := range accesses {
		b.access(&accesses[i])
	}
	for _, e := range b.found {
		b.edges.add(uint32(e.From), e.Kind)
	}
	b.edges.close()
}

// released adds edges to the event from its actor's causes.
func (b *Builder) released(a kernel.Actor) {
	if a.Edited() {
		b.afterAll()
		return
	}
	kind := Wake
	var c *causes
	if a.Thread != 0 {
		c = b.thread(uint32(a.Thread))
		if b.t.Nth(int(b.event)) == 0 {
			kind = Fork
		}
	} else {
		b.packets = grown(b.packets, uint32(a.Packet))
		c = &b.packets[a.Packet]
	}
	for _, from := range c.list {
		b.after(from+1, kind)
	}
	c.list = c.list[:0]
}

// afterAll puts the event after all earlier ones: it is an edit, by a person who has seen the
// whole state.
func (b *Builder) afterAll() {
	for i := range b.t.Lanes {
		if l := &b.t.Lanes[i]; i != b.lane && l.Len() > 0 {
			b.after(uint32(l.Event(l.Len()-1))+1, Other)
		}
	}
}

func (b *Builder) thread(id uint32) *causes {
	b.threads = grown(b.threads, id)
	return &b.threads[id]
}

// after puts the event after another, which is given plus 1; 0 is none. Of several edges from one
// lane it keeps the latest, from which the others follow.
func (b *Builder) after(from uint32, kind Kind) {
	if from == 0 || from-1 == b.event {
		return
	}
	from--
	lane := b.t.Lane(int(from))
	if lane == b.lane {
		return
	}
	for i := range b.found {
		if e := &b.found[i]; b.t.Lane(e.From) == lane && (e.Kind == Arrival) == (kind == Arrival) {
			if e.From < int(from) {
				e.From, e.Kind = int(from), kind
			} else if e.From == int(from) {
				e.Kind = min(e.Kind, kind)
			}
			return
		}
	}
	b.found = append(b.found, Edge{int(from), kind})
}

// use does so for a cell.
func (b *Builder) use(c *cell, m ipc.Mode, kind Kind) {
	if m == ipc.Spoil {
		b.add(c)
		return
	}
	b.after(c.write, kind)
	switch m {
	case ipc.Read, ipc.Write:
		for _, from := range c.adds {
			b.after(from+1, kind)
		}
		if m == ipc.Write {
			c.write, c.adds = b.event+1, c.adds[:0]
		}
	case ipc.Add:
		b.add(c)
	}
}

func (b *Builder) add(c *cell) {
	for i, from := range c.adds {
		if b.t.Lane(int(from)) == b.lane {
			c.adds[i] = b.event
			return
		}
	}
	c.adds = append(c.adds, b.event)
}

// access adds the edges that one access leads to, and updates the history of its location.
func (b *Builder) access(x *ipc.Access) {
	switch x.Location {
	case ipc.LocEntry:
		b.use(at(b.entries, x), x.Mode, Other)
	case ipc.LocHolding:
		b.use(at(b.holding, x), x.Mode, Other)
	case ipc.LocPort, ipc.LocRights, ipc.LocSenders, ipc.LocRequests:
		b.accessPort(x)
	case ipc.LocRoom:
		b.accessRoom(x)
	case ipc.LocQueue:
		b.accessQueue(x)
	case ipc.LocMsg:
		b.accessMsg(x)
	case kernel.LocThread:
		b.accessThread(x)
	case kernel.LocPacket:
		b.accessPacket(x)
	default:
		b.accessOther(x)
	}
}

// at returns the cell for both numbers of an access.
func at(m map[uint64]*cell, x *ipc.Access) *cell {
	key := uint64(x.A)<<32 | uint64(x.B)
	c := m[key]
	if c == nil {
		c = &cell{}
		m[key] = c
	}
	return c
}

func (b *Builder) accessPort(x *ipc.Access) {
	b.ports = grown(b.ports, x.A)
	p := &b.ports[x.A]
	if x.Mode == ipc.New {
		*p = port{status: cell{write: b.event + 1}}
		delete(b.queues, x.A)
		return
	}
	switch x.Location {
	case ipc.LocPort:
		b.use(&p.status, x.Mode, Other)
	case ipc.LocRights:
		b.use(&p.rights, x.Mode, Other)
	case ipc.LocSenders:
		b.use(&p.senders, x.Mode, Other)
	default:
		b.use(&p.requests, x.Mode, Other)
	}
}

func (b *Builder) accessRoom(x *ipc.Access) {
	b.ports = grown(b.ports, x.A)
	p := &b.ports[x.A]
	switch x.Mode {
	case ipc.Add:
		p.makeRoom(b.event)
	case ipc.ReceiverWaited: // the event by which the receiver began to wait made the room
		if n := b.t.LaneOf(kernel.ThreadID(x.B)); n >= 0 {
			l := &b.t.Lanes[n]
			p.makeRoom(uint32(l.Event(l.Len() - 1)))
			b.waiter = n
		}
	case ipc.TakeRoom:
		b.after(p.room.write, Other)
		if i := len(p.made) - 1 - int(x.B); i >= 0 {
			b.after(p.made[i]+1, Other)
		}
	default:
		b.use(&p.room, x.Mode, Other)
	}
}

func (b *Builder) queue(key uint32) *queue {
	q := b.queues[key]
	if q == nil {
		q = &queue{}
		b.queues[key] = q
	}
	return q
}

func (b *Builder) accessQueue(x *ipc.Access) {
	switch x.Mode {
	case ipc.New:
		delete(b.queues, x.A)
	case ipc.ReadArrivals:
		for _, from := range b.queue(x.A).arrivals.adds {
			b.after(from+1, Other)
		}
		return
	case ipc.Woke:
		if n := b.t.LaneOf(kernel.ThreadID(x.B)); n >= 0 {
			c := b.thread(x.B)
			c.list = b.queue(x.A).arrivedSince(c.list, b.since[n])
		}
		return
	}
	q := b.queue(x.A)
	b.use(&q.order, x.Mode, Other)
	if x.Mode == ipc.Write {
		q.settled(b.lane)
		b.waitsFrom(q.oldest(b.event))
	}
}

// waitsFrom sets since for the lane. One event may access several queues; the first of their
// events holds for all.
func (b *Builder) waitsFrom(from uint32) {
	b.since = grown(b.since, uint32(b.lane))
	b.sinceAt = grown(b.sinceAt, uint32(b.lane))
	if b.sinceAt[b.lane] == b.event+1 {
		from = min(from, b.since[b.lane])
	}
	b.since[b.lane], b.sinceAt[b.lane] = from, b.event+1
}

// oldest returns the event of the first message in handed, or else the given event.
func (q *queue) oldest(event uint32) uint32 {
	if len(q.handed) > 0 {
		return q.handed[0].event
	}
	return event
}

// accessMsg follows a message. It can be received only after all that arrived at its queue
// earlier have arrived. For messages that were queued this follows from accesses to the queue's
// order; those that waiting threads got are listed in before.
func (b *Builder) accessMsg(x *ipc.Access) {
	b.msgs = grown(b.msgs, x.A)
	m := &b.msgs[x.A]
	switch x.Mode {
	case ipc.New, ipc.HandedOver:
		q := b.queue(x.B)
		b.after(q.last, Arrival)
		q.last = b.event + 1
		*m = msg{sent: b.event + 1, before: q.outstanding(m.before[:0])}
		if x.Mode == ipc.HandedOver {
			m.queue = x.B
			m.before = q.arrivedSince(m.before[:0], b.since[b.waiter])
			q.handed = append(q.handed, handed{b.event, -1})
		}
		b.add(&q.arrivals)
	case ipc.Read:
		b.after(m.sent, Message)
		for _, from := range m.before {
			b.after(from+1, Other)
		}
		if m.queue != 0 {
			b.queue(m.queue).collected(m.sent-1, b.lane)
			m.queue = 0
		}
	}
}

// outstanding appends to a list the events of the messages in handed.
func (q *queue) outstanding(to []uint32) []uint32 {
	for _, h := range q.handed {
		to = append(to, h.event)
	}
	return to
}

// arrivedSince appends to a list the last arrival of each lane, if it is not before an event.
func (q *queue) arrivedSince(to []uint32, event uint32) []uint32 {
	for _, from := range q.arrivals.adds {
		if from >= event {
			to = append(to, from)
		}
	}
	return to
}

// collected records the lane that received a message in handed.
func (q *queue) collected(event uint32, lane int) {
	for i := range q.handed {
		if q.handed[i].event == event {
			q.handed[i].by = lane
		}
	}
}

// settled removes from handed the messages that a lane has received. That lane accesses the
// queue's order now, so all later accesses to it come after their receipt.
func (q *queue) settled(lane int) {
	q.handed = slices.DeleteFunc(q.handed, func(h handed) bool { return h.by == lane })
}

// accessThread follows a thread. Its state depends on its own last event, and on the events that
// have changed it since.
func (b *Builder) accessThread(x *ipc.Access) {
	c := b.thread(x.A)
	if x.Mode == ipc.PassedOver {
		if n := b.t.LaneOf(kernel.ThreadID(x.B)); n >= 0 {
			l := &b.t.Lanes[n]
			c.list = append(c.list, uint32(l.Event(l.Len()-1)))
		}
		return
	}
	if x.Mode != ipc.Add {
		if n := b.t.LaneOf(kernel.ThreadID(x.A)); n >= 0 && b.t.Lanes[n].Len() > 0 {
			l := &b.t.Lanes[n]
			b.after(uint32(l.Event(l.Len()-1))+1, Other)
		}
		for _, from := range c.list {
			b.after(from+1, Other)
		}
	}
	if x.Mode != ipc.Read {
		c.list = append(c.list, b.event)
	}
}

func (b *Builder) accessPacket(x *ipc.Access) {
	b.packets = grown(b.packets, x.A)
	c := &b.packets[x.A]
	switch x.Mode {
	case ipc.New:
		c.list = c.list[:0]
	case ipc.Read:
		for _, from := range c.list {
			b.after(from+1, Other)
		}
		return
	}
	c.list = append(c.list, b.event)
}

func (b *Builder) accessOther(x *ipc.Access) {
	key := ipc.Access{A: uint32(x.Location)<<24 | x.B, B: x.A}
	c := at(b.others, &key)
	if x.Location == kernel.LocEnd {
		b.hosts = max(b.hosts, x.B)
	}
	switch {
	case x.Mode == ipc.New:
		*c = cell{write: b.event + 1}
		if x.Location == kernel.LocNet {
			b.newNet(x.A)
		}
		if x.Location == ipc.LocNames {
			b.newSpace(x.A)
		}
	case x.Location == kernel.LocMutex:
		b.use(c, x.Mode, Lock)
	case x.Location == kernel.LocCondition:
		b.use(c, x.Mode, Signal)
	default:
		b.use(c, x.Mode, Other)
	}
}

// newNet removes the ends of a port whose number is used again.
func (b *Builder) newNet(net uint32) {
	for h := range b.hosts + 1 {
		delete(b.others, uint64(kernel.LocNet)<<56|uint64(h+1)<<32|uint64(net))
		delete(b.others, uint64(kernel.LocEnd)<<56|uint64(h)<<32|uint64(net))
	}
}

// newSpace removes the history of a name space whose number is used again.
func (b *Builder) newSpace(space uint32) {
	delete(b.others, uint64(ipc.LocEnabled)<<56|uint64(space))
	delete(b.others, uint64(ipc.LocNames)<<56|1<<32|uint64(space))
	for key := range b.entries {
		if uint32(key>>32) == space {
			delete(b.entries, key)
		}
	}
	for key := range b.holding {
		if uint32(key>>32) == space {
			delete(b.holding, key)
		}
	}
}
