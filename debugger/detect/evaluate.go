package detect

import (
	"fmt"

	"machsim/debugger/graph"
	"machsim/debugger/lang"
	"machsim/debugger/predicate"
	"machsim/kernel"
)

// at is what a condition or expression is in a cut.
func (f *formula) at(r *Run, c graph.Cut) predicate.Value {
	for i, l := range f.Atoms {
		f.Frame.Atoms[i] = l.Value(r.Graph, c)
	}
	return f.Eval(&f.Frame)
}

// explained is a cut in which a condition holds that compares several processes: each of its
// leaves is a reason.
func (r *Run) explained(f *formula, c graph.Cut) *Found {
	x := &Found{Cut: c}
	for _, l := range f.Atoms {
		if l.IsTruth {
			if i := predicate.In(r.Graph, l.Spans, c); i >= 0 {
				x.Reasons = append(x.Reasons, r.reason(l, i))
			}
			continue
		}
		if i := predicate.At(r.Graph, l.Changes, c); i > 0 {
			y := r.blank(l)
			y.What = l.Text + " is " + l.Changes[i-1].Value.String()
			y.Event = l.Changes[i-1].Event + 1
			x.Reasons = append(x.Reasons, y)
		}
	}
	return x
}

// Expression is a value that is looked at in cuts: of one process or made of several.
type Expression struct {
	Text string
	r    *Run
	f    *formula
}

// Expression reads an expression, or a condition, and finds out how it went in the run. The
// errors are those of Predicate.
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
		e.f = &formula{f}
		return r.Feed(e.f.Atoms)
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// At is the value in a consistent cut. Of a thread that has ended it is what it showed last.
func (e *Expression) At(c graph.Cut) predicate.Value { return e.f.at(e.r, c) }

// Why has the values that it is made of, one for each process.
func (e *Expression) Why(c graph.Cut) []Reason { return e.r.explained(e.f, c).Reasons }

// Values are what the atoms of a predicate's condition are in a cut: every condition or
// value of one process, in the order in which they were typed.
func (p *Predicate) Values(c graph.Cut) (all []Reason) {
	if p.formula == nil {
		return nil
	}
	for _, l := range p.formula.Atoms {
		x := p.r.blank(l)
		x.What += " is " + l.Value(p.r.Graph, c).String()
		if s := l.Since(p.r.Graph, c); s >= 0 {
			x.Event = s + 1
		}
		all = append(all, x)
	}
	return all
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
