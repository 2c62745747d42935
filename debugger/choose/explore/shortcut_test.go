package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"machsim/kernel"
)

// Runs explores a program, and returns what is run, in order. Without shortcuts nothing is kept of one run for the
// next.
func Runs(p *kernel.Program, b Begun, most int, shortcuts bool) (all []string) {
	s := NewSearch()
	for len(all) < most {
		if !shortcuts && s.run != nil {
			s.order.keep(0)
			s.spare, s.names = nil, s.names.Names()
		}
		l := s.Begin()
		if l == nil {
			break
		}
		ran(p, b, l, l, s.names)
		s.End()
		all = append(all, s.run.text())
	}
	return all
}

// text is what happened in a run, by numbers that are the same in all searches.
func (r *run) text() string {
	var b strings.Builder
	n := r.prints.Names
	for i := range r.events {
		e := &r.events[i]
		fmt.Fprintf(&b, "%x %q", n.ActorSums[e.actor], e.data)
		for _, u := range e.uses {
			fmt.Fprintf(&b, " %x:%d", n.ThingSums[u.Thing], u.Mode)
		}
		for _, a := range e.stuck {
			fmt.Fprintf(&b, " stuck %x", n.ActorSums[a])
		}
		fmt.Fprintf(&b, " %v %v %v; ", e.after, e.took, e.pause)
	}
	return b.String()
}

// Beside explores a program by so many workers, who end their runs in an order that depends on chance. It returns what
// is run, in order, how many runs were made ahead of their turn, and how many of these in vain.
func Beside(p *kernel.Program, b Begun, most, workers int, r *rand.Rand) (all []string, ahead, vain int) {
	s := NewSearch()
	var begun []*Attempt
	for len(all) < most {
		if len(begun) < workers {
			if a := s.Take(); a != nil {
				begun = append(begun, a)
				continue
			}
		}
		if len(begun) == 0 {
			break
		}
		k := r.IntN(len(begun))
		a := begun[k]
		begun = slices.Delete(begun, k, k+1)
		if r.IntN(20) == 0 {
			s.Cancel(a)
			continue
		}
		ran(p, b, a, a, a.prints.Names)
		ahead++
		s.Ended(a, nil)
		for a := s.Turn(); a != nil && len(all) < most; a = s.Turn() {
			ahead--
			all = append(all, a.text())
		}
	}
	return all, ahead, s.Wasted
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

// leaving is a Door that has something done at the n-th choice.
type leaving struct {
	kernel.Door
	n  int
	do func()
}

func (l *leaving) Choose(p kernel.Point) int {
	if l.n--; l.n == 0 {
		l.do()
	}
	return l.Door.Choose(p)
}

// Leaves explores a program, one of whose runs is given up in the middle, and goes on nevertheless; still is what Left
// is told then. It says whether that run is heard afterwards, or its room is used for another.
func Leaves(p *kernel.Program, still bool) (s *Search, heard bool) {
	s = NewSearch()
	left, before := (*run)(nil), ""
	for i := 0; ; i++ {
		l := s.Begin()
		if l == nil {
			return s, heard || left.text() != before
		}
		heard = heard || l == left
		if i != 2 {
			ran(p, Begun{}, l, l, s.names)
			s.End()
			continue
		}
		left = l.(*run)
		ran(p, Begun{}, &leaving{l, 5, func() {
			s.Left(func() bool { return still })
			before = left.text()
		}}, l, s.names)
	}
}
