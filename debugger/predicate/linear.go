package predicate

import (
	"math"
	"slices"

	"machsim/debugger/lang"
)

// sum is a number to which each leaf contributes by itself: a constant and addends.
type sum struct {
	constant int64
	addends  []addend
}

// addend is what one leaf contributes to a sum.
type addend struct {
	leaf   int
	factor int64
	eval   eval // over a frame of which this leaf alone is looked at
	counts bool // 1 where eval is true, and otherwise 0
}

// widest is what a sum and its parts have to stay below. Up to there whole numbers are added
// without a loss, whether they are integers or floats.
const widest = 1 << 50

// addTo adds a multiple of a term to a sum; false if the term is not linear.
func (f *formula) addTo(s *sum, t *term, factor int64) bool {
	switch leaves := t.leaves(nil); {
	case len(leaves) == 0:
		n, ok := f.constant(t)
		s.constant += factor * n
		return ok && small(factor, n) && small(1, s.constant)
	case len(leaves) == 1:
		s.addends = append(s.addends, addend{leaves[0], factor, f.compile(t), false})
		return true
	}
	switch {
	case t.op == lang.Negative:
		return f.addTo(s, t.kids[0], -factor)
	case t.op == lang.Arithmetic && t.text == "+":
		return f.addTo(s, t.kids[0], factor) && f.addTo(s, t.kids[1], factor)
	case t.op == lang.Arithmetic && t.text == "-":
		return f.addTo(s, t.kids[0], factor) && f.addTo(s, t.kids[1], -factor)
	case t.op == lang.Arithmetic && t.text == "*":
		return f.multiply(s, t.kids[0], t.kids[1], factor) || f.multiply(s, t.kids[1], t.kids[0], factor)
	case t.op == lang.Aggregate && t.text == "sum":
		return !slices.ContainsFunc(t.kids, func(k *term) bool { return !f.addTo(s, k, factor) })
	case t.op == lang.Aggregate && t.text == "count":
		return !slices.ContainsFunc(t.kids, func(k *term) bool { return !f.count(s, k, factor) })
	}
	return false
}

// multiply adds a term times a constant one; false, with nothing added, if that is none.
func (f *formula) multiply(s *sum, constant, t *term, factor int64) bool {
	if len(constant.leaves(nil)) > 0 {
		return false
	}
	n, ok := f.constant(constant)
	return ok && small(factor, n) && f.addTo(s, t, factor*n)
}

// count adds 1 where a condition holds.
func (f *formula) count(s *sum, t *term, factor int64) bool {
	leaves := t.leaves(nil)
	switch len(leaves) {
	case 0: // a place that the thread never comes to
		var empty frame
		if f.compile(t)(&empty).True() {
			s.constant += factor
		}
		return empty.clash == nil && small(1, s.constant)
	case 1:
	default:
		return false
	}
	s.addends = append(s.addends, addend{leaves[0], factor, f.compile(t), true})
	return true
}

// constant is what a term without leaves is, if that is a whole number.
func (f *formula) constant(t *term) (int64, bool) {
	var empty frame
	v := f.compile(t)(&empty)
	n, ok := v.whole()
	return n, ok && empty.clash == nil
}

// leaves are the numbers of the leaves in a term, each once.
func (t *term) leaves(all []int) []int {
	if t.op == leafed && !slices.Contains(all, t.leaf) {
		return append(all, t.leaf)
	}
	for _, k := range t.kids {
		all = k.leaves(all)
	}
	return all
}

// whole is a value as a whole number below widest; ok is false if it is none.
func (v *Value) whole() (n int64, ok bool) {
	switch {
	case !numeric(v) || !(math.Abs(v.float()) < widest):
		return 0, false
	case v.Kind == Int:
		return v.int(), true
	}
	n = int64(v.float())
	return n, float64(n) == v.float()
}

// small says whether a product stays below widest.
func small(a, b int64) bool { return math.Abs(float64(a))*math.Abs(float64(b)) < widest }

// of is what an addend is while its leaf is a value. known is false if it is missing, ok is
// false if it is no whole number.
func (a *addend) of(f *frame, v Value) (n int64, known, ok bool) {
	f.leaves[a.leaf] = v
	w := a.eval(f)
	switch {
	case f.clash != nil:
		return 0, false, false
	case a.counts && w.True():
		return a.factor, true, true
	case a.counts:
		return 0, true, w.Kind == Bool || w.Kind == None
	case w.Kind == None:
		return 0, false, true
	}
	n, ok = w.whole()
	return a.factor * n, true, ok && small(a.factor, n)
}
