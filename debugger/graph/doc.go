// Package graph is the order of a run's events: which of them may have affected which.
//
// Events are ordered by their threads, and by every way in which one thread can affect
// another: a message sent and received, a thread made, woken, joined; a mutex or a
// condition used; a right given up, a port destroyed, a limit of a queue met, and so on.
// This is the causal order, in which all definitions of the papers are meant (Lamport's
// happened before; forks and connections as in Manabe and Aoyagi, definition 1). It is
// found from what each event accessed (ipc.AccessLog): an event comes after the events that
// made what it looked at what it was.
//
// To take the events again, one thing more matters that is no cause of anything: in which
// order several senders' messages arrived at a queue. These edges are told apart
// (Arrival). A cut need not follow them; a message that arrived later than one which is
// not sent yet in the cut is held (ipc.State.Held).
//
// A Cut is how many events each lane has done. It is consistent if with every event it
// holds all that come before it in the causal order. For every event there is a least cut
// that holds it and a greatest one without it; both come from the clocks, one for each
// event, which say how much of every lane comes before it.
package graph
