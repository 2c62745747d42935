package shrink

import (
	"math/rand/v2"
	"slices"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/run/report"
	"machsim/kernel"
)

const (
	mostRedrawn = 2000 // runs with other numbers that are made in vain before it is given up
	fewEvents   = 150  // a run that has fewer is read at a glance, and drawing it anew takes longer than all the rest
)

// redraw begins anew, where the program draws numbers. A schedule in which nothing can be taken out may still be full
// of detours, because what was drawn says when things go wrong; so runs are made in which all is drawn again, and what
// is shorter is made smaller in its turn. It is kept if that is smaller in the end.
func (s *shrinker) redraw() (any bool) {
	if s.want.Verdict == report.NoEnd || s.best.edits != nil || s.best.size.Events < fewEvents || !s.best.draws() {
		return false
	}
	for vain := 0; vain < mostRedrawn && !s.over(); vain++ {
		s.redrawn++
		m := s.shorter()
		if m == nil || !same(s.want, m.failure) || m.size.outside() > s.best.size.outside() ||
			8*m.size.Events > 7*s.best.size.Events {
			continue
		}
		if s.begin(m) {
			any, vain = true, 0
		}
	}
	return any
}

// draws says whether the program of a run draws numbers.
func (m *run) draws() bool {
	return slices.ContainsFunc(m.to.Choices, func(c schedule.Choice) bool { return c.Kind == kernel.PointRandom })
}

// shorter makes a run in which all is drawn again, and in every other one a parameter is smaller. It ends where it is
// as long as the best one.
func (s *shrinker) shorter() *run {
	s.limit = uint64(s.best.size.Events)
	defer func() { s.limit = 0 }()
	c := s.best.candidate
	r := rand.New(rand.NewPCG(uint64(s.redrawn), 1))
	if all := s.program.Params; len(all) > 0 && r.IntN(2) == 0 {
		p := all[r.IntN(len(all))]
		if less := lesser(valueOf(c.args, p)); len(less) > 0 {
			c.args = with(c.args, p.Name, less[r.IntN(len(less))])
		}
	}
	to := *s.best.to
	if r.IntN(2) == 0 {
		to.Choices = nil // so nothing goes wrong
	}
	return s.make(c, schedule.Redraw(&to, another(s.redrawn)))
}

// begin makes a run smaller, and takes what comes of it if that is smaller than the best one.
func (s *shrinker) begin(m *run) bool {
	was, thorough, settled, grouped := s.best, s.thorough, s.settled, s.grouped
	s.best, s.thorough, s.settled, s.grouped = m, false, false, 0
	s.lessen(s.moves())
	if s.best.size.less(was.size) {
		return true
	}
	s.best, s.thorough, s.settled, s.grouped = was, thorough, settled, grouped
	return false
}
