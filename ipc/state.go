package ipc

import "machsim/ipc/table"

// Name is how a task speaks of a right: an index into its name space and a
// generation (Mach's mach_port_t). It means nothing in another task.
type Name uint32

const (
	// Null is the name of no right (MACH_PORT_NULL).
	Null Name = 0
	// Dead stands for a right whose port died in transit (MACH_PORT_DEAD).
	Dead Name = ^Name(0)
)

// Ids of the records of a State. Zero is "none". They are reused after their
// record is gone; only the kernel sees them, programs see Names.
type (
	PortID  uint32
	SetID   uint32
	SpaceID uint32
	MsgID   uint32
)

// KernelSpace is the receiver of the ports that the kernel itself serves: task
// and thread ports, and the local ends of remote ports. Its rights have no names.
const KernelSpace SpaceID = ^SpaceID(0)

// State is everything the IPC system knows. It is plain data: references are
// ids, a clone shares no writable memory with its original.
type State struct {
	Ports  table.Table[Port, *Port]
	Sets   table.Table[Set, *Set]
	Spaces table.Table[Space, *Space]
	Msgs   table.Table[Msg, *Msg]

	// Changes are the things that happened to queues since the caller last
	// emptied this list. ipc knows no threads: whoever has threads waiting reads
	// here whom to wake, in order.
	Changes []Change

	// Held are messages that were sent, and have not arrived: in a replay, those before
	// which others arrived that have not been sent yet (AccessLog).
	Held []MsgID

	// AccessLog, when not nil, logs what the calls access, or guides a replay.
	AccessLog *AccessLog

	doomed Queue // messages waiting to be destroyed; empty between calls

	// Moved are the messages that moved since it was emptied, while Noting is set (Note).
	Noting bool
	Moved  []MsgID
}

// Port is a message queue with one receiver and many senders. It is in one of
// four states:
//
//   - held: Receiver is a space and RecvName the right's name there
//   - served by the kernel: Receiver is KernelSpace
//   - in transit: Receiver is 0; the receive right travels in a message, and
//     Dest is the port that the message goes to (0 while the kernel holds the
//     right, or when the message goes in a circle and will be destroyed)
//   - dead: Dead is set. The record stays until Refs, the number of references
//     that messages, requests and dead names still hold, is 0; spaces hold no
//     rights to a dead port, for these became dead names when it died.
type Port struct {
	Kind   uint8  // what the kernel uses the port for; 0 is a program's port
	Object uint32 // the kernel's object behind a port of another kind
	Label  Label
	Far    Far    // of a port that stands for one on another host; ipc only stores it
	Host   uint32 // the host whose kernel the port belongs to; ipc only stores it
	Net    uint32 // the kernel's record of its ends on other hosts; ipc only stores it

	Dead     bool
	Receiver SpaceID
	RecvName Name
	Dest     PortID
	Set      SetID // the set it is a member of

	Refs     int32 // references by entries, messages and requests
	SRights  int32 // send rights: one for each space that has any, and each in transit
	SORights int32 // send-once rights, in spaces, messages and requests
	MSCount  uint32
	Seqno    uint32
	QLimit   int32
	Count    int32 // queued messages, wherever the queue is (own or the set's)
	Queue    Queue // own queue; empty while in a set

	NSRequest PortID // no-senders request: a send-once right to this port
	PDRequest PortID // port-destroyed request: likewise
	Requests  []DNRequest
	Holders   []Holder // entries with a send or send-once right, in no order

	Naked Naked // what of the above the kernel holds itself

	Senders, Receivers Waiters
}

// Naked counts the rights to a port that the kernel holds outside of spaces and
// messages: made by AddSend, AddSendOnce or CopyInRight, not yet given up.
type Naked struct{ Receive, Send, SendOnce int32 }

// Waiters is a queue of the kernel's threads that wait at a port or set: the first
// and the last. ipc only stores it.
type Waiters struct{ Head, Tail uint32 }

// Label is who made an object, for names that are the same in every schedule.
// ipc only stores it.
type Label struct {
	Creator uint32 // thread that made it
	Serial  uint32 // its number among that thread's creations of the kind
	Given   string // a name that the program gave
}

// Far is what the port on another host is that a port stands for.
type Far struct {
	Kind   uint8
	Object uint32
}

// DNRequest is a slot of a port's dead-name requests. A slot with Notify 0 is free.
type DNRequest struct {
	Space  SpaceID
	Name   Name
	Notify PortID // a send-once right to this port
	Gone   bool   // a Mach 2.5 name, released when the port died a moment ago
}

// Holder says that an entry of a space refers to the port.
type Holder struct {
	Space SpaceID
	Name  Name
}

// Queue is a FIFO of messages, linked through Msg.Next and Msg.Prev.
type Queue struct {
	Head, Tail MsgID
	Arrived    uint32 // messages that have arrived here so far
}

