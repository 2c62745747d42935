package cuts

import (
	"slices"

	"machsim/debugger/lang/eval"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// weight assigns a number to each cut: the sum of what the atoms contribute, each by its number of
// changes in the cut.
type weight struct {
	constant int64
	atoms    [][]int64
}

// at returns the weight of a cut.
func (s weight) at(x *Lattice, c graph.Cut) int64 {
	n := s.constant
	for l, worth := range s.atoms {
		n += worth[x.turn(l, c)]
	}
	return n
}

// gain returns the change of the weight by a step.
func (s weight) gain(n vertex) (gain int64) {
	for _, t := range n.turns {
		gain += s.atoms[t.atom][t.n] - s.atoms[t.atom][t.n-1]
	}
	return gain
}

// weightedRelation compares the weight of a sum with 0.
type weightedRelation struct {
	weight
	op string
}

// weighted is a disjunct that was evaluated for each change of each atom.
type weighted struct {
	relations []weightedRelation
	bad       [][]bool // by atom and change: a condition fails, or a value is missing
	widest    int64    // a bound of the relations' weights
}

// weighted evaluates a disjunct; ok is false if not all is made of whole numbers of bounded size.
func (x *Lattice) weighted(c disjunct) (s weighted, ok bool) {
	for l := range x.turns {
		s.bad = append(s.bad, make([]bool, len(x.turns[l])))
	}
	for _, l := range c.locals {
		for i, v := range x.turns[l.atom] {
			s.bad[l.atom][i] = s.bad[l.atom][i] || v.True() != l.want
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
func (s *weighted) relation(x *Lattice, r relation) bool {
	w := weight{constant: r.constant}
	for l := range x.turns {
		w.atoms = append(w.atoms, make([]int64, len(x.turns[l])))
	}
	width := max(r.constant, -r.constant)
	f := predicate.Frame{Atoms: make([]eval.Value, len(x.turns))}
	for _, a := range r.addends {
		most := int64(0)
		for i, v := range x.turns[a.atom] {
			n, known, ok := a.of(&f, v)
			if !ok {
				return false
			}
			s.bad[a.atom][i] = s.bad[a.atom][i] || !known
			w.atoms[a.atom][i] += n
			most = max(most, n, -n)
		}
		width += most
	}
	s.relations, s.widest = append(s.relations, weightedRelation{w, r.op}), max(s.widest, width+1)
	return width < widest && float64(len(s.bad)+1)*float64(s.widest) < mostWeight
}

// mostWeight bounds the weight of a cut in which each atom is bad (see toward), so that no sum overflows.
const mostWeight = 1 << 60

// toward returns a relation's weight with a sign. Where an atom is bad it is so much lower that no cut
// with a bad atom weighs as much as one without.
func (s *weighted) toward(r weight, sign int64) weight {
	t := weight{constant: sign * r.constant}
	for l, worth := range r.atoms {
		w := slices.Clone(worth)
		for i := range w {
			if w[i] *= sign; s.bad[l][i] {
				w[i] -= 2 * s.widest
			}
		}
		t.atoms = append(t.atoms, w)
	}
	return t
}

// fit raises the lower of two cuts to the least, and lowers the upper one to the greatest,
// between them in which no atom is bad; false if there are none.
func (s *weighted) fit(x *Lattice, lo, hi graph.Cut) bool {
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

// sink lowers a cut to the greatest within it in which no atom is bad, if there is one.
func (s *weighted) sink(x *Lattice, hi graph.Cut) bool {
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

// clear says whether no atom is bad in any cut between two.
func (s *weighted) clear(x *Lattice, lo, hi graph.Cut) bool {
	for l, bad := range s.bad {
		if slices.Contains(bad[x.turn(l, lo):x.turn(l, hi)+1], true) {
			return false
		}
	}
	return true
}
