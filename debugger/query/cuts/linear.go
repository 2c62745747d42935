package cuts

import (
	"math"
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/query/predicate"
)

// sum is a linear expression: a constant, and an addend for each atom.
type sum struct {
	constant int64
	addends  []addend
}

// addend is the contribution of one atom to a sum.
type addend struct {
	atom   int
	factor int64
	eval   predicate.Eval // reads this atom alone
	counts bool           // the addend is 1 where eval is true, and 0 elsewhere
	wide   bool           // it is a part of a sum(...), which never wraps around
}

// widest bounds a sum and its parts. Below it whole numbers are added exactly, be they integers or
// floats.
const widest = 1 << 50

// addTo adds a multiple of an expression to a sum; false if it is not linear.
func (f *formula) addTo(s *sum, t *predicate.Expr, factor int64) bool {
	switch atoms := t.Atoms(); {
	case len(atoms) == 0:
		n, ok := f.constant(t)
		s.constant += factor * n
		return ok && small(factor, n) && small(1, s.constant)
	case len(atoms) == 1:
		s.addends = append(s.addends, addend{atom: atoms[0], factor: factor, eval: f.Compile(t)})
		return true
	}
	switch {
	case t.Op == lang.Unary && t.Text == "-":
		return f.addTo(s, t.Kids[0], -factor)
	case t.Op == lang.Arithmetic && t.Text == "+":
		return f.addTo(s, t.Kids[0], factor) && f.addTo(s, t.Kids[1], factor)
	case t.Op == lang.Arithmetic && t.Text == "-":
		return f.addTo(s, t.Kids[0], factor) && f.addTo(s, t.Kids[1], -factor)
	case t.Op == lang.Arithmetic && t.Text == "*":
		return f.multiply(s, t.Kids[0], t.Kids[1], factor) || f.multiply(s, t.Kids[1], t.Kids[0], factor)
	case t.Op == lang.Aggregate && t.Text == "sum":
		return f.addAll(s, t.Kids, factor)
	case t.Op == lang.Aggregate && t.Text == "count":
		return !slices.ContainsFunc(t.Kids, func(k *predicate.Expr) bool { return !f.count(s, k, factor) })
	}
	return false
}

// addAll adds a multiple of a sum of expressions, which never wraps around.
func (f *formula) addAll(s *sum, kids []*predicate.Expr, factor int64) bool {
	for _, k := range kids {
		n := len(s.addends)
		if !f.addTo(s, k, factor) {
			return false
		}
		if len(k.Atoms()) == 1 {
			s.addends[n].wide = true
		}
	}
	return true
}

// multiply adds the product of an expression and a constant one. It returns false, and adds nothing, if
// the second is not constant.
func (f *formula) multiply(s *sum, constant, t *predicate.Expr, factor int64) bool {
	if len(constant.Atoms()) > 0 {
		return false
	}
	n, ok := f.constant(constant)
	return ok && small(factor, n) && f.addTo(s, t, factor*n)
}

// count adds 1 where a condition holds.
func (f *formula) count(s *sum, t *predicate.Expr, factor int64) bool {
	atoms := t.Atoms()
	switch len(atoms) {
	case 0: // a place that the thread never reaches
		var empty predicate.Frame
		if f.Compile(t)(&empty).True() {
			s.constant += factor
		}
		return empty.Clash == nil && small(1, s.constant)
	case 1:
	default:
		return false
	}
	s.addends = append(s.addends, addend{atom: atoms[0], factor: factor, eval: f.Compile(t), counts: true})
	return true
}

// constant is what a term without leaves is, if that is a whole number.
func (f *formula) constant(t *predicate.Expr) (int64, bool) {
	var empty predicate.Frame
	v := f.Compile(t)(&empty)
	n, ok := whole(v)
	return n, ok && empty.Clash == nil
}

// whole is a value as a whole number below widest; ok is false if it is none.
func whole(v eval.Value) (n int64, ok bool) {
	switch {
	case !v.IsNumber() || !(math.Abs(v.Float()) < widest):
		return 0, false
	case v.Kind() == eval.Int:
		return v.Int(), true
	}
	n = int64(v.Float())
	return n, float64(n) == v.Float()
}

// small says whether a product stays below widest.
func small(a, b int64) bool { return math.Abs(float64(a))*math.Abs(float64(b)) < widest }

// of returns the addend for a value of its atom. known is false if it is missing, ok is false if it is
// no whole number, or the sum would wrap around.
func (a *addend) of(f *predicate.Frame, v eval.Value) (n int64, known, ok bool) {
	f.Atoms[a.atom] = v
	w := a.eval(f)
	switch {
	case f.Clash != nil:
		return 0, false, false
	case a.counts && w.True():
		return a.factor, true, true
	case a.counts:
		return 0, true, w.Kind() == eval.Bool || w.Kind() == eval.None
	case w.Kind() == eval.None:
		return 0, false, true
	}
	n, ok = whole(w)
	return a.factor * n, true, ok && small(a.factor, n) && (a.wide || !w.Wraps())
}
