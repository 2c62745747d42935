package detect

import (
	"slices"

	"machsim/debugger/lang/eval"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Along shows the values of an expression between a position and one that holds it, in the recorded
// order: at each position that begins to satisfy the predicate, or visits its places again
// (Predicate.Next), and at each change of the expression while the predicate holds. It does not show
// the value at the first position. It ends when show returns false. The errors are those of Next.
func (e *Expression) Along(
	p *Predicate, begin, end graph.Position, show func(graph.Position, eval.Value) bool,
) (err error) {
	defer predicate.Caught(&err)
	if e.r != p.r || !begin.AtCalls() || !end.AtCalls() {
		e, p = together(e, p)
	}
	from, to := p.r.Cut(begin), p.r.Cut(end)
	w := &walk{e: e, p: p, show: func(c graph.Cut, v eval.Value) bool { return show(p.r.Position(c, begin), v) }}
	if p.formula != nil && p.holds(from) {
		w.last = e.at(from)
	}
	if w.next, err = p.next(from); err != nil {
		return err
	}
	at := from.Clone()
	for _, event := range steps(append(slices.Clone(e.f.Atoms), p.atoms()...)) {
		if e.r.Tick(); e.r.Graph.Holds(at, event) || !e.r.Graph.Holds(to, event) {
			continue
		}
		e.r.Graph.Raise(at, event)
		if more, err := w.come(at); !more || err != nil {
			return err
		}
	}
	return nil
}

// together returns an expression and a predicate in one refined run.
func together(e *Expression, p *Predicate) (*Expression, *Predicate) {
	r, atoms := p.base.refined(append(slices.Clone(e.raw), p.raw...))
	return e.in(r, atoms[:len(e.raw)]), p.in(r, atoms[len(e.raw):])
}

// walk is the state of Along.
type walk struct {
	e    *Expression
	p    *Predicate
	show func(graph.Cut, eval.Value) bool
	last eval.Value // the value that was shown last, or need not be shown
	next *Found     // the next position that satisfies the predicate, nil for none
}

// come shows the values up to a position; more is false if show wants no more.
func (w *walk) come(at graph.Cut) (more bool, err error) {
	for w.next != nil && w.next.Cut.Within(at) {
		c := w.next.Cut
		if w.last = w.e.at(c); !w.show(c, w.last) {
			return false, nil
		}
		if w.next, err = w.p.next(c); err != nil {
			return false, err
		}
	}
	if w.p.formula == nil || !w.p.holds(at) {
		return true, nil
	}
	v := w.e.at(at)
	if a, b := v.Kept(), w.last.Kept(); a.Same(&b) {
		return true, nil
	}
	w.last = v
	return w.show(at, v), nil
}

// atoms returns the atoms of a predicate.
func (p *Predicate) atoms() (all []*predicate.Atom) {
	if p.formula != nil {
		return p.formula.Atoms
	}
	for _, s := range p.stages {
		all = append(all, s.all()...)
	}
	return all
}

// steps returns the events at which any of some atoms changes, or is passed, in recorded order.
func steps(atoms []*predicate.Atom) (all []int) {
	for _, l := range atoms {
		all = append(all, l.Steps()...)
		all = append(all, l.Events...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
