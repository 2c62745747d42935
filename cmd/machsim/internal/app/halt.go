package app

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// halt makes a run, and makes it again with markers that halt it once a predicate is met.
func (r *running) halt(ctx context.Context, c *cobra.Command, s *study.Study) error {
	d, err := s.Debug(ctx, debugger.Options{})
	if err != nil {
		return exit{exitWrong, err}
	}
	defer d.Close()
	o := debugger.HaltOptions{Seed: r.Seed, LoopLimit: r.LoopLimit}
	if !r.Memory {
		o.Recording = s.File("-halted")
	}
	res, err := d.Halt(ctx, r.haltWhen, o)
	if err != nil {
		return undecided(err)
	}
	defer letGo(c, res.Run)
	w, how := c.OutOrStdout(), "HALTED by"
	if res.Run.Outcome != kernel.Halted {
		how = "NOT HALTED by"
	}
	fmt.Fprintf(w, "%s  seed %d  %d events  %s: %s\n", res.Run.Program.Name, r.Seed, res.Run.State.Steps, how, r.haltWhen)
	if res.Print(w); res.Run.Outcome != kernel.Halted {
		return failed
	}
	if o.Recording == "" {
		return nil
	}
	if err := study.Save(o.Recording, res.File); err != nil {
		warn(c, "the run is not recorded: %v", err)
		return nil
	}
	fmt.Fprintf(w, "  recorded in %s\n  debug it: %s\n", o.Recording, r.commandOn("debug", o.Recording))
	return nil
}

// haltFor makes a run, and makes it again halted by agents once a predicate is met, and going on after a time.
func (r *running) haltFor(ctx context.Context, c *cobra.Command, s *study.Study) error {
	d, err := s.Debug(ctx, debugger.Options{})
	if err != nil {
		return exit{exitWrong, err}
	}
	defer d.Close()
	o := r.options()
	o.LoopLimit = r.LoopLimit
	if !r.Memory {
		o.Recording = s.File("-halted")
	}
	x, err := d.HaltFor(ctx, r.haltWhen, o)
	if err != nil {
		return undecided(err)
	}
	defer letGo(c, x.Run)
	w := c.OutOrStdout()
	fmt.Fprintf(w, "%s  seed %d  %d events  HALTED for %s by: %s\n", x.Run.Program.Name, r.Seed, x.Run.State.Steps,
		r.lasts, r.haltWhen)
	x.Print(w)
	if o.Recording != "" {
		if err := study.Save(o.Recording, x.File); err != nil {
			warn(c, "the run is not recorded: %v", err)
		} else {
			fmt.Fprintf(w, "  recorded in %s\n  debug it: %s\n", o.Recording, r.commandOn("debug", o.Recording))
		}
	}
	if x.First != nil {
		return failed
	}
	return nil
}
