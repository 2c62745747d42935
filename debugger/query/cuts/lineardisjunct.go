package cuts

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/query/predicate"
)

// disjunct is a conjunction of conditions of single processes and of comparisons of sums with 0. A
// condition made of such parts alone is brought to a disjunction of them.
type disjunct struct {
	locals    []local
	relations []relation
}

// local is an atom that has to be true, or false.
type local struct {
	atom int
	want bool
}

// relation compares a sum with 0.
type relation struct {
	sum
	op string
}

// maxLinearDisjuncts is the greatest number of disjuncts that a condition is brought to.
const maxLinearDisjuncts = 64

var opposites = map[string]string{"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// linearDisjuncts brings an expression, or with want false its negation, to disjuncts; ok is false if it
// has other parts, or would need too many. The negation is exact where no value is missing.
func (f *formula) linearDisjuncts(t *predicate.Expr, want bool) (all []disjunct, ok bool) {
	switch {
	case t.Op == lang.Not:
		return f.linearDisjuncts(t.Kids[0], !want)
	case t.Op == lang.And || t.Op == lang.Or:
		return f.junction(t, want)
	case t.Op == lang.Literal && isTruth(t):
		if t.Literal().True() == want {
			all = []disjunct{{}}
		}
		return all, true
	case t.Op == predicate.OpAtom && f.Atoms[t.Atom].IsTruth:
		return []disjunct{{locals: []local{{t.Atom, want}}}}, true
	case t.Op == lang.Compare:
		return f.compared(t, want)
	}
	return nil, false
}

func isTruth(t *predicate.Expr) bool {
	_, ok := t.Literal().Bool()
	return ok
}

// compared brings a comparison to a disjunct.
func (f *formula) compared(t *predicate.Expr, want bool) (all []disjunct, ok bool) {
	r := relation{op: t.Text}
	if !want {
		r.op = opposites[r.op]
	}
	ok = opposites[r.op] != "" && f.addTo(&r.sum, t.Kids[0], 1) && f.addTo(&r.sum, t.Kids[1], -1)
	return []disjunct{{relations: []relation{r}}}, ok
}

func (f *formula) junction(t *predicate.Expr, want bool) (all []disjunct, ok bool) {
	both := (t.Op == lang.And) == want
	if both {
		all = []disjunct{{}}
	}
	for _, k := range t.Kids {
		some, ok := f.linearDisjuncts(k, want)
		if !ok {
			return nil, false
		}
		if both {
			all = crossed(all, some)
		} else {
			all = append(all, some...)
		}
		if len(all) > maxLinearDisjuncts {
			return nil, false
		}
	}
	return all, true
}

// crossed returns the conjunctions of each of a with each of b.
func crossed(a, b []disjunct) (all []disjunct) {
	for _, x := range a {
		for _, y := range b {
			all = append(all, disjunct{slices.Concat(x.locals, y.locals), slices.Concat(x.relations, y.relations)})
		}
	}
	return all
}
