package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
)

// exploring has the flags of the command explore.
type exploring struct {
	settings
	claiming
	runs     int
	time     time.Duration
	stale    int
	bound    string
	bounds   strategy.Bounds // that bound names
	workers  int
	past     bool
	shard    string
	output   string
	resume   bool
	json     bool
	noRecord bool

	study *study.Study
}

func (m *machsim) newExplore() *cobra.Command {
	x := &exploring{settings: settings{machsim: m}}
	c := &cobra.Command{
		Use:   "explore PROGRAM",
		Short: "search a program's schedules for failures, and prove that there are none if it is small",
		Long: `explore makes many runs of a program, and says which fail and how much they have shown of
what it can do: the classes of schedules, the pairs of steps that came in both orders, the
states, the tasks that were never at work at once. Runs of one class differ only in orders
that nobody can see.

Without --strategy it begins with a hundred random runs; then a search that makes a run of each
class takes turns with random ones. When that is through, the program is proven: what it says
of is told. A run that fails is recorded, and ends the search. What is told does not depend
on the number of workers.

With --shard I/N and -o it makes a part of the runs, perhaps on another machine; machsim merge
makes one report of all parts. What was written by -o is gone on with by --resume.`,
		Example: `  machsim explore philosophers --n 3 --meals 1 --think 0
  machsim explore bank-fixed --for 1m
  machsim explore ./lab --strategy pct3 --runs 100000 --shard 2/4 -o 2.part`,
	}
	x.register(c.PersistentFlags())
	x.registerKeepGoing(c.PersistentFlags())
	x.perProgram(c, x.start)
	return c
}

func (x *exploring) register(f *pflag.FlagSet) {
	x.settings.register(f)
	s := f.Lookup("strategy")
	s.DefValue, s.Usage = "", "`NAME` says who chooses in all runs: "+strategy.Help()
	x.strategy = ""
	f.Lookup("seed").Usage = "`N` says which run is the first (default 1)"
	f.IntVar(&x.runs, "runs", campaign.UsualRuns, "make `N` runs at most")
	f.IntVar(&x.runs, "seeds", campaign.UsualRuns, "`N` runs, as with --runs")
	f.DurationVar(&x.time, "for", 0, "take so much `TIME` at most")
	f.IntVar(&x.stale, "stale", campaign.UsualStale, "end when nothing new comes in `N` runs; 0 for never")
	f.StringVar(&x.bound, "bound", "", "explore every order within `BOUNDS` such as preemptions=2,depth=100: "+
		strategy.BoundHelp())
	f.IntVar(&x.workers, "workers", 0, "make `N` runs at once (default as many as there are cores)")
	f.BoolVar(&x.past, "past-failures", false, "go on when a run has failed")
	f.StringVar(&x.shard, "shard", "", "make only the part `I/N` of the runs")
	f.StringVarP(&x.output, "output", "o", "", "write the report, with all that merge and --resume need, to `FILE`")
	f.BoolVar(&x.resume, "resume", false, "go on with what was written by --output")
	f.BoolVar(&x.json, "json", false, "print the report as JSON")
	registerShared(f)
	f.BoolVar(&x.noRecord, "no-record", false, "do not record the run that fails")
	x.claiming.register(f)
}

// validate checks the flags that were given.
func (x *exploring) validate(f *pflag.FlagSet) error {
	switch {
	case x.runs < 1:
		return tooSmall("runs", x.runs)
	case x.time < 0:
		return tooShort("for", x.time)
	case x.stale < 0:
		return wrong("--stale must not be below 0, but is %d", x.stale)
	case x.workers < 0:
		return wrong("--workers must not be below 0, but is %d", x.workers)
	case x.resume && x.output == "":
		return wrong("--resume needs --output FILE, which has what was done")
	case f.Changed("output") && x.output == "":
		return wrong("--output needs the name of a file")
	}
	if err := x.claiming.validate(f); err != nil {
		return err
	}
	if err := x.settings.validate(f); err != nil {
		return err
	}
	return x.validateBound()
}

