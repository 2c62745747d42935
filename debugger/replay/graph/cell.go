package graph

// A cell is the history of one location, as far as later events may depend on it.
type cell struct {
	write int   // the last event that changed it, plus 1
	adds  []int // the last event of each lane that added to it since then
}

// port is the history of a port.
type port struct {
	status, rights, senders, requests, room cell

	made []room // the last, the latest last
}

// room is room in a queue that was made.
type room struct {
	by     int // the event that made it
	waited int // the event by which a receiver began to wait without whom by would have made none, plus 1; 0 for none
}

// maxRoom is the number of these that matter: the highest limit of a queue.
const maxRoom = 16

func (p *port) makeRoom(r room) {
	if len(p.made) == 2*maxRoom {
		p.made = append(p.made[:0], p.made[maxRoom:]...)
	}
	p.made = append(p.made, r)
}

// queue is the history of a queue.
type queue struct {
	order    cell
	arrivals cell     // every message that arrives adds to it
	last     int      // the last event whose message arrived, plus 1
	handed   []handed // messages that waiting receivers got, until an access to order comes after their receipt
}

// handed is a message that a waiting receiver got.
type handed struct {
	event int
	by    int // lane of the receiver once it has received it, else -1
}

// msg is the history of a message that has arrived.
type msg struct {
	sent   int    // the event that sent it, plus 1
	before []int  // events whose messages a waiting receiver must get before it
	queue  uint32 // where a waiting receiver got it, 0 if it was queued
}

// grown returns s with zero elements appended until it has index i.
func grown[T any](s []T, i uint32) []T {
	for int(i) >= len(s) {
		var zero T
		s = append(s, zero)
	}
	return s
}
