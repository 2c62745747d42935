package breakpoint

import (
	"cmp"
	"slices"

	"machsim/debugger/lang"
	"machsim/kernel"
)

// Happening is a call that matches a place, and its event: the one that completes the call or, of a send that is not
// to be done yet, the one that begins it.
type Happening struct {
	Occurrence
	Event int
}

// Happenings finds the events that a place is about, in recorded order. holds is its condition, nil for none. The
// errors are those of Match. A call that a thread makes first of all is no place to stop at, but it has an event.
func (r *Run) Happenings(place *lang.Place, holds Condition) (all []Happening, err error) {
	s := spec{place}
	lanes, err := r.doers(s)
	if err != nil {
		return nil, err
	}
	found, err := r.candidates(s)
	if err != nil {
		return nil, err
	}
	times := map[int]int{}
	for _, o := range sorted(found) {
		event := s.event(&o)
		if event < 0 || lanes != nil && !lanes[o.Lane] || holds != nil && !holds(&o) {
			continue
		}
		if times[o.Lane]++; s.Count.Stops(times[o.Lane]) {
			all = append(all, Happening{o, event})
		}
	}
	slices.SortFunc(all, func(a, b Happening) int { return cmp.Compare(a.Event, b.Event) })
	return all, nil
}

// event returns the event of an occurrence, -1 if the run ended before it.
func (s spec) event(o *Occurrence) int {
	l, done := &o.Tape.Lanes[o.Lane], 0
	switch {
	case l.Thread == 0:
		done = int(o.Done)
	case s.Kind == lang.Send && !s.After:
		done = int(start(l, o.Call)) + 1
	case o.Call < l.Done():
		done = l.DoneBy(o.Call)
	case int(o.Done) < l.Len() && o.ends():
		done = l.Len()
	}
	if done < 1 || done > l.Len() {
		return -1
	}
	return l.Event(done - 1)
}

// Object returns the number of the object that a call of a kind is about, which tells it from others of its sort; 0 if
// there is none.
func (r *Run) Object(k lang.Kind, o *Occurrence) (uint32, error) {
	if c, _, ok := o.Tape.Call(o.Lane, o.Call); ok && classesOf[k] != nil && c.Op.Class() != kernel.ClassLabel {
		return uint32(c.N), nil
	}
	v, err := r.surveyed()
	if err != nil {
		return 0, err
	}
	if v.objects == nil {
		v.objects = map[deed]uint32{}
		for kind, deeds := range v.deeds {
			for _, d := range deeds {
				v.objects[deed{d.lane, d.call, uint32(kind)}] = d.object
			}
		}
	}
	return v.objects[deed{uint32(o.Lane), uint32(o.Call), uint32(k)}], nil
}
