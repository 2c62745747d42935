package ipc

// AccessLog logs which locations each event reads or changes, from which a debugger derives the events that depend on
// each other. A State that nobody debugs has none.
type AccessLog struct {
	Accesses []Access
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
	// HadRoom, of LocRoom: the message that arrives was held back, and has had its room since it was sent. So
	// if a receiver waits for it, room is made by the event as well.
	HadRoom
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

// Note logs an access. It is not inlined: most runs have no AccessLog, and its code would make every
// function that they go through longer.
//
//go:noinline
func (l *AccessLog) Note(f Location, m Mode, a, b uint32) {
	l.Accesses = append(l.Accesses, Access{f, m, a, b})
}
