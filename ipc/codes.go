package ipc

import "fmt"

// Code is the result of a kernel call, with Mach's value and name. Success is
// 0; every other Code is an error. Codes are compared with == or errors.Is.
type Code int32

// Results of kernel calls (kern_return_t).
const (
	KERN_SUCCESS            Code = 0
	KERN_INVALID_ADDRESS    Code = 1
	KERN_PROTECTION_FAILURE Code = 2
	KERN_NO_SPACE           Code = 3
	KERN_INVALID_ARGUMENT   Code = 4
	KERN_FAILURE            Code = 5
	KERN_RESOURCE_SHORTAGE  Code = 6
	KERN_NOT_RECEIVER       Code = 7
	KERN_NO_ACCESS          Code = 8
	KERN_MEMORY_FAILURE     Code = 9
	KERN_MEMORY_ERROR       Code = 10
	KERN_ALREADY_IN_SET     Code = 11
	KERN_NOT_IN_SET         Code = 12
	KERN_NAME_EXISTS        Code = 13
	KERN_ABORTED            Code = 14
	KERN_INVALID_NAME       Code = 15
	KERN_INVALID_TASK       Code = 16
	KERN_INVALID_RIGHT      Code = 17
	KERN_INVALID_VALUE      Code = 18
	KERN_UREFS_OVERFLOW     Code = 19
	KERN_INVALID_CAPABILITY Code = 20
	KERN_RIGHT_EXISTS       Code = 21
	KERN_INVALID_HOST       Code = 22
	KERN_MEMORY_PRESENT     Code = 23
)

// Results of mach_msg (mach_msg_return_t).
const (
	MACH_MSG_SUCCESS Code = 0

	// Bits that say where space ran out, added to the two RCV errors below.
	MACH_MSG_IPC_SPACE  Code = 0x2000
	MACH_MSG_VM_SPACE   Code = 0x1000
	MACH_MSG_IPC_KERNEL Code = 0x0800
	MACH_MSG_VM_KERNEL  Code = 0x0400

	MACH_SEND_IN_PROGRESS        Code = 0x10000001
	MACH_SEND_INVALID_DATA       Code = 0x10000002
	MACH_SEND_INVALID_DEST       Code = 0x10000003
	MACH_SEND_TIMED_OUT          Code = 0x10000004
	MACH_SEND_WILL_NOTIFY        Code = 0x10000005
	MACH_SEND_NOTIFY_IN_PROGRESS Code = 0x10000006
	MACH_SEND_INTERRUPTED        Code = 0x10000007
	MACH_SEND_MSG_TOO_SMALL      Code = 0x10000008
	MACH_SEND_INVALID_REPLY      Code = 0x10000009
	MACH_SEND_INVALID_RIGHT      Code = 0x1000000a
	MACH_SEND_INVALID_NOTIFY     Code = 0x1000000b
	MACH_SEND_INVALID_MEMORY     Code = 0x1000000c
	MACH_SEND_NO_BUFFER          Code = 0x1000000d
	MACH_SEND_NO_NOTIFY          Code = 0x1000000e
	MACH_SEND_INVALID_TYPE       Code = 0x1000000f
	MACH_SEND_INVALID_HEADER     Code = 0x10000010

	MACH_RCV_IN_PROGRESS    Code = 0x10004001
	MACH_RCV_INVALID_NAME   Code = 0x10004002
	MACH_RCV_TIMED_OUT      Code = 0x10004003
	MACH_RCV_TOO_LARGE      Code = 0x10004004
	MACH_RCV_INTERRUPTED    Code = 0x10004005
	MACH_RCV_PORT_CHANGED   Code = 0x10004006
	MACH_RCV_INVALID_NOTIFY Code = 0x10004007
	MACH_RCV_INVALID_DATA   Code = 0x10004008
	MACH_RCV_PORT_DIED      Code = 0x10004009
	MACH_RCV_IN_SET         Code = 0x1000400a
	MACH_RCV_HEADER_ERROR   Code = 0x1000400b
	MACH_RCV_BODY_ERROR     Code = 0x1000400c
)

