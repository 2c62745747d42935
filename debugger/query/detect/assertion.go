package detect

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/lang/temporal"
	"machsim/debugger/query/predicate"
	"machsim/kernel"
)

// assertion is a predicate with operators of time.
type assertion struct {
	r        *Run
	formula  *temporal.Formula
	program  *temporal.Program
	contrary *temporal.Program // of its negation, if the run has a beginning that is not known; else nil
	leaves   []*leaf
	hosts    []kernel.HostID // whose clocks it reads, from clock hostClocks on
	found    []stretch       // where it is true, or refuted; nil until it is known
	when     []int           // the events at which a leaf changes or occurs, in order
}

// The clocks of an assertion.
const (
	virtualClock = iota // virtual time
	eventClock          // the number of events
	hostClocks          // and from here on those of hosts
)

// isAssertion says whether a predicate is an assertion about time.
func isAssertion(n *lang.Node) bool {
	return n.Op != lang.Linked && n.Op != lang.Concurrent && n.Op != lang.Repeated && n.Any((*lang.Node).IsOfTime)
}

// bindTime binds an assertion.
func (p *Predicate) bindTime(b *predicate.Binder, n *lang.Node) (err error) {
	a := &assertion{r: p.r}
	x := &timeBinder{Binder: b, a: a}
	if a.formula, err = x.formula(n); err != nil {
		return err
	}
	var atoms []*predicate.Atom
	for _, l := range a.leaves {
		if l.state != nil {
			atoms = append(append(atoms, l.state.Atoms...), l.contrary.Atoms...)
		}
	}
	if err := p.r.Feed(atoms); err != nil {
		return err
	}
	a.r, atoms = p.r.suited(atoms)
	p.r, p.assertion = a.r, a
	a.settle(atoms)
	if clash := a.clash(); clash != nil {
		return clash
	}
	if a.program = temporal.Compile(a.formula); a.r.Tape.First() > 0 {
		a.program.Midway()
		a.contrary = temporal.Compile(&temporal.Formula{Op: temporal.Not, Kids: []*temporal.Formula{a.formula}}).Midway()
	}
	return nil
}

// settle finds how the leaves go in the run in which the assertion is held against, in which atoms are those of its
// conditions.
func (a *assertion) settle(atoms []*predicate.Atom) {
	for _, l := range a.leaves {
		if l.state == nil {
			for i := range l.happened {
				l.happened[i].Event = a.r.Number(l.happened[i].Event)
				a.when = append(a.when, l.happened[i].Event)
			}
			continue
		}
		for _, f := range []**predicate.Formula{&l.state, &l.contrary} {
			n := len((*f).Atoms)
			*f, atoms = (*f).With(atoms[:n]), atoms[n:]
		}
		l.follow(a.r)
		a.when = append(a.when, l.changes...)
	}
	slices.Sort(a.when)
	a.when = slices.Compact(a.when)
}

// clash returns the mistake that came up while conditions were evaluated.
func (a *assertion) clash() error {
	for _, l := range a.leaves {
		if l.state != nil && l.state.Frame.Clash != nil {
			return l.state.Frame.Clash
		}
	}
	return nil
}
