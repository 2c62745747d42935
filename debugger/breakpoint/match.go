package breakpoint

import (
	"cmp"
	"slices"

	"machsim/debugger/tape"
)

// Match finds all places of the run where a breakpoint stops somebody. A name that the run
// does not know is a *Mistake, which is Absent if another run might know it: a label, a line, a
// function, a thread, a port.
func (r *Run) Match(s *Spec) (*Hits, error) {
	s, err := r.bound(s)
	if err != nil {
		return nil, err
	}
	lanes, err := r.doers(s)
	if err != nil {
		return nil, err
	}
	found, err := r.candidates(s)
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
		places, err := s.stops(found[i:j])
		if err != nil {
			return nil, err
		}
		h.add(lane, places)
	}
	return h, nil
}

// sorted puts occurrences in the order of their lanes and calls, each once.
func sorted(all []Occurrence) []Occurrence {
	slices.SortFunc(all, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Lane, b.Lane), cmp.Compare(a.Call, b.Call))
	})
	return slices.CompactFunc(all, func(a, b Occurrence) bool { return a.Lane == b.Lane && a.Call == b.Call })
}

// stops counts the occurrences of one lane for which the conditions hold, and returns the
// places of those that count.
func (s *Spec) stops(found []Occurrence) (places []uint32, err error) {
	n := 0
	for i := range found {
		o, there := &found[i], false
		if o.Done, there = s.place(o); !there {
			continue // it is the lane's last call
		}
		ok, err := s.holds(o)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if n++; s.Count.stops(n) {
			places = append(places, o.Done)
		}
	}
	return places, nil
}

func (s *Spec) holds(o *Occurrence) (bool, error) {
	for _, p := range s.If {
		if ok, err := p.Holds(o); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// place is how many events of the lane are done where the thread is stopped; false if it
// never gets there, as it does not to after a call that is never done.
func (s *Spec) place(o *Occurrence) (uint32, bool) {
	l := &o.Tape.Lanes[o.Lane]
	switch {
	case l.Thread == 0, !s.After:
		return o.Done, true
	case o.Call < l.Done():
		return uint32(l.DoneBy(o.Call)), true
	case o.Done < uint32(l.Len()) && o.ends():
		return uint32(l.Len()), true // it was its last, though it never came back
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
