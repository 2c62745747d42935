package campaign

import (
	"cmp"
	"slices"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// sieve has the runs of an exhaustive lane made, and those among them made once more that are to be looked at: as they
// follow from each other, whoever makes some makes all. Nobody watches the first ones, which are the cheaper the more
// there is to be said of a run; and the second ones do not follow from each other.
type sieve struct {
	made  runner.NewOptions // the first ones
	every *strategy.Every
	at    int   // how many were made
	left  int   // of these, how many were left to themselves
	known Every // what they have come to
	races int   // how many of the races were told
}

// kept is a run that is to be made once more.
type kept struct {
	door  func() kernel.Door
	came  outcome              // what it has come to, of itself
	again []func() kernel.Door // makes an ordinary run up to each of its failures
}

// manyKept is how many runs a sieve makes before those of them are judged that are to be.
const manyKept = 512

// sifted says whether the runs of a lane are sifted: where only some of them are the shard's, or where their judge has
// to know the number of each, which is not known yet when a run is made before its turn.
func (c *campaign) sifted(lane int) bool {
	return c.plan.lanes[lane] == exhaustive && (c.Run.Held() || !c.Shard.All() && !c.plan.whole(lane))
}

// sift makes runs of a span, from an index on, and judges each step-th of them.
func (c *campaign) sift(s span, first, step int) error {
	if first >= s.end {
		return nil
	}
	if c.sieve == nil {
		o := *c.Run
		o.Hold(nil)
		o.Strategy, o.Stop, o.Listen = exhaustive, c.stop, nil
		c.exhausts(&o)
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
		if v.left >= c.patience() { // also where another shard judges them
			c.report.Stop = cmp.Or(c.report.Stop, StopLeft)
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
	x := runner.Series{N: n, Workers: c.Workers, Judge: c.itself}
	x.Each = func(_ int, t runner.Tried) bool {
		now, came := c.figures(v.every.Search), *t.Seen.(*outcome)
		if came.left() {
			v.left++
		}
		if v.at == first {
			races := v.every.Search.Races
			came.counted(now.since(v.known))
			came.fresh(v.every.Search.Fresh)
			came.descent = c.descend(v.at)
			came.races, v.races = slices.Clone(races[v.races:]), len(races)
			k := kept{door: v.every.Keep(), came: came}
			if c.Run.Held() {
				k.door = v.every.KeepAlive()
			}
			for i := range came.failures {
				k.again = append(k.again, came.failures[i].kept(v.every))
			}
			some = append(some, k)
			first += step
		}
		v.known = now
		v.at++
		return v.left < c.patience()
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
	o := *c.Run
	o.Strategy, o.Stop, o.By, o.Survive = exhaustive, c.stop, again, !o.Held() // claims are of ordinary runs
	more = true
	x := runner.Series{N: len(some), First: first, Step: step, Workers: c.Workers, Judge: c.judge}
	x.Each = func(k int, t runner.Tried) bool {
		index, judged := first+k*step, *t.Seen.(*outcome)
		came, doors := some[k].with(&judged)
		for i := range came.failures {
			came.failures[i].Seed = o.Seed + uint64(index)
		}
		more = c.takes(s, index, came, func(i int) *runner.NewOptions {
			again := failing(&o, index)
			again.By = strategy.Later(doors[i])
			return again
		})
		c.visited(c.visits, func(uint64) *runner.NewOptions {
			again := failing(&o, index)
			again.By = strategy.Later(some[k].door)
			return again
		})
		return more
	}
	found := x.Make(c.watched(&o))
	if found.Halted {
		more = false
	}
	return more, c.ended(s.lane, found)
}

// itself says what came of a run, of which nothing is claimed yet.
func (c *campaign) itself(o *runner.NewOptions, r *runner.Run, _ []byte) runner.Tried {
	return c.outcome(o, r, runner.Plainly(r))
}

// with returns what a run has reached as it survived its failures, and what as an ordinary one.
func with(some, others []runner.Reached) []runner.Reached {
	all := slices.Clone(some)
	for _, r := range others {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// with returns what a run has come to, together with what was claimed of it and is not so, and what makes it once more
// up to each of its failures.
func (k *kept) with(judged *outcome) (came outcome, again []func() kernel.Door) {
	came = k.came
	came.seen = judged.seen
	came.reached = with(came.reached, judged.reached)
	if k.came.every != nil && k.came.every.Known > 0 {
		return came, nil
	}
	for _, f := range judged.failures {
		own := func(g Failure) bool { return g.Failure == f.Failure }
		if !slices.ContainsFunc(k.came.failures, own) { // a claim
			came.failures = append([]Failure{f}, k.came.failures...)
			return came, append([]func() kernel.Door{k.door}, k.again...)
		}
	}
	return came, k.again
}
