package predicate

import (
	"slices"
	"sort"
)

// move is a step of a lane: it makes a vector's number n of it n+1.
type move struct{ lane, n int }

// interval is the steps between two consistent cuts, in the order of the recording, or from the
// end on if the cuts are looked at from there. Then a set of steps is not what a cut holds
// beyond the lower one, but what it does not hold of the upper one.
type interval struct {
	arcs
	x        *lattice
	lo, hi   vector
	forwards bool
	steps    []move
}

func (x *lattice) interval(lo, hi vector, forwards bool) *interval {
	s := &interval{x: x, lo: lo, hi: hi, forwards: forwards}
	at := make([][]int32, len(lo)) // by lane, and step from lo on: its number in the recorded order
	for j := range lo {
		for n := int(lo[j]); n < int(hi[j]); n++ {
			s.steps = append(s.steps, move{j, n})
		}
		at[j] = make([]int32, max(0, int(hi[j])-int(lo[j])))
	}
	slices.SortFunc(s.steps, func(a, b move) int { return x.steps[a.lane][a.n] - x.steps[b.lane][b.n] })
	for i, e := range s.steps {
		at[e.lane][e.n-int(lo[e.lane])] = int32(i)
	}
	s.first = append(s.first, 0)
	for i, e := range s.steps {
		s.relate(e, func(k, n int) {
			s.from, s.to = append(s.from, int32(i)), append(s.to, at[k][n-int(lo[k])])
		})
		s.first = append(s.first, int32(len(s.to)))
	}
	if !forwards {
		s.turn()
	}
	return s
}

// relate visits the steps within the interval of which one needs each, and no other that
// needs it too.
func (s *interval) relate(e move, visit func(lane, n int)) {
	x, before := s.x, vector(nil)
	if e.n > int(s.lo[e.lane]) {
		before = x.needs[e.lane][e.n-1]
		visit(e.lane, e.n-1)
	}
	needs := x.needs[e.lane][e.n]
	fresh := func(k int) bool {
		return k != e.lane && needs[k] > s.lo[k] && (before == nil || needs[k] > before[k])
	}
	for k := range needs {
		if !fresh(k) {
			continue
		}
		implied := false
		for m := range needs {
			implied = implied || m != k && fresh(m) && x.needs[m][needs[m]-1][k] >= needs[k]
		}
		if !implied {
			visit(k, int(needs[k])-1)
		}
	}
}

// turn puts the steps into the contrary order: each needs those that needed it.
func (s *interval) turn() {
	last := int32(len(s.steps) - 1)
	slices.Reverse(s.steps)
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

// begin is the cut that an interval begins at.
func (s *interval) begin() vector {
	if s.forwards {
		return slices.Clone(s.lo)
	}
	return slices.Clone(s.hi)
}

// order puts steps in order, as they are admitted.
func (s *interval) order(e move) int {
	if s.forwards {
		return s.x.steps[e.lane][e.n]
	}
	return -s.x.steps[e.lane][e.n]
}

// rank puts cuts in order: by the last event that they hold or, from the end on, by the first one
// that they do not.
func (s *interval) rank(v vector) int {
	rank := -never
	for j, n := range v {
		switch {
		case s.forwards && n > 0:
			rank = max(rank, s.order(move{j, int(n) - 1}))
		case !s.forwards && int(n) < len(s.x.steps[j]):
			rank = max(rank, s.order(move{j, int(n)}))
		}
	}
	return rank
}

// found is the verdict that a cut is of those that are looked for; or, with nil, that there may
// be some.
func (s *interval) found(v vector) verdict {
	if v == nil {
		return verdict{possible: true, rank: never, first: s.rank(s.begin())}
	}
	return verdict{true, v, s.rank(v), s.rank(v)}
}

// ascent is the greatest that a score comes to in the cuts of an interval, while its steps are
// admitted one after the other.
type ascent struct {
	*network
	s     *interval
	score score
	base  int64 // the score of the cut in which nothing is taken
}

func (s *interval) ascent(sc score) *ascent {
	a := &ascent{network: newNetwork(s.arcs), s: s, score: sc}
	a.base = sc.at(s.x, a.cut())
	return a
}

// best is the greatest score so far.
func (a *ascent) best() int64 { return a.base + a.gain }

// cut is the one that has it, of these the one nearest to where the interval begins.
func (a *ascent) cut() vector {
	v := a.s.begin()
	for i, e := range a.s.steps[:a.size] {
		switch {
		case !a.taken[i]:
		case a.s.forwards:
			v[e.lane]++
		default:
			v[e.lane]--
		}
	}
	return v
}

// next admits the next step; false if there is none.
func (a *ascent) next() bool {
	if a.size == len(a.s.steps) {
		return false
	}
	weight := a.score.gain(a.s.x, a.s.steps[a.size])
	if !a.s.forwards {
		weight = -weight
	}
	a.admit(weight)
	return true
}
