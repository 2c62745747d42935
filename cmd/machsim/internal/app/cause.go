package app

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// causing has the flags of the command cause.
type causing struct {
	*cli.Machsim
	study.Causing
	budget time.Duration
	output string
	json   bool
}

func newCause(m *cli.Machsim) *cobra.Command {
	k := &causing{Machsim: m, Causing: study.UsualCausing}
	c, f := m.Command(cli.Command{
		Use:   "cause FILE",
		Short: "say from which event on the failure of a recorded run was certain, and what decided it",
		Long: `cause goes on from many events of a recorded run with other choices than it made, and says
from which event on its failure was certain: no continuation from there ends well. Where few
continuations are left they are all made, each order of events once, and that is a proof.
Elsewhere it is what samples at random say, with the bounds of the chance (Wilson, 95 %).

It shows how the chance of the failure grew along the run, where it rose most, which choice
decided, and what the other options would have led to. A run that is the same up to that
choice and ends well is recorded beside the failing one, and shown side by side with it.
Failures of other kinds, or with other objects, are counted apart. The console input and the
edits of the recording are those of the continuations, too.

Exit code 0 says that the event was found, 1 that the search was given up before.`,
		Example: `  machsim cause .machsim/philosophers-26.rec
  machsim cause .machsim/bank-3.rec --samples 1000 --for 1m`,
		File: k.cause,
	})
	f.IntVar(&k.Samples, "samples", k.Samples, "make `N` continuations at random from an event")
	f.IntVar(&k.Runs, "runs", k.Runs, "make `N` runs at most")
	f.IntVar(&k.Exact, "exact", k.Exact, "make `N` runs at most to prove that none ends well")
	f.DurationVar(&k.budget, "for", 0, "stop after a `TIME`, such as 10s or 2m, and tell what is known (default no limit)")
	f.Uint64Var(&k.Events, "max-events", 0, "give a continuation up after `N` events (default ten times those of the "+
		"run, and 10000)")
	f.DurationVar(&k.LoopLimit, "loop-limit", 0, "the longest `TIME` without a kernel call (default that of the run)")
	f.StringVarP(&k.output, "output", "o", "", "record the run that ends well in `FILE` (default that of the recording, "+
		"with -well)")
	f.BoolVar(&k.json, "json", false, "print a JSON object")
	return c
}

// validate checks the flags.
func (k *causing) validate(f *pflag.FlagSet) error {
	for name, n := range map[string]int{"samples": k.Samples, "runs": k.Runs, "exact": k.Exact} {
		if n < 1 {
			return cli.TooSmall(name, n)
		}
	}
	switch {
	case f.Changed("for") && k.budget <= 0:
		return cli.TooShort("for", k.budget)
	case f.Changed("loop-limit") && k.LoopLimit <= 0:
		return cli.TooShort("loop-limit", k.LoopLimit)
	}
	return nil
}

func (k *causing) cause(c *cobra.Command, path string) error {
	if err := k.validate(c.Flags()); err != nil {
		return err
	}
	rec, err := k.Recorded(path)
	if err != nil {
		return err
	}
	if k.output == "" {
		k.output = rec.Beside("well")
	}
	if cli.SameFile(k.output, path) {
		return cli.Wrong("--output must be another file than the recording of the failing run")
	}
	ctx, done := k.UntilOver(k.budget)
	defer done()
	shown := term.NewWorking(c.ErrOrStderr())
	k.Progress = func(runs int) { shown.Count(runs, "runs") }
	k.Remaking = func(done, total uint64) { shown.Show(debugger.Replaying.String(), done, total) }
	x, err := rec.Cause(ctx, k.Causing)
	shown.End()
	if err != nil {
		return err
	}
	return k.report(c, path, x)
}

// report prints what was found, and writes the run that ends well.
func (k *causing) report(c *cobra.Command, path string, x *study.Caused) error {
	if err := x.Save(k.output); err != nil {
		cli.Warn(c, "the run that ends well is not recorded: %v", err)
	}
	if w := c.OutOrStdout(); k.json {
		if err := study.WriteJSON(w, x.Report); err != nil {
			return err
		}
	} else {
		k.print(w, path, x)
	}
	if x.Stopped != "" {
		return cli.Failed
	}
	return nil
}

func (k *causing) print(w io.Writer, path string, x *study.Caused) {
	fmt.Fprintf(w, "%s  seed %d  %d events  %s\n", x.Program, x.Seed, x.Events, quote.Line(x.Failure.String()))
	fmt.Fprint(w, x.Text(term.Width(w)))
	if at := x.Certain.Event; at > 0 {
		fmt.Fprintf(w, "look at it: %s, and type goto %d\n", k.CommandOn("debug", path), at)
	}
	if x.Well != nil && x.Well.File != "" {
		fmt.Fprintf(w, "the run that ends well: %s\n", k.CommandOn("debug", x.Well.File))
	}
}
