package kernel

import "machsim/ipc"

// The names of package ipc that most programs need, so that they import one package.
type (
	// Name is how a task knows a port, as ipc.Name.
	Name = ipc.Name
	// Message is a message in a program's memory, as ipc.Message.
	Message = ipc.Message
	// Code is the result of a kernel call, as ipc.Code.
	Code = ipc.Code
)

// Null is the name of no port.
const Null = ipc.Null

// NewMessage makes a message with an item for each value, as ipc.NewMessage.
func NewMessage(id int32, items ...any) *Message { return ipc.NewMessage(id, items...) }

// What a distributed program has to deal with: the errors of the everyday calls, with Mach's
// names, to be compared by == or errors.Is.
const (
	MACH_SEND_TIMED_OUT      = ipc.MACH_SEND_TIMED_OUT      // the queue stayed full
	MACH_SEND_INVALID_DEST   = ipc.MACH_SEND_INVALID_DEST   // the port is dead
	MACH_SEND_INTERRUPTED    = ipc.MACH_SEND_INTERRUPTED    // thread_abort
	MACH_SEND_INVALID_HEADER = ipc.MACH_SEND_INVALID_HEADER // the request wants no reply
	MACH_RCV_TIMED_OUT       = ipc.MACH_RCV_TIMED_OUT       // nothing came
	MACH_RCV_INTERRUPTED     = ipc.MACH_RCV_INTERRUPTED     // thread_abort
	MACH_RCV_PORT_DIED       = ipc.MACH_RCV_PORT_DIED       // the receive right has gone
	MACH_RCV_PORT_CHANGED    = ipc.MACH_RCV_PORT_CHANGED    // the port is in a set now
	MIG_SERVER_DIED          = ipc.MIG_SERVER_DIED          // the request was thrown away
	MIG_REPLY_MISMATCH       = ipc.MIG_REPLY_MISMATCH       // something else came
)
