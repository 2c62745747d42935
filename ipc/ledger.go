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
	// TouchNames is the set of names of space A.
	TouchNames
	// TouchPort is what port A is: alive, who receives, limits, the set it is in.
	TouchPort
	// TouchRights is how many rights there are to port A.
	TouchRights
	// TouchRequests is who wants to hear of the death of port A.
	TouchRequests
	// TouchQueue is the order in which the queue A (QueueKey) is emptied.
	TouchQueue
	// TouchRoom is the room in the queue of port A; Add makes some.
	TouchRoom
	// TouchMsg is the message A. New: it arrived at the queue B.
	TouchMsg
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

// Begin begins an event that hands out given.
func (l *Ledger) Begin(given []uint32) {
	l.Given, l.next = given, 0
	l.Touches = l.Touches[:0]
}