// Set is a port set: one queue for all members, in order of arrival.
type Set struct {
	Label   Label
	Space   SpaceID
	Name    Name
	Members []PortID
	Queue   Queue

	Receivers Waiters
}

// Space is the name space of a task.
type Space struct {
	Dead     bool
	Task     uint32 // the kernel's id of the task; ipc only stores it
	Table    []Entry
	Free     uint32       // head of the list of free slots of Table, last freed first
	Chosen   []NamedEntry // names that do not fit Table, by increasing name
	ByPort   portIndex    // the name of the send or receive right to a port
	Announce bool         // the death of every port that it can send to is told at Notify
	Notify   PortID       // the task's notify port (Mach 2.5); a reference, it may be dead

	Enabled Name // the set of Mach 2.5's port_enable, Null before the first
}

// Entry is what a name stands for.
type Entry struct {
	Type    Type   // 0 when free; SEND and RECEIVE may stand together
	Gen     uint8  // low byte of the name that the slot has now, or gets next
	URefs   uint16 // user references of send rights or of a dead name
	Object  uint32 // PortID, or SetID; of a dead name the port that died, 0 if there was none
	Compat  bool   // made by a call of Mach 2.5: the name goes when the port dies
	Request uint32 // dead-name request: its slot at the port, plus 1
	Holder  uint32 // index in the port's Holders, for send and send-once rights
	Accept  MsgID  // the forced message whose acceptance is to be announced
	Next    uint32 // next free slot
}

// NamedEntry is an entry outside the table, under a name that a program chose.
type NamedEntry struct {
	Name Name
	Entry
}

// Msg is a message that the kernel holds: a draft that was copied from the
// sender's memory but whose names are not yet looked up (Draft), or one whose
// rights are in transit.
type Msg struct {
	Next, Prev MsgID // neighbours in the queue
	Draft      bool
	Header     Header // of a draft, as the sender wrote it

	Dest      PortID
	DestType  Disposition // PORT_SEND or PORT_SEND_ONCE
	Reply     PortID      // or DeadPort
	ReplyType Disposition
	ID        int32
	Seqno     uint32
	Size      uint32
	Items     []Item // Num of a port item is a PortID, or DeadPort
	Memory    bool   // an item is out-of-line memory
	Circular  bool   // a receive right in it leads back to Dest

	Accept Acceptance // whom to tell when a forced message is accepted

	Of PortID // of a notification about a name: the port that it is, or was, the name of

	Sender uint32 // thread that sent it, 0 for the kernel; ipc only stores it
	Sent   uint64 // event number of the send; ipc only stores it
	Call   any    // what kernels tell each other beside the items; never written to, ipc only stores it
}

// Acceptance is the msg-accepted request of a message sent with SEND_NOTIFY.
type Acceptance struct {
	Space  SpaceID // sender's space; 0 once its name for the destination is gone
	Name   Name    // sender's name for the destination; Null once that is gone
	Notify PortID  // a send-once right to the port that is told; 0 without a request
}

// DeadPort is the value of a right in a message whose port is dead already.
const DeadPort = ^PortID(0)

// ChangeKind says what happened to a queue.
type ChangeKind uint8

const (
	// Arrived: a message was added to the queue of Port, or of Set if that is not 0.
	Arrived ChangeKind = iota
	// Room: N more messages fit into the queue of Port, or might.
	Room
	// PortDied: every sender blocked on Port is to be woken, and finds it dead.
	PortDied
	// ReceiverGone: the receive right of Port was destroyed or moved while the
	// port was in no set; its waiting receivers return MACH_RCV_PORT_DIED.
	ReceiverGone
	// JoinedSet: Port went into a set; its waiting receivers return MACH_RCV_PORT_CHANGED.
	JoinedSet
	// SetDied: receivers waiting on Set return MACH_RCV_PORT_DIED.
	SetDied
)

// Change is one entry of State.Changes.
type Change struct {
	Kind ChangeKind
	Port PortID
	Set  SetID
	N    int32
	Net  uint32 // of a port that died; its record may be gone already
}

// Freeze returns a picture of s, to be read only; Clone makes a State of it again.
func (s *State) Freeze() *State {
	return &State{
		Ports:  s.Ports.Freeze(),
		Sets:   s.Sets.Freeze(),
		Spaces: s.Spaces.Freeze(),
		Msgs:   s.Msgs.Freeze(),
		Held:   append([]MsgID(nil), s.Held...),
	}
}

// Clone returns a State equal to s that shares no writable memory with it.
func (s *State) Clone() *State {
	return &State{
		Ports:   s.Ports.Clone(),
		Sets:    s.Sets.Clone(),
		Spaces:  s.Spaces.Clone(),
		Msgs:    s.Msgs.Clone(),
		Changes: append([]Change(nil), s.Changes...),
		Held:    append([]MsgID(nil), s.Held...),
	}
}
