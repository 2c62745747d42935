package graph

import (
	"slices"

	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
)

// finder finds the edges between the events of a run from what each of them accesses.
type finder struct {
	event int // the present one; between two events the next
	lane  int
	edges edges
	among func(lane int) bool // whose events come before others; nil for all

	horizon  int        // no edge comes from an event before this one
	start    *finder    // there; nil if the log has all events
	tape     *tape.Tape // has the lanes of the events before first; nil if there are none
	first    int
	lanes    []uint32 // by event from first on: its lane
	last     []int    // by lane: its last event, plus 1; 0 if it has none
	threadIn []uint32 // by thread: its lane, plus 1; 0 as long as it has taken no step

	ports   []port
	queues  map[uint32]*queue
	msgs    []msg
	entries map[uint64]*cell // by space and slot
	holding map[uint64]*cell // by space and port
	others  map[uint64]*cell // by location and number
	fault   int              // the last fault between two steps, plus 1: all that follows comes after it
	hosts   uint32           // the highest number of a host that has an end of a port
	threads []causes
	packets []causes
	found   []Edge // edges into the present event

	// since is, for each lane that may wait for a message, the first event whose arrival at
	// the queue it does not depend on. It is valid for the queues whose order the lane
	// accessed last, by the event sinceAt, plus 1.
	since, sinceAt []int
	waiter         int // lane of the last thread that waited and got a message

	handing int // how many messages had been handed to threads where the log begins
	hadRoom int // the last event that brought a message which had its room before, plus 1
}

// causes are the events since an actor's last step that let it go on.
type causes struct{ list []int }

func newFinder() *finder {
	return &finder{
		queues: map[uint32]*queue{}, entries: map[uint64]*cell{}, holding: map[uint64]*cell{},
		others: map[uint64]*cell{},
	}
}

// take adds the edges and histories that the accesses of the next event lead to.
func (f *finder) take(lane uint32, a kernel.Actor, accesses []ipc.Access) {
	if f.event == f.horizon {
		f.forget()
	}
	f.lane = int(lane)
	f.lanes = append(f.lanes, lane)
	f.last = grown(f.last, lane)
	before := f.last[lane]
	f.last[lane] = f.event + 1
	first := before == 0
	if first && a.Thread != 0 {
		f.threadIn = grown(f.threadIn, uint32(a.Thread))
		f.threadIn[a.Thread] = lane + 1
	}
	f.found = f.found[:0]
	f.released(a, first)
	if before < f.fault {
		f.after(f.fault, Other)
	}
	if a.Edited() && slices.ContainsFunc(accesses, fails) {
		f.fault = f.event + 1
	}
	for i := range accesses {
		f.access(&accesses[i])
	}
	f.event++
	if f.event <= f.horizon {
		return
	}
	for _, e := range f.found {
		f.edges.add(e.From, e.Kind)
	}
	f.edges.close()
}

// fails says whether an access is that of a fault.
func fails(x ipc.Access) bool { return x.Location == kernel.LocFaults && x.Mode == ipc.Write }

// laneOf returns the lane of an event.
func (f *finder) laneOf(event int) int {
	if event < f.first {
		return f.tape.Lane(event)
	}
	return int(f.lanes[event-f.first])
}

// lastOf returns the last event of a thread, plus 1; 0 if it has taken no step.
func (f *finder) lastOf(id uint32) int {
	if int(id) >= len(f.threadIn) || f.threadIn[id] == 0 {
		return 0
	}
	return f.last[f.threadIn[id]-1]
}

// released adds edges to the event from its actor's causes.
func (f *finder) released(a kernel.Actor, first bool) {
	if a.Edited() {
		f.afterAll()
		return
	}
	kind := Wake
	var c *causes
	if a.Thread != 0 {
		c = f.thread(uint32(a.Thread))
		if first {
			kind = Fork
		}
	} else {
		f.packets = grown(f.packets, uint32(a.Packet))
		c = &f.packets[a.Packet]
	}
	for _, from := range c.list {
		f.after(from+1, kind)
	}
	c.list = c.list[:0]
}

// afterAll puts the event after all earlier ones: it is an edit, by a person who has seen the
// whole state.
func (f *finder) afterAll() {
	for _, last := range f.last {
		f.after(last, Other)
	}
}

func (f *finder) thread(id uint32) *causes {
	f.threads = grown(f.threads, id)
	return &f.threads[id]
}

