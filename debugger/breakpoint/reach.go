package breakpoint

import (
	"machsim/debugger/graph"
)

// Direction is where a motion goes from the present cut.
type Direction bool

// The directions.
const (
	Forward  Direction = false
	Backward Direction = true
)

// Mode is how far the processes go that no breakpoint is about.
type Mode uint8

// The modes.
const (
	Optimistic  Mode = iota // as far as they can get
	Pessimistic             // as far as somebody needs them
)

// Stop is where processes with breakpoints are stopped together.
type Stop struct {
	Cut  graph.Cut
	Rows []Row // why each thread stands where it stands, in order of the lanes

	// Targets is how many processes have a place in the direction of the motion. If there
	// are none, the cut is what the definition makes of an empty set P: forwards all of
	// the run (OCB) or the present cut (PCB), backwards the present cut or the start.
	Targets int
	// Arrived is how many of them stand at theirs.
	Arrived int
}

// OCB is the optimistic consistent breakpoint: the greatest consistent cut in which no
// process with the breakpoint has passed its next place beyond a present cut or, backwards,
// its last place before it; backwards, within the present cut.
func OCB(g *graph.Graph, h *Hits, at graph.Cut, d Direction) *Stop {
	return reach(g, aim(h, at, d), at, Optimistic, d)
}

// PCB is the pessimistic causal breakpoint: the least consistent cut in which every process
// with the breakpoint has come to its next place beyond a present cut or, backwards, its last
// place before it; forwards, one that holds the present cut.
func PCB(g *graph.Graph, h *Hits, at graph.Cut, d Direction) *Stop {
	return reach(g, aim(h, at, d), at, Pessimistic, d)
}

// Step moves one thread by n of its events from a consistent cut, or to the end of its lane.
// It is a breakpoint of that thread alone at where it gets: optimistic, all others go as
// far as they can without its later events (backwards they give up what came of the
// events that it gives up); pessimistic, forwards they go as far as it needs them, backwards
// back to where it needed them.
func Step(g *graph.Graph, at graph.Cut, lane, n int, m Mode, d Direction) *Stop {
	to := max(0, int(at[lane])-n)
	if d == Forward {
		to = min(int(at[lane])+n, g.Tape.Lanes[lane].Len())
	}
	aims := aims{lanes: []int{lane}, places: map[int]uint32{lane: uint32(to)}}
	return reach(g, aims, at, m, d)
}

// aims are the set P and the place of each of its processes.
type aims struct {
	lanes  []int
	places map[int]uint32 // of those that have one
	hits   *Hits          // nil for a step
}

func aim(h *Hits, at graph.Cut, d Direction) aims {
	a := aims{lanes: h.Lanes, places: map[int]uint32{}, hits: h}
	for _, lane := range h.Lanes {
		p, ok := h.After(lane, at[lane])
		if d == Backward {
			p, ok = h.Before(lane, at[lane])
		}
		if ok {
			a.places[lane] = uint32(p.Done)
		}
	}
	return a
}

// reach is the cut, and the reasons.
func reach(g *graph.Graph, a aims, at graph.Cut, m Mode, d Direction) *Stop {
	s := &Stop{Cut: greatest(g, a, at, d), Targets: len(a.places)}
	if m == Pessimistic {
		s.Cut = least(g, a, at, d)
	}
	for lane, n := range a.places {
		if s.Cut[lane] == n {
			s.Arrived++
		}
	}
	w := why{g: g, aims: a, at: at, cut: s.Cut, mode: m, direction: d}
	s.Rows = w.rows()
	return s
}

// greatest is the greatest consistent cut, backwards within the present one, in which no
// process has passed its place.
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

// least is the least consistent cut, forwards beyond the present one, in which every
// process has come to its place.
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
