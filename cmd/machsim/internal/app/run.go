package app

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// running has the flags of the command run.
type running struct {
	cli.Settings
	forking
	seeds    int
	trace    bool
	haltWhen string // a linked predicate, "" for none
	snapWhen string // likewise
	cli.AgentFlags
	json bool
}

func newRun(m *cli.Machsim) *cobra.Command {
	r := &running{Settings: m.Settings()}
	c, f := m.Command(cli.Command{
		Use:   "run PROGRAM",
		Short: "run a program, and say what happened",
		Long: `run runs a program and says what happened: whether it did what it should or, when
it failed, who waits for whom or what went wrong, where, and the command that
makes the same run again. machsim list shows the programs, machsim help PROGRAM the
flags that one has besides those below.

A panic ends the run, and so does misuse of C Threads. With --keep-going a panic ends its
task only; with --lenient a thread that unlocks a mutex that it has not locked, or waits
for a condition without it, unlocks nothing, as in C Threads. Warnings at the end of the
report tell what was let pass.

With --always, --never, --finally and --no-state, which take predicates (docs/PREDICATES.md)
and may be repeated, a run that does not keep them has failed, as if the program had
checked it: it is reported and recorded up to the step that breaks the first of them.

With --linearizable, the remote calls to a service have to be explained by an order of them,
one after the other, in which a model gives each the answer that it had (docs/EXPLORE.md):
register, map, counter or queue.

A program's parameters are flags of their own; --param NAME=VALUE gives one that has the name
of a flag of machsim's. --json prints what the report says as one JSON object; with --seeds it
is that of the first run that failed or, if none did, how many were fine.

With --halt-when, the run is made twice: as it is, and halted by messages among the
processes, as Miller and Choi do, once a linked predicate is met. What is told compares the
state in which it halts with the first one that satisfies the predicate. One of simultaneous
is met where a process knows it by truth values on the program's own messages, at points that
are found in the program's source (docs/ANALYSIS.md). With --halt-for as
well, the agents of its hosts halt it there, as Pilgrim does (Cooper), for a time, and it goes
on; what is told says whether the program could tell (docs/HALTING.md).

With --from, run makes a fork: the program of a recording, with its parameters, takes
the recorded choices and input up to an event, and goes another way from there, by
--seed and with input of its own. The recording stays as it is; the fork has its own.`,
		Example: `  machsim run philosophers
  machsim run philosophers --seed 7 --trace
  machsim run philosophers --seeds 1000
  machsim run access --seeds 100 --no-state 'a.using = 1 and worker1.using = 1'
  machsim run rendezvous --halt-when 'simultaneous(p1.v = 1, p2.v = 2)'
  machsim run --from .machsim/philosophers-7.rec --at 40 --seed 8`,
		Program: r.start,
	})
	r.RegisterAll(f)
	r.RegisterKeep(f)
	f.IntVar(&r.seeds, "seeds", 0, "try `N` seeds, from --seed or 1 on, till one fails")
	f.BoolVar(&r.trace, "trace", false, "print a line for each event")
	f.StringVarP(&r.File, "output", "o", "",
		"record the run in `FILE` (default .machsim/PROGRAM-SEED.rec; other parameters and claims are in its name)")
	f.BoolVar(&r.Memory, "no-record", false, "do not record the run")
	f.Bool(cli.CapsuleFlag, false,
		"run the program as a guest, and put recording and guest into a capsule beside the recording")
	f.BoolVar(&r.json, "json", false, "print the report as a JSON object, and not the program's output")
	f.StringVar(&r.haltWhen, "halt-when", "", "halt the program by messages once `PREDICATE` is met")
	f.StringVar(&r.snapWhen, "snapshot-when", "", "take a snapshot by messages once `PREDICATE` is met")
	r.AgentFlags.Register(f, 0)
	r.forks(c)
	cli.AddServers(c)
	return c
}

func (r *running) start(c *cobra.Command, p *kernel.Program) error {
	if err := r.validate(c.Flags()); err != nil {
		return err
	}
	many := c.Flags().Changed("seeds")
	return r.Studies(c, p, many, func(ctx context.Context, s *study.Study) error {
		switch {
		case c.Flags().Changed("halt-for"):
			return r.haltFor(ctx, c, s)
		case c.Flags().Changed("snapshot-when"):
			return r.snapshot(ctx, c, s)
		case c.Flags().Changed("halt-when"):
			return r.halt(ctx, c, s)
		case many:
			return r.many(ctx, c, s)
		}
		return r.once(ctx, c, s)
	})
}

