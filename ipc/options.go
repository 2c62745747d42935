package ipc

// Option selects what mach_msg does; options are added together.
type Option uint32

// Options of mach_msg.
const (
	MACH_MSG_OPTION_NONE Option = 0
	MACH_SEND_MSG        Option = 0x1
	MACH_RCV_MSG         Option = 0x2
	MACH_SEND_TIMEOUT    Option = 0x10 // wait for room in the queue no longer than the timeout
	MACH_SEND_NOTIFY     Option = 0x20 // rather than block, force the message in and be told of its acceptance
	MACH_SEND_INTERRUPT  Option = 0x40 // report an interrupted send instead of repeating it
	MACH_SEND_CANCEL     Option = 0x80 // moving the last reference fires no port-deleted to notify
	MACH_RCV_TIMEOUT     Option = 0x100
	MACH_RCV_NOTIFY      Option = 0x200 // register a dead-name request on the reply right that arrives
	MACH_RCV_INTERRUPT   Option = 0x400
	MACH_RCV_LARGE       Option = 0x800   // a message that is too large stays in the queue
	MACH_SEND_ALWAYS     Option = 0x10000 // the kernel's own: ignore the queue limit
)

// Option25 selects what the message calls of Mach 2.5 do.
type Option25 uint32

// Options of msg_send, msg_receive and msg_rpc.
const (
	MSG_OPTION_NONE Option25 = 0
	SEND_TIMEOUT    Option25 = 1
	SEND_NOTIFY     Option25 = 2
	SEND_INTERRUPT  Option25 = 4
	RCV_TIMEOUT     Option25 = 0x100
	RCV_NO_SENDERS  Option25 = 0x200 // accepted and ignored, as Mach does
	RCV_INTERRUPT   Option25 = 0x400
)

// Message ids of the kernel's notifications.
const (
	MACH_NOTIFY_PORT_DELETED     int32 = 65 // a name with a dead-name request was given up
	MACH_NOTIFY_MSG_ACCEPTED     int32 = 66 // a forced message left the queue
	MACH_NOTIFY_OWNERSHIP_RIGHTS int32 = 67 // Mach 2.5 only
	MACH_NOTIFY_RECEIVE_RIGHTS   int32 = 68 // Mach 2.5 only
	MACH_NOTIFY_PORT_DESTROYED   int32 = 69 // carries a receive right that would have been destroyed
	MACH_NOTIFY_NO_SENDERS       int32 = 70 // the last send right is gone
	MACH_NOTIFY_SEND_ONCE        int32 = 71 // a send-once right was destroyed unused
	MACH_NOTIFY_DEAD_NAME        int32 = 72 // the port under a name died
)
