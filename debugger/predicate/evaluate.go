package predicate

import (
	"fmt"

	"machsim/debugger/graph"
	"machsim/debugger/lang"
)

// at is what a condition or expression is in a cut.
func (f *formula) at(r *Run, c graph.Cut) Value {
	for i, l := range f.leaves {
		f.frame.leaves[i] = l.value(r.g, c)
	}
	return f.eval(&f.frame)
}

// explained is a cut in which a condition holds that compares several processes: each of its
// leaves is a reason.
func (r *Run) explained(f *formula, c graph.Cut) *Found {
	x := &Found{Cut: c}
	for _, l := range f.leaves {
		if l.truth {
			if i := in(r.g, l.spans, c); i >= 0 {
				x.Reasons = append(x.Reasons, r.reason(l, i))
			}
			continue
		}
		if i := at(r.g, l.changes, c); i > 0 {
			y := r.blank(l)
			y.What = l.text + " is " + l.changes[i-1].value.String()
			y.Event = l.changes[i-1].event + 1
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
func (r *Run) Expression(text string) (e *Expression, err error) {
	defer caught(&err)
	n, err := lang.ParseExpression(text)
	if err != nil {
		return nil, err
	}
	e = &Expression{Text: text, r: r}
	err = r.bound(func() (err error) {
		b := r.binder(lang.Source{Of: "predicate", Text: text})
		if e.f, err = b.formula(n, false); err != nil {
			return err
		}
		return r.feed(e.f.leaves)
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// At is the value in a consistent cut. Of a thread that has ended it is what it showed last.
func (e *Expression) At(c graph.Cut) Value { return e.f.at(e.r, c) }

// Why has the values that it is made of, one for each process.
func (e *Expression) Why(c graph.Cut) []Reason { return e.r.explained(e.f, c).Reasons }

// Values are what the leaves of a predicate's condition are in a cut: every condition or
// value of one process, in the order in which they were typed.
func (p *Predicate) Values(c graph.Cut) (all []Reason) {
	if p.formula == nil {
		return nil
	}
	for _, l := range p.formula.leaves {
		x := p.r.blank(l)
		x.What += " is " + l.value(p.r.g, c).String()
		if s := l.since(p.r.g, c); s >= 0 {
			x.Event = s + 1
		}
		all = append(all, x)
	}
	return all
}

// since is the event since when a leaf is what it is in a cut; -1 for always.
func (l *leaf) since(g *graph.Graph, c graph.Cut) int {
	last := -1
	for _, s := range l.spans {
		for _, e := range []int{s.lo, s.hi} {
			if !holdsEvent(g, c, e) {
				return last
			}
			last = e
		}
	}
	if i := at(g, l.changes, c); i > 0 {
		return l.changes[i-1].event
	}
	return last
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
