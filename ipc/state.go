package ipc

import "machsim/ipc/table"

// Name denotes a right in one task (Mach's mach_port_t): an index into the task's
// name space and a generation. It means nothing in another task.
type Name uint32

const (
	// Null is the name of no right (MACH_PORT_NULL).
	Null Name = 0
	// Dead stands for a right whose port died in transit (MACH_PORT_DEAD).
	Dead Name = ^Name(0)
)

// Ids of the records of a State. Zero is "none". An id is reused when its record
// was freed. Programs never see ids, only Names.
type (
	PortID  uint32
	SetID   uint32
	SpaceID uint32
	MsgID   uint32
)

// KernelSpace is the receiver of the ports that the kernel itself serves: task
// and thread ports, and the local ends of remote ports. Its rights have no names.
const KernelSpace SpaceID = ^SpaceID(0)

// State is everything that the IPC system knows. It is plain data: references are
// ids, and a clone shares no writable memory with its original.
type State struct {
	Ports  table.Table[Port, *Port]
	Sets   table.Table[Set, *Set]
	Spaces table.Table[Space, *Space]
	Msgs   table.Table[Msg, *Msg]

	// Changes lists, in order, what happened to queues since the caller last emptied
	// it. ipc knows no threads: the kernel learns here which ones to wake.
	Changes []Change

	// Held are messages that were sent but may not arrive yet. They exist only in a
	// replay, when a message that arrived earlier in the recorded run is not sent yet.
	Held []MsgID

	// AccessLog, when not nil, logs what the calls access.
	AccessLog *AccessLog
	// Values, when not nil, log what the calls allocate, or guide a replay.
	Values *Values

	doomed Queue // messages waiting to be destroyed; empty between calls

	// Moved lists the messages that entered a queue, left one, or were handed over past
	// one, since the caller last emptied it. It is kept only if Noting is set (Note).
	Noting bool
	Moved  []MsgID
}

// Port is a message queue with one receiver and many senders. It is in one of
// four states:
//
//   - held: Receiver is a space and RecvName the right's name there
//   - served by the kernel: Receiver is KernelSpace
//   - in transit: Receiver is 0; the receive right travels in a message to the port
//     Dest. Dest is 0 while the kernel holds the right, and when the message is
//     circular and will be destroyed.
//   - dead: Dead is set. The record stays while messages, requests and dead names
//     refer to it (Refs). No space has a right to it: these became dead names when
//     it died.
type Port struct {
	Kind   uint8  // what the kernel uses the port for; 0 is a program's port
	Object uint32 // the kernel's object behind a port of another kind
	Label  Label
	Far    Far    // what a port that stands for one on another host stands for; ipc only stores it
	Host   uint32 // the host whose kernel the port belongs to; ipc only stores it
	Net    uint32 // the kernel's record of the port's ends on other hosts; ipc only stores it

	Dead     bool
	Datagram bool // messages to it from other hosts may get lost; ipc only stores it
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
	Hindered int32 // messages that are held back from the queue, and have their room in it; ipc only counts them
	Queue    Queue // own queue; empty while in a set

	NSRequest PortID // no-senders request: a send-once right to this port
	PDRequest PortID // port-destroyed request: likewise
	Requests  []DNRequest
	Holders   []Holder // entries with a send or send-once right, in no order

	Naked Naked // rights among the above that the kernel holds itself

	Senders, Receivers Waiters
}

// Naked counts the rights to a port that the kernel holds outside of spaces,
// messages and requests: AddSend, AddSendOnce and CopyInRight add to it.
type Naked struct{ Receive, Send, SendOnce int32 }

// Waiters is a queue of threads that wait at a port or set: the ids of the first and
// the last. ipc only stores it.
type Waiters struct{ Head, Tail uint32 }

// Label says who made an object. It gives the object a name that is the same in
// every schedule, unlike its id. ipc only stores it.
type Label struct {
	Creator uint32 // thread that made it
	Serial  uint32 // its number among that thread's creations of the kind
	Given   string // a name that the program gave
}

// Far says what the remote port is that a port stands for.
type Far struct {
	Kind   uint8
	Object uint32
}

// DNRequest is a slot of a port's dead-name requests. A slot with Notify 0 is free.
type DNRequest struct {
	Space  SpaceID
	Name   Name
	Notify PortID // a send-once right to this port
	Gone   bool   // the name was one of Mach 2.5 and is released already
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
	Announce bool         // Notify gets a notification for each port that dies and that the task could send to
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

// Msg is a message that the kernel holds. If Draft is set, it was copied from the
// sender's memory, and its names are not yet looked up; else its rights are in transit.
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

	Of PortID // in a notification about a name: the port that the name stands or stood for

	Sender uint32 // thread that sent it, 0 for the kernel; ipc only stores it
	Sent   uint64 // event number of the send; ipc only stores it
	Call   any    // what one kernel tells another beside the items; immutable, ipc only stores it
}

// Acceptance is the msg-accepted request of a message sent with SEND_NOTIFY.
type Acceptance struct {
	Space  SpaceID // sender's space; 0 once its name for the destination is gone
	Name   Name    // sender's name for the destination; Null once that is gone
	Notify PortID  // a send-once right to the port that is told; 0 without a request
}

// DeadPort stands in a message for a right that was dead when the message was copied
// in: the sender's name was Dead, or a dead name.
const DeadPort = ^PortID(0)

// ChangeKind says what happened to a queue.
type ChangeKind uint8

const (
	// Arrived: a message was added to the queue of Port, or of Set if that is not 0.
	Arrived ChangeKind = iota
	// Room: up to N more messages fit into the queue of Port.
	Room
	// PortDied: the kernel wakes every sender blocked on Port. Each finds the port dead.
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
	Net  uint32 // Port.Net of a port that died, whose record may be freed already
}

// Freeze returns a read-only picture of s. Clone makes a State of it again. It leaves
// out Changes: a picture is taken between two steps, when the kernel has read them.
func (s *State) Freeze() *State {
	return &State{
		Ports:  table.Freeze(&s.Ports),
		Sets:   table.Freeze(&s.Sets),
		Spaces: table.Freeze(&s.Spaces),
		Msgs:   table.Freeze(&s.Msgs),
		Held:   append([]MsgID(nil), s.Held...),
	}
}

// Renews returns about how many bytes the next picture of s will not share with the last one. What grows without bound
// are the names of a space, which are copied as a whole, and the list of the pages of ports.
func (s *State) Renews() (bytes int) {
	for id := range s.Spaces.All {
		if table.Dirty(&s.Spaces, id) {
			sp := s.Spaces.At(id)
			bytes += 32*len(sp.Table) + 8*len(sp.ByPort.slots)
		}
	}
	return bytes + 2*int(s.Ports.Cap())
}

// Reset returns an empty State in the room of s, which is not to be used any more.
func (s *State) Reset() State {
	return State{
		Ports:   table.Reset(&s.Ports),
		Sets:    table.Reset(&s.Sets),
		Spaces:  table.Reset(&s.Spaces),
		Msgs:    table.Reset(&s.Msgs),
		Changes: s.Changes[:0],
	}
}

// Clone returns a State equal to s that shares no writable memory with it.
func (s *State) Clone() *State {
	return &State{
		Ports:   table.Clone(&s.Ports),
		Sets:    table.Clone(&s.Sets),
		Spaces:  table.Clone(&s.Spaces),
		Msgs:    table.Clone(&s.Msgs),
		Changes: append([]Change(nil), s.Changes...),
		Held:    append([]MsgID(nil), s.Held...),
	}
}
