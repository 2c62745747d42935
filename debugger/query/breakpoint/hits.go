package breakpoint

import (
	"slices"
	"sort"

	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
)

// Hits are the places where a breakpoint stops threads of a run, by lane.
type Hits struct {
	// Lanes are the processes that have the breakpoint, in order. If the place names
	// processes, these are in Lanes even if they never come there; otherwise Lanes has all
	// that do.
	Lanes []int

	t      *tape.Tape
	places map[int][]uint32 // by lane, how many events are done there, in order
	stands map[int]bool     // by lane: it is at such a place where the log begins
}

// Place is a position at which one lane is stopped.
type Place struct {
	Lane  int
	Done  int // events of the lane that are done
	Event int // the next event of the lane; -1 if the run ended before
}

func newHits(t *tape.Tape, lanes map[int]bool) *Hits {
	h := &Hits{t: t, places: map[int][]uint32{}, stands: map[int]bool{}}
	for lane := range lanes {
		h.Lanes = append(h.Lanes, lane)
	}
	slices.Sort(h.Lanes)
	return h
}

// NewHits returns places of a run, by lane: how many events are done there.
func NewHits(t *tape.Tape, places map[int][]uint32) *Hits {
	h := newHits(t, nil)
	for lane, at := range places {
		h.add(lane, at)
	}
	return h
}

// add adds places of a lane. It leaves out the position before the first event: no thread arrives
// there.
func (h *Hits) add(lane int, places []uint32) {
	places = slices.Concat(h.places[lane], places)
	slices.Sort(places)
	places = slices.Compact(places)
	if len(places) > 0 && places[0] == 0 {
		places = places[1:]
		h.stand(lane)
	}
	if len(places) == 0 && !h.Stands(lane) {
		return
	}
	if len(places) > 0 {
		h.places[lane] = places
	}
	if i, found := slices.BinarySearch(h.Lanes, lane); !found {
		h.Lanes = slices.Insert(h.Lanes, i, lane)
	}
}

// stand notes that a lane is at a place where the log begins, if it has begun before.
func (h *Hits) stand(lane int) {
	if h.t.Lanes[lane].Begun(0) {
		h.stands[lane] = true
	}
}

// Stands says whether a lane is at a place where the log begins: it has come there before.
func (h *Hits) Stands(lane int) bool { return h.stands[lane] }

// Union returns the places of one or more breakpoints of a run together. Each process stops at the
// places of all its breakpoints.
func Union(several ...*Hits) *Hits {
	u := newHits(several[0].t, nil)
	for _, h := range several {
		for _, lane := range h.Lanes {
			if i, found := slices.BinarySearch(u.Lanes, lane); !found {
				u.Lanes = slices.Insert(u.Lanes, i, lane)
			}
			if h.Stands(lane) {
				u.stand(lane)
			}
			u.add(lane, h.places[lane])
		}
	}
	return u
}

// Empty says whether there are no places.
func (h *Hits) Empty() bool { return len(h.places) == 0 }

// Len is the number of places.
func (h *Hits) Len() (n int) {
	for _, p := range h.places {
		n += len(p)
	}
	return n
}

// All returns the places in the order in which the recorded run came to them.
func (h *Hits) All() []Place {
	var all []Place
	for _, lane := range h.Lanes {
		for _, n := range h.places[lane] {
			all = append(all, h.place(lane, n))
		}
	}
	slices.SortFunc(all, func(a, b Place) int { return h.come(a) - h.come(b) })
	return all
}

func (h *Hits) place(lane int, done uint32) Place {
	p := Place{Lane: lane, Done: int(done), Event: -1}
	if l := &h.t.Lanes[lane]; p.Done < l.Len() {
		p.Event = l.Event(p.Done)
	}
	return p
}

// come returns the event that brings a lane to a place, the last one before it.
func (h *Hits) come(p Place) int { return h.t.Lanes[p.Lane].Event(p.Done - 1) }

// After returns the first place of a lane beyond n events; false if there is none.
func (h *Hits) After(lane int, n uint32) (Place, bool) {
	all := h.places[lane]
	i := sort.Search(len(all), func(i int) bool { return all[i] > n })
	if i == len(all) {
		return Place{}, false
	}
	return h.place(lane, all[i]), true
}

// before returns the last place of a lane before n events; false if there is none.
func (h *Hits) before(lane int, n uint32) (Place, bool) {
	all := h.places[lane]
	i := sort.Search(len(all), func(i int) bool { return all[i] >= n })
	if i == 0 {
		return Place{}, false
	}
	return h.place(lane, all[i-1]), true
}

// Next returns the place beyond a cut that the recorded run reaches first; false if there is none.
// Graph.Grow of the cut and Come goes there.
func (h *Hits) Next(at graph.Cut) (next Place, ok bool) {
	for _, lane := range h.Lanes {
		if p, found := h.After(lane, at[lane]); found && (!ok || h.come(p) < h.come(next)) {
			next, ok = p, true
		}
	}
	return next, ok
}

// Come returns the event that brings a lane to a place. The recorded run is there in
// g.First(Come+1).
func (h *Hits) Come(p Place) int { return h.come(p) }
