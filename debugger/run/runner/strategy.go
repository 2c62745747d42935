package runner

import (
	"cmp"
	"errors"
	"fmt"

	"machsim/debugger/choose/strategy"
	"machsim/kernel"
)

// errNoMore is the error of a run that its strategy does not begin: there are no more.
var errNoMore = errors.New("the strategy has no more runs")

// begin has the strategy begin the run.
func (o *Setup) begin(input func() (string, bool)) (kernel.Door, error) {
	by := o.By
	if by == nil {
		var err error
		if by, err = o.newStrategy(o); err != nil {
			return nil, err
		}
	}
	r := o.chosen()
	r.N, r.Seed, r.Input = o.Try, o.Seed, input
	if d := by.Begin(r); d != nil {
		return d, nil
	}
	return nil, errNoMore
}

// chosen is what a strategy is told of all runs with these options.
func (o *Choices) chosen() strategy.Run {
	return strategy.Run{FreeTimers: o.FreeTimers, Weak: o.Weak, KeepGoing: o.KeepGoing, Bounds: o.Bounds,
		ByReceipt: o.ByReceipt}
}

// Strategist makes the strategy that the options name, for a search in several Series.
func (o *NewOptions) Strategist() (strategy.Strategy, error) { return o.newStrategy(o.Setup()) }

// newStrategy makes the strategy that the options name, for runs of o.
func (c *Choices) newStrategy(o *Setup) (strategy.Strategy, error) {
	row := strategy.Named(c.Strategy)
	if row == nil {
		return nil, fmt.Errorf("there is no strategy %q; there are: %s", c.Strategy, strategy.Names())
	}
	by, err := strategy.WithFaults(row.New(), o.Faults)
	if err != nil {
		return nil, err
	}
	if counted, ok := by.(strategy.Counted); ok {
		counted.Count(o.count())
	}
	return by, nil
}

// stepTime is how long a step takes, 0 for the kernel's default.
func (c *Choices) stepTime() int64 {
	if row := strategy.Named(c.Strategy); c.StepTime == 0 && row != nil && row.Timeless {
		return kernel.Timeless
	}
	return c.StepTime
}

// mostCounted is how many events are counted of a run without an end: a twentieth of a second.
const mostCounted = 100_000

// count counts the events of a run that is made at random. The seed is always the same, so that what a strategy does
// with the counts follows from the seed of its own run. Of a run that is given no end as many are counted as one waits
// for.
func (o *Setup) count() *strategy.Counts {
	c := strategy.NewCounter()
	first := New(o.Program, 1)
	first.Package, first.LoopLimit, first.MaxMemory, first.Stop = o.Package, o.LoopLimit, o.MaxMemory, o.Stop
	first.Weak, first.FreeTimers, first.KeepGoing, first.Lenient = o.Weak, o.FreeTimers, o.KeepGoing, o.Lenient
	first.MaxSteps, first.Args, first.Preempt = o.MaxSteps, o.Args, o.Preempt
	if o.MaxSteps == Endless {
		first.MaxSteps = min(cmp.Or(o.Program.Limit, mostCounted), mostCounted)
	}
	first.Footprints = o.Footprints
	first.Tracer.Log = c
	Do(first).Close()
	return c.Counts()
}
