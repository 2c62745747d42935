package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/record"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// forking has the flags of the command run that make a fork of a recorded run.
type forking struct {
	from string // the recording's file
	at   string // the event after which the fork leaves it
}

// register adds the flags to the command run itself, because with a program they make no sense.
func (k *forking) register(f *pflag.FlagSet) {
	f.StringVar(&k.from, "from", "", "run what `FILE` has recorded, and at first as it has")
	f.StringVar(&k.at, "at", "", "follow that up to `EVENT`: a number, 0 for the start, or end")
}

// forkErrors sets what answers wrong flags of the command run: those of a fork beside a program, those
// of a program where there is none, and names that no program has.
func (r *running) forkErrors(run *cobra.Command) {
	run.FParseErrWhitelist.UnknownFlags = false
	run.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var unknown *pflag.NotExistError
		if !errors.As(err, &unknown) {
			return r.flagError(c, err)
		}
		name, fork := unknown.GetSpecifiedName(), run.Flags().Lookup("from").Changed
		switch {
		case c != run && (name == "from" || name == "at"):
			return wrong("--%s and the name of a program do not go together: the recording says which program it is; "+
				"type machsim run --from FILE --at EVENT", name)
		case c == run && !fork && c.Flags().NArg() > 0:
			return c.RunE(c, c.Flags().Args()) // it is the program that is wrong
		case c == run && fork:
			return wrong("--%s does not go together with --from: the recording says what the program's parameters are", name)
		}
		return r.flagError(c, err)
	})
}

// forks lets the command run make forks.
func (r *running) forks(run *cobra.Command) {
	r.forking.register(run.Flags())
	addTrust(run)
	other := run.RunE
	run.RunE = func(c *cobra.Command, args []string) error {
		switch from, at := c.Flags().Changed("from"), c.Flags().Changed("at"); {
		case from && len(args) > 0:
			return wrong("--from and %q do not go together: the recording says which program it is", args[0])
		case from:
			return r.fork(c)
		case at && len(args) == 1 && record.Is(args[0]):
			return wrong("%s is a recording; type: machsim run --from %s --at %s", args[0], commandline.File(args[0]),
				commandline.Quote(r.at))
		case at:
			return wrong("--at needs --from FILE, the recording to be followed up to that event")
		case len(args) == 1 && record.Is(args[0]):
			return wrong("%s is a recording, not a program; type: %s, or machsim run --from %s --at EVENT", args[0],
				r.commandOn("replay", args[0]), commandline.File(args[0]))
		}
		return other(c, args)
	}
	r.forkErrors(run)
	_ = run.RegisterFlagCompletionFunc("from", completeRecording)
}

// fork makes a run that begins as the recorded one.
func (r *running) fork(c *cobra.Command) error {
	if err := r.validateFork(c.Flags()); err != nil {
		return err
	}
	rec, p, err := r.openRun(r.from)
	if err != nil {
		return err
	}
	event, err := r.leaves(rec)
	if err != nil {
		return err
	}
	o := runner.Follow(p, rec, record.NewFollow(rec, event), r.from, r.seedFor(c))
	r.declares(&o.Common)
	o.Strategy = r.strategy
	if err := r.override(c, o, rec, event); err != nil {
		return err
	}
	o.MaxMemory, o.Input = r.maxMemory*1e6, runner.NewInput(c.InOrStdin())
	if c.Flags().Changed("loop-limit") {
		o.LoopLimit = r.loopLimit
	}
	var done func()
	o.Stop, done = r.supervisor.Interrupted()
	defer done()
	return r.forked(c, rec, o)
}

