// Package event says what an event of a run was, as a value.
//
// [kernel.Event] is an event while it happens: it points into the state, and is gone with the next
// step. [Of] makes of it, once, all that can be said of it: who took the step, the call by its number,
// its operands and its result by their kinds, the messages, what the thread waits for, with every
// object by its identity and by the name that it had before the event. The value can be kept, sent
// and compared. Texts are made of it at the very end (package trace), pictures too (package diagram).
//
// A [Reader] makes the values of a whole run: it makes each name once, and those who look at an event
// and let it go (histories, breakpoints) get a value that is used again for the next.
package event

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Kind is what an event was.
type Kind uint8

// The kinds of event.
const (
	// Step: a thread made a call, or went on with it.
	Step Kind = iota
	// Met: the thread's task met a predicate that it watched for (kernel.Halt); it made no call.
	Met
	// Arrival: a packet arrived.
	Arrival
	// Edit: somebody changed something at a debugger.
	Edit
	// Failing: something went wrong between two steps (kernel.Config.Faults).
	Failing
)

// Event is what one event of a run was.
type Event struct {
	Number uint64 // from 1
	Time   int64  // virtual, before the step, in microseconds
	Kind   Kind
	Actor  kernel.Actor
	Thread Value // of a thread: it, its task and its host
	Task   Value
	Host   Value

	// Of Step. Before each step of a call that waits, Phase says how far it had come.
	Op       kernel.Op
	Opt      ipc.Option // of a message call
	Flag     bool
	Phase    uint8
	PC       uintptr // the source place of the call, 0 if not known
	Operands []Value // as Op.Operands has them
	Done     bool    // the call is done
	Code     ipc.Code
	Result   Value   // as Op.Result says, if the call is done
	Names    []Value // of ResultNames
	Info     any     // of ResultInfo: one of the Info structs of package kernel
	About    Value   // the object that the step was about, if it still is
	Ended    bool    // the thread has ended
	Wait     Wait
	Failure  *kernel.Failure // the run failed with it
	Fails    bool            // the run failed with it, or a task that may fail

	// Message is what the step sends, or what arrives or is dropped; Got what it received.
	Message *Message
	Got     *Message
	// Set is the port set that the message was received through, or that a member left.
	Set Value

	Predicate int     // of Met: which one, from 1
	Halts     bool    // the task has halted with it
	Packet    *Packet // of Arrival
	Edit      *Change // of Edit
	Fault     *Fault  // of Failing, or what befell the packet of an Arrival, which did not arrive then
	Disk      []Fault // what went wrong with a disk in the step
}

// Value is a number, a text or an object.
type Value struct {
	kernel.Identity          // Kind is NoObject for a number or a text
	Dead            bool     // of a name: it is a dead name; Text is the port that it stood for
	Own             bool     // it is the port of the caller's own task
	Raw             ipc.Name // the name of a port or set in its task; Null if it was not given by a name
	N               int64    // the number; of an object that was not given by a name its id
	Text            string   // the text; of an object its name, "" if that is not known
}

// Wait is what a thread waits for after an event.
type Wait struct {
	Kind  kernel.WaitKind
	Stops bool  // it does not go on by itself: it is blocked, for Kind says what
	On    Value // the port, set, mutex, condition or thread that it waits at
	For   Value // the thread that holds the mutex, the port of the handler, the host that has to answer
	Until int64 // virtual time in microseconds, 0 for no limit
	Reply bool  // a receive waits for the answer to what the same call sent
}

// Message is a message: as it was sent, arrived, or was received.
type Message struct {
	ID    int32
	Items []ipc.Item // kernel.MessageText puts them into words, kernel.ShapeOf names the fields
	Ports []Value    // by item: the port of an item that is one
	To    Value      // the port that it goes to or, of a message that was received, came through
	Reply Value      // where the answer is to go; Text "" for nowhere
	Sent  uint64     // the event that sent it, at whose peer it is; 0 for the kernel
	From  Value      // the thread that sent it, if it is known; of a message that was received, Sent says it
	About Value      // of a notification about a name: the port that it was
}

// Port is the port that an item stands for; the item is one of m.Items.
func (m *Message) Port(it *ipc.Item) Value {
	for i := range m.Ports {
		if it == &m.Items[i] {
			return m.Ports[i]
		}
	}
	return Value{}
}

// Packet is what arrived on a wire, or on a control channel.
type Packet struct {
	Kind     kernel.PacketKind
	From, To Value  // hosts
	Task     Value  // of a marker: the task that it goes to, or comes from
	Marker   bool   // it came on a control channel
	Stage    int    // of a predicate marker
	Path     string // of a halt marker
	Halt     int    // between the agents of hosts: the number of the halt, from 1; else 0
	Port     Value  // of a death, or of news that nobody sends any more: the port; where a message arrived
	Target   Value  // of a request for a call: the task or thread that it is made on; of an answer: who asked
	Request  *kernel.Request
	Answer   *kernel.Answer
	Fate     Fate
}

// Fate is what became of a packet that brought a message.
type Fate uint8

// The fates.
const (
	Passes  Fate = iota // it goes on to another host
	Arrives             // at a port
	Waits               // the queue there is full
	Lost                // what it asks for is dead
)

// Change is what somebody changed at a debugger.
type Change struct {
	Kind        kernel.EditKind
	Object      Value  // the thread, task, host or port
	Name, Value string // of a variable, or a field of a message, that is set
	Place       int    // to which a message moves in its queue, from 0 on; or the number of the halt that ends
}

// Fault is something that went wrong.
type Fault struct {
	Kind   kernel.FaultKind
	Object Value // the host or task; of a wire the one host; of a disk its host
	Other  Value // of a wire: the other host; of a disk: the file, if it is of one
	Amount int64 // as in kernel.Fault; of a disk its Part
}

// Operand returns the value that an event's call has in a field; the zero Value if its row has
// no operand there.
func (e *Event) Operand(f kernel.Field) Value {
	for i, o := range e.Op.Operands() {
		if o.Field == f && i < len(e.Operands) {
			return e.Operands[i]
		}
	}
	return Value{}
}

// Sends and Receives say which halves a message call has.
func (e *Event) Sends() bool {
	return e.Op.Class() == kernel.ClassMessage && e.Opt&ipc.MACH_SEND_MSG != 0
}
func (e *Event) Receives() bool {
	return e.Op.Class() == kernel.ClassMessage && e.Opt&ipc.MACH_RCV_MSG != 0
}

// Place returns the source place of the call, the zero Frame if it is not known.
func (e *Event) Place() kernel.Frame {
	if e.PC == 0 {
		return kernel.Frame{}
	}
	return kernel.FrameAt(e.PC)
}
