package explore

// swept begins the next run within bounds of orders.
func (s *Search) swept() *Attempt {
	if s.sweep == nil {
		s.sweep = newSweep(s.Bounds)
	}
	path := s.sweep.path()
	a := &Attempt{run: s.sweep.run, guide: guide{fixed: 1, blocked: -1}}
	if a.run == nil {
		a.run = newRun(s.names.names(), s.from, path, s.sweep, s.FreeTimers, s.Bounds)
	} else {
		a.prints.names.learns = a.prints.names.learns[:0]
		a.restart(path, len(path)-1)
	}
	s.sweep.begun(a.run)
	a.prints.ending = s.KeepGoing
	return a
}

// endSweep takes one in.
func (s *Search) endSweep(a *Attempt) {
	r := a.run
	fresh := s.sweep.end(r, a.unknown || a.gone.Load())
	if s.Fresh, s.failing = nil, nil; fresh {
		s.fails(r.bounds.past)
	}
	switch s.Passed = s.Passed || r.passed; {
	case r.lost:
		s.Lost++
	case !fresh:
		s.Known++
	default:
		s.count(r)
	}
	s.all = !s.sweep.back()
}
