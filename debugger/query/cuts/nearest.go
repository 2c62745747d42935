package cuts

import (
	"cmp"
	"container/heap"
	"iter"
	"slices"

	"machsim/debugger/replay/graph"
)

// spot is a cut that a search has reached.
type spot struct {
	c    graph.Cut
	left bool // the condition was false somewhere on the path to it

	size, last int // of c: see nearer
}

// Nearest visits the cuts beyond one or, backwards, within it, the nearest first, and returns the first that satisfies
// the condition after it was false on the path; nil if there is none. It searches nothing if a minimum cut shows that
// there is none. If it gives up, given is what the minimum cut says. The error is that of Clash.
func (x *Lattice) Nearest(from graph.Cut, forwards bool) (end graph.Cut, given *Verdict, err error) {
	begin := spot{c: from.Clone()}
	if begin.left = !x.Holds(begin.c); begin.left {
		if !x.narrow() || forwards && !from.Within(x.to) || !forwards && !x.from.Within(from) {
			return nil, nil, nil
		}
		if begin.c = from.Join(x.from); !forwards {
			begin.c = from.Meet(x.to)
		}
	}
	told := x.beyond(begin, forwards)
	if !told.possible {
		return nil, nil, nil
	}
	end, ok := x.nearest(begin, forwards)
	if !ok {
		given = &told
	}
	return end, given, x.Clash()
}

// nearer compares spots. Forwards the one with fewer events is nearer; of equals, the one that the
// recorded run reaches first. Backwards it is the one with more events, or that the recorded run reaches
// last.
func nearer(a, b *spot, forwards bool) bool {
	d := cmp.Or(a.size-b.size, a.last-b.last, slices.Compare(a.c, b.c))
	return d < 0 == forwards && d != 0
}

// agenda is the priority queue of a search: the spots that were not visited yet.
type agenda struct {
	spots    []*spot
	forwards bool
	known    map[string]*spot
}

func (a *agenda) Len() int           { return len(a.spots) }
func (a *agenda) Less(i, j int) bool { return nearer(a.spots[i], a.spots[j], a.forwards) }
func (a *agenda) Swap(i, j int)      { a.spots[i], a.spots[j] = a.spots[j], a.spots[i] }
func (a *agenda) Push(s any)         { a.spots = append(a.spots, s.(*spot)) }

func (a *agenda) Pop() any {
	last := len(a.spots) - 1
	s := a.spots[last]
	a.spots[last], a.spots = nil, a.spots[:last]
	return s
}

// nearest returns the nearest cut that satisfies the condition, nil if there is none; ok is false if the
// search was given up. A move leads to a cut that is less near, so all paths to a cut are known when it
// is visited, and it is visited once.
func (x *Lattice) nearest(begin spot, forwards bool) (end graph.Cut, ok bool) {
	a := &agenda{forwards: forwards, known: map[string]*spot{}}
	x.add(a, begin)
	move := x.up
	if !forwards {
		move = x.down
	}
	for first := true; len(a.spots) > 0; first = false {
		x.r.Tick()
		s := heap.Pop(a).(*spot)
		delete(a.known, s.c.Key())
		now := x.Holds(s.c)
		if now && s.left {
			return s.c, true
		}
		if !first && !x.Budget.Looked(x.Budget.Spent+1) {
			return nil, false
		}
		move(s.c, func(c graph.Cut) { x.add(a, spot{c: c, left: s.left || !now}) })
		if !x.Budget.Keeps(len(a.spots)) {
			return nil, false
		}
	}
	return nil, true
}

// add adds a spot to an agenda, once.
func (x *Lattice) add(a *agenda, s spot) {
	k := s.c.Key()
	if known := a.known[k]; known != nil {
		known.left = known.left || s.left
		return
	}
	s.size = s.c.Events()
	if s.last = x.r.Graph.Last(s.c); !a.forwards {
		s.last = x.r.Graph.Missing(s.c)
	}
	a.known[k] = &s
	heap.Push(a, &s)
}

// InOrder yields the cuts from one on, each with one step more in the order of the recording, and whether
// the condition holds there. A cut is valid until the next one.
func (x *Lattice) InOrder(from graph.Cut) iter.Seq2[graph.Cut, bool] {
	return func(yield func(graph.Cut, bool) bool) {
		c, frame := from.Clone(), &x.f.Frame
		now := x.Holds(c)
		if !yield(c, now) {
			return
		}
		o := x.ordered()
		for _, n := range o.nodes {
			if x.r.Tick(); n.turns == nil || x.r.Graph.Holds(c, n.event) {
				continue
			}
			x.r.Graph.Raise(c, n.event)
			for _, t := range n.turns {
				frame.Atoms[t.atom] = x.turns[t.atom][t.n]
			}
			if !yield(c, x.f.Eval(frame).True()) {
				return
			}
		}
	}
}

// Clash returns the mistake that came up while the condition was evaluated, nil for none.
func (x *Lattice) Clash() error {
	if x.f.Frame.Clash == nil {
		return nil
	}
	return x.f.Frame.Clash
}

// First returns the first cut of the recorded order in which the condition holds, nil if there is none.
func (x *Lattice) First() graph.Cut {
	for c, now := range x.InOrder(x.r.Graph.Start()) {
		if now {
			return c.Clone()
		}
	}
	return nil
}
