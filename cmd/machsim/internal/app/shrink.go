package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/debugger/study/shrink"
	"machsim/ipc/quote"
)

// shrinking has the flags of the command shrink.
type shrinking struct {
	*machsim
	runs   int
	budget time.Duration
	output string
	all    bool
	json   bool
}

func (m *machsim) newShrink() *cobra.Command {
	k := &shrinking{machsim: m}
	c := &cobra.Command{
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
		Args:              oneRecording,
		RunE:              func(c *cobra.Command, args []string) error { return k.shrink(c, args[0]) },
		ValidArgsFunction: completeRecording,
	}
	addTrust(c)
	f := c.Flags()
	f.IntVar(&k.runs, "runs", shrink.DefaultRuns, "make at most `N` runs")
	f.DurationVar(&k.budget, "for", 0, "end after a `TIME`, with the best run so far")
	f.StringVarP(&k.output, "output", "o", "", "write the recording to `FILE` in place of FILE-shrunk.rec")
	f.BoolVar(&k.all, "all", false, "print all of what is left, however long it is")
	f.BoolVar(&k.json, "json", false, "print a JSON object")
	return c
}

// shrink makes the run of a recording smaller.
func (k *shrinking) shrink(c *cobra.Command, path string) error {
	switch {
	case k.runs < 1:
		return tooSmall("runs", k.runs)
	case c.Flags().Changed("for") && k.budget <= 0:
		return tooShort("for", k.budget)
	}
	began := time.Now()
	ctx, done := k.untilOver(k.budget)
	defer done()
	shown := term.NewWorking(c.ErrOrStderr())
	r, err := k.smaller(ctx, path, func(runs int, best shrink.Size) {
		shown.Show(fmt.Sprintf("%v; runs", best), uint64(runs), uint64(k.runs))
	})
	shown.End()
	if err != nil {
		return err
	}
	defer letGo(c, r.Run)
	file, err := k.record(path, r)
	if err != nil {
		return exit{exitWrong, err}
	}
	return k.report(c, file, r, time.Since(began))
}

// smaller makes the runs.
func (k *shrinking) smaller(ctx context.Context, path string, progress func(int, shrink.Size)) (*shrink.Result, error) {
	rec, p, err := k.openRun(path)
	if err != nil {
		return nil, err
	}
	x, err := study.Of(p, rec)
	if err != nil {
		return nil, wrong("%s: %v", path, err)
	}
	r, err := x.Shrink(rec, shrink.Options{Runs: k.runs, Stop: ctx.Done(), Progress: progress,
		Prepare: func(o *runner.NewOptions) { k.declares(&o.Common) }})
	var cannot *shrink.Unfit
	switch {
	case errors.As(err, &cannot) && cannot.Departs:
		return nil, unfit("%s does not fit the program: %v; %s says where it differs", path, err,
			k.commandOn("replay", path))
	case err != nil:
		return nil, wrong("%s: %v", path, err)
	}
	return r, nil
}

// record records the smaller run, and returns the file; "" if there is none.
func (k *shrinking) record(path string, r *shrink.Result) (file string, err error) {
	if !r.Smaller {
		return "", nil
	}
	if file = k.output; file == "" {
		file = record.Beside(path, "shrunk")
	}
	return file, save(file, r.Recording)
}

// mostSegments is how much is shown of what is left of a run.
const mostSegments = 60

// report prints a result. file has the smaller run, if there is one.
func (k *shrinking) report(c *cobra.Command, file string, r *shrink.Result, took time.Duration) error {
	w := c.OutOrStdout()
	if k.json {
		if err := json.NewEncoder(w).Encode(r); err != nil {
			return exit{exitWrong, err}
		}
		return k.exit(r)
	}
	most := mostSegments
	if k.all {
		most = 0
	}
	fmt.Fprint(w, quote.Text(r.Text(term.Width(w), most)))
	fmt.Fprintf(w, "\n%.1f s", took.Seconds())
	if file != "" {
		fmt.Fprintf(w, "; recorded: %s", k.commandOn("debug", file))
	}
	fmt.Fprintln(w)
	return k.exit(r)
}

func (k *shrinking) exit(r *shrink.Result) error {
	if !r.Minimal {
		return failed
	}
	return nil
}
