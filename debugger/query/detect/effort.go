package detect

import (
	"errors"

	"machsim/debugger/query/halt"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// Effort is what it takes to halt a replay of the recorded run at the first position without the causal order; nil if
// there is none. Its moves are of the run in which the predicate is detected (Number); its cut is of the recorded one.
func (p *Predicate) Effort(o halt.Control) (e *halt.Effort, err error) {
	defer predicate.Caught(&err)
	if err := p.Conjunction(); err != nil || len(p.disjuncts) == 0 {
		return nil, err
	}
	if e = halt.At(p.r.Run.Run, p.disjuncts[0], o); e != nil {
		e.Cut = p.r.Position(e.Cut, graph.Position{}).Cut
	}
	return e, nil
}

// Conjunction is the error of Effort and Together for a predicate that is not one conjunction of conditions of single
// processes; nil for one that is, or that never holds because the run never comes to a place in it.
func (p *Predicate) Conjunction() error {
	if p.Form == Conjunctive || p.Form == Disjunctive && len(p.disjuncts) == 0 {
		return nil
	}
	return errors.New("this is no conjunction, that is conditions of single processes joined by and: only there Manabe " +
		"and Aoyagi's algorithm halts, and only for these spans can be listed in which they hold")
}