// Results of msg_send, msg_receive and msg_rpc of Mach 2.5 (msg_return_t).
const (
	SEND_INVALID_MEMORY     Code = -101
	SEND_INVALID_PORT       Code = -102
	SEND_TIMED_OUT          Code = -103
	SEND_WILL_NOTIFY        Code = -105
	SEND_NOTIFY_IN_PROGRESS Code = -106
	SEND_KERNEL_REFUSED     Code = -107
	SEND_INTERRUPTED        Code = -108
	SEND_MSG_TOO_LARGE      Code = -109
	SEND_MSG_TOO_SMALL      Code = -110
	RCV_INVALID_MEMORY      Code = -201
	RCV_INVALID_PORT        Code = -202
	RCV_TIMED_OUT           Code = -203
	RCV_TOO_LARGE           Code = -204
	RCV_NOT_ENOUGH_MEMORY   Code = -205
	RCV_ONLY_SENDER         Code = -206
	RCV_INTERRUPTED         Code = -207
	RCV_PORT_CHANGE         Code = -208
)

// Results of remote procedure calls made through MIG stubs.
const (
	MIG_TYPE_ERROR      Code = -300
	MIG_REPLY_MISMATCH  Code = -301
	MIG_REMOTE_ERROR    Code = -302
	MIG_BAD_ID          Code = -303
	MIG_BAD_ARGUMENTS   Code = -304
	MIG_NO_REPLY        Code = -305
	MIG_EXCEPTION       Code = -306
	MIG_ARRAY_TOO_LARGE Code = -307
	MIG_SERVER_DIED     Code = -308
	MIG_DESTROY_REQUEST Code = -309
)

// Results of the network name service.
const (
	NETNAME_SUCCESS        Code = 0
	NETNAME_PENDING        Code = -1
	NETNAME_NOT_YOURS      Code = 1000
	NETNAME_NOT_CHECKED_IN Code = 1001
	NETNAME_NO_SUCH_HOST   Code = 1002
	NETNAME_HOST_NOT_FOUND Code = 1003
	NETNAME_INVALID_PORT   Code = 1004
)

// Error returns the name that Mach's headers give the code.
func (c Code) Error() string {
	if t, ok := lookupCode(c); ok {
		return t.name
	}
	// The two receive errors that carry bits saying where space ran out.
	const space = MACH_MSG_IPC_SPACE | MACH_MSG_VM_SPACE | MACH_MSG_IPC_KERNEL | MACH_MSG_VM_KERNEL
	if base := c &^ space; base == MACH_RCV_HEADER_ERROR || base == MACH_RCV_BODY_ERROR {
		return fmt.Sprintf("%s|%#x", base.Error(), int32(c&space))
	}
	return fmt.Sprintf("code %d", int32(c))
}

// Err returns c as an error, nil for success.
func (c Code) Err() error {
	if c == KERN_SUCCESS {
		return nil
	}
	return c
}

// Explain returns one sentence about what went wrong and what to do about it.
func (c Code) Explain() string {
	if t, ok := lookupCode(c); ok {
		return t.explain
	}
	const space = MACH_MSG_IPC_SPACE | MACH_MSG_VM_SPACE | MACH_MSG_IPC_KERNEL | MACH_MSG_VM_KERNEL
	if base := c &^ space; base == MACH_RCV_HEADER_ERROR || base == MACH_RCV_BODY_ERROR {
		return base.Explain()
	}
	return "This is not a code of the kernel; a server may have made it up, so look there."
}

func lookupCode(c Code) (codeText, bool) {
	for _, t := range codeTexts {
		if t.code == c {
			return t, true
		}
	}
	return codeText{}, false
}

type codeText struct {
	code    Code
	name    string
	explain string
}

