package detect

import (
	"slices"

	"machsim/debugger/graph"
	"machsim/debugger/predicate"
)

// score is what each leaf contributes to a number, by its changes; 0 is before the first. The
// number of a cut is their sum.
type score struct {
	constant int64
	leaves   [][]int64
}

// at is the score of a cut.
func (s score) at(x *lattice, c graph.Cut) int64 {
	n := s.constant
	for l, worth := range s.leaves {
		n += worth[x.turn(l, c)]
	}
	return n
}

// gain is by how much a step changes the score.
func (s score) gain(n vertex) (gain int64) {
	for _, t := range n.turns {
		gain += s.leaves[t.leaf][t.n] - s.leaves[t.leaf][t.n-1]
	}
	return gain
}

// ranked is a sum's score, which is compared with 0.
type ranked struct {
	score
	op string
}

// scored is a clause with what its relations, and whether it can hold, come to at each change.
type scored struct {
	relations []ranked
	bad       [][]bool // by leaf and change: a condition is not as it has to be, or a value is missing
	widest    int64    // what a relation's score stays below
}

// scored evaluates a clause; ok is false if not all is made of whole numbers of bounded size.
func (x *lattice) scored(c clause) (s scored, ok bool) {
	for l := range x.turns {
		s.bad = append(s.bad, make([]bool, len(x.turns[l])))
	}
	for _, l := range c.locals {
		for i, v := range x.turns[l.leaf] {
			s.bad[l.leaf][i] = s.bad[l.leaf][i] || v.True() != l.want
		}
	}
	for _, r := range c.relations {
		if !s.relation(x, r) {
			return s, false
		}
	}
	return s, true
}

// relation evaluates a sum.
func (s *scored) relation(x *lattice, r relation) bool {
	sc := score{constant: r.constant}
	for l := range x.turns {
		sc.leaves = append(sc.leaves, make([]int64, len(x.turns[l])))
	}
	width := max(r.constant, -r.constant)
	f := predicate.Frame{Atoms: make([]predicate.Value, len(x.turns))}
	for _, a := range r.addends {
		most := int64(0)
		for i, v := range x.turns[a.leaf] {
			n, known, ok := a.of(&f, v)
			if !ok {
				return false
			}
			s.bad[a.leaf][i] = s.bad[a.leaf][i] || !known
			sc.leaves[a.leaf][i] += n
			most = max(most, n, -n)
		}
		width += most
	}
	s.relations, s.widest = append(s.relations, ranked{sc, r.op}), max(s.widest, width+1)
	return width < widest && float64(len(s.bad)+1)*float64(s.widest) < mostScore
}

// mostScore is what the score of a cut stays below in which each leaf is bad (see toward), so that no
// sum runs over.
const mostScore = 1 << 60

// toward is a relation's score with a sign, lowered so far where a leaf is bad that no cut with
// such a leaf is worth as much as one without.
func (s *scored) toward(r score, sign int64) score {
	t := score{constant: sign * r.constant}
	for l, worth := range r.leaves {
		w := slices.Clone(worth)
		for i := range w {
			if w[i] *= sign; s.bad[l][i] {
				w[i] -= 2 * s.widest
			}
		}
		t.leaves = append(t.leaves, w)
	}
	return t
}

// fit raises the lower of two cuts to the least, and lowers the upper one to the greatest,
// between them in which no leaf is bad; false if there are none.
func (s *scored) fit(x *lattice, lo, hi graph.Cut) bool {
	for again := true; again; {
		again = false
		for l, bad := range s.bad {
			x.r.Tick()
			i := x.turn(l, lo)
			if !bad[i] {
				continue
			}
			k := slices.Index(bad[i:], false)
			if k < 0 {
				return false
			}
			x.r.Graph.Raise(lo, x.chains[l][i+k-1])
			again = true
		}
	}
	return lo.Within(hi) && s.sink(x, hi)
}

// sink lowers a cut to the greatest within it in which no leaf is bad, if there is one.
func (s *scored) sink(x *lattice, hi graph.Cut) bool {
	for again := true; again; {
		again = false
		for l, bad := range s.bad {
			x.r.Tick()
			i := x.turn(l, hi)
			if !bad[i] {
				continue
			}
			for i >= 0 && bad[i] {
				i--
			}
			if i < 0 {
				return false
			}
			x.r.Graph.Lower(hi, x.chains[l][i])
			again = true
		}
	}
	return true
}

// clear says whether no leaf is bad in any cut between two.
func (s *scored) clear(x *lattice, lo, hi graph.Cut) bool {
	for l, bad := range s.bad {
		if slices.Contains(bad[x.turn(l, lo):x.turn(l, hi)+1], true) {
			return false
		}
	}
	return true
}
