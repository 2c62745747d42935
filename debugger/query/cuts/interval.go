package cuts

import (
	"slices"
	"sort"

	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// interval has the nodes of an order between two consistent cuts: forwards in the order of the
// recording, backwards from its end. Forwards, a set of nodes stands for the cut that holds them beyond
// the lower one; backwards, for the cut that lacks them of the upper one.
type interval struct {
	arcs
	x        *Lattice
	lo, hi   graph.Cut
	forwards bool
	nodes    []vertex
}

func (x *Lattice) interval(lo, hi graph.Cut, forwards bool) *interval {
	o := x.ordered()
	s := &interval{x: x, lo: lo, hi: hi, forwards: forwards, arcs: arcs{first: []int32{0}}}
	at := make([]int32, len(o.nodes)) // number in s.nodes, plus 1; 0 for those that are not between
	for i, n := range o.nodes {
		if i%predicate.TickEvery == 0 {
			x.r.Tick()
		}
		if x.r.Graph.Holds(lo, n.event) || !x.r.Graph.Holds(hi, n.event) {
			continue
		}
		here := int32(len(s.nodes))
		s.nodes, at[i] = append(s.nodes, n), here+1
		for _, m := range o.to[o.first[i]:o.first[i+1]] {
			if at[m] > 0 {
				s.from, s.to = append(s.from, here), append(s.to, at[m]-1)
			}
		}
		s.first = append(s.first, int32(len(s.to)))
	}
	if !forwards {
		s.turn()
	}
	return s
}

// turn reverses the order of the nodes and their arcs: each needs those that needed it.
func (s *interval) turn() {
	last := int32(len(s.nodes) - 1)
	slices.Reverse(s.nodes)
	order := make([]int32, len(s.to))
	for a := range order {
		order[a] = int32(a)
	}
	from, to := s.from, s.to
	slices.SortStableFunc(order, func(a, b int32) int { return int(to[b] - to[a]) })
	s.from, s.to = nil, nil
	for _, a := range order {
		s.from, s.to = append(s.from, last-to[a]), append(s.to, last-from[a])
	}
	for i := range s.first {
		s.first[i] = int32(sort.Search(len(s.from), func(a int) bool { return s.from[a] >= int32(i) }))
	}
}

// begin returns the cut at which an interval begins.
func (s *interval) begin() graph.Cut {
	if s.forwards {
		return s.lo.Clone()
	}
	return s.hi.Clone()
}

// at returns the place of a node in the order in which nodes are admitted.
func (s *interval) at(n vertex) int {
	if s.forwards {
		return n.event
	}
	return -n.event
}

// rank orders cuts: forwards by the last step that they hold, backwards by the first one that they lack.
func (s *interval) rank(c graph.Cut) int {
	rank, back := -predicate.Never, 0
	if s.forwards {
		back = 1
	}
	for _, e := range s.x.Frontier(c, back) {
		if e >= 0 {
			rank = max(rank, s.at(vertex{event: e}))
		}
	}
	return rank
}

// with moves a cut away from the beginning of the interval, by some nodes and those that they need.
func (s *interval) with(c graph.Cut, nodes []vertex) graph.Cut {
	g := s.x.r.Graph
	for _, n := range slices.Backward(nodes) { // the later ones need the earlier ones
		s.x.r.Tick()
		switch {
		case s.forwards && !g.Holds(c, n.event):
			g.Raise(c, n.event)
		case !s.forwards && g.Holds(c, n.event):
			g.Lower(c, n.event)
		}
	}
	return c
}

// found returns the verdict that a cut is a solution; with nil, that there may be one.
func (s *interval) found(c graph.Cut) Verdict {
	if c == nil {
		return Verdict{possible: true, rank: predicate.Never, first: s.rank(s.begin())}
	}
	return Verdict{possible: true, Cut: c, rank: s.rank(c), first: s.rank(c)}
}

// ascent computes the greatest weight of the cuts of an interval, while it admits one node after the
// other.
type ascent struct {
	*network
	s      *interval
	weight weight
	base   int64 // the weight of the cut in which nothing is taken
}

func (s *interval) ascent(w weight) *ascent {
	a := &ascent{network: newNetwork(s.arcs), s: s, weight: w}
	a.base = w.at(s.x, s.begin())
	return a
}

// best returns the greatest weight so far.
func (a *ascent) best() int64 { return a.base + a.gain }

// cut returns the cut that has it; of several, the nearest to the beginning of the interval.
func (a *ascent) cut() graph.Cut {
	var taken []vertex
	for i, n := range a.s.nodes[:a.size] {
		if a.taken[i] {
			taken = append(taken, n)
		}
	}
	return a.s.with(a.s.begin(), taken)
}

// next admits the next node; false if there is none.
func (a *ascent) next() bool {
	if a.size == len(a.s.nodes) {
		return false
	}
	a.s.x.r.Tick()
	weight := a.weight.gain(a.s.nodes[a.size])
	if !a.s.forwards {
		weight = -weight
	}
	a.admit(weight)
	return true
}
