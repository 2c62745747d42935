package cuts

import (
	"slices"

	"machsim/debugger/lang/eval"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Verdict says, of a set of cuts that was not searched, whether one satisfies a condition.
type Verdict struct {
	Cut      graph.Cut // one that does; nil if none is known
	Minimal  bool      // no other cut between the beginning of the search and Cut does
	possible bool      // false if no cut does
	rank     int       // of Cut, see interval.rank; Never if it is nil
	first    int       // no cut of a lower rank does
}

// Bound is the last event of the cut, if no other cut that satisfies the condition is made of events before it alone;
// of a search backwards the first event that it lacks, if no other one holds all up to that.
func (v *Verdict) Bound(forwards bool) (event int, ok bool) {
	if !forwards {
		return -v.rank, v.rank == v.first
	}
	return v.rank, v.rank == v.first
}

// unknown is the verdict that says nothing.
var unknown = Verdict{possible: true, rank: predicate.Never, first: -predicate.Never}

// or returns the verdict on a disjunction, from those on its two parts.
func (v Verdict) or(w Verdict) Verdict {
	switch {
	case !v.possible:
		return w
	case !w.possible:
		return v
	}
	first := min(v.first, w.first)
	if w.rank < v.rank {
		v, w = w, v
	}
	v.Minimal = v.Minimal && v.rank < w.first
	v.first = first
	return v
}

// beyond returns the verdict on the cuts where a search may end: those beyond its beginning or,
// backwards, within it.
func (x *Lattice) beyond(begin spot, forwards bool) Verdict {
	if begin.left {
		return x.decide(true, begin.c, forwards)
	}
	gone := x.decide(false, begin.c, forwards)
	switch {
	case !gone.possible:
		return gone
	case gone.Cut == nil:
		return unknown
	}
	v := x.decide(true, gone.Cut, forwards)
	if v.first, v.Minimal = -predicate.Never, false; !v.possible {
		return unknown // because it may cease to hold at another cut, and hold again after that
	}
	return v
}

// decide returns the verdict on the cuts beyond begin or, backwards, within it, in which the condition
// holds or, with want false, does not.
func (x *Lattice) decide(want bool, begin graph.Cut, forwards bool) (all Verdict) {
	lo, hi := begin, x.to
	if !forwards {
		lo, hi = x.from, begin
	}
	disjuncts, ok := x.f.linearDisjuncts(x.f.Root, want)
	for _, c := range disjuncts {
		s, fine := x.weighted(c)
		if ok = ok && fine && (want || x.known(c, lo, hi)); !ok {
			break
		}
		all = all.or(s.decide(x, lo.Clone(), hi.Clone(), forwards))
	}
	if !ok {
		return unknown
	}
	return all
}

// known says whether no value in a disjunct's relations is missing in any cut between two.
func (x *Lattice) known(c disjunct, lo, hi graph.Cut) bool {
	s, ok := x.weighted(disjunct{relations: c.relations})
	return ok && s.clear(x, lo, hi)
}

// decide returns the verdict on the cuts between two in which a disjunct holds.
func (s *weighted) decide(x *Lattice, lo, hi graph.Cut, forwards bool) Verdict {
	if !s.fit(x, lo, hi) {
		return Verdict{}
	}
	t := x.interval(lo, hi, forwards)
	if len(s.relations) == 0 {
		v := t.found(t.begin())
		v.Minimal = true
		return v
	}
	all := t.found(nil)
	for i := range s.relations {
		v := s.solve(t, i)
		if !v.possible {
			return v
		}
		all.first = max(all.first, v.first)
		if v.Cut != nil && all.Cut == nil && s.holds(x, v.Cut) {
			all.Cut, all.rank, all.Minimal = v.Cut, v.rank, v.Minimal
		}
	}
	return all
}

// solve returns the verdict on the cuts of an interval in which a relation holds and no atom is bad.
func (s *weighted) solve(t *interval, i int) Verdict {
	r := s.relations[i]
	up, down := s.toward(r.weight, 1), s.toward(r.weight, -1)
	switch r.op {
	case ">=":
		return t.climb(up, 0)
	case ">":
		return t.climb(up, 1)
	case "<=":
		return t.climb(down, 0)
	case "<":
		return t.climb(down, 1)
	case "!=":
		return t.climb(up, 1).or(t.climb(down, 1))
	}
	return t.level(up, down)
}

// holds says whether a disjunct holds in a cut.
func (s *weighted) holds(x *Lattice, c graph.Cut) bool {
	for l, bad := range s.bad {
		if bad[x.turn(l, c)] {
			return false
		}
	}
	return !slices.ContainsFunc(s.relations, func(r weightedRelation) bool {
		return !eval.Satisfies(r.op, r.at(x, c), 0)
	})
}

// climb searches for a cut whose weight is at least a bound. It admits nodes until there is one, and
// returns the least of the cuts with the greatest weight among the admitted nodes. So if that weight is
// exactly the bound, all other solutions hold this cut.
func (t *interval) climb(w weight, least int64) Verdict {
	a := t.ascent(w)
	for a.best() < least {
		if !a.next() {
			return Verdict{}
		}
	}
	v := t.found(a.cut())
	v.Minimal = a.size == 0 || a.best() == least
	return v
}

// level searches for a cut whose weight is 0; down is the weight with the other sign. Where each of the
// two is greatest it is at least 0. So on a path between these two cuts the weight crosses 0, and is 0
// somewhere if no step changes it by more than 1.
func (t *interval) level(up, down weight) Verdict {
	a, b := t.ascent(up), t.ascent(down)
	for a.best() < 0 || b.best() < 0 {
		if !a.next() {
			return Verdict{}
		}
		b.next()
	}
	v := t.found(nil)
	if a.size > 0 {
		v.first = max(v.first, t.at(t.nodes[a.size-1]))
	}
	if v.Cut = t.between(up, b.cut(), a.cut()); v.Cut == nil {
		for a.next() && b.next() {
		}
		v.Cut = t.between(up, b.cut(), a.cut())
	}
	if v.Cut != nil {
		v.rank = t.rank(v.Cut)
	}
	return v
}

// between goes from a cut down to what both cuts hold, and up to the other one, and returns the first
// cut whose weight is 0; nil if there is none.
func (t *interval) between(w weight, from, to graph.Cut) graph.Cut {
	g, n := t.x.r.Graph, w.at(t.x, from)
	if n == 0 {
		return from
	}
	down := t.beyond(from, to)
	for i, e := range slices.Backward(down) {
		if n -= w.gain(e); n == 0 {
			return t.lowered(from, down[i:])
		}
	}
	both := t.lowered(from, down)
	for _, e := range t.beyond(to, from) {
		g.Raise(both, e.event)
		if n += w.gain(e); n == 0 {
			return both
		}
	}
	return nil
}

// lowered returns the greatest cut within another that lacks some nodes.
func (t *interval) lowered(from graph.Cut, nodes []vertex) graph.Cut {
	c := from.Clone()
	for _, n := range nodes {
		if t.x.r.Tick(); t.x.r.Graph.Holds(c, n.event) {
			t.x.r.Graph.Lower(c, n.event)
		}
	}
	return c
}

// beyond returns the nodes that a cut holds and another does not, in the order of the recording.
func (t *interval) beyond(c, d graph.Cut) (all []vertex) {
	for _, n := range t.nodes {
		if t.x.r.Graph.Holds(c, n.event) && !t.x.r.Graph.Holds(d, n.event) {
			all = append(all, n)
		}
	}
	if !t.forwards {
		slices.Reverse(all)
	}
	return all
}
