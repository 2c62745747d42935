package graph

// Kind says how one event affects another.
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
	// Arrival: its message arrived at a queue before the other's. No cause.
	Arrival
	// Sharing: it is of the same task, whose threads share variables without a lock.
	Sharing
	// Other: it changed something else that mattered to the other.
	Other
	numKinds
)

var kindNames = [numKinds]string{"message", "fork", "wake", "lock", "signal", "arrival", "sharing", "other"}

func (k Kind) String() string { return kindNames[k] }

// Edge leads to an event from an earlier one of another lane.
type Edge struct {
	From int
	Kind Kind
}

// edges are the edges into each event, one event's after the other's.
type edges struct {
	from []uint32
	kind []Kind
	at   []uint32 // by event
}

func (e *edges) add(from uint32, kind Kind) {
	e.from = append(e.from, from)
	e.kind = append(e.kind, kind)
}

// close ends the edges of an event.
func (e *edges) close() { e.at = append(e.at, uint32(len(e.from))) }

// into returns where the edges into an event stand.
func (e *edges) into(event int) (lo, hi uint32) {
	if event > 0 {
		lo = e.at[event-1]
	}
	return lo, e.at[event]
}
