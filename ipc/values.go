package ipc

// Values serve a debugger that replays events in another order than the recorded one: what each event allocates, such
// as names, places in queues, ids of the kernel. While a run is recorded, they are logged; a replay makes the State
// allocate the same. A State that nobody debugs has none.
type Values struct {
	Replay    bool
	Allocated []uint32 // by the event, in order
	next      int      // in a replay, the index of the next of them

	// Arrived holds pairs: the key of a port, and the place in its queue that a message of the event got.
	// A cut may leave events out, and then an event may send another number of messages than it
	// did in the recorded run; so a replay looks up the place by the port and not by position.
	Arrived []uint32
}

// replays says whether a replay says what is allocated; l may be nil.
func (l *Values) replays() bool { return l != nil && l.Replay }

// Allocate returns v and logs it; a replay returns the value that was logged in its place.
func (l *Values) Allocate(v uint32) uint32 {
	if !l.Replay {
		l.Allocated = append(l.Allocated, v)
		return v
	}
	if l.next < len(l.Allocated) {
		v = l.Allocated[l.next]
	}
	l.next++
	return v
}

// arrival returns the place in its queue of a message to the port with that key: n, which it logs, or
// in a replay the place that was logged.
func (l *Values) arrival(key, n uint32) uint32 {
	if !l.Replay {
		l.Arrived = append(l.Arrived, key, n)
		return n
	}
	for i := 0; i < len(l.Arrived); i += 2 {
		if l.Arrived[i] == key {
			l.Arrived[i] = 0
			return l.Arrived[i+1]
		}
	}
	return n
}

// key identifies the port in every replay, where its id may be another. It is not 0.
func (p *Port) key() uint32 {
	x := uint64(p.Kind) | uint64(p.Far.Kind)<<8 | uint64(p.Host)<<16 | uint64(p.Label.Serial)<<32
	x = x*0x9e3779b97f4a7c15 ^ uint64(p.Object) ^ uint64(p.Far.Object)<<20 ^ uint64(p.Label.Creator)<<40
	x *= 0x9fb21c651e98df25
	return uint32(x>>32) | 1
}

// Begin begins the replay of an event: allocated and arrived are what was logged of it.
func (l *Values) Begin(allocated, arrived []uint32) {
	l.Allocated, l.next = allocated, 0
	l.Arrived = append(l.Arrived[:0], arrived...)
}
