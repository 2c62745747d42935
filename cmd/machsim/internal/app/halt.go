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
	r.keep(c, o.Recording, res.File)
	return nil
}

// keep records a second run, and says where.
func (r *running) keep(c *cobra.Command, file string, data []byte) {
	if file == "" {
		return
	}
	if err := study.Save(file, data); err != nil {
		warn(c, "the run is not recorded: %v", err)
		return
	}
	fmt.Fprintf(c.OutOrStdout(), "  recorded in %s\n  debug it: %s\n", file, r.commandOn("debug", file))
}

// snapshot makes a run, and makes it again with markers that take a snapshot once a predicate is met.
func (r *running) snapshot(ctx context.Context, c *cobra.Command, s *study.Study) error {
	d, err := s.Debug(ctx, debugger.Options{})
	if err != nil {
		return exit{exitWrong, err}
	}
	defer d.Close()
	o := debugger.HaltOptions{Seed: r.Seed, LoopLimit: r.LoopLimit}
	if !r.Memory {
		o.Recording = s.File("-snapshot")
	}
	x, err := d.Snapshot(ctx, r.snapWhen, o)
	if err != nil {
		return undecided(err)
	}
	defer letGo(c, x.Run)
	w, how := c.OutOrStdout(), "SNAPSHOT at"
	if !x.Taken() {
		how = "NO SNAPSHOT at"
	}
	fmt.Fprintf(w, "%s  seed %d  %d events  %s: %s\n", x.Run.Program.Name, r.Seed, x.Run.State.Steps, how, r.snapWhen)
	x.Print(w)
	if x.Taken() {
		r.keep(c, o.Recording, x.File)
	}
	if !x.Taken() || !x.Holds() {
		return failed
	}
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
	r.keep(c, o.Recording, x.File)
	if x.First != nil {
		return failed
	}
	return nil
}
