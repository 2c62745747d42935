package explore

import (
	"fmt"

	"machsim/kernel"
)

// Runs explores a program, and returns what is run, in order. Without shortcuts nothing is kept of one run for the
// next.
func Runs(p *kernel.Program, most int, shortcuts bool) (all []string) {
	s := NewSearch()
	for len(all) < most {
		if !shortcuts && s.run != nil {
			s.run, s.names = nil, s.names.names()
			s.order.keep(0)
		}
		l := s.Begin()
		if l == nil {
			break
		}
		ran(p, Begun{}, l, l, s.names)
		s.End()
		text := ""
		for i := range s.run.events {
			e := &s.run.events[i]
			text += fmt.Sprintf("%d %q %v %v %v %v %v; ", e.actor, e.data, e.uses, e.after, e.took, e.stuck, e.pause)
		}
		all = append(all, text)
	}
	return all
}

// Begins holds what clocks say of how the sequences of races begin against the sequences themselves. It returns how
// often it has asked, and where they differ.
func Begins(p *kernel.Program, most int) (asked int, wrong []string) {
	s := NewSearch()
	for range most {
		l := s.Begin()
		if l == nil {
			break
		}
		ran(p, Begun{}, l, l, s.names)
		s.End()
		for i := range s.races {
			x := &s.races[i]
			for _, t := range s.order.steps.all {
				q := asleep{t.actor, t.uses}
				v := s.order.sequence(x)
				asked++
				if got, want := s.order.begins(x, &q), v.naive(&q); got != want {
					wrong = append(wrong, fmt.Sprintf("race %d-%d, %v: %v", x.first, x.at, q, got))
				}
			}
		}
	}
	return asked, wrong
}

// naive says whether a sequence can begin with a step.
func (v *sequence) naive(q *asleep) bool {
	k := v.first(q.actor)
	if k < 0 {
		return !v.has(q.uses)
	}
	clock := v.race.clock
	if i := int(v.at[k]); i != v.race.at {
		clock = v.stamps[i].clock
	}
	for _, i := range v.at[:k] {
		if v.within(int(i), clock) {
			return false
		}
	}
	return true
}
