package graph

import (
	"encoding/binary"

	"machsim/debugger/replay/tape"
)

// Kind says how the event From of an Edge affects the other.
type Kind uint8

const (
	// Message: it sent what the other received.
	Message Kind = iota
	// Fork: it made the other's thread.
	Fork
	// Wake: it woke the other's thread, or let it go on.
	Wake
	// Lock: it used the mutex before.
	Lock
	// Signal: it used the condition before.
	Signal
	// Arrival: its message arrived at a queue before the other's. This is no cause.
	Arrival
	// Sharing: it is of the same task, whose threads share variables without a lock.
	Sharing
	// Other: it changed something else that the other depends on.
	Other
	numKinds
)

var kindNames = [numKinds]string{"message", "fork", "wake", "lock", "signal", "arrival", "sharing", "other"}

func (k Kind) String() string { return kindNames[k] }

// Edge leads to an event from an earlier one, From, of another lane.
type Edge struct {
	From int
	Kind Kind
}

// edges holds the edges into all events, a record for each event: of each edge a number, which is how far it leads and
// of what kind it is.
type edges struct {
	first int // how many events came before those of the log
	all   tape.Records
	next  []byte // the edges into the next event
}

const kindBits = 3

// len returns the number of events, with those before the log.
func (e *edges) len() int { return e.first + e.all.Len() }

// add adds an edge into the next event.
func (e *edges) add(from int, kind Kind) {
	e.next = binary.AppendUvarint(e.next, uint64(e.len()-from)<<kindBits|uint64(kind))
}

// close ends the edges into the next event.
func (e *edges) close() {
	e.all.Add(e.next)
	e.next = e.next[:0]
}

// cut returns the edges into the first n events, to which others can be added.
func (e *edges) cut(n int) edges { return edges{first: e.first, all: e.all.Cut(n - e.first)} }

// into returns the edges into an event.
func (e *edges) into(event int) incoming { return incoming{event, e.all.At(event - e.first)} }

// incoming are edges into an event that are still to be visited.
type incoming struct {
	event  int
	record []byte
}

// next returns the next edge; false if there is none.
func (i *incoming) next() (Edge, bool) {
	if len(i.record) == 0 {
		return Edge{}, false
	}
	n, size := uint64(i.record[0]), 1
	if n >= 0x80 {
		n, size = binary.Uvarint(i.record)
	}
	i.record = i.record[size:]
	return Edge{i.event - int(n>>kindBits), Kind(n & (1<<kindBits - 1))}, true
}
