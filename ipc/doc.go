// Package ipc holds the ports of a Mach kernel: who has which rights to them under
// which names, which messages are queued at them, and what is told to whom when
// rights go and ports die.
//
// It knows no threads. A call never waits: whoever has threads asks HasRoom
// before Enqueue and First before Dequeue, and afterwards reads State.Changes to
// see who may go on.
//
// # The types
//
// A State is all there is: tables of Ports, Sets, Spaces and Msgs, plain data that
// refers to each other by id, so that a copy is a copy. A Space is the names of
// one task; an Entry says what one name stands for: a send right, a receive right
// or both, a send-once right, a port set, a dead name. A Port is a queue with one
// receive right and any number of the others. A Msg is a message that the kernel
// holds: first a draft, in which rights are still names of the sender's, then in
// transit, in which they are PortIDs. A Message is one in a program's memory;
// NewMessage writes it and methods such as Int and Port read it.
//
// A right that is not in a space is called naked. It is in a message, in a
// request for a notification, or the kernel has it (AddSend, CopyInRight).
//
// # How a message flows
//
//	NewDraft   the sender's message is copied; nothing is looked up
//	CopyIn     names become naked rights, all or, for the header, nothing
//	HasRoom    may it be queued now?
//	Enqueue    into the queue of the port or of the set that this is in
//	             or Force, over the limit, with a promise to tell (SEND_NOTIFY)
//	             or CopyBack, to the sender again (timeout, interrupted)
//	Source     what a receive on a name waits for
//	First      the message at the head
//	Dequeue    out of the queue; it gets its sequence number
//	CopyOut    naked rights become names of the receiver's
//	             or CopyOutHeader, when it does not fit
//
// Notifications are messages too, which the kernel sends on send-once rights that
// were registered for it, over any limit.
//
// # How a port dies
//
// At once and everywhere: its entries become dead names in the same call, while
// Mach finds each out when it is used next; nobody can tell the difference.
// Messages that die with it wait in State.doomed until the one at hand is done,
// so that a chain of ports in each other's queues does not recurse. destroyReceive
// has the order of events.
//
// # Invariants
//
//   - Every call checks everything first and then makes a change that cannot fail.
//     A refused call leaves the state equal. (Errors in the body of a message are no
//     refusals: Mach has them destroy the message.)
//   - A live port has exactly one receive right: in a space, naked, or served by
//     the kernel. SRights counts a space once, however many user references it
//     has, and every naked send right; SORights counts send-once rights.
//   - A reference is held by each entry, each naked right, each receive right, each
//     receive right that travels to the port, and each space whose notify port it
//     is. The record of a dead port goes with the last.
//   - No entry refers to a dead port. A right in a message may; it arrives as Dead.
//   - A port in a set has an empty queue of its own.
//   - A receive right never travels, over any number of others, to its own port.
//
// Check recomputes all of it; tests call it after every step. The rules and codes
// are those of CMU Mach 3.0; comments name the routine there that does the same.
package ipc
