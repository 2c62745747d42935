// Package graph computes the causal order of a run's events: which of them may have
// affected which (Lamport's happened before; forks and connections as in Manabe and
// Aoyagi, definition 1). The definitions of all the papers refer to this order.
//
// One event comes before another if it is earlier in the same lane, that is of the same
// thread or packet, or if it affected the other: it sent the message that the other
// received, made or woke its thread, used a mutex or condition before it, gave up a right,
// destroyed a port, made room in a queue, and so on. All this follows from the access log
// (ipc.AccessLog): an event that depends on the value of a location comes after the events
// that gave it the value.
//
// A replay needs one thing more that is no cause of anything: the order in which messages of
// several senders arrived at a queue. These edges are of a kind of their own (Arrival). A
// cut need not follow them. If it leaves out a message that arrived earlier than one in the
// cut, the later one is held (ipc.State.Held).
//
// A Cut is the number of events that each lane has done. It is consistent if it holds, with
// every event, all events that come before that in the causal order. For every event there is
// a least consistent cut that holds it and a greatest one without it. Both are read off the
// event's vector clock, which says how many events of every lane come before it.
package graph
