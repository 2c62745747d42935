package graph

import "machsim/debugger/tape"

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

// edges holds the edges into all events: those into the first, then those into the second, ...
type edges struct {
	from tape.List[uint32]
	kind tape.List[Kind]
	at   tape.List[uint32] // by event: the end of its edges
}

func (e *edges) add(from uint32, kind Kind) {
	e.from.Add(from)
	e.kind.Add(kind)
}

// close ends the edges of an event.
func (e *edges) close() { e.at.Add(uint32(e.from.Len())) }

// cut returns the edges into the first n events, to which others can be added.
func (e *edges) cut(n int) edges {
	end := int(e.at.At(n - 1))
	return edges{e.from.Cut(end), e.kind.Cut(end), e.at.Cut(n)}
}

// into returns the range of the edges into an event.
func (e *edges) into(event int) (lo, hi uint32) {
	if event > 0 {
		lo = e.at.At(event - 1)
	}
	return lo, e.at.At(event)
}
