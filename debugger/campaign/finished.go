package campaign

import (
	"slices"

	"machsim/debugger/runner"
	"machsim/debugger/strategy"
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
	by, err := o.Strategist()
	if err != nil {
		return nil, err
	}
	o.By = by
	index := int(f.Seed - o.Seed)
	every, _ := by.(*strategy.Every)
	if every != nil { // its runs follow from each other
		s := runner.Series{N: index + 1, Workers: 1, Judge: runner.Plainly,
			Each: func(int, runner.Tried) bool { return true }}
		s.Make(&o)
	}
	r.again = failing(&o, index)
	if every != nil {
		r.again.By = strategy.Later(every.Keep())
	}
	return r, nil
}
