package app

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/share"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
	"machsim/kernel"
)

// exploring has the flags of the command explore.
type exploring struct {
	cli.Settings
	how    study.Exploring
	shard  string
	output string
	resume bool
	json   bool
}

func newExplore(m *cli.Machsim) *cobra.Command {
	x := &exploring{Settings: m.Settings()}
	c, f := m.Command(cli.Command{
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

What some run is to reach is a goal: --sometimes PREDICATE, or th.Reach in the program. How many
runs have reached it is told, and the first of them and that with the fewest events are
recorded. If none has, the exit code is 1.

With --shard I/N and -o it makes a part of the runs, perhaps on another machine; machsim merge
makes one report of all parts. What was written by -o is gone on with by --resume.`,
		Example: `  machsim explore philosophers --n 3 --meals 1 --think 0
  machsim explore bank-fixed --for 1m
  machsim explore ./lab --by-receipt
  machsim explore ./lab --strategy pct3 --runs 100000 --shard 2/4 -o 2.part`,
		Program: x.start,
	})
	x.RegisterAll(f)
	s := f.Lookup("strategy")
	s.DefValue, s.Usage = "", "`NAME` says who chooses in all runs: "+study.StrategyHelp()
	x.Strategy = ""
	f.Lookup("seed").Usage = "`N` says which run is the first (default 1)"
	f.IntVar(&x.how.Runs, "runs", study.UsualRuns, "make `N` runs at most")
	f.IntVar(&x.how.Runs, "seeds", study.UsualRuns, "`N` runs, as with --runs")
	f.DurationVar(&x.how.For, "for", 0, "take so much `TIME` at most")
	f.IntVar(&x.how.Stale, "stale", study.UsualStale, "end when nothing new comes in `N` runs; 0 for never")
	f.StringVar(&x.Bounds, "bound", "", "explore every order within `BOUNDS` such as preemptions=2,depth=100: "+
		study.BoundHelp())
	f.BoolVar(&x.how.ByReceipt, "by-receipt", false, "explore what each receive can get, and no order besides: for "+
		"programs whose threads share nothing but messages")
	f.IntVar(&x.how.Workers, "workers", 0, "make `N` runs at once (default as many as there are cores)")
	f.BoolVar(&x.how.KeepGoing, "past-failures", false, "go on when a run has failed")
	f.StringVar(&x.shard, "shard", "", "make only the part `I/N` of the runs")
	f.StringVarP(&x.output, "output", "o", "", "write the report, with all that merge and --resume need, to `FILE`")
	f.BoolVar(&x.resume, "resume", false, "go on with what was written by --output")
	f.BoolVar(&x.json, "json", false, "print the report as JSON")
	share.Register(f)
	f.BoolVar(&x.Memory, "no-record", false, "do not record the run that fails")
	return c
}

// validate checks the flags that were given.
func (x *exploring) validate(f *pflag.FlagSet) error {
	switch {
	case x.how.Runs < 1:
		return cli.TooSmall("runs", x.how.Runs)
	case x.how.For < 0:
		return cli.TooShort("for", x.how.For)
	case x.how.Stale < 0:
		return cli.Wrong("--stale must not be below 0, but is %d", x.how.Stale)
	case x.how.Workers < 0:
		return cli.Wrong("--workers must not be below 0, but is %d", x.how.Workers)
	case x.resume && x.output == "":
		return cli.Wrong("--resume needs --output FILE, which has what was done")
	case f.Changed("output") && x.output == "":
		return cli.Wrong("--output needs the name of a file")
	}
	return nil
}

func (x *exploring) start(c *cobra.Command, p *kernel.Program) error {
	if err := x.validate(c.Flags()); err != nil {
		return err
	}
	if err := x.search(); err != nil {
		return err
	}
	return x.Studies(c, p, true, func(ctx context.Context, s *study.Study) error { return x.explore(ctx, c, s) })
}

// explore makes the runs, shows how far they are, and writes the report to a file.
func (x *exploring) explore(ctx context.Context, c *cobra.Command, s *study.Study) error {
	bar := term.NewWorking(c.ErrOrStderr())
	x.how.Progress = func(p study.Explorings) { bar.Show(p.String(), uint64(p.Runs), uint64(p.Of)) }
	r, err := s.Explore(ctx, x.how)
	bar.End()
	if err == nil && x.output != "" {
		err = study.WriteExplored(x.output, r)
	}
	if err != nil {
		return err
	}
	return x.tell(c, s, r)
}

// search completes what is searched for by flags that are read later.
func (x *exploring) search() (err error) {
	if x.how.Stale == 0 {
		x.how.Stale = -1
	}
	if x.shard != "" {
		if x.how.Shard, err = study.ParseShard(x.shard); err != nil {
			return cli.Wrong("--shard: %v", err)
		}
	}
	if x.resume {
		x.how.Resume, err = study.ReadExplored(x.output)
	}
	return err
}

// tell reports: the first run that failed, which is made once more and recorded, the search, and which runs have
// reached goals. Programs get all in one object.
func (x *exploring) tell(c *cobra.Command, s *study.Study, r *study.Explored) (err error) {
	var first any
	if run := s.Failing(r); run != nil {
		first, err = x.first(c, run)
	}
	if x.json && !x.Memory {
		x.visits(c, s, r)
	}
	if lost := printReport(c, r, x.json, first); lost != nil {
		return lost
	}
	if !x.json && !x.Memory {
		x.visits(c, s, r)
	}
	if err == nil && r.Failing() {
		err = cli.Failed
	}
	return err
}

// first tells people of a run that failed, and returns what programs are told of it.
func (x *exploring) first(c *cobra.Command, run *study.Ran) (told any, err error) {
	if x.json && run.Failed() && run.Err == nil {
		defer cli.LetGo(c, run)
		return run.JSON(0, cli.TellsOfServers(c)), ended(run)
	}
	err = (&running{Settings: x.Settings, json: x.json}).again(c, run, 0)
	if !x.json {
		fmt.Fprintln(c.OutOrStdout())
	}
	return nil, err
}
