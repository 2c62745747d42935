package campaign

import (
	"slices"

	"machsim/debugger/explore"
	"machsim/debugger/runner"
	"machsim/debugger/strategy"
	"machsim/kernel"
)

// sieve has the runs of an exhaustive lane made, and those among them made once more that are to be looked at: as they
// follow from each other, whoever makes some makes all. Nobody watches the first ones, which are the cheaper the more
// there is to be said of a run; and the second ones do not follow from each other.
type sieve struct {
	made  runner.NewOptions // the first ones
	every *strategy.Every
	at    int   // how many were made
	known Every // what they have come to
	races int   // how many of the races were told
}

// kept is a run that is to be made once more.
type kept struct {
	door  func() kernel.Door
	every *Every
	races []explore.Race // shown since the one before
}

// manyKept is how many runs a sieve makes before those of them are judged that are to be.
const manyKept = 512

// sifted says whether the runs of a lane are sifted: where only some of them are the shard's, or where their judge has
// to know the number of each, which is not known yet when a run is made before its turn.
func (c *campaign) sifted(lane int) bool {
	return c.plan.lanes[lane] == exhaustive && (c.Numbered || !c.Shard.All() && !c.plan.whole(lane))
}

// sift makes runs of a span, from an index on, and judges each step-th of them.
func (c *campaign) sift(s span, first, step int) error {
	if first >= s.end {
		return nil
	}
	if c.sieve == nil {
		o := *c.Run
		o.Strategy, o.Stop, o.Listen = exhaustive, c.stop, nil
		by, err := o.Strategist()
		if err != nil {
			return err
		}
		o.By = by
		c.sieve = &sieve{made: o, every: by.(*strategy.Every)}
	}
	for v := c.sieve; v.at < s.end && c.report.Stop == ""; {
		some, next, found := c.pick(min(manyKept, s.end-v.at), first, step)
		if found.Err != nil {
			return found.Err
		}
		if more, err := c.judgeKept(s, some, first, step); err != nil || !more {
			return err
		}
		if first = next; found.All || found.Halted {
			return c.ended(s.lane, found)
		}
	}
	return nil
}

// pick makes so many runs, and keeps each step-th from an index on. It returns the index of the next one.
func (c *campaign) pick(n, first, step int) (some []kept, next int, found runner.Found) {
	v := c.sieve
	x := runner.Series{N: n, Workers: c.Workers, Judge: runner.Plainly}
	x.Each = func(int, runner.Tried) bool {
		now := figures(v.every.Search)
		if v.at == first {
			races := v.every.Search.Races
			some = append(some, kept{v.every.Keep(), now.since(v.known), slices.Clone(races[v.races:])})
			v.races = len(races)
			first += step
		}
		v.known = now
		v.at++
		return true
	}
	found = x.Make(&v.made)
	return some, first, found
}

// judgeKept makes runs once more, and takes in what came of them. It returns false when the search is over.
func (c *campaign) judgeKept(s span, some []kept, first, step int) (more bool, err error) {
	if len(some) == 0 {
		return true, nil
	}
	again := &strategy.Kept{First: first, Step: step}
	for _, k := range some {
		again.Doors = append(again.Doors, k.door)
	}
	o := c.sieve.made
	o.By, o.Listen = again, c.Run.Listen
	more = true
	x := runner.Series{N: len(some), First: first, Step: step, Workers: c.Workers, Recorded: c.Recorded, Judge: c.judge}
	x.Each = func(k int, t runner.Tried) bool {
		index, came := first+k*step, *t.Seen.(*outcome)
		came.every, came.races = some[k].every, some[k].races
		var again *runner.NewOptions
		if came.failure != nil {
			again = failing(&o, index)
			again.By = strategy.Later(some[k].door)
		}
		more = c.takes(s, index, came, again)
		return more
	}
	found := x.Make(c.watched(&o))
	if found.Halted {
		more = false
	}
	return more, c.ended(s.lane, found)
}
