package graph

// A cell is what is known of the history of one thing.
type cell struct {
	write uint32   // the last event that changed it, plus 1
	adds  []uint32 // the last event of each lane that added to it since then
}

// port is what is known of a port.
type port struct {
	status, rights, senders, requests, room cell

	taken []uint32 // the last events that made room, the latest last
}

// maxRoom is how many of these matter: as many as a queue can hold.
const maxRoom = 16

func (p *port) makeRoom(event uint32) {
	if len(p.taken) == 2*maxRoom {
		p.taken = append(p.taken[:0], p.taken[maxRoom:]...)
	}
	p.taken = append(p.taken, event)
}

// queue is what is known of a queue.
type queue struct {
	order   cell
	came    cell     // the arrivals of messages, which all add to it
	arrival uint32   // the last event whose message arrived, plus 1
	handed  []handed // messages that were handed to waiting receivers, until the queue's order tells of them
}

// handed is a message that was handed to a receiver that waited.
type handed struct {
	event uint32
	by    int // lane of the receiver when it has gone on, -1 before
}

// msg is what is known of a message that has arrived.
type msg struct {
	sent   uint32 // plus 1
	before []uint32
	queue  uint32 // where it was handed over, 0 if it was queued
}

// grown makes room for index i.
func grown[T any](s []T, i uint32) []T {
	for int(i) >= len(s) {
		var zero T
		s = append(s, zero)
	}
	return s
}
