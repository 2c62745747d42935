package detect

import (
	"errors"
	"slices"

	"machsim/debugger/query/predicate"
	"machsim/kernel"
)

// Part is one of the disjunctive predicates that a linked predicate is made of. In a run of Miller and
// Choi's algorithm (3.6), one predicate marker asks processes to watch for it.
type Part struct {
	Events []int           // those of the run that satisfy it, in order
	Tasks  []kernel.TaskID // those that it speaks of, in the order of their ids
}

// Parts returns those of a linked predicate, in order. A condition of one process, or several joined by
// or, has a single part. Other predicates cannot be detected by markers.
func (p *Predicate) Parts() ([]Part, error) {
	if p.r != p.base {
		return nil, errors.New("markers can detect events, and no statements between them")
	}
	if p.assertion != nil {
		return nil, errors.New("markers tell of events and of conditions, and not of what has been or will come; an " +
			"assertion about time can be one of a run's claims, and a stop of a debugger with its recording")
	}
	if p.Form == Simultaneous {
		return nil, errors.New("markers tell a process that something has happened, and not that it still holds; " +
			"simultaneous is asked of a recording: check, or stop if")
	}
	if p.Form == Linked {
		var all []Part
		for i := range p.stages {
			if p.stages[i].bar != nil {
				return nil, errors.New("a marker tells that an event has happened, and none can tell that something has not " +
					"happened in between (without); a claim on a run can, and a stop of a debugger with its recording")
			}
			all = append(all, p.r.part(p.stages[i].atoms))
		}
		return all, nil
	}
	var atoms []*predicate.Atom
	detectable := p.Form <= Disjunctive
	for _, conjunction := range p.disjuncts {
		detectable = detectable && len(conjunction) == 1
		atoms = append(atoms, conjunction...)
	}
	if !detectable {
		return nil, errors.New("markers can detect conditions of single processes joined by or, and sequences of these " +
			"with ->; this predicate needs somebody who sees all processes (Miller and Choi 3.5)")
	}
	return []Part{p.r.part(atoms)}, nil
}

func (r *Run) part(atoms []*predicate.Atom) (p Part) {
	for _, l := range atoms {
		p.Events = append(p.Events, l.Moments()...)
		if l.Thread != 0 {
			p.Tasks = append(p.Tasks, r.TaskOf(l.Thread))
		}
	}
	slices.Sort(p.Events)
	slices.Sort(p.Tasks)
	p.Events, p.Tasks = slices.Compact(p.Events), slices.Compact(p.Tasks)
	return p
}
