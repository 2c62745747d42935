// Package ipc is the port system of a Mach kernel. It keeps the rights that tasks
// have to ports, and their names; it queues messages; it sends the notifications
// that follow when rights are given up and ports die.
//
// It knows no threads, and a call never waits. A kernel with threads calls HasRoom
// before Enqueue and First before Dequeue, and reads State.Changes afterwards to
// learn which threads to wake.
//
// # The types
//
// A State holds everything: tables of Ports, Sets, Spaces and Msgs. They are plain
// data that refer to each other by id, so a State can be copied, compared and
// printed by short functions.
//
//   - A Space is the names of one task.
//   - An Entry is what one name stands for: a send right, a receive right or both, a
//     send-once right, a port set, or a dead name.
//   - A Port is a queue with one receive right and any number of the other rights.
//   - A Msg is a message that the kernel holds. First it is a draft, in which rights
//     are names of the sender; then it is in transit, and rights are PortIDs.
//   - A Message is a message in a program's memory. NewMessage writes it; methods
//     such as Int and Port read it.
//
// A right that no space holds is called naked, as in Mach's sources. It is in a
// message, in a request for a notification, or the kernel has it (AddSend,
// CopyInRight).
//
// # How a message flows
//
//	NewDraft   copies the sender's message; looks nothing up
//	CopyIn     turns names into naked rights
//	HasRoom    says whether the message may be queued now
//	Enqueue    puts it into the queue of its port, or of the set that has the port
//	             or Force does, over the limit, and will notify (SEND_NOTIFY)
//	             or CopyBack returns it to the sender (timeout, interrupted)
//	Source     finds what a receive on a name waits for
//	First      finds the message at the head
//	Dequeue    takes it out of the queue and numbers it
//	CopyOut    turns naked rights into names of the receiver
//	             or CopyOutHeader does so for the header only (message too large)
//
// Notifications are messages too. The kernel sends them on send-once rights that
// programs registered for it, and over any queue limit: it must never wait for a
// program.
//
// # How a port dies
//
// All entries for the port become dead names in the same call. Mach converts each
// one when it is used next, but before every use, so no program can tell the
// difference. Messages that die with the port wait in State.doomed until the
// message at hand is destroyed; so a chain of ports, each in a queue of the one
// before, is destroyed in a loop and not by recursion. destroyReceive has the order
// of events.
//
// # Invariants
//
//   - Every call checks everything first and then makes a change that cannot fail.
//     A refused call leaves the state as it was. (An error in the body of a message
//     is no refusal: Mach destroys the message.)
//   - A live port has exactly one receive right: in a space, naked, or served by
//     the kernel. SRights counts a space once, however many user references it
//     has, and every naked send right; SORights counts send-once rights.
//   - Each of these holds a reference to the port: an entry, a naked right, the
//     receive right, a receive right that travels to the port, and a space whose
//     notify port it is. The record of a dead port is freed with the last reference.
//   - No entry but a dead name refers to a dead port. A right in a message may; it
//     arrives as Dead.
//   - A port in a set has an empty queue of its own.
//   - A receive right never travels, over any number of others, to its own port.
//
// Check recomputes all of this; tests call it after every step. The rules and codes
// are those of CMU Mach 3.0. A name such as ipc_right_copyin in a comment is the
// routine there that does the same.
package ipc
