package app

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// shrinking has the flags of the command shrink.
type shrinking struct {
	*cli.Machsim
	runs   int
	budget time.Duration
	output string
	all    bool
	json   bool
}

func newShrink(m *cli.Machsim) *cobra.Command {
	k := &shrinking{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "shrink FILE",
		Short: "make a failing run smaller: fewer events and switches, smaller parameters",
		Long: `shrink looks for a smaller run of the same program that fails in the same way: with the same
verdict, by the same check, or in a deadlock of the same objects. It keeps what comes before
the failure in the causal order, makes parameters smaller, takes out console input and changes
that were made at a debugger, and has threads go on where others took turns. It ends when
nothing more can be taken out, and says so: each thing was tried alone. Ctrl-C ends it with
the best run so far.

The smaller run is recorded beside the first, and is like any other: machsim debug opens it.
The exit code is 0 if it is minimal, and 1 if that was not known when the runs or the time
were used up.`,
		Example: `  machsim shrink .machsim/philosophers-26.rec
  machsim shrink .machsim/commit-66.rec --for 10s
  machsim debug .machsim/philosophers-26-shrunk.rec`,
		File: k.shrink,
	})
	f.IntVar(&k.runs, "runs", study.DefaultRuns, "make at most `N` runs")
	f.DurationVar(&k.budget, "for", 0, "end after a `TIME`, with the best run so far")
	f.StringVarP(&k.output, "output", "o", "", "write the recording to `FILE` in place of FILE-shrunk.rec")
	f.BoolVar(&k.all, "all", false, "print all of what is left, however long it is")
	f.BoolVar(&k.json, "json", false, "print a JSON object")
	cli.AddServers(c)
	return c
}

// shrink makes the run of a recording smaller.
func (k *shrinking) shrink(c *cobra.Command, path string) error {
	switch {
	case k.runs < 1:
		return cli.TooSmall("runs", k.runs)
	case c.Flags().Changed("for") && k.budget <= 0:
		return cli.TooShort("for", k.budget)
	}
	rec, err := k.Recorded(path)
	if err != nil {
		return err
	}
	began := time.Now()
	ctx, done := k.UntilOver(k.budget)
	defer done()
	shown := term.NewWorking(c.ErrOrStderr())
	x, err := rec.Shrink(ctx, study.Shrinking{Runs: k.runs, Servers: cli.TellsOfServers(c),
		Progress: func(runs int, best string) {
			shown.Show(best+"; runs", uint64(runs), uint64(k.runs))
		}})
	shown.End()
	if err != nil {
		return err
	}
	defer cli.LetGo(c, x.Run)
	file, err := x.Save(k.output)
	if err != nil {
		return err
	}
	return k.report(c, file, x, time.Since(began))
}

// report prints a result. file has the smaller run, if there is one.
func (k *shrinking) report(c *cobra.Command, file string, x *study.Shrunk, took time.Duration) error {
	w := c.OutOrStdout()
	if k.json {
		if err := study.WriteJSON(w, x.JSON(file)); err != nil {
			return err
		}
	} else {
		most := study.MostSegments
		if k.all {
			most = 0
		}
		fmt.Fprint(w, quote.Text(x.Text(term.Width(w), most)))
		fmt.Fprintf(w, "\n%.1f s", took.Seconds())
		if file != "" {
			fmt.Fprintf(w, "; recorded: %s", k.CommandOn("debug", file))
		}
		fmt.Fprintln(w)
	}
	if !x.Minimal {
		return cli.Failed
	}
	return nil
}
