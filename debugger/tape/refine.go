package tape

// Refined returns the order of the same run with more events: the i-th of them comes right after event after[i], in its
// lane and in the recorded order. after is sorted. The result says which lane has which event when; of calls and
// results it knows nothing.
func (t *Tape) Refined(after []int) *Tape {
	n := t.Len() + len(after)
	r := &Tape{Program: t.Program, Config: t.Config, Start: t.Start, End: t.End, threads: t.threads,
		Lanes: make([]Lane, len(t.Lanes)), events: NewList[event](n)}
	for i := range t.Lanes {
		l := &t.Lanes[i]
		r.Lanes[i] = Lane{Thread: l.Thread, Packet: l.Packet, Edits: l.Edits, at: NewList[uint32](l.at.Len())}
	}
	ages := 0
	for e := range t.Len() {
		if ages < t.ages.Len() && int(t.ages.At(ages).from) == e {
			r.ages.Add(age{uint32(r.Len()), t.ages.At(ages).now})
			ages++
		}
		r.take(t.events.At(e))
		for ; len(after) > 0 && after[0] == e; after = after[1:] {
			r.take(t.events.At(e))
		}
	}
	return r
}

// take adds an event to its lane.
func (t *Tape) take(e event) {
	l := &t.Lanes[e.lane>>2]
	e.nth = uint32(l.Len())
	l.at.Add(uint32(t.Len()))
	t.events.Add(e)
}