// validateFork checks the flags of a fork.
func (r *running) validateFork(f *pflag.FlagSet) error {
	switch {
	case r.from == "":
		return wrong("--from needs the file of a recording; machsim run leaves them in %s", recordings)
	case !f.Changed("at"):
		return wrong("--from needs --at EVENT too: the number of the event up to which the recording is followed, 0 for "+
			"the start, or end; %s --trace shows the events", r.commandOn("replay", r.from))
	case given(f, claimFlags) != "":
		return wrong("--%s and --from do not go together; check the recording of the fork with machsim check",
			given(f, claimFlags))
	case f.Changed("seeds"):
		return wrong("--seeds and --from do not go together; a fork is one run, of --seed N")
	case f.Changed("output") && sameFile(r.output, r.from):
		return wrong("--output must be another file than that of --from: a fork does not change the recording that it is " +
			"made from")
	}
	return r.validate(f)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// leaves returns the event after which the fork leaves the recording.
func (r *running) leaves(rec *record.Recording) (uint64, error) {
	if r.at == "end" {
		return rec.Events, nil
	}
	n, err := strconv.ParseUint(r.at, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, wrong("--at must be the number of an event, 0 for the start, or end, not %q", r.at)
	case err != nil || n > rec.Events:
		return 0, wrong("--at %s is beyond the recording's end: %s has %d events", r.at, r.from, rec.Events)
	}
	return n, nil
}

// override puts flags in place of what was recorded. A fork keeps what its parent was allowed to do, and
// it cannot be allowed what has already ended the parent.
func (r *running) override(c *cobra.Command, o *runner.FollowOptions, rec *record.Recording, event uint64) error {
	misuse := rec.Kind == kernel.Misuse.String()
	panicked := rec.Kind == kernel.Panicked.String() || rec.Kind == kernel.Unhandled.String()
	f := c.Flags()
	for _, x := range []struct {
		flag     string
		now      bool
		recorded *bool
		ended    bool // the recorded run has ended for want of it
	}{
		{"weak", r.weak, &o.Weak, false}, {"free-timers", r.freeTimers, &o.FreeTimers, false},
		{"lenient", r.lenient, &o.Lenient, misuse}, {"keep-going", r.keepGoing, &o.KeepGoing, panicked},
	} {
		if x.now && x.ended && event == rec.Events {
			return wrong("with --%s event %d of %s is another, at which that run ended; leave it before: --at %d",
				x.flag, event, r.from, event-1)
		}
		if f.Changed(x.flag) && !x.now && *x.recorded {
			return wrong("--%s=false does not go together with --from %s, which was made with --%s", x.flag, r.from, x.flag)
		}
		*x.recorded = *x.recorded || x.now
	}
	switch {
	case f.Changed("faults") && r.budgets != rec.Faults:
		return wrong("--faults and --from %s do not go together: a fork has what is left of the faults of its recording",
			r.from)
	case f.Changed("preempt") && r.preempt != rec.Preempt:
		return wrong("--preempt and --from %s do not go together: a fork makes the calls that its recording has", r.from)
	case !f.Changed("max-events"):
		return nil
	}
	if o.MaxSteps = r.maxEvents; o.MaxSteps < event {
		return wrong("--max-events must be %d at least, the number of events that --at takes over", event)
	}
	return nil
}

// forked makes the fork and reports it.
func (r *running) forked(c *cobra.Command, rec *record.Recording, o *runner.FollowOptions) error {
	out := term.NewScreen(c.OutOrStdout(), r.trace)
	leaves := func() { out.Note("        --- here it leaves the recording; from now on by seed %d", o.Seed) }
	at := o.Setup().Parent.Event
	if at == 0 {
		leaves()
	}
	o.Lines = true
	o.Tracer = out.Tracer().And(kernel.Tracer{Event: func(e *kernel.Event) {
		if e.Step == at {
			leaves()
		}
	}})
	run := r.do(c, o)
	defer letGo(c, run)
	out.End()
	switch {
	case run.Err != nil:
		return unfit("%s does not fit the program: %v", r.from, run.Err)
	case run.Followed().Left() || run.Broken != nil:
		return conclude(c, run, false)
	}
	return r.strayed(c, rec, run)
}

// strayed reports a fork that never left the recording.
func (m *machsim) strayed(c *cobra.Command, rec *record.Recording, run *runner.Run) error {
	res, w := run.Followed().Result(run.Ending()), c.OutOrStdout()
	fmt.Fprintf(w, "%s  seed %d  ", rec.Program, rec.Seed)
	if res.Divergence == nil {
		fmt.Fprintf(w, "INTERRUPTED: still as recorded, %d events of %d, hash %016x\n", res.Events, run.Parent.Event,
			res.Hash)
		return failed
	}
	m.departs(w, rec, res.Divergence)
	return exit{code: exitUnfit}
}

// longName is the length from which on the name of a fork's file is shortened.
const longName = 150

// forkName returns the default name of a fork's file. It is longer than its parent's name, so the two
// differ; after a long line of forks it has the parent's fingerprint instead.
func forkName(of *record.Parent, program string, seed uint64) string {
	name := strings.TrimSuffix(filepath.Base(of.File), ".rec")
	if len(name) > longName {
		name = fmt.Sprintf("%s-%016x", program, of.Fingerprint)
	}
	return fmt.Sprintf("%s-from-%d-seed-%d.rec", name, of.Event, seed)
}

// ancestry describes a fork's parent for the command info.
func ancestry(of *record.Parent) string {
	text := fmt.Sprintf("%s, left %s, fingerprint %016x", of.File, report.Left(of), of.Fingerprint)
	if info, err := os.Stat(of.File); err != nil || !info.Mode().IsRegular() { // a header may name anything
		return text + " (not there any more)"
	}
	switch rec, err := record.Open(of.File); {
	case err != nil:
		return text + " (not there any more)"
	case rec.Fingerprint() != of.Fingerprint:
		return text + " (another recording has its name now)"
	}
	return text
}
