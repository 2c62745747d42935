package debugger

import (
	"context"

	"machsim/debugger/halting"
	"machsim/debugger/predicate"
)

// Check says what is asked about a predicate.
type Check struct {
	Predicate string
	Limit     int            // a search gives up after so many states; 0 for the usual number
	Progress  func(cuts int) // is told now and then how many states were looked at; nil for nobody
	Effort    bool           // what a debugger without the causal order needs to halt there is wanted, too
}

// Checked is what the run says to a predicate.
type Checked struct {
	Found    bool     // a state of the run satisfies it
	Position Position // the first one
	Form     Form     // what sort of predicate it is
	Why      []string // since when its parts hold, and in which order they came about
	Remarks  []string // on places in it that the run never comes to
	Effort   *Effort  // if it was wanted, and is known
}

// The forms of predicates, what a debugger without the causal order needs to halt at one, and the
// error of a search that was given up at its limit.
type (
	Form      = predicate.Form
	Effort    = predicate.Effort
	Undecided = predicate.Undecided
)

// DefaultLimit is after how many states a search gives up when nothing else is said.
const DefaultLimit = predicate.DefaultLimit

// The forms that ask for more than the first state that satisfies a condition.
const (
	Possibly   = predicate.Possibly
	Definitely = predicate.Definitely
)

// Check looks for the first consistent state of the present run that satisfies a predicate. An
// *Undecided error says that the search gave up.
func (d *Debugger) Check(ctx context.Context, c Check) (*Checked, error) {
	return ask(ctx, d, "check", func(context.Context) (*Checked, error) {
		run := d.s().Predicates()
		defer func(limit int) { run.Limit, run.Progress = limit, nil }(run.Limit)
		run.Progress = c.Progress
		if c.Limit > 0 {
			run.Limit = c.Limit
		}
		p, grown, err := d.s().Predicate(c.Predicate)
		d.grown(grown)
		if err != nil {
			return nil, shownMistake(err)
		}
		found, err := p.First()
		if err != nil || found == nil {
			return &Checked{Form: p.Form, Remarks: p.Remarks}, err
		}
		x := &Checked{Found: true, Position: d.at(found.Cut), Form: p.Form, Why: found.Lines(), Remarks: p.Remarks}
		if c.Effort {
			x.Effort, err = p.Effort()
		}
		return x, err
	})
}

// Halted is a run that was halted by messages.
type Halted = halting.Result

// HaltOptions say how a run is halted by messages.
type HaltOptions = halting.Options

// Halt makes the present run again, halted by messages when a predicate is met (Miller and Choi).
// The answer's Run is to be closed.
func (d *Debugger) Halt(ctx context.Context, predicate string, o HaltOptions) (*Halted, error) {
	return ask(ctx, d, "halt", func(ctx context.Context) (*Halted, error) {
		o.Stop = ctx.Done()
		r, err := halting.Run(d.s(), predicate, o)
		return r, shownMistake(err)
	})
}
