package predicate

import (
	"fmt"

	"machsim/debugger/graph"
)

// spot is a cut that a search has come to.
type spot struct {
	v    vector
	left bool // the condition did not hold on the way, or at the beginning
}

// search goes through the cuts beyond one, or within it, with one step more in each round,
// to a nearest one that satisfies the predicate after it did not on the way. Where a minimum
// cut tells that there is none, no search is made. If the search is given up, it is the one that the
// minimum cut gives, or else the recorded run is asked, whose positions are among those cuts.
func (p *Predicate) search(from graph.Cut, forwards bool) (*Found, error) {
	x := newLattice(p.r, p.formula)
	begin := spot{v: x.vector(from)}
	if begin.left = !x.holds(begin.v); begin.left {
		if !x.narrow() || forwards && !begin.v.within(x.to) || !forwards && !x.from.within(begin.v) {
			return nil, nil
		}
		begin.v = x.begin(begin.v, forwards)
	}
	told := x.beyond(begin, forwards)
	if !told.possible {
		return nil, nil
	}
	end, looked, ok := x.nearest(begin, forwards)
	switch clash := x.f.frame.clash; {
	case clash != nil:
		return nil, clash
	case !ok && told.cut != nil:
		return p.told(x, from, told, looked, forwards), nil
	case !ok && forwards:
		return p.recorded(from, looked)
	case !ok:
		return nil, &Undecided{looked}
	case end == nil:
		return nil, nil
	}
	return p.r.explained(p.formula, x.toward(from, end, forwards)), nil
}

// told is a position that a minimum cut gives, after a search that was given up.
func (p *Predicate) told(x *lattice, from graph.Cut, v verdict, looked int, forwards bool) *Found {
	f := p.r.explained(p.formula, x.toward(from, v.cut, forwards))
	what := "the search for a nearer one was given up"
	switch {
	case v.rank == v.first && forwards:
		what = fmt.Sprintf("none is made of events before %d alone; the search for one with fewer events was given up", v.rank+1)
	case v.rank == v.first:
		what = fmt.Sprintf("none holds all events up to %d; the search for one with more events was given up", 1-v.rank)
	}
	f.Note = what + " after " + counted(looked, "cut")
	return f
}

// begin is where a search from a cut may begin: it goes on at once to where it can be satisfied.
func (x *lattice) begin(v vector, forwards bool) vector {
	w := make(vector, len(v))
	for j := range v {
		if w[j] = max(v[j], x.from[j]); !forwards {
			w[j] = min(v[j], x.to[j])
		}
	}
	return w
}

// nearest is a cut as near as possible that satisfies the condition; nil if there is none;
// ok is false if the search was given up.
func (x *lattice) nearest(begin spot, forwards bool) (end vector, looked int, ok bool) {
	move := x.up
	if !forwards {
		move = x.down
	}
	if begin.left && x.holds(begin.v) {
		return begin.v, 0, true
	}
	for round := []spot{begin}; len(round) > 0; {
		var next []spot
		seen := map[string]int{}
		for _, s := range round {
			move(s.v, func(w vector) {
				now := x.holds(w)
				if now && s.left && end == nil {
					end = w
				}
				next = add(next, seen, spot{w, s.left || !now})
			})
			if end != nil {
				return end, looked, true
			}
		}
		if looked += len(next); looked > x.r.Limit {
			return nil, looked, false
		}
		round = next
	}
	return nil, looked, true
}

// add adds a spot to those of the next round, once.
func add(next []spot, seen map[string]int, s spot) []spot {
	key := s.v.key()
	if i, known := seen[key]; known {
		next[i].left = next[i].left || s.left
		return next
	}
	seen[key] = len(next)
	return append(next, s)
}

// recorded looks for a position beyond a cut that satisfies the predicate in the recorded
// order alone, after a search that was given up.
func (p *Predicate) recorded(from graph.Cut, looked int) (*Found, error) {
	x := newLattice(p.r, p.formula)
	v := x.vector(from)
	left := !x.holds(v)
	for e := range x.inOrder(v) {
		v[e.lane]++
		now := x.holds(v)
		if now && left {
			f := p.r.explained(p.formula, x.above(from, v))
			f.Note = fmt.Sprintf("the first in the order of the recording: the search for one with fewer events was given up after %s", counted(looked, "cut"))
			return f, nil
		}
		left = left || !now
	}
	return nil, &Undecided{looked}
}

// one is a step of a lane.
type one struct{ lane, event int }

// inOrder are the steps that a vector does not hold, in the order of the recording.
func (x *lattice) inOrder(from vector) func(yield func(one) bool) {
	return func(yield func(one) bool) {
		v := append(vector(nil), from...)
		for {
			first := one{-1, never}
			for j, n := range v {
				if int(n) < len(x.steps[j]) && x.steps[j][n] < first.event {
					first = one{j, x.steps[j][n]}
				}
			}
			if first.lane < 0 || !yield(first) {
				return
			}
			v[first.lane]++
		}
	}
}

// definitely is Definitely for a condition.
func (p *Predicate) definitely() (*Found, error) {
	if len(p.ways) == 0 && p.simple() {
		return nil, nil
	}
	for _, way := range p.ways {
		if spans := p.r.strong(way); spans != nil {
			c := p.r.g.Start()
			for _, s := range spans {
				if s.lo != always {
					p.r.g.Raise(c, s.lo)
				}
			}
			return p.r.found(way, c), nil
		}
	}
	if len(p.ways) == 1 {
		return nil, nil
	}
	return p.unavoidable()
}

// unavoidable looks for a way from the first cut to the last on which the condition never
// holds. If there is none, the position is that at which the recorded run satisfies it first.
// The recorded run is such a way, or else there is none if the condition holds in the last cut.
func (p *Predicate) unavoidable() (*Found, error) {
	x := newLattice(p.r, p.formula)
	start := make(vector, len(x.lanes))
	if x.holds(start) {
		return p.here(p.r.g.Start()), nil
	}
	there := x.first()
	if clash := x.f.frame.clash; clash != nil {
		return nil, clash
	}
	if there == nil {
		return nil, nil
	}
	if !x.holds(x.top) {
		avoided, looked, ok := x.avoid(start)
		switch {
		case !ok:
			return nil, &Undecided{looked}
		case avoided:
			return nil, nil
		}
	}
	return p.here(x.above(p.r.g.Start(), there)), nil
}

// first is the first cut of the recorded order in which the condition holds, nil if it
// never does.
func (x *lattice) first() vector {
	v := make(vector, len(x.lanes))
	for e := range x.inOrder(v) {
		if v[e.lane]++; x.holds(v) {
			return v
		}
	}
	return nil
}

// avoid says whether there is a way from a cut to the last one through cuts in which the
// condition does not hold. It follows each way to its end, for many may be there; ok is false if the
// search was given up.
func (x *lattice) avoid(start vector) (avoided bool, looked int, ok bool) {
	goal, seen := x.top.key(), map[string]bool{start.key(): true}
	for left := []vector{start}; len(left) > 0; {
		v := left[len(left)-1]
		left = left[:len(left)-1]
		x.up(v, func(w vector) {
			if key := w.key(); !seen[key] {
				if seen[key] = true; !x.holds(w) {
					left = append(left, w)
				}
			}
		})
		if seen[goal] {
			return true, len(seen), true
		}
		if len(seen) > x.r.Limit {
			return false, len(seen), false
		}
	}
	return false, len(seen), true
}
