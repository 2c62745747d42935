package detect

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/query/predicate"
)

// maxAlternatives is the greatest number of conjunctions that a condition is brought to.
const maxAlternatives = 5000

// disjuncts returns the disjunctive normal form of the condition: conjunctions of atoms. ok is false if
// it has none, because it compares values of several threads; tooMany is true if it would have more
// than maxAlternatives.
func (f *formula) disjuncts() (all [][]*predicate.Atom, ok, tooMany bool) {
	all, ok = f.disjunctsOf(f.Root)
	return all, ok && len(all) <= maxAlternatives, ok && len(all) > maxAlternatives
}

// musts returns the atoms that hold wherever the condition does, as far as its form shows.
func (f *formula) musts() (all []*predicate.Atom) {
	parts := []*predicate.Expr{f.Root}
	if f.Root.Op == lang.And {
		parts = f.Root.Kids
	}
	for _, t := range parts {
		if t.Op == predicate.OpAtom && f.Atoms[t.Atom].IsTruth {
			all = append(all, f.Atoms[t.Atom])
		}
	}
	return all
}

func (f *formula) disjunctsOf(t *predicate.Expr) (all [][]*predicate.Atom, ok bool) {
	switch t.Op {
	case predicate.OpAtom:
		return [][]*predicate.Atom{{f.Atoms[t.Atom]}}, f.Atoms[t.Atom].IsTruth
	case lang.Literal:
		if t.Literal().True() {
			return [][]*predicate.Atom{{}}, true
		}
		return nil, true
	case lang.Or:
		for _, k := range t.Kids {
			some, ok := f.disjunctsOf(k)
			if !ok {
				return nil, false
			}
			all = append(all, some...)
		}
		return all, true
	case lang.And:
		all = [][]*predicate.Atom{{}}
		for _, k := range t.Kids {
			some, ok := f.disjunctsOf(k)
			if !ok {
				return nil, false
			}
			if len(all)*len(some) > 10*maxAlternatives {
				return make([][]*predicate.Atom, maxAlternatives+1), true
			}
			all = product(all, some)
		}
		return all, true
	}
	return nil, false
}

// product returns the conjunctions of each of a with each of b.
func product(a, b [][]*predicate.Atom) (all [][]*predicate.Atom) {
	for _, x := range a {
		for _, y := range b {
			conjunction := slices.Clone(x)
			for _, l := range y {
				if !slices.Contains(conjunction, l) {
					conjunction = append(conjunction, l)
				}
			}
			all = append(all, conjunction)
		}
	}
	return all
}
