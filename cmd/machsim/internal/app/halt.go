package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/debugger"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// halt makes a run, and makes it again with markers that halt it once a predicate is met.
func (r *running) halt(c *cobra.Command, o *runner.NewOptions) error {
	r.runs(o)
	ctx := debugger.Until(o.Stop)
	d, err := debugger.Open(ctx, debugger.Source{Run: o}, debugger.Options{LoopLimit: o.LoopLimit})
	if err != nil {
		return exit{exitWrong, err}
	}
	defer d.Close()
	ho := debugger.HaltOptions{Seed: o.Seed, LoopLimit: o.LoopLimit}
	if !r.noRecord {
		ho.Recording = r.haltedFile(o)
	}
	res, err := d.Halt(ctx, r.haltWhen, ho)
	if err != nil {
		return mistaken(err)
	}
	defer letGo(c, res.Run)
	w := c.OutOrStdout()
	if res.Run.Outcome != kernel.Halted {
		fmt.Fprintf(w, "%s  seed %d  %d events  NOT HALTED by: %s\n", o.Program.Name, o.Seed, res.Run.State.Steps, r.haltWhen)
		res.Print(w)
		return failed
	}
	fmt.Fprintf(w, "%s  seed %d  %d events  HALTED by: %s\n", o.Program.Name, o.Seed, res.Run.State.Steps, r.haltWhen)
	res.Print(w)
	return saveHalted(c, ho.Recording, o.Trust, res.File)
}

// haltedFile returns the file for the recording of the halted run.
func (r *running) haltedFile(o *runner.NewOptions) string {
	if r.output != "" {
		return r.output
	}
	return usualName(o.Setup(), "-halted")
}

// saveHalted writes the recording of a halted run.
func saveHalted(c *cobra.Command, path string, trusting bool, file []byte) error {
	if path == "" {
		return nil
	}
	if err := save(path, file); err != nil {
		warn(c, "the run is not recorded: %v", err)
		return nil
	}
	fmt.Fprintf(c.OutOrStdout(), "  recorded in %s\n  debug it: %s\n", path, commandline.Open("debug", path, trusting))
	return nil
}
