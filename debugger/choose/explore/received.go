package explore

// received begins the next run of a search by receipt.
func (s *Search) received() *Attempt {
	if s.receipts == nil {
		s.receipts = newReceipts()
	}
	c := s.receipts
	a := &Attempt{run: c.run, guide: guide{fixed: 1, blocked: -1}}
	if a.run == nil {
		a.run = newRun(s.names.names(), s.from, c.path, c, s.FreeTimers, s.Bounds)
	} else {
		a.prints.names.learns = a.prints.names.learns[:0]
		a.restart(c.path, a.common(c.path))
	}
	c.begun(a.run)
	a.prints.ending = s.KeepGoing
	return a
}

// endReceived takes one in.
func (s *Search) endReceived(a *Attempt) {
	c, r := s.receipts, a.run
	if a.unknown || a.gone.Load() {
		c.run = nil
	}
	s.Fresh, s.failing = nil, nil
	fresh := false
	if !r.lost {
		fresh, s.Barred = c.end(r)
	}
	switch {
	case r.lost:
		s.Lost++
	case !fresh:
		s.Redundant++
	default:
		s.failing = c.chart.falls()
		s.first()
		s.count(r)
	}
	if s.all = !c.back(); s.all && s.Barred == "" && len(c.stuck) > 0 {
		s.Barred = "a send that waited for room to the end of each run, so that nobody knows what follows it"
	}
	s.all = s.all || s.Barred != ""
}

// falls returns how threads have come to fail.
func (x *chart) falls() (all []fall) {
	for i := range x.events[:x.n] {
		if !x.events[i].fails {
			continue
		}
		w := fall{event: i, sum: x.sums[i]}
		for k := range i {
			if !x.events[k].fails && x.within(int32(k), x.clocks[i]) {
				w.past = append(w.past, k)
			}
		}
		all = append(all, w)
	}
	return all
}
