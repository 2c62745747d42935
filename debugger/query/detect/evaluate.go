package detect

import (
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
)

// explained returns a cut in which a condition on several processes holds, with a reason for each atom.
func (r *Run) explained(f *predicate.Formula, c graph.Cut) *Found {
	x := &Found{Position: graph.At(c)}
	for _, l := range f.Atoms {
		if l.IsTruth {
			if i := predicate.In(r.Graph, l.Spans, c); i >= 0 {
				x.Reasons = append(x.Reasons, r.reason(l, i))
			}
			continue
		}
		if i := predicate.At(r.Graph, l.Changes, c); i > 0 {
			y := r.blank(l)
			y.What = l.Text + " is " + l.Changes[i-1].Value.Quoted()
			y.since(r, l.Changes[i-1].Event)
			x.Reasons = append(x.Reasons, y)
		}
	}
	return x
}

// Expression is an expression that can be evaluated in cuts, over one process or several.
type Expression struct {
	Text string
	raw  []*predicate.Atom // the atoms in it
	r    *Run              // the run in which it is evaluated, which may be refined
	f    *predicate.Formula
}

// Expression reads an expression, or a condition, and computes the histories of its atoms. The errors
// are those of Predicate.
func (r *Run) Expression(text string) (e *Expression, err error) { return r.ExpressionOf(0, text) }

// ExpressionOf is Expression as a thread would write it: a variable that is named alone is its own,
// if it shows one of that name.
func (r *Run) ExpressionOf(own kernel.ThreadID, text string) (e *Expression, err error) {
	defer predicate.Caught(&err)
	n, err := lang.ParseExpression(text)
	if err != nil {
		return nil, err
	}
	e = &Expression{Text: text, r: r}
	err = r.Bound(func() (err error) {
		b := r.Binder(lang.Source{Of: "predicate", Text: text})
		b.Own = own
		f, err := b.Formula(n, false)
		if err != nil {
			return err
		}
		e.f = f
		return r.Feed(e.f.Atoms)
	})
	if err != nil {
		return nil, err
	}
	return e.in(r.suited(e.f.Atoms)), nil
}

// in returns the expression in another run, with its atoms there.
func (e *Expression) in(r *Run, atoms []*predicate.Atom) *Expression {
	q := *e
	if e.raw == nil {
		q.raw = e.f.Atoms
	}
	q.r, q.f = r, e.f.With(atoms)
	return &q
}

// At returns the value at a consistent position. A thread that has ended has the variables that it showed
// last.
func (e *Expression) At(p graph.Position) eval.Value { return e.at(e.r.Cut(p)) }

func (e *Expression) at(c graph.Cut) eval.Value { return e.f.At(e.r.Graph, c) }
