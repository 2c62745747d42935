package app

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// running has the flags of the command run.
type running struct {
	settings
	forking
	claiming
	seeds int
	trace bool

	haltWhen string // a linked predicate, "" for none

	output   string // the recording's file, "" for the usual one
	noRecord bool
	json     bool
}

func (m *machsim) newRun() *cobra.Command {
	r := &running{settings: settings{machsim: m}}
	c := &cobra.Command{
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
state in which it halts with the first one that satisfies the predicate.

With --from, run makes a fork: the program of a recording, with its parameters, takes
the recorded choices and input up to an event, and goes another way from there, by
--seed and with input of its own. The recording stays as it is; the fork has its own.`,
		Example: `  machsim run philosophers
  machsim run philosophers --seed 7 --trace
  machsim run philosophers --seeds 1000
  machsim run access --seeds 100 --no-state 'a.using = 1 and worker1.using = 1'
  machsim run --from .machsim/philosophers-7.rec --at 40 --seed 8`,
	}
	r.settings.register(c.PersistentFlags())
	r.settings.registerKeepGoing(c.PersistentFlags())
	c.PersistentFlags().IntVar(&r.seeds, "seeds", 0, "try `N` seeds, from --seed or 1 on, till one fails")
	c.PersistentFlags().BoolVar(&r.trace, "trace", false, "print a line for each event")
	c.PersistentFlags().StringVarP(&r.output, "output", "o", "",
		"record the run in `FILE` (default .machsim/PROGRAM-SEED.rec; other parameters and claims are in its name)")
	c.PersistentFlags().BoolVar(&r.noRecord, "no-record", false, "do not record the run")
	c.PersistentFlags().BoolVar(&r.json, "json", false, "print the report as a JSON object, and not the program's output")
	c.PersistentFlags().StringVar(&r.haltWhen, "halt-when", "", "halt the program by messages once `PREDICATE` is met")
	r.claiming.register(c.PersistentFlags())
	r.perProgram(c, r.start)
	r.forks(c)
	return c
}

func (r *running) start(c *cobra.Command, p *kernel.Program) error {
	if err := r.validate(c.Flags()); err != nil {
		return err
	}
	o := r.options(c, p)
	o.Claims = r.Words()
	var done func()
	o.Stop, done = r.supervisor.Interrupted()
	defer done()
	switch {
	case c.Flags().Changed("halt-when"):
		return r.halt(c, o)
	case !c.Flags().Changed("seeds"):
		return r.orAgain(c, p, r.once(c, o))
	}
	if !c.Flags().Changed("seed") {
		o.Seed = 1
	}
	return r.orAgain(c, p, r.many(c, o))
}

// orAgain makes a run again if that is its error.
func (r *running) orAgain(c *cobra.Command, p *kernel.Program, err error) error {
	if err == errHooked {
		return r.start(c, r.findProgram(p.Name))
	}
	return err
}

// validate checks the flags that were given.
func (r *running) validate(f *pflag.FlagSet) error {
	switch {
	case f.Changed("seeds") && r.seeds < 1:
		return tooSmall("seeds", r.seeds)
	case f.Changed("seeds") && r.trace:
		return wrong("--trace and --seeds do not go together; trace the seed that fails with --seed N --trace")
	case f.Changed("halt-when") && (f.Changed("seeds") || r.trace):
		return wrong("--halt-when goes together with neither --seeds nor --trace: it is for one run, of --seed")
	case r.json && (r.trace || f.Changed("halt-when")):
		return wrong("--json goes together with neither --trace nor --halt-when: it is the report of a run")
	case f.Changed("halt-when") && r.haltWhen == "":
		return wrong("--halt-when needs a predicate, as in --halt-when 'send to port bank -> task-exit'")
	case r.noRecord && f.Changed("output"):
		return wrong("--output and --no-record do not go together")
	case f.Changed("output") && r.output == "":
		return wrong("--output needs the name of a file")
	}
	if err := r.claiming.validate(f); err != nil {
		return err
	}
	return r.settings.validate(f)
}

// once makes one run, shows its output as it comes, and reports. If there are claims, it makes the run
// before, unseen, to find the step that breaks one.
func (r *running) once(c *cobra.Command, o *runner.NewOptions) error {
	if err := r.judged(c, r.machsim, o); err != nil {
		return err
	}
	out := term.NewScreen(r.shown(c), r.trace)
	o.Lines = true
	o.Tracer = out.Tracer()
	run := r.do(c, o)
	defer letGo(c, run)
	out.End()
	return r.concludes(c, run, 0, false)
}

// shown is where a program's output goes while it runs.
func (r *running) shown(c *cobra.Command) io.Writer {
	if r.json {
		return io.Discard
	}
	return c.OutOrStdout()
}

// do makes a run, and records it.
func (r *running) do(c *cobra.Command, o runner.Choosing) *runner.Run {
	var file *os.File
	if !r.noRecord {
		file = r.recordTo(c, r.output, o)
	}
	r.provesLivelocks(o)
	r.runs(o)
	run := runner.Do(o)
	r.recorded(c, file, run)
	if run.Recording != o.Shared().Recording { // its threads, when they are let go, may end the process yet
		o.Shared().Recording = run.Recording
		r.runs(o)
	}
	return run
}

// letGo closes a run, and warns of code that does not come back.
func letGo(c *cobra.Command, run *runner.Run) {
	if text := run.Close(); text != "" {
		warn(c, "%s", text)
	}
}

// conclude reports a run and turns its end into an exit code. console adds the last lines that the
// program wrote, which were not shown before.
func conclude(c *cobra.Command, run *runner.Run, console bool) error {
	if run.Err != nil {
		return exit{exitWrong, run.Err}
	}
	style := styleFor(c, run)
	style.Console = console
	rep := report.Last(run)
	if rep.Verdict == report.MachsimError {
		rep.Print(c.ErrOrStderr(), style)
		fmt.Fprintln(c.ErrOrStderr(), quote.Text(fmt.Sprint(run.Broken.Stack)))
		return exit{code: exitWrong}
	}
	rep.Print(c.OutOrStdout(), style)
	switch {
	case run.Failed():
		return failed
	case run.Lost != nil:
		return exit{code: exitWrong} // which was told
	}
	return nil
}

// many tries seeds up to the first that fails, and makes that run again for its report.
func (r *running) many(c *cobra.Command, o *runner.NewOptions) error {
	began := time.Now()
	bar := term.NewBar(c.ErrOrStderr(), "seeds", r.seeds)
	r.tries(o)
	t := study.New(o, r.Claims)
	found := t.Try(r.seeds, bar.Step)
	bar.End()
	switch {
	case r.lookInFunctions(t.Variable(), c.ErrOrStderr()):
		return errHooked
	case found.Err != nil:
		return claimed(found.Err)
	case r.json && (found.Halted || !found.Failed):
		return r.sought(c, o, found)
	case found.Halted:
		fmt.Fprintf(c.OutOrStdout(), "%s  INTERRUPTED: %d seeds were tried, all fine\n", o.Program.Name, found.Fine)
		return failed
	case !found.Failed:
		remarked(c, t)
		fmt.Fprintf(c.OutOrStdout(), "%s  %s, all fine, %d events, %s\n",
			o.Program.Name, tried(o, found), found.Events, max(time.Since(began), time.Millisecond).Round(time.Millisecond))
		if all := unheard(o); all != nil {
			fmt.Fprintf(c.OutOrStdout(), "  not looked at, for want of hooks: %s\n", strings.Join(all, ", "))
		}
		if runner.Apart(o, r.seeds) {
			fmt.Fprintln(c.OutOrStdout(), noteApart)
		}
		return nil
	}
	return r.again(c, t.Again(found), found.Fine)
}

// unheard names what the threads of a preempted program do in one step, for want of hooks.
func unheard(o *runner.NewOptions) []string {
	if !o.Preempt {
		return nil
	}
	return hook.Unheard(o.Program.Main)
}

// sought prints that no run has failed.
func (r *running) sought(c *cobra.Command, o *runner.NewOptions, found runner.Found) error {
	x := sought{o.Program.Name, report.OK, found.Fine, found.Events, unheard(o), found.Halted}
	if found.Halted {
		x.Verdict = report.Interrupted
	}
	if err := printJSON(c.OutOrStdout(), x); err != nil || !found.Halted {
		return err
	}
	return failed
}

// tried says how many runs were made.
func tried(o *runner.NewOptions, found runner.Found) string {
	switch {
	case found.All && found.Fine == 1:
		return fmt.Sprintf("1 run, the only one of strategy %s", o.Strategy)
	case found.All:
		return fmt.Sprintf("%d runs, all of strategy %s", found.Fine, o.Strategy)
	}
	return fmt.Sprintf("%d seeds", found.Fine)
}

// noteApart warns that a search could not find much.
const noteApart = "  note: no two tasks were ever at work at once, as a step takes 0.01 ms: " +
	"let them sleep for less, or add --free-timers"

// again makes the run that failed once more, to report it. So many seeds were fine before it.
func (r *running) again(c *cobra.Command, o *runner.NewOptions, fine int) error {
	o.Lines, o.Footprints = true, nil
	run := r.do(c, o)
	defer letGo(c, run)
	if !run.Failed() {
		fmt.Fprintf(c.OutOrStdout(), "%s  seed %d failed, but not when it was run again: "+
			"the program is not deterministic\n  look for the cause with: %s\n",
			o.Program.Name, o.Seed, commandline.Command("verify", o.Setup()))
		return failed
	}
	return r.concludes(c, run, fine, true)
}

func writeFine(w io.Writer, n int) {
	switch n {
	case 0:
	case 1:
		fmt.Fprintln(w, "1 seed was fine before it")
	default:
		fmt.Fprintf(w, "%d seeds were fine before it\n", n)
	}
}
