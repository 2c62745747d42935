package detect

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/predicate"
)

// maxAlternatives is how many conjunctions a condition may come to.
const maxAlternatives = 5000

// disjuncts are the conjunctions of atoms of which one has to hold, if the condition is made of
// such alone; ok is false if it is not, as it compares values of several threads. tooMany is
// true if there are too many of them.
func (f *formula) disjuncts() (all [][]*predicate.Atom, ok, tooMany bool) {
	all, ok = f.disjunctsOf(f.Root)
	return all, ok && len(all) <= maxAlternatives, ok && len(all) > maxAlternatives
}

// musts are conditions of single processes that have to hold wherever the condition does.
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

// product joins each of some conjunctions with each of others.
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
