package debugger

import (
	"context"
	"errors"

	"machsim/debugger/present"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/debugger/study/cause"
)

// Cause says from which event on the failure of a run was certain, and what decided it.
type Cause struct {
	*cause.Report
	Fork int // the number of the fork that ends well, 0 if none was found
}

// CauseBlock is a part of a Cause as text.
type CauseBlock = cause.Block

// CauseOptions say how hard a cause is looked for. 0 stands for the usual numbers.
type CauseOptions struct {
	Samples int // continuations at random from an event
	Runs    int // that are made in all, at most
	Exact   int // runs of a search for a proof, at most
}

// Cause finds from which event on the failure of the present run was certain: it makes many runs that begin as the
// present one. The run that has most in common with it, and ends well, becomes a fork of it. The events in the answer
// can be walked from then on, the one from which on it was certain first: GotoRow, NextRow.
func (d *Debugger) Cause(ctx context.Context, o CauseOptions) (*Cause, error) {
	return makes(ctx, d, "cause", func(ctx context.Context) (*Cause, error) {
		if err := d.noFailure(); err != nil {
			return nil, err
		}
		claims, err := d.held()
		if err != nil {
			return nil, err
		}
		x, err := cause.Find(cause.Options{
			Claims: claims, Program: d.s().Program, Recording: d.s().Rec, File: d.on.file, LoopLimit: d.o.LoopLimit,
			Samples: o.Samples, Runs: o.Runs, Exact: o.Exact, Stop: ctx.Done(), Progress: d.tried(o.Runs),
			Remaking: d.progress.session().Of(Replaying),
		})
		switch {
		case ctx.Err() != nil || errors.Is(err, cause.ErrStopped):
			return nil, &Interrupted{"the position is what it was"}
		case err != nil:
			return nil, err
		}
		c := &Cause{Report: x}
		if x.Well != nil {
			if c.Fork, err = d.addWell(ctx, x.Well); err != nil {
				return nil, err
			}
		}
		d.on.cause, d.on.answer = c, &present.Walk{Rows: c.events(d.s().First())}
		return c, nil
	})
}

// noFailure says why there is no cause to be looked for.
func (d *Debugger) noFailure() error {
	if d.s().GoesOn() {
		return errors.New("the run has not failed: it goes on from here")
	}
	claims, err := d.held()
	if err != nil {
		return err
	}
	return cause.Refusal(d.s().Rec, claims)
}

// held is what the present run was held against, so that its continuations are; nil for nothing.
func (d *Debugger) held() (*runner.Claims, error) {
	if d.o.Held == nil {
		return nil, nil
	}
	return d.o.Held(d.s().Program, d.s().Rec)
}

// tried tells how many runs have been made; nil if nobody wants to know.
func (d *Debugger) tried(most int) func(int) {
	if most == 0 {
		most = cause.DefaultRuns
	}
	if told := d.progress.session(); told != nil {
		return func(runs int) { told(Trying, uint64(runs), uint64(most)) }
	}
	return nil
}

// addWell makes a fork of a run that ends well, and returns its number.
func (d *Debugger) addWell(ctx context.Context, w *cause.Well) (int, error) {
	rec, err := record.Read(w.Data())
	if err != nil {
		return 0, err
	}
	o := session.Options{LoopLimit: d.o.LoopLimit, Stop: ctx.Done(), Progress: d.progress.session(),
		Family: d.s().Family()}
	if n := min(d.s().First(), w.After); n > 0 {
		o.Window.From = uint64(n) + 1
	}
	s, err := session.Open(d.s().Program, rec, o)
	if err != nil {
		return 0, err
	}
	r := d.add(s, w.Data(), w.After, session.Branch{})
	r.change = "ends well"
	return r.N, nil
}

// events are the events that the answer names, from 0, but for the first ones, to which one cannot go: the one from
// which on the failure was certain, and then where its chance rose.
func (c *Cause) events(first int) (all [][]int) {
	if n := c.Certain.Event; n > first {
		all = append(all, []int{n - 1})
	}
	for _, j := range c.Jumps {
		if j.Event != c.Certain.Event && j.Event > first {
			all = append(all, []int{j.Event - 1})
		}
	}
	return all
}

// CauseFound returns what Cause has found of the present run, nil if it was not looked for.
func (d *Debugger) CauseFound(ctx context.Context) (*Cause, error) {
	return ask(ctx, d, "cause", func(context.Context) (*Cause, error) { return d.on.cause, nil })
}
