package detect

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/predicate"
)

// clause is a conjunction: conditions of single processes, and comparisons of sums with 0.
// Conditions can be brought to several of which one has to hold, as far as they are made of
// such parts.
type clause struct {
	locals    []local
	relations []relation
}

// local is a leaf that has to be true, or false.
type local struct {
	leaf int
	want bool
}

// relation compares a sum with 0.
type relation struct {
	sum
	op string
}

// maxClauses is to how many clauses a condition is brought.
const maxClauses = 64

var opposites = map[string]string{"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// clauses brings a term, or with want false its contrary, to clauses; ok is false if that
// cannot be, or comes to too many. The contrary is exact where no value is missing.
func (f *formula) clauses(t *predicate.Expr, want bool) (all []clause, ok bool) {
	switch {
	case t.Op == lang.Not:
		return f.clauses(t.Kids[0], !want)
	case t.Op == lang.And || t.Op == lang.Or:
		return f.junction(t, want)
	case t.Op == lang.Literal && t.Literal().Kind == predicate.Bool:
		if t.Literal().True() == want {
			all = []clause{{}}
		}
		return all, true
	case t.Op == predicate.OpAtom && f.Atoms[t.Atom].IsTruth:
		return []clause{{locals: []local{{t.Atom, want}}}}, true
	case t.Op == lang.Compare:
		return f.compared(t, want)
	}
	return nil, false
}

// compared is a comparison as a clause.
func (f *formula) compared(t *predicate.Expr, want bool) (all []clause, ok bool) {
	r := relation{op: t.Text}
	if !want {
		r.op = opposites[r.op]
	}
	ok = opposites[r.op] != "" && f.addTo(&r.sum, t.Kids[0], 1) && f.addTo(&r.sum, t.Kids[1], -1)
	return []clause{{relations: []relation{r}}}, ok
}

func (f *formula) junction(t *predicate.Expr, want bool) (all []clause, ok bool) {
	both := (t.Op == lang.And) == want
	if both {
		all = []clause{{}}
	}
	for _, k := range t.Kids {
		some, ok := f.clauses(k, want)
		if !ok {
			return nil, false
		}
		if both {
			all = crossed(all, some)
		} else {
			all = append(all, some...)
		}
		if len(all) > maxClauses {
			return nil, false
		}
	}
	return all, true
}

// crossed joins each of some clauses with each of others.
func crossed(a, b []clause) (all []clause) {
	for _, x := range a {
		for _, y := range b {
			all = append(all, clause{slices.Concat(x.locals, y.locals), slices.Concat(x.relations, y.relations)})
		}
	}
	return all
}
