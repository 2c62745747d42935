// Package rpc finds the remote calls of a run: who called whom, which call was made on behalf of which, and what became
// of each (Cooper's thesis on debugging remote procedure calls, chapter 3).
//
//	c := rpc.New()
//	o := runner.Replay(program, recording)
//	o.Tracer = kernel.Tracer{Before: true, Event: c.See}
//	runner.Do(o)
//	for _, call := range c.Calls().All { ... }
//
// A remote call begins when a thread sends a message that brings a send-once right for the reply with it. A message
// without one is no remote call, and neither is a kernel call on a task or thread of another host, although it travels
// as a message: it is a kernel call. Calls between tasks of one host count. Of a call by msg_rpc
// of Mach 2.5, whose reply right is a send right, the caller and the request are known, and its answer is not.
//
// # Who serves
//
// The thread that has the reply right serves the call: from the event in which its receive came back with the request
// to the event in which it sends by the right. The right is followed by its name in the task, and through messages
// that take it on to another thread (a [Hand]). What threads of one task tell each other through variables no event
// shows. So a call that another thread of the task answers has been that thread's since it was last free, which is
// when it began or gave its last answer; a call that nobody answers stays with the thread that received it. A right
// that was renamed, or moved by a kernel call, is found again when it is used.
//
// A request whose caller has given up before it is received brings a dead right, which all look the same: its server is
// done with it when it answers into the dead name, or receives another request.
//
// A thread that serves several calls (it keeps some to answer them later) makes its own calls on behalf of the one
// that it received last.
//
// # Protocols of programs
//
// A program may make calls of datagrams, by a protocol of its own. What it does not say nobody can know: so a call is
// what has a [kernel.Mark] in its packets. It begins with the first request, whoever sends that, and is one [Call] with
// however many tries; its packets and executions are in Call.Marked. Its caller is the thread of th.Calling, and done
// with it when that span ends; who serves it is the thread of th.Serving, while that span lasts. A packet and its
// copies are told apart by the faults that made them only: of two that are equal the one that came first is received
// first. When a caller has given up a call, and calls the same procedure next with the same request, then it has made
// the call again ([Marked]).
//
// A packet is lost with the fault that befell it, or when it is nowhere any more: with its port, its task or its host.
//
// # What became of it
//
// A [Call] is a row of event numbers, so what was known of it at a position is the row without the events that the
// position lacks ([Call.At]), and its [Outcome] follows from the rest. The caller gives up when the kernel call in
// which it waits comes back without a reply, when its thread or task ends, or its host crashes. From then on whoever
// serves the call is an orphan ([Call.Orphan]).
package rpc
