package predicate

import (
	"slices"

	"machsim/debugger/lang"
)

// MaxAlternatives is the greatest number of conjunctions that a condition is brought to.
const MaxAlternatives = 5000

// Disjuncts returns the disjunctive normal form of the condition: conjunctions of atoms. ok is false if
// it has none, because it compares values of several threads; tooMany is true if it would have more
// than MaxAlternatives.
func (f *Formula) Disjuncts() (all [][]*Atom, ok, tooMany bool) {
	all, ok = f.disjunctsOf(f.Root)
	return all, ok && len(all) <= MaxAlternatives, ok && len(all) > MaxAlternatives
}

// Musts returns the atoms that hold wherever the condition does, as far as its form shows.
func (f *Formula) Musts() (all []*Atom) {
	parts := []*Expr{f.Root}
	if f.Root.Op == lang.And {
		parts = f.Root.Kids
	}
	for _, t := range parts {
		if t.Op == OpAtom && f.Atoms[t.Atom].IsTruth {
			all = append(all, f.Atoms[t.Atom])
		}
	}
	return all
}

// IsSimple says whether the condition is made of conditions of single processes.
func (f *Formula) IsSimple() bool {
	_, ok := f.disjunctsOf(f.Root)
	return ok
}

func (f *Formula) disjunctsOf(t *Expr) (all [][]*Atom, ok bool) {
	switch t.Op {
	case OpAtom:
		return [][]*Atom{{f.Atoms[t.Atom]}}, f.Atoms[t.Atom].IsTruth
	case lang.Literal:
		if t.Literal().True() {
			return [][]*Atom{{}}, true
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
		all = [][]*Atom{{}}
		for _, k := range t.Kids {
			some, ok := f.disjunctsOf(k)
			if !ok {
				return nil, false
			}
			if len(all)*len(some) > 10*MaxAlternatives {
				return make([][]*Atom, MaxAlternatives+1), true
			}
			all = product(all, some)
		}
		return all, true
	}
	return nil, false
}

// product returns the conjunctions of each of a with each of b.
func product(a, b [][]*Atom) (all [][]*Atom) {
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
