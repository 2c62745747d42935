package ipc

// AccessLog serves a debugger that replays events in another order than the recorded one.
// While a run is recorded, it logs which locations each event reads or changes, from which the
// debugger derives the events that depend on each other. It also logs what each event allocates:
// names, places in queues, ids of the kernel. A replay makes the State allocate the same values.
// A State that nobody debugs has no AccessLog.
type AccessLog struct {
	Replay    bool
	Again     bool     // accesses are logged in a replay, too: of all events, in the recorded order
	Allocated []uint32 // values that the event allocates, in order
	Accesses  []Access
	next      int // in a replay, the index of the next value in Allocated

	// Arrived holds pairs: the key of a port, and the place in its queue that a message of the event got.
	// A cut may leave events out, and then an event may send another number of messages than it
	// did in the recorded run; so a replay looks up the place by the port and not by position.
	Arrived []uint32
}

// Access says that an event read or changed a location.
type Access struct {
	Location Location
	Mode     Mode
	A, B     uint32 // which one; the meaning depends on Location
}

// Location is a kind of state that events access. The kinds from FirstKernelLocation on are the kernel's.
type Location uint8

const (
	// LocEntry is the slot B of the name space A.
	LocEntry Location = iota
	// LocHolding is the name that the space A has for the port B.
	LocHolding
	// LocNames is the set of names of the space A. B is 1 for names that went with their ports, else 0.
	LocNames
	// LocPort is the status of the port A: whether it is alive, its receiver, limits and set.
	LocPort
	// LocRights is the number of rights to the port A.
	LocRights
	// LocSenders is the no-senders request of the port A.
	LocSenders
	// LocRequests is the list of requests to be told of the death of the port A.
	LocRequests
	// LocQueue is the order in which messages leave the queue A (QueueKey).
	LocQueue
	// LocRoom is the room in the queue of the port A. Add makes room for one message.
	LocRoom
	// LocMsg is the message A. With New it arrived at the queue B.
	LocMsg
	// LocAccept is the name by which the sender of the message A will hear of its acceptance.
	LocAccept
	// LocEnabled is the set of Mach 2.5's port_enable in the space A.
	LocEnabled
	FirstKernelLocation
)

// Mode is how an event accessed a location. The first five apply to every location, the others to one each.
type Mode uint8

const (
	// Read: the event depends on the value.
	Read Mode = iota
	// Write: the event depends on the value, and changes it.
	Write
	// Add: the event changes the value, and commutes with other Adds.
	Add
	// Spoil: the event changes the value whatever it is, and commutes with other Spoils and Adds.
	Spoil
	// New: the event creates the location.
	New

	// HandedOver, of LocMsg: a receiver that already waited at the queue B got the message.
	HandedOver
	// ReceiverWaited, of LocRoom: the thread B, which already waited, got the message. So the room
	// for the message was made when B began to wait.
	ReceiverWaited
	// TakeRoom, of LocRoom: a message took room. B is how much is left.
	TakeRoom
	// Woke, of LocQueue: the message that arrived woke the thread B, which did not get it.
	Woke
	// ReadArrivals, of LocQueue: the event depends on the arrival of every message in the queue, but
	// not on their order.
	ReadArrivals
	// PassedOver, of the kernel's threads: the thread A goes on waiting, because the thread B, which
	// waited too, was woken in its place.
	PassedOver
)

// Noting says whether accesses are logged; l may be nil.
func (l *AccessLog) Noting() bool { return l != nil && (!l.Replay || l.Again) }

// Note logs an access. It is not inlined: most runs have no AccessLog, and its code would make every
// function that they go through longer.
//
//go:noinline
func (l *AccessLog) Note(f Location, m Mode, a, b uint32) {
	if l.Noting() {
		l.Accesses = append(l.Accesses, Access{f, m, a, b})
	}
}

// Allocate returns v and logs it; a replay returns the value that was logged in its place.
func (l *AccessLog) Allocate(v uint32) uint32 {
	if !l.Replay {
		l.Allocated = append(l.Allocated, v)
		return v
	}
	if l.next < len(l.Allocated) {
		v = l.Allocated[l.next]
	}
	l.next++
	return v
}

// arrival returns the place in its queue of a message to the port with that key: n, which it logs, or
// in a replay the place that was logged.
func (l *AccessLog) arrival(key, n uint32) uint32 {
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

// key identifies the port in every replay, where its id may be another. It is not 0.
func (p *Port) key() uint32 {
	x := uint64(p.Kind) | uint64(p.Far.Kind)<<8 | uint64(p.Host)<<16 | uint64(p.Label.Serial)<<32
	x = x*0x9e3779b97f4a7c15 ^ uint64(p.Object) ^ uint64(p.Far.Object)<<20 ^ uint64(p.Label.Creator)<<40
	x *= 0x9fb21c651e98df25
	return uint32(x>>32) | 1
}

// Begin begins the replay of an event: allocated and arrived are what was logged of it.
func (l *AccessLog) Begin(allocated, arrived []uint32) {
	l.Allocated, l.next = allocated, 0
	l.Arrived = append(l.Arrived[:0], arrived...)
}
