package campaign

import (
	"slices"

	"machsim/debugger/report"
	"machsim/debugger/runner"
	"machsim/debugger/strategy"
	"machsim/kernel"
)

// finished says whether a search has ended of itself, so that there is nothing to go on with.
func (r *Report) finished() bool {
	return r.Stop != "" && r.Stop != StopTime && r.Stop != StopInterrupted
}

// retell returns the report of a search that was finished before, by this process or by others, with what makes its
// first failing run once more.
func (c *campaign) retell(r *Report) (*Report, error) {
	if len(r.Failures) == 0 {
		return r, nil
	}
	f := r.Failures[0]
	lane := slices.IndexFunc(r.Lanes, func(l Lane) bool { return l.Strategy == f.Strategy })
	o := *c.Run
	o.Strategy, o.Stop = r.Lanes[lane].Strategy, c.stop
	c.exhausts(&o)
	by, err := o.Strategist()
	if err != nil {
		return nil, err
	}
	o.By = by
	index := int(f.Seed - o.Seed)
	every, _ := by.(*strategy.Every)
	if every != nil { // its runs follow from each other
		s := runner.Series{N: index + 1, Workers: 1, Judge: c.itself}
		var last *outcome
		s.Each = func(_ int, t runner.Tried) bool {
			last = t.Seen.(*outcome)
			return true
		}
		s.Make(&o)
		r.again = failing(&o, index)
		r.again.By = strategy.Later(last.keeps(f.Failure, every))
		return r, nil
	}
	r.again = failing(&o, index)
	return r, nil
}

// keeps returns what makes a run once more that a search has taken in last, up to a failure; what is none of the run
// itself was claimed of it.
func (x *outcome) keeps(f report.Failure, every *strategy.Every) func() kernel.Door {
	for i := range x.failures {
		if x.failures[i].Failure == f {
			return x.failures[i].kept(every)
		}
	}
	return every.KeepAlive()
}
