package app

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
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
			return r.FlagError(c, err)
		}
		name, fork := unknown.GetSpecifiedName(), run.Flags().Lookup("from").Changed
		switch {
		case c != run && (name == "from" || name == "at"):
			return cli.Wrong("--%s and the name of a program do not go together: the recording says which program it is; "+
				"type machsim run --from FILE --at EVENT", name)
		case c == run && !fork && c.Flags().NArg() > 0:
			return c.RunE(c, c.Flags().Args()) // it is the program that is wrong
		case c == run && fork:
			return cli.Wrong("--%s does not go together with --from: the recording says what the program's parameters are", name)
		}
		return r.FlagError(c, err)
	})
}

// forks lets the command run make forks.
func (r *running) forks(run *cobra.Command) {
	r.forking.register(run.Flags())
	cli.AddTrust(run)
	other := run.RunE
	run.RunE = func(c *cobra.Command, args []string) error {
		switch from, at := c.Flags().Changed("from"), c.Flags().Changed("at"); {
		case from && len(args) > 0:
			return cli.Wrong("--from and %q do not go together: the recording says which program it is", args[0])
		case from:
			return r.fork(c)
		case at && len(args) == 1 && study.Is(args[0]):
			return cli.Wrong("%s is a recording; type: machsim run --from %s --at %s", args[0], commandline.File(args[0]),
				commandline.Quote(r.at))
		case at:
			return cli.Wrong("--at needs --from FILE, the recording to be followed up to that event")
		case len(args) == 1 && study.Is(args[0]):
			return cli.Wrong("%s is a recording, not a program; type: %s, or machsim run --from %s --at EVENT", args[0],
				r.CommandOn("replay", args[0]), commandline.File(args[0]))
		}
		return other(c, args)
	}
	r.forkErrors(run)
	_ = run.RegisterFlagCompletionFunc("from", cli.CompleteRecording)
}

// fork makes a run that begins as the recorded one.
func (r *running) fork(c *cobra.Command) error {
	if err := r.validateFork(c.Flags()); err != nil {
		return err
	}
	rec, err := r.Recorded(r.from)
	if err != nil {
		return err
	}
	r.SeedUnlessGiven(c.Flags())
	r.Completes(c)
	ctx, done := r.UntilInterrupt()
	defer done()
	out := term.NewScreen(c.OutOrStdout(), r.trace)
	of, makes := study.Fork{At: r.at, Options: r.Options, Given: c.Flags().Changed,
		Leaves: func() {
			out.Note("        --- here it leaves the recording; from now on by seed %d", r.Seed)
		}}, rec.Fork
	whole := rec.Dropped > 0 && r.at == "0" // the first part of the recording was dropped
	if whole {
		makes = rec.Whole
	}
	run, err := makes(ctx, of, out.Tracer())
	out.End()
	if err != nil {
		return err
	}
	defer cli.LetGo(c, run)
	if whole || run.Followed().Left() || run.Broken != nil {
		return conclude(c, run, false)
	}
	return rec.Strayed(c.OutOrStdout(), run)
}

// validateFork checks the flags of a fork.
func (r *running) validateFork(f *pflag.FlagSet) error {
	switch {
	case r.from == "":
		return cli.Wrong("--from needs the file of a recording; machsim run leaves them in %s", study.Directory)
	case !f.Changed("at"):
		return cli.Wrong("--from needs --at EVENT too: the number of the event up to which the recording is followed, 0 for "+
			"the start, or end; %s --trace shows the events", r.CommandOn("replay", r.from))
	case cli.Given(f, cli.ClaimFlags) != "":
		return cli.Wrong("--%s and --from do not go together; check the recording of the fork with machsim check",
			cli.Given(f, cli.ClaimFlags))
	case f.Changed("seeds"):
		return cli.Wrong("--seeds and --from do not go together; a fork is one run, of --seed N")
	case f.Changed("output") && cli.SameFile(r.File, r.from):
		return cli.Wrong("--output must be another file than that of --from: a fork does not change the recording that it " +
			"is made from")
	}
	if err := r.validate(f); err != nil {
		return err
	}
	return r.Settings.Validate(f)
}
