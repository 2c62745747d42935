package tape

// Refined returns the order of the same run with more events: the i-th of them comes right after event after[i], in its
// lane and in the recorded order. after is sorted. The result says which lane has which event when; of calls and
// results it knows nothing.
func (t *Tape) Refined(after []int) *Tape {
	n := t.Len() - t.First() + len(after)
	r := &Tape{Program: t.Program, Config: t.Config, Start: t.Start, End: t.End, threads: t.threads,
		Lanes: make([]Lane, len(t.Lanes))}
	r.events.first = t.First()
	r.events.words.room(n)
	for i := range t.Lanes {
		l := &t.Lanes[i]
		r.Lanes[i] = Lane{Thread: l.Thread, Packet: l.Packet, Edits: l.Edits, Faults: l.Faults,
			first: l.first, earlier: earlier{some: l.earlier.some},
			at: newList[uint32](l.at.Len())}
	}
	for e := t.First(); e < t.Len(); e++ {
		r.take(t, e)
		for ; len(after) > 0 && after[0] == e; after = after[1:] {
			r.take(t, e)
		}
	}
	return r
}

// take adds an event like that of a run to its lane.
func (t *Tape) take(from *Tape, event int) {
	lane := from.Lane(event)
	l := &t.Lanes[lane]
	t.events.add(uint32(lane), uint32(l.Len()), from.Time(event))
	l.add(t.Len() - 1)
	if from.Done(event) {
		t.events.complete()
	}
}
