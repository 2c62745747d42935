package campaign

import (
	"slices"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// finished says whether a search has ended of itself, so that there is nothing to go on with.
func (r *Report) finished() bool {
	return r.Stop != "" && r.Stop != StopTime && r.Stop != StopInterrupted
}

// least says whether the first run that failed is one that this process has made, if any did.
func (c *campaign) least() bool {
	if len(c.report.Failures) == 0 {
		return true
	}
	f := &c.report.Failures[0]
	return c.failed != nil && c.failed.Strategy == f.Strategy && c.failed.Seed == f.Seed
}

// retell returns the report of a search that was made before, by this process or by others, with what makes its
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
	} else {
		r.again = failing(&o, index)
	}
	return r, c.breaks(r.again)
}

// breaks has a run that others have found to break what is claimed end where it does.
func (c *campaign) breaks(again *runner.NewOptions) error {
	if !c.Run.Held() {
		return nil
	}
	judged := *again
	judged.HoldAs(c.Run)
	run, t := runner.Judged(&judged)
	run.Close()
	if t.Violation != nil {
		again.Check = t.Violation.Check(again.Check)
	}
	return t.Err
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
