package runner

import (
	"errors"
	"fmt"

	"machsim/debugger/strategy"
	"machsim/kernel"
)

// ErrNoMore is the error of a run that its strategy does not begin: there are no more.
var ErrNoMore = errors.New("the strategy has no more runs")

// begin has the strategy begin the run.
func (o *Setup) begin(input func() (string, bool)) (kernel.Door, error) {
	by := o.By
	if by == nil {
		var err error
		if by, err = o.newStrategy(); err != nil {
			return nil, err
		}
	}
	if d := by.Begin(strategy.Run{N: o.Try, Seed: o.Seed, Input: input}); d != nil {
		return d, nil
	}
	return nil, ErrNoMore
}

// newStrategy makes the strategy that the options name.
func (o *Choices) newStrategy() (strategy.Strategy, error) {
	if row := strategy.Named(o.Strategy); row != nil {
		return row.New(), nil
	}
	return nil, fmt.Errorf("there is no strategy %q; there are: %s", o.Strategy, strategy.Names())
}