// Explanations speak to the author of the program that got the code.
var codeTexts = []codeText{
	{KERN_SUCCESS, "KERN_SUCCESS", "The call did what it was asked to do."},
	{KERN_INVALID_ADDRESS, "KERN_INVALID_ADDRESS",
		"The address is not in memory that the task has allocated; allocate it first, or check address and size."},
	{KERN_PROTECTION_FAILURE, "KERN_PROTECTION_FAILURE",
		"The memory is there but its protection forbids this access; change it with vm_protect."},
	{KERN_NO_SPACE, "KERN_NO_SPACE",
		"There is no room at that address, or no free name left; ask for any address, or release something."},
	{KERN_INVALID_ARGUMENT, "KERN_INVALID_ARGUMENT",
		"An argument makes no sense for this call, or (in the Mach 2.5 calls) the task, port or name is unknown; check " +
			"each argument."},
	{KERN_FAILURE, "KERN_FAILURE",
		"The call cannot be done in the present state, for example resuming what is not suspended or acting on a task " +
			"that has ended."},
	{KERN_RESOURCE_SHORTAGE, "KERN_RESOURCE_SHORTAGE",
		"The kernel has run out of something; release what is no longer needed and try again."},
	{KERN_NOT_RECEIVER, "KERN_NOT_RECEIVER",
		"The task does not hold the receive right of this port; only the receiver may do this."},
	{KERN_NO_ACCESS, "KERN_NO_ACCESS", "The call is bound to an access that the task was not given."},
	{KERN_MEMORY_FAILURE, "KERN_MEMORY_FAILURE",
		"The pager of this memory is gone, so its contents cannot be had any more."},
	{KERN_MEMORY_ERROR, "KERN_MEMORY_ERROR",
		"The pager could not supply the contents of this memory; trying again may help."},
	{KERN_ALREADY_IN_SET, "KERN_ALREADY_IN_SET", "The port is a member of the set already (obsolete)."},
	{KERN_NOT_IN_SET, "KERN_NOT_IN_SET",
		"The receive right is not a member of any port set, so it cannot be taken out of one."},
	{KERN_NAME_EXISTS, "KERN_NAME_EXISTS",
		"The name is in use in that task already; choose another, or let the kernel choose."},
	{KERN_ABORTED, "KERN_ABORTED",
		"The operation was broken off before it was complete, by thread_abort or thread_terminate."},
	{KERN_INVALID_NAME, "KERN_INVALID_NAME",
		"The task has no right under this name; it may have been given up, or the name may belong to another task."},
	{KERN_INVALID_TASK, "KERN_INVALID_TASK", "The port does not stand for a living task."},
	{KERN_INVALID_RIGHT, "KERN_INVALID_RIGHT",
		"The name is known, but the right under it is not of the kind that this call needs."},
	{KERN_INVALID_VALUE, "KERN_INVALID_VALUE",
		"An argument is out of its range, for example a queue limit above 16 or a count of references below 0."},
	{KERN_UREFS_OVERFLOW, "KERN_UREFS_OVERFLOW",
		"The name would get more user references than the kernel can count (65535); a loop is probably collecting them."},
	{KERN_INVALID_CAPABILITY, "KERN_INVALID_CAPABILITY",
		"The right that was handed over is null or its port is dead; hand over a right of a living port."},
	{KERN_RIGHT_EXISTS, "KERN_RIGHT_EXISTS",
		"The task knows this port under another name already; a task has one name for all its send and receive rights to " +
			"a port."},
	{KERN_INVALID_HOST, "KERN_INVALID_HOST", "The port does not stand for a host."},
	{KERN_MEMORY_PRESENT, "KERN_MEMORY_PRESENT", "The pager was asked to supply memory that is present already."},

	{MACH_SEND_IN_PROGRESS, "MACH_SEND_IN_PROGRESS", "The thread is waiting to send; programs never see this code."},
	{MACH_SEND_INVALID_DATA, "MACH_SEND_INVALID_DATA", "The message cannot be read where the program says it is."},
	{MACH_SEND_INVALID_DEST, "MACH_SEND_INVALID_DEST",
		"The destination is null, unknown, or a dead name, or the task lacks the right that the header says to use; check " +
			"Remote and RemoteType."},
	{MACH_SEND_TIMED_OUT, "MACH_SEND_TIMED_OUT",
		"The destination's queue stayed full until the timeout; the message was handed back with its rights, so it can be " +
			"sent again."},
	{MACH_SEND_WILL_NOTIFY, "MACH_SEND_WILL_NOTIFY",
		"The queue was full, so the message was forced in; a msg-accepted notification will say when it is taken out."},
	{MACH_SEND_NOTIFY_IN_PROGRESS, "MACH_SEND_NOTIFY_IN_PROGRESS",
		"An earlier forced message to this destination has not been accepted yet; wait for its notification before " +
			"forcing another."},
	{MACH_SEND_INTERRUPTED, "MACH_SEND_INTERRUPTED",
		"thread_abort broke off the wait for room in the queue; the message was handed back with its rights."},
	{MACH_SEND_MSG_TOO_SMALL, "MACH_SEND_MSG_TOO_SMALL",
		"The message is shorter than its header or than its items claim."},
	{MACH_SEND_INVALID_REPLY, "MACH_SEND_INVALID_REPLY",
		"The reply port's name is unknown, or the task lacks the right that the header says to use; check Local and " +
			"LocalType."},
	{MACH_SEND_INVALID_RIGHT, "MACH_SEND_INVALID_RIGHT",
		"A port item of the body names a right that the task does not have; the whole message was destroyed, with all " +
			"rights it had taken."},
	{MACH_SEND_INVALID_NOTIFY, "MACH_SEND_INVALID_NOTIFY", "The notify argument must name a receive right of this task."},
	{MACH_SEND_INVALID_MEMORY, "MACH_SEND_INVALID_MEMORY",
		"An out-of-line item covers memory that cannot be read; the whole message was destroyed."},
	{MACH_SEND_NO_BUFFER, "MACH_SEND_NO_BUFFER", "The kernel has no memory for the message; try again later."},
	{MACH_SEND_NO_NOTIFY, "MACH_SEND_NO_NOTIFY",
		"The kernel has no memory for the notification request; try again later."},
	{MACH_SEND_INVALID_TYPE, "MACH_SEND_INVALID_TYPE",
		"An item of the body has a type that does not exist; the whole message was destroyed."},
	{MACH_SEND_INVALID_HEADER, "MACH_SEND_INVALID_HEADER",
		"The header's dispositions make no sense: the destination needs one that sends, and a reply port needs one at all."},

	{MACH_RCV_IN_PROGRESS, "MACH_RCV_IN_PROGRESS", "The thread is waiting to receive; programs never see this code."},
	{MACH_RCV_INVALID_NAME, "MACH_RCV_INVALID_NAME",
		"The name to receive from is neither a receive right nor a port set of this task."},
	{MACH_RCV_TIMED_OUT, "MACH_RCV_TIMED_OUT", "No message came before the timeout."},
	{MACH_RCV_TOO_LARGE, "MACH_RCV_TOO_LARGE",
		"The message is larger than the buffer; without RCV_LARGE it is lost, with it the header says what size is needed " +
			"and the message is still queued."},
	{MACH_RCV_INTERRUPTED, "MACH_RCV_INTERRUPTED", "thread_abort broke off the wait for a message; nothing was received."},
	{MACH_RCV_PORT_CHANGED, "MACH_RCV_PORT_CHANGED",
		"The port was put into a port set while the thread waited on it; receive from the set."},
	{MACH_RCV_INVALID_NOTIFY, "MACH_RCV_INVALID_NOTIFY",
		"The notify argument must name a receive right of this task; the message was destroyed and only its header " +
			"delivered."},
	{MACH_RCV_INVALID_DATA, "MACH_RCV_INVALID_DATA",
		"The message cannot be written where the program wants it; it was destroyed."},
	{MACH_RCV_PORT_DIED, "MACH_RCV_PORT_DIED",
		"The receive right or set was destroyed or sent away while the thread waited on it."},
	{MACH_RCV_IN_SET, "MACH_RCV_IN_SET",
		"The port is a member of a port set; receive from the set, or take the port out."},
	{MACH_RCV_HEADER_ERROR, "MACH_RCV_HEADER_ERROR",
		"There was no name left for the reply right; the message was destroyed and only its header delivered."},
	{MACH_RCV_BODY_ERROR, "MACH_RCV_BODY_ERROR", "There was no room for some items of the body; these arrive as null."},

	{SEND_INVALID_MEMORY, "SEND_INVALID_MEMORY", "The message or its out-of-line memory cannot be read."},
	{SEND_INVALID_PORT, "SEND_INVALID_PORT",
		"The destination, the reply port or a port in the body is not one that this task may use so."},
	{SEND_TIMED_OUT, "SEND_TIMED_OUT",
		"The destination's queue stayed full until the timeout; the message was destroyed, with the rights it had taken."},
	{SEND_WILL_NOTIFY, "SEND_WILL_NOTIFY",
		"The queue was full, so the message was forced in; NOTIFY_MSG_ACCEPTED will come to the task's notify port."},
	{SEND_NOTIFY_IN_PROGRESS, "SEND_NOTIFY_IN_PROGRESS",
		"An earlier forced message to this port has not been accepted yet; wait for its notification."},
	{SEND_KERNEL_REFUSED, "SEND_KERNEL_REFUSED", "The kernel does not take this message."},
	{SEND_INTERRUPTED, "SEND_INTERRUPTED", "The send was broken off, by thread_abort or for want of kernel memory."},
	{SEND_MSG_TOO_LARGE, "SEND_MSG_TOO_LARGE", "The message is larger than 8192 bytes; send long data out of line."},
	{SEND_MSG_TOO_SMALL, "SEND_MSG_TOO_SMALL", "The message is shorter than its header or than its items claim."},
	{RCV_INVALID_MEMORY, "RCV_INVALID_MEMORY", "The message cannot be written where the program wants it."},
	{RCV_INVALID_PORT, "RCV_INVALID_PORT",
		"The port to receive from is not the task's to receive from, is in a port set, or died during the wait."},
	{RCV_TIMED_OUT, "RCV_TIMED_OUT", "No message came before the timeout."},
	{RCV_TOO_LARGE, "RCV_TOO_LARGE",
		"The message is larger than the buffer; it is still queued and its size was reported."},
	{RCV_NOT_ENOUGH_MEMORY, "RCV_NOT_ENOUGH_MEMORY",
		"There was no room in the task for the message's out-of-line memory."},
	{RCV_ONLY_SENDER, "RCV_ONLY_SENDER",
		"The receiver is the only task that could send to this port; Mach documents this code but never returns it."},
	{RCV_INTERRUPTED, "RCV_INTERRUPTED", "thread_abort broke off the wait for a message; nothing was received."},
	{RCV_PORT_CHANGE, "RCV_PORT_CHANGE", "The port was put into a port set while the thread waited on it."},

	{MIG_TYPE_ERROR, "MIG_TYPE_ERROR",
		"The reply does not have the items that the caller expects; client and server may be of different versions."},
	{MIG_REPLY_MISMATCH, "MIG_REPLY_MISMATCH",
		"A message other than the reply (request id + 100) came to the reply port."},
	{MIG_REMOTE_ERROR, "MIG_REMOTE_ERROR", "The server found something wrong with the request but does not say what."},
	{MIG_BAD_ID, "MIG_BAD_ID",
		"The server does not know this request; check the message id and to which port it was sent."},
	{MIG_BAD_ARGUMENTS, "MIG_BAD_ARGUMENTS", "The request does not have the items that the server expects."},
	{MIG_NO_REPLY, "MIG_NO_REPLY", "The server's routine wants no reply to be sent now; it will reply later itself."},
	{MIG_EXCEPTION, "MIG_EXCEPTION", "The server's routine raised an exception."},
	{MIG_ARRAY_TOO_LARGE, "MIG_ARRAY_TOO_LARGE", "The reply holds more elements than the caller has room for."},
	{MIG_SERVER_DIED, "MIG_SERVER_DIED", "The server died, or threw the request away, before it replied."},
	{MIG_DESTROY_REQUEST, "MIG_DESTROY_REQUEST", "The server's routine wants the request destroyed and no reply sent."},

	{NETNAME_PENDING, "NETNAME_PENDING", "The answer of the name server will come later; programs never see this code."},
	{NETNAME_NOT_YOURS, "NETNAME_NOT_YOURS",
		"The name was checked in with another signature; only who knows that may replace or remove it."},
	{NETNAME_NOT_CHECKED_IN, "NETNAME_NOT_CHECKED_IN",
		"Nobody has checked in this name on that host, or its port has died since."},
	{NETNAME_NO_SUCH_HOST, "NETNAME_NO_SUCH_HOST", "No host of the network has this name."},
	{NETNAME_HOST_NOT_FOUND, "NETNAME_HOST_NOT_FOUND",
		"The host did not answer, or no host answered the broadcast; the name may be checked in nowhere."},
	{NETNAME_INVALID_PORT, "NETNAME_INVALID_PORT", "The port to check in is null or dead."},
}

// CodeNamed is the code with a name that Mach's headers have; ok is false if there is none.
func CodeNamed(name string) (c Code, ok bool) {
	for _, t := range codeTexts {
		if t.name == name {
			return t.code, true
		}
	}
	return 0, false
}

// CodeNames are the names of the codes.
func CodeNames() (names []string) {
	for _, t := range codeTexts {
		names = append(names, t.name)
	}
	return names
}
