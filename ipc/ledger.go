package ipc

// Ledger is for a debugger that replays events in another order than they were
// recorded in. While a run is recorded it takes down, for each event, what was handed
// out (names, places in queues, and the kernel's ids), and which things were looked at
// or changed, so that it is known which events depend on each other. In a replay it
// makes the State hand out the same again. An ordinary State has none.
type Ledger struct {
	Replay  bool
	Given   []uint32 // what the event hands out, in order
	Touches []Touch
	next    int // in a replay, in Given

	// Arrived are the places in queues that the event's messages get: the port's key, and the
	// place. In a replay of some events only, one may send more messages than it did, where
	// another would have, or less; so each finds its place by its port.
	Arrived []uint32
}

// Touch says that an event looked at a thing, or changed it.
type Touch struct {
	Facet Facet
	Mode  Mode
	A, B  uint32 // which thing: their meaning is the facet's
}

// Facet is what of a thing was touched. Facets from FirstKernelFacet on are the kernel's.
type Facet uint8

const (
	// TouchEntry is the slot B of the name space A.
	TouchEntry Facet = iota
	// TouchHolding is which name the space A has for port B.
	TouchHolding
	// TouchNames is the set of names of space A; with B 1, those that went with their ports.
	TouchNames
	// TouchPort is what port A is: alive, who receives, limits, the set it is in.
	TouchPort
	// TouchRights is how many rights there are to port A.
	TouchRights
	// TouchSenders is who wants to hear that nobody can send to port A any more.
	TouchSenders
	// TouchRequests is who wants to hear of the death of port A.
	TouchRequests
	// TouchQueue is the order in which the queue A (QueueKey) is emptied.
	TouchQueue
	// TouchRoom is the room in the queue of port A; Add makes some.
	TouchRoom
	// TouchMsg is the message A. New: it arrived at the queue B.
	TouchMsg
	// TouchAccept is under which name the sender of the message A hears of its acceptance.
	TouchAccept
	// TouchEnabled is the set of Mach 2.5's port_enable in space A.
	TouchEnabled
	FirstKernelFacet
)

// Mode is how a thing was touched.
type Mode uint8

const (
	// Read: it mattered how the thing is.
	Read Mode = iota
	// Write: it was changed, and it mattered how it was.
	Write
	// Add: it was changed in a way that the order of several such changes does not matter for.
	Add
	// Spoil: it was changed, however it was, in a way that the order of several such changes does
	// not matter for.
	Spoil
	// New: it did not exist before.
	New
	// Handed, of a message: it was handed to a receiver that was waiting already at the
	// queue B. Of room: it was the thread B that was waiting. Of a queue: the thread B,
	// which was waiting, heard of the message that arrived.
	Handed
	// Taken, of room: a message took some. B is how much is left. Of a queue: it mattered
	// that what is in it had come, each message in its turn.
	Taken
)

// Touch takes down that an event touched something.
func (l *Ledger) Touch(f Facet, m Mode, a, b uint32) {
	if !l.Replay {
		l.Touches = append(l.Touches, Touch{f, m, a, b})
	}
}

// Give hands out v, or in a replay what was handed out in its place.
func (l *Ledger) Give(v uint32) uint32 {
	if !l.Replay {
		l.Given = append(l.Given, v)
		return v
	}
	if l.next < len(l.Given) {
		v = l.Given[l.next]
	}
	l.next++
	return v
}

// arrival gives a message to the port of that key place n in the queue, or in a replay the one
// that it got before.
func (l *Ledger) arrival(key, n uint32) uint32 {
	if !l.Replay {
		l.Arrived = append(l.Arrived, key, n)
		return n
	}
	for i := 0; i < len(l.Arrived); i += 2 {
		if l.Arrived[i] == key {
			l.Arrived[i] = 0
			return l.Arrived[i+1]
		}
	}
	return n
}

// key is a number for a port that is the same in every replay, and not 0.
func (p *Port) key() uint32 {
	x := uint64(p.Kind) | uint64(p.Far.Kind)<<8 | uint64(p.Host)<<16 | uint64(p.Label.Serial)<<32
	x = x*0x9e3779b97f4a7c15 ^ uint64(p.Object) ^ uint64(p.Far.Object)<<20 ^ uint64(p.Label.Creator)<<40
	x *= 0x9fb21c651e98df25
	return uint32(x>>32) | 1
}

// Begin begins an event that hands out given, and whose messages arrived as Arrived says.
func (l *Ledger) Begin(given, arrived []uint32) {
	l.Given, l.next = given, 0
	l.Arrived = append(l.Arrived[:0], arrived...)
	l.Touches = l.Touches[:0]
}