// validate checks the flags that were given.
func (r *running) validate(f *pflag.FlagSet) error {
	others := append([]string{"halt-when", "seeds", "trace", "json"}, cli.ClaimFlags...)
	switch name := cli.Given(f, others); {
	case f.Changed("snapshot-when") && name != "":
		return cli.Wrong("--snapshot-when and --%s do not go together", name)
	case f.Changed("snapshot-when") && r.snapWhen == "":
		return cli.Wrong("--snapshot-when needs a predicate, as in --snapshot-when 'send to port bank'")
	case f.Changed("seeds") && r.seeds < 1:
		return cli.TooSmall("seeds", r.seeds)
	case f.Changed("seeds") && r.trace:
		return cli.Wrong("--trace and --seeds do not go together; trace the seed that fails with --seed N --trace")
	case f.Changed("halt-when") && (f.Changed("seeds") || r.trace):
		return cli.Wrong("--halt-when goes together with neither --seeds nor --trace: it is for one run, of --seed")
	case r.json && (r.trace || f.Changed("halt-when")):
		return cli.Wrong("--json goes together with neither --trace nor --halt-when: it is the report of a run")
	case f.Changed("halt-when") && r.haltWhen == "":
		return cli.Wrong("--halt-when needs a predicate, as in --halt-when 'send to port bank -> task-exit'")
	case f.Changed("halt-for") && !f.Changed("halt-when"):
		return cli.Wrong("--halt-for needs --halt-when, which says where the run is halted")
	case !f.Changed("halt-for") && cli.Given(f, cli.AgentWords) != "":
		return cli.Wrong("--%s goes together with --halt-for, which lets a halted run go on", cli.Given(f, cli.AgentWords))
	case f.Changed("halt-for") && r.AgentFlags.Valid() != nil:
		return r.AgentFlags.Valid()
	case r.Memory && f.Changed("output"):
		return cli.Wrong("--output and --no-record do not go together")
	case f.Changed("output") && r.File == "":
		return cli.Wrong("--output needs the name of a file")
	}
	if name := cli.Given(f, cli.ClaimFlags); name != "" && f.Changed("halt-when") {
		return cli.Wrong("--%s and --halt-when do not go together; check the recording of the halted run with machsim check",
			name)
	}
	return nil
}

// once makes one run, shows its output as it comes, and reports.
func (r *running) once(ctx context.Context, c *cobra.Command, s *study.Study) error {
	out := term.NewScreen(r.shown(c), r.trace)
	run, err := s.Run(ctx, out.Tracer())
	if err != nil {
		return err
	}
	defer cli.LetGo(c, run)
	out.End()
	return r.goals(c, s, 1, r.concludes(c, run, 0, false))
}

// goals tells which goals were reached in so many runs, unless the report is for programs. err is how the command ends
// otherwise.
func (r *running) goals(c *cobra.Command, s *study.Study, runs int, err error) error {
	if !r.json {
		tellGoals(c, s, runs)
	}
	if err == nil && s.Goals().Unreached() {
		return cli.Failed
	}
	return err
}

// shown is where a program's output goes while it runs.
func (r *running) shown(c *cobra.Command) io.Writer {
	if r.json {
		return io.Discard
	}
	return c.OutOrStdout()
}

// look says how the report of a run looks on the command's output.
func look(c *cobra.Command) study.Look {
	w := c.OutOrStdout()
	return study.Look{Colour: term.Colour(w), Width: term.Width(w), Servers: cli.TellsOfServers(c)}
}

// conclude reports a run and turns its end into an exit code. console adds the last lines that the
// program wrote, which were not shown before.
func conclude(c *cobra.Command, run *study.Ran, console bool) error {
	if run.Err != nil {
		return cli.WrongBy(run.Err)
	}
	like, w := look(c), c.OutOrStdout()
	like.Console = console
	if run.Broken != nil {
		w = c.ErrOrStderr()
	}
	run.Print(w, like)
	if run.Broken != nil {
		fmt.Fprintln(w, quote.Text(fmt.Sprint(run.Broken.Stack)))
	}
	return ended(run)
}

// ended is how a command ends that has told of a run.
func ended(run *study.Ran) error {
	switch {
	case run.Broken != nil:
		return cli.Exit{Code: cli.ExitWrong}
	case run.Failed():
		return cli.Failed
	case run.Lost != nil:
		return cli.Exit{Code: cli.ExitWrong} // which was told
	}
	return nil
}

// concludes is conclude in the form that was asked for. So many seeds were fine before.
func (r *running) concludes(c *cobra.Command, run *study.Ran, fine int, console bool) error {
	switch {
	case !r.json:
		err := conclude(c, run, console)
		fmt.Fprint(c.OutOrStdout(), study.Before(fine))
		return err
	case run.Err != nil:
		return cli.WrongBy(run.Err)
	}
	if err := study.WriteJSON(c.OutOrStdout(), run.JSON(fine, cli.TellsOfServers(c))); err != nil {
		return err
	}
	return ended(run)
}

// many tries seeds up to the first that fails, and makes that run again for its report.
func (r *running) many(ctx context.Context, c *cobra.Command, s *study.Study) (err error) {
	began := time.Now()
	bar := term.NewBar(c.ErrOrStderr(), "seeds", r.seeds)
	found := s.Try(ctx, r.seeds, bar.Step)
	bar.End()
	switch {
	case found.Err != nil:
		return found.Err
	case found.Failed:
		return r.goals(c, s, found.Fine+1, r.again(c, s.Again(found), found.Fine))
	case r.json:
		err = study.WriteJSON(c.OutOrStdout(), s.FineJSON(found))
	default:
		fmt.Fprint(c.OutOrStdout(), s.AllFine(found, r.seeds, time.Since(began)))
	}
	err = r.goals(c, s, found.Fine, err)
	if err == nil && found.Halted {
		err = cli.Failed
	}
	return err
}

// again reports a run that was made once more, because it had failed in a search. So many seeds were fine before it.
func (r *running) again(c *cobra.Command, run *study.Ran, fine int) error {
	defer cli.LetGo(c, run)
	if !run.Failed() {
		w := c.OutOrStdout()
		if r.json { // which there is none of
			w = c.ErrOrStderr()
		}
		fmt.Fprintf(w, "%s  seed %d %s\n  look for the cause with: %s\n",
			run.Program.Name, run.Seed, run.Vanished(), run.Command("verify"))
		return cli.Failed
	}
	return r.concludes(c, run, fine, true)
}
