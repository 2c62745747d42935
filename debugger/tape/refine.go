package tape

// Refined returns the order of the same run with more events: the i-th of them comes right after event after[i], in its
// lane and in the recorded order. after is sorted. The result says which lane has which event when; of calls and
// results it knows nothing.
func (t *Tape) Refined(after []int) *Tape {
	n := t.Len() + len(after)
	r := &Tape{Program: t.Program, Config: t.Config, Start: t.Start, End: t.End, threads: t.threads,
		Lanes: make([]Lane, len(t.Lanes)), events: make([]event, 0, n)}
	for i := range t.Lanes {
		l := &t.Lanes[i]
		r.Lanes[i] = Lane{Thread: l.Thread, Packet: l.Packet, Edits: l.Edits, at: make([]uint32, 0, len(l.at))}
	}
	ages := t.ages
	for e := range t.events {
		if len(ages) > 0 && int(ages[0].from) == e {
			r.ages = append(r.ages, age{uint32(len(r.events)), ages[0].now})
			ages = ages[1:]
		}
		r.take(t.events[e])
		for ; len(after) > 0 && after[0] == e; after = after[1:] {
			r.take(t.events[e])
		}
	}
	return r
}

// take adds an event to its lane.
func (t *Tape) take(e event) {
	l := &t.Lanes[e.lane>>2]
	e.nth = uint32(len(l.at))
	l.at = append(l.at, uint32(len(t.events)))
	t.events = append(t.events, e)
}