// validateBound reads the bounds, which are those of exhaustive runs.
func (x *exploring) validateBound() (err error) {
	if x.bounds, err = strategy.ParseBounds(x.bound); err != nil {
		return wrong("--bound %s: %v", x.bound, err)
	}
	if row := strategy.Named(x.strategy); x.strategy != "" && x.bound != "" && !row.Exhaustive {
		return wrong("--bound is for --strategy every: runs of %s have none", x.strategy)
	}
	return nil
}

func (x *exploring) start(c *cobra.Command, p *kernel.Program) error {
	if err := x.validate(c.Flags()); err != nil {
		return err
	}
	o, err := x.campaign(c, p)
	if err != nil {
		return err
	}
	ctx, done := x.untilInterrupt()
	defer done()
	r, err := x.explore(ctx, c, o)
	if err != nil {
		return claimed(err)
	}
	return x.tell(c, r)
}

// campaign returns the search that the flags describe.
func (x *exploring) campaign(c *cobra.Command, p *kernel.Program) (o campaign.Options, err error) {
	o.Run = x.options(c, p)
	if !c.Flags().Changed("seed") {
		o.Run.Seed = 1
	}
	o.Run.Claims, o.Run.Bounds = x.Words(), x.bounds
	o.Build, o.Prove = record.ThisBuild(), x.prove(&o.Run.Common)
	x.tries(o.Run)
	x.study = study.New(o.Run, x.Claims)
	o.Runs, o.For, o.Stale, o.Workers, o.KeepGoing = x.runs, x.time, x.stale, x.workers, x.past
	if x.stale == 0 {
		o.Stale = -1
	}
	if x.shard != "" {
		if o.Shard, err = campaign.ParseShard(x.shard); err != nil {
			return o, wrong("--shard: %v", err)
		}
	}
	if x.resume {
		o.Resume, err = readReport(x.output)
	}
	return o, err
}

// explore makes the runs, shows how far they are, and writes the report to a file.
func (x *exploring) explore(ctx context.Context, c *cobra.Command, o campaign.Options) (*campaign.Report, error) {
	bar := term.NewWorking(c.ErrOrStderr())
	o.Progress = func(p campaign.Progress) {
		bar.Show(p.String(), uint64(p.Runs), uint64(p.Of))
	}
	r, err := x.study.Explore(ctx, o)
	bar.End()
	remarked(c, x.study)
	if err != nil || x.output == "" {
		return r, err
	}
	return r, writeReport(x.output, r)
}

// tell reports: the first run that failed, which is made once more and recorded, and the search.
func (x *exploring) tell(c *cobra.Command, r *campaign.Report) (err error) {
	if o := r.Again(); o != nil && !x.json {
		err = x.again(c, o)
		fmt.Fprintln(c.OutOrStdout())
	}
	if lost := printReport(c, r, x.json); lost != nil {
		return lost
	}
	if err == nil {
		err = came(r)
	}
	return err
}

// came returns what the exit code says of a search: failed, if a run has, or if it has come to nothing.
func came(r *campaign.Report) error {
	if r.Failed() > 0 || r.Stop == campaign.StopInterrupted || !r.Decided() {
		return failed
	}
	return nil
}

// again makes the run that failed once more, to report it.
func (x *exploring) again(c *cobra.Command, o *runner.NewOptions) error {
	r := running{settings: x.settings, noRecord: x.noRecord}
	return r.again(c, o, 0)
}

// readReport reads the report in a file.
func readReport(path string) (*campaign.Report, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, wrong("there is no file %s", path)
	}
	if err != nil {
		return nil, exit{exitWrong, err}
	}
	r, err := campaign.Read(text)
	if err != nil {
		return nil, unfit("%s: %v", path, err)
	}
	return r, nil
}