// after puts the event after another, which is given plus 1; 0 is none. Of several edges from one
// lane it keeps the latest, from which the others follow.
func (f *finder) after(from int, kind Kind) {
	if from <= f.horizon || from-1 == f.event {
		return
	}
	from--
	lane := f.laneOf(from)
	if lane == f.lane || f.among != nil && !f.among(lane) {
		return
	}
	for i := range f.found {
		if e := &f.found[i]; f.laneOf(e.From) == lane && (e.Kind == Arrival) == (kind == Arrival) {
			if e.From < from {
				e.From, e.Kind = from, kind
			} else if e.From == from {
				e.Kind = min(e.Kind, kind)
			}
			return
		}
	}
	f.found = append(f.found, Edge{from, kind})
}

// use does so for a cell.
func (f *finder) use(c *cell, m ipc.Mode, kind Kind) {
	if m == ipc.Spoil {
		f.add(c)
		return
	}
	f.after(c.write, kind)
	switch m {
	case ipc.Read, ipc.Write:
		for _, from := range c.adds {
			f.after(from+1, kind)
		}
		if m == ipc.Write {
			c.write, c.adds = f.event+1, c.adds[:0]
		}
	case ipc.Add:
		f.add(c)
	}
}

func (f *finder) add(c *cell) {
	for i, from := range c.adds {
		if f.laneOf(from) == f.lane {
			c.adds[i] = f.event
			return
		}
	}
	c.adds = append(c.adds, f.event)
}

