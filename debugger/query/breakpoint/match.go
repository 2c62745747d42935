package breakpoint

import (
	"cmp"
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/replay/tape"
)

// Match finds all places of the run where a breakpoint stops a thread. holds is its condition, nil
// for none. If the run does not have a name of the place, Match returns a *lang.Mistake. It is
// Absent if another run might have the name: a label, a line, a function, a thread, a port.
func (r *Run) Match(place *lang.Place, holds Condition) (*Hits, error) {
	s := spec{place}
	lanes, err := r.doers(s)
	if err != nil {
		return nil, err
	}
	var found []Occurrence
	if s.Kind == lang.Orphan { // by names who serves; the event may be another's
		found, err = r.orphans(lanes)
		lanes = nil
	} else {
		found, err = r.candidates(s)
	}
	if err != nil {
		return nil, err
	}
	found = sorted(found)
	h := newHits(r.t, lanes)
	for i, j := 0, 0; i < len(found); i = j {
		lane := found[i].Lane
		for j = i; j < len(found) && found[j].Lane == lane; {
			j++
		}
		if lanes != nil && !lanes[lane] {
			continue
		}
		h.add(lane, s.stops(found[i:j], holds))
	}
	return h, nil
}

// sorted orders occurrences by lane and call, and drops duplicates.
func sorted(all []Occurrence) []Occurrence {
	slices.SortFunc(all, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Lane, b.Lane), cmp.Compare(a.Call, b.Call))
	})
	return slices.CompactFunc(all, func(a, b Occurrence) bool { return a.Lane == b.Lane && a.Call == b.Call })
}

// stops counts the occurrences of one lane that meet the condition, and returns the places of those
// that the count of the spec selects.
func (s spec) stops(found []Occurrence, holds Condition) (places []uint32) {
	n := 0
	for i := range found {
		o, there := &found[i], false
		if o.Done, there = s.place(o); !there {
			continue // it is the lane's last call
		}
		if holds != nil && !holds(o) {
			continue
		}
		if n++; s.Count.Stops(n) {
			places = append(places, o.Done)
		}
	}
	return places
}

// place returns how many events of the lane are done where the thread stops. It returns false if
// the thread never gets there: after a call that never completes there is no place.
func (s spec) place(o *Occurrence) (uint32, bool) {
	l := &o.Tape.Lanes[o.Lane]
	switch {
	case l.Thread == 0, !s.After:
		return o.Done, true
	case o.Call < l.Done():
		return uint32(l.DoneBy(o.Call)), true
	case o.Done < uint32(l.Len()) && o.ends():
		return uint32(l.Len()), true // the thread ended inside the call
	}
	return 0, false
}

// ends says whether the thread of an occurrence has ended with its call.
func (o *Occurrence) ends() bool {
	l := &o.Tape.Lanes[o.Lane]
	ended := false
	o.Tape.Ends(func(e tape.End) {
		ended = ended || e.Thread == l.Thread && o.Tape.Lane(e.Event) == o.Lane
	})
	return ended
}
