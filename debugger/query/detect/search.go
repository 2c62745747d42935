package detect

import (
	"fmt"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/query/cuts"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/graph"
)

// search returns the nearest position beyond a cut or, backwards, within it, that satisfies the predicate after it was
// false on the path. If the search gives up, it is the one that a minimum cut gives, or else the first among the cuts
// of the recorded order.
func (p *Predicate) search(from graph.Cut, forwards bool) (*Found, error) {
	x := cuts.New(p.r.Run, p.formula)
	end, given, err := x.Nearest(from, forwards)
	switch {
	case err != nil:
		return nil, err
	case given != nil && given.Cut != nil:
		return p.told(x, given, forwards), nil
	case given != nil && forwards:
		return p.recorded(x, from)
	case given != nil:
		return nil, &Undecided{Cuts: x.Budget.Spent}
	case end == nil:
		return nil, nil
	}
	return p.r.explained(p.formula, end), nil
}

// told returns the position that a minimum cut gives, after a search was given up.
func (p *Predicate) told(x *cuts.Lattice, v *cuts.Verdict, forwards bool) *Found {
	f := p.r.explained(p.formula, v.Cut)
	last, alone := v.Bound(forwards)
	which, others := "fewer", fmt.Sprintf("none is made of events before %d alone", p.r.When(last).Event+1)
	if !forwards {
		which, others = "more", fmt.Sprintf("none holds all events up to %d", p.r.When(last).Event+1)
	}
	var what []string
	if v.Minimal {
		what = append(what, map[bool]string{
			true:  "a minimal one: no smaller state within it satisfies the predicate",
			false: "a maximal one: no greater state that holds it satisfies the predicate",
		}[forwards])
	}
	if alone {
		what = append(what, others)
	}
	what = append(what, fmt.Sprintf("the search for one with %s events was given up after %s",
		which, text.Counted(x.Budget.Spent, "cut")))
	f.Note = strings.Join(what, "; ")
	return f
}

// recorded searches the recorded order alone for a position beyond a cut that satisfies the predicate,
// after a search was given up.
func (p *Predicate) recorded(x *cuts.Lattice, from graph.Cut) (*Found, error) {
	left := true
	for c, now := range x.InOrder(from) {
		if now && !left {
			f := p.r.explained(p.formula, c.Clone())
			f.Note = "the first in the order of the recording: the search for one with fewer events was given up after " +
				text.Counted(x.Budget.Spent, "cut")
			return f, nil
		}
		left = now
	}
	return nil, &Undecided{Cuts: x.Budget.Spent}
}

// definitely decides Definitely for a condition.
func (p *Predicate) definitely() (*Found, error) {
	if len(p.disjuncts) == 0 && p.formula.IsSimple() {
		return nil, nil
	}
	for _, conjunction := range p.disjuncts {
		if spans := cuts.DefiniteSpans(p.r.Run, conjunction); spans != nil {
			c := p.r.Graph.Start()
			for _, s := range spans {
				if s.Lo != predicate.Always {
					p.r.Graph.Raise(c, s.Lo)
				}
			}
			return p.r.found(conjunction, c), nil
		}
	}
	if len(p.disjuncts) == 1 {
		return nil, nil
	}
	return p.unavoidable()
}

// unavoidable searches for a path from the first cut to the last on which the condition never holds. If
// there is none, it returns the position at which the recorded run satisfies the condition first. No
// search is needed if the recorded run is such a path, or if the condition holds in the first or last
// cut.
func (p *Predicate) unavoidable() (*Found, error) {
	x := cuts.New(p.r.Run, p.formula)
	there := x.First()
	if err := x.Clash(); err != nil {
		return nil, err
	}
	if there == nil {
		return nil, nil
	}
	if start := p.r.Graph.Start(); !x.Holds(start) && !x.Holds(p.r.Graph.All()) {
		way, ok := x.Avoid(start)
		switch {
		case !ok:
			return nil, &Undecided{Cuts: x.Budget.Spent}
		case way != nil:
			return nil, nil
		}
	}
	return p.here(there), nil
}