// access adds the edges that one access leads to, and updates the history of its location.
func (f *finder) access(x *ipc.Access) {
	switch x.Location {
	case ipc.LocEntry:
		f.use(at(f.entries, x), x.Mode, Other)
	case ipc.LocHolding:
		f.use(at(f.holding, x), x.Mode, Other)
	case ipc.LocPort, ipc.LocRights, ipc.LocSenders, ipc.LocRequests:
		f.accessPort(x)
	case ipc.LocRoom:
		f.accessRoom(x)
	case ipc.LocQueue:
		f.accessQueue(x)
	case ipc.LocMsg:
		f.accessMsg(x)
	case kernel.LocThread:
		f.accessThread(x)
	case kernel.LocPacket:
		f.accessPacket(x)
	default:
		f.accessOther(x)
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

func (f *finder) accessPort(x *ipc.Access) {
	f.ports = grown(f.ports, x.A)
	p := &f.ports[x.A]
	if x.Mode == ipc.New {
		*p = port{status: cell{write: f.event + 1}}
		delete(f.queues, x.A)
		return
	}
	switch x.Location {
	case ipc.LocPort:
		f.use(&p.status, x.Mode, Other)
	case ipc.LocRights:
		f.use(&p.rights, x.Mode, Other)
	case ipc.LocSenders:
		f.use(&p.senders, x.Mode, Other)
	default:
		f.use(&p.requests, x.Mode, Other)
	}
}

func (f *finder) accessRoom(x *ipc.Access) {
	f.ports = grown(f.ports, x.A)
	p := &f.ports[x.A]
	switch x.Mode {
	case ipc.Add:
		p.makeRoom(room{by: f.event})
	case ipc.HadRoom:
		f.hadRoom = f.event + 1
	case ipc.ReceiverWaited: // the event by which the receiver began to wait made the room
		if last := f.lastOf(x.B); last > 0 {
			r := room{by: last - 1}
			if f.hadRoom == f.event+1 {
				r = room{f.event, last}
			}
			p.makeRoom(r)
			f.waiter = int(f.threadIn[x.B]) - 1
		}
	case ipc.TakeRoom:
		f.after(p.room.write, Other)
		if i := len(p.made) - 1 - int(x.B); i >= 0 {
			f.after(p.made[i].by+1, Other)
			f.after(p.made[i].waited, Other)
		}
	default:
		f.use(&p.room, x.Mode, Other)
	}
}

func (f *finder) queue(key uint32) *queue {
	q := f.queues[key]
	if q == nil {
		q = &queue{}
		f.queues[key] = q
	}
	return q
}

func (f *finder) accessQueue(x *ipc.Access) {
	switch x.Mode {
	case ipc.New:
		delete(f.queues, x.A)
	case ipc.ReadArrivals:
		for _, from := range f.queue(x.A).arrivals.adds {
			f.after(from+1, Other)
		}
		return
	case ipc.Woke:
		if last := f.lastOf(x.B); last > 0 {
			c := f.thread(x.B)
			c.list = f.queue(x.A).arrivedSince(c.list, f.since[f.threadIn[x.B]-1])
		}
		return
	}
	q := f.queue(x.A)
	f.use(&q.order, x.Mode, Other)
	if x.Mode == ipc.Write {
		q.settled(f.lane)
		f.waitsFrom(q.oldest(f.event))
	}
}

// waitsFrom sets since for the lane. One event may access several queues; the first of their
// events holds for all.
func (f *finder) waitsFrom(from int) {
	f.since = grown(f.since, uint32(f.lane))
	f.sinceAt = grown(f.sinceAt, uint32(f.lane))
	if f.sinceAt[f.lane] == f.event+1 {
		from = min(from, f.since[f.lane])
	}
	f.since[f.lane], f.sinceAt[f.lane] = from, f.event+1
}

// oldest returns the event of the first message in handed, or else the given event.
func (q *queue) oldest(event int) int {
	if len(q.handed) > 0 {
		return q.handed[0].event
	}
	return event
}

// accessMsg follows a message. It can be received only after all that arrived at its queue
// earlier have arrived. For messages that were queued this follows from accesses to the queue's
// order; those that waiting threads got are listed in before.
func (f *finder) accessMsg(x *ipc.Access) {
	f.msgs = grown(f.msgs, x.A)
	m := &f.msgs[x.A]
	switch x.Mode {
	case ipc.New, ipc.HandedOver:
		q := f.queue(x.B)
		f.after(q.last, Arrival)
		q.last = f.event + 1
		*m = msg{sent: f.event + 1, before: q.outstanding(m.before[:0])}
		if x.Mode == ipc.HandedOver {
			m.queue = x.B
			m.before = q.arrivedSince(m.before[:0], f.since[f.waiter])
			q.handed = append(q.handed, handed{f.event, -1})
		}
		f.add(&q.arrivals)
	case ipc.Read:
		f.after(m.sent, Message)
		for _, from := range m.before {
			f.after(from+1, Other)
		}
		if m.queue != 0 {
			f.queue(m.queue).collected(m.sent-1, f.lane)
			m.queue = 0
		}
	}
}

// outstanding appends to a list the events of the messages in handed.
func (q *queue) outstanding(to []int) []int {
	for _, h := range q.handed {
		to = append(to, h.event)
	}
	return to
}

// arrivedSince appends to a list the last arrival of each lane, if it is not before an event.
func (q *queue) arrivedSince(to []int, event int) []int {
	for _, from := range q.arrivals.adds {
		if from >= event {
			to = append(to, from)
		}
	}
	return to
}

// collected records the lane that received a message in handed.
func (q *queue) collected(event, lane int) {
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
func (f *finder) accessThread(x *ipc.Access) {
	c := f.thread(x.A)
	if x.Mode == ipc.PassedOver {
		if last := f.lastOf(x.B); last > 0 {
			c.list = append(c.list, last-1)
		}
		return
	}
	if x.Mode != ipc.Add {
		f.after(f.lastOf(x.A), Other)
		for _, from := range c.list {
			f.after(from+1, Other)
		}
	}
	if x.Mode != ipc.Read {
		c.list = append(c.list, f.event)
	}
}

func (f *finder) accessPacket(x *ipc.Access) {
	f.packets = grown(f.packets, x.A)
	c := &f.packets[x.A]
	switch x.Mode {
	case ipc.New:
		c.list = c.list[:0]
	case ipc.Read:
		for _, from := range c.list {
			f.after(from+1, Other)
		}
		return
	}
	c.list = append(c.list, f.event)
}

func (f *finder) accessOther(x *ipc.Access) {
	key := ipc.Access{A: uint32(x.Location)<<24 | x.B, B: x.A}
	c := at(f.others, &key)
	if x.Location == kernel.LocEnd {
		f.hosts = max(f.hosts, x.B)
	}
	switch {
	case x.Mode == ipc.New:
		*c = cell{write: f.event + 1}
		if x.Location == kernel.LocNet {
			f.newNet(x.A)
		}
		if x.Location == ipc.LocNames {
			f.newSpace(x.A)
		}
	case x.Location == kernel.LocMutex:
		f.use(c, x.Mode, Lock)
	case x.Location == kernel.LocCondition:
		f.use(c, x.Mode, Signal)
	default:
		f.use(c, x.Mode, Other)
	}
}

// newNet removes the ends of a port whose number is used again.
func (f *finder) newNet(net uint32) {
	for h := range f.hosts + 1 {
		delete(f.others, uint64(kernel.LocNet)<<56|uint64(h+1)<<32|uint64(net))
		delete(f.others, uint64(kernel.LocEnd)<<56|uint64(h)<<32|uint64(net))
	}
}

// newSpace removes the history of a name space whose number is used again.
func (f *finder) newSpace(space uint32) {
	delete(f.others, uint64(ipc.LocEnabled)<<56|uint64(space))
	delete(f.others, uint64(ipc.LocNames)<<56|1<<32|uint64(space))
	for key := range f.entries {
		if uint32(key>>32) == space {
			delete(f.entries, key)
		}
	}
	for key := range f.holding {
		if uint32(key>>32) == space {
			delete(f.holding, key)
		}
	}
}
