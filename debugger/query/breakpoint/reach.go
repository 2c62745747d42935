package breakpoint

import (
	"machsim/debugger/replay/graph"
)

// Direction is the direction of a motion from the present cut.
type Direction bool

// The directions.
const (
	Forward  Direction = false
	Backward Direction = true
)

// Mode says how far the processes without a breakpoint run.
type Mode uint8

// The modes.
const (
	Optimistic  Mode = iota // as far as they can
	Pessimistic             // only as far as a process with a breakpoint needs them
)

// Stop is the cut at which processes with breakpoints stop together.
type Stop struct {
	Cut  graph.Cut
	Rows []Row // why each thread stands where it stands, in order of the lanes

	// Targets is the number of processes that have a place in the direction of the motion. With 0, the
	// set P is empty, and the definition gives: forwards the whole run (OCB) or the present cut (PCB),
	// backwards the present cut (OCB) or the start (PCB).
	Targets int
	// Arrived is the number of those processes that stand at their place.
	Arrived int
}

// OCB returns the optimistic consistent breakpoint: the greatest consistent cut in which no process
// has passed its place. The place is the next one beyond the present cut. Backwards it is the last
// one before, and the result stays within the present cut.
func OCB(g *graph.Graph, h *Hits, at graph.Cut, d Direction) *Stop {
	return reach(g, aim(h, at, d), at, Optimistic, d)
}

// PCB returns the pessimistic causal breakpoint: the least consistent cut in which every process
// has come to its place. The place is the next one beyond the present cut, and the result contains
// that cut. Backwards the place is the last one before the cut.
func PCB(g *graph.Graph, h *Hits, at graph.Cut, d Direction) *Stop {
	return reach(g, aim(h, at, d), at, Pessimistic, d)
}

// aims is the set P with the place of each of its processes.
type aims struct {
	lanes  []int
	places map[int]uint32 // by lane; lanes without a place have no entry
	hits   *Hits
}

func aim(h *Hits, at graph.Cut, d Direction) aims {
	a := aims{lanes: h.Lanes, places: map[int]uint32{}, hits: h}
	for _, lane := range h.Lanes {
		p, ok := h.After(lane, at[lane])
		if d == Backward {
			p, ok = h.before(lane, at[lane])
		}
		if ok {
			a.places[lane] = uint32(p.Done)
		}
	}
	return a
}

// Reach returns the cut of OCB or PCB without the reasons, and the place of each process that has one.
func Reach(g *graph.Graph, h *Hits, at graph.Cut, m Mode, d Direction) (s *Stop, places map[int]uint32) {
	a := aim(h, at, d)
	return stop(g, a, at, m, d), a.places
}

// Explained returns why each thread stands in a cut where it stands. It is the cut of OCB or PCB in a run with more
// events: places are those of the processes, by the events that are done there in this one.
func Explained(
	g *graph.Graph, h *Hits, places map[int]uint32, at, cut graph.Cut, m Mode, d Direction,
) []Row {
	w := why{g: g, aims: aims{lanes: h.Lanes, places: places, hits: h}, at: at, cut: cut, mode: m, direction: d}
	return w.rows()
}

// reach computes the cut and the reasons.
func reach(g *graph.Graph, a aims, at graph.Cut, m Mode, d Direction) *Stop {
	s := stop(g, a, at, m, d)
	w := why{g: g, aims: a, at: at, cut: s.Cut, mode: m, direction: d}
	s.Rows = w.rows()
	return s
}

// stop computes the cut.
func stop(g *graph.Graph, a aims, at graph.Cut, m Mode, d Direction) *Stop {
	s := &Stop{Cut: greatest(g, a, at, d), Targets: len(a.places)}
	if m == Pessimistic {
		s.Cut = least(g, a, at, d)
	}
	for lane, n := range a.places {
		if s.Cut[lane] == n {
			s.Arrived++
		}
	}
	return s
}

// greatest returns the greatest consistent cut in which no process has passed its place; backwards,
// the greatest within the present cut.
func greatest(g *graph.Graph, a aims, at graph.Cut, d Direction) graph.Cut {
	c := at.Clone()
	if d == Forward {
		c = g.All()
	}
	for _, lane := range a.lanes {
		n, ok := a.places[lane]
		if l := &g.Tape.Lanes[lane]; ok && int(n) < l.Len() {
			c = g.Shrink(c, l.Event(int(n)))
		}
	}
	return c
}

// least returns the least consistent cut in which every process has come to its place; forwards,
// the least that contains the present cut.
func least(g *graph.Graph, a aims, at graph.Cut, d Direction) graph.Cut {
	c := at.Clone()
	if d == Backward {
		c = g.Start()
	}
	for _, lane := range a.lanes {
		if n := a.places[lane]; n > 0 {
			c = g.Grow(c, g.Tape.Lanes[lane].Event(int(n)-1))
		}
	}
	return c
}
