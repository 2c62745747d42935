package app

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/event/text"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// settings has the flags of commands that make runs.
type settings struct {
	*machsim
	study.Options
	claims []string // files with further ones
	keep   []string // the bounds of the recording
}

func (m *machsim) settings() settings { return settings{machsim: m, Options: study.Usual()} }

func (s *settings) register(f *pflag.FlagSet) {
	f.Uint64Var(&s.Seed, "seed", 0, "`N` says which run it is; without it a random one")
	f.StringVar(&s.Strategy, "strategy", s.Strategy, "`NAME` says who chooses: "+study.StrategyHelp())
	f.BoolVar(&s.Weak, "weak", false, "wake any waiter, as the manuals allow")
	f.BoolVar(&s.FreeTimers, "free-timers", false, "let timeouts happen at any moment")
	f.BoolVar(&s.Lenient, "lenient", false, "unlocking a mutex that the thread has not locked does nothing, as in C "+
		"Threads")
	f.BoolVar(&s.Preempt, "preempt", false,
		"threads of a task change places also at accesses to variables that they may share")
	f.StringVar(&s.Faults, "faults", "", "what may go wrong in a run, by `BUDGETS` such as crash=1,loss=2, loss=30% or "+
		"loss=2@client:server@1s..5s: "+
		study.FaultHelp())
	f.StringArrayVar(&s.Probes, "probe", nil, "slow something down by `PROBE`, and see whether it still happens: "+
		study.ProbeHelp())
	f.Uint64Var(&s.MaxEvents, "max-events", 0, fmt.Sprintf("give a run up after `N` events (default %d)",
		kernel.DefaultMaxSteps))
	f.DurationVar(&s.LoopLimit, "loop-limit", s.LoopLimit, "the longest `TIME` without a kernel call")
	f.Bool(sandboxFlag, false, "run the program as a guest, in WebAssembly: for programs that one does not trust")
	f.Uint64Var(&s.MaxMemory, "max-memory", s.MaxMemory, "give a run up that takes more than `N` MB of memory")
}

// sandboxFlag lets a command run its program as a guest (package sandbox), which is machsim itself: it is given the
// same command line, and what it says is what this process would have said.
const sandboxFlag = "sandbox"

// capsuleFlag has run put what it records into a capsule, with the guest that has made the run.
const capsuleFlag = "capsule"

// registerKeepGoing adds a flag that debug does not have, where the name means something about scripts.
func (s *settings) registerKeepGoing(f *pflag.FlagSet) {
	f.BoolVar(&s.KeepGoing, "keep-going", false, "a panic ends its task only, and the run goes on")
}

// registerKeep adds the flag of commands that make one run and record it.
func (s *settings) registerKeep(f *pflag.FlagSet) {
	f.StringSliceVar(&s.keep, keepFlag, nil, "record the last part of the run only, by `BOUND`: a size as 64MB, a "+
		"virtual time as 10m, or as 1000000events; and have no limit of events")
}

// keepFlag bounds the recording.
const keepFlag = "keep"

// registerClaims adds these flags.
func (s *settings) registerClaims(f *pflag.FlagSet) {
	for i, x := range []struct {
		texts *[]string
		doc   string
	}{
		{&s.Claims.Always, "`PREDICATE` has to be true after every step"},
		{&s.Claims.Never, "`PREDICATE` must not be true after any step"},
		{&s.Claims.Finally, "`PREDICATE` has to be true at the end"},
		{&s.Claims.NoState, "`PREDICATE` must not be true in any state that the run could have come to"},
		{&s.Claims.Sometimes, "`PREDICATE` is to be true after a step of some run"},
		{&s.Claims.Linearizable,
			"the remote calls to a service are linearizable as a predefined `MODEL`, as in map:port=bank"},
	} {
		f.StringArrayVar(x.texts, study.ClaimKinds[i], nil, x.doc)
	}
	f.StringArrayVar(&s.claims, claimsFlag, nil,
		"claim what `FILE` says, a line each, as in: never two-leaders: PREDICATE")
}

// claimsFlag names a file of claims.
const claimsFlag = "claims"

// claimFlags are all flags that claim something.
var claimFlags = append([]string{claimsFlag}, study.ClaimKinds...)

// readClaims reads the files of claims.
func (s *settings) readClaims() error {
	for _, file := range s.claims {
		c, err := study.ReadClaims(file)
		if err != nil {
			return wrong("--claims: %v", err)
		}
		s.Claims.Add(&c)
	}
	s.claims = nil
	return nil
}

// howMade returns the first flag that was given of those which say how a run is made and what is claimed of it, and of
// more; "" if none was. A recording says that itself.
func howMade(f *pflag.FlagSet, more ...string) string {
	all := []string{"seed", "weak", "free-timers", "lenient", "preempt", "faults", "probe", "max-events", "live",
		keepFlag}
	return given(f, slices.Concat(all, more, claimFlags))
}

// given returns the first of some flags that was given, "" if none was.
func given(f *pflag.FlagSet, names []string) string {
	if i := slices.IndexFunc(names, f.Changed); i >= 0 {
		return names[i]
	}
	return ""
}

// registerAll adds these, and the flags of claims.
func (s *settings) registerAll(f *pflag.FlagSet) {
	s.register(f)
	s.registerKeepGoing(f)
	s.registerClaims(f)
}

// validate checks the flags that were given, as far as opens does not.
func (s *settings) validate(f *pflag.FlagSet) error {
	switch {
	case f.Changed("max-events") && s.MaxEvents == 0:
		return wrong("--max-events must be above 0")
	case s.MaxMemory == 0:
		return wrong("--max-memory must be above 0")
	case s.LoopLimit <= 0:
		return tooShort("loop-limit", s.LoopLimit)
	}
	return s.readKeep(f)
}

// readKeep reads the bounds of the recording.
func (s *settings) readKeep(f *pflag.FlagSet) (err error) {
	if len(s.keep) == 0 {
		return nil
	}
	others := []string{"seeds", "no-record", "live", "halt-when", "snapshot-when", sandboxFlag, capsuleFlag}
	if name := given(f, others); name != "" {
		return wrong("--keep and --%s do not go together: it bounds the recording of one run, in its file", name)
	}
	if s.Keep, err = study.ParseKeep(strings.Join(s.keep, ",")); err != nil {
		return wrong("--keep: %v", err)
	}
	return nil
}

// maxRandomSeed keeps random seeds short enough to type.
const maxRandomSeed = 1_000_000

// seed is the seed that was given, or else a random one.
func (s *settings) seed(f *pflag.FlagSet) {
	if !f.Changed("seed") {
		s.Seed = s.seedOf(nil)
	}
}

// seedOf is a seed that was given, or else a random one.
func (s *settings) seedOf(given *uint64) uint64 {
	if given != nil {
		return *given
	}
	return 1 + rand.Uint64N(maxRandomSeed)
}

// opens returns the study of a program that the flags describe. Of many runs the first has seed 1, unless another was
// given.
func (s *settings) opens(c *cobra.Command, p *kernel.Program, many bool) (*study.Study, error) {
	if s.seed(c.Flags()); many && !c.Flags().Changed("seed") {
		s.Seed = 1
	}
	if err := s.readClaims(); err != nil {
		return nil, err
	}
	s.completes(c)
	s.Args = arguments(c, p)
	return study.Open(p, s.Options)
}

// studies opens that study, and does something with it until Ctrl-C.
func (s *settings) studies(c *cobra.Command, p *kernel.Program, many bool,
	do func(context.Context, *study.Study) error) error {
	if err := s.validate(c.Flags()); err != nil {
		return err
	}
	of, err := s.opens(c, p, many)
	if err != nil {
		return err
	}
	ctx, done := s.untilInterrupt()
	defer done()
	return do(ctx, of)
}

// completes completes the options by what every command has.
func (s *settings) completes(c *cobra.Command) {
	s.Process, s.Warn = s.process(), func(format string, args ...any) { warn(c, format, args...) }
	if s.Input == nil {
		s.Input = c.InOrStdin()
	}
}

// addParams adds the parameters of a program to a command, as flags. One that is called as a flag of machsim's is given
// by --param only, which takes all: so a new flag hides no parameter.
func addParams(c *cobra.Command, p *kernel.Program) {
	for _, q := range p.Params {
		if isFlag(q.Name) {
			continue
		}
		v := param(q.Default)
		c.Flags().Var(&v, q.Name, quote.Line(q.Doc))
		if v.Type() == "bool" {
			c.Flags().Lookup(q.Name).NoOptDefVal = "true"
		}
	}
}

// param is a program's parameter as it was typed. The program itself validates it.
type param string

func (v *param) String() string     { return quote.Line(string(*v)) } // for help
func (v *param) Set(s string) error { *v = param(s); return nil }

// Type returns the word that help shows in place of the value.
func (v *param) Type() string {
	if *v == "true" || *v == "false" {
		return "bool"
	}
	return "value"
}

// paramFlag is the flag that gives parameters whatever they are called.
const paramFlag = "param"

// arguments returns the parameters that were given.
func arguments(c *cobra.Command, p *kernel.Program) map[string]string {
	args := map[string]string{}
	for _, q := range p.Params {
		if f := c.Flags().Lookup(q.Name); f != nil && f.Changed {
			if v, is := f.Value.(*param); is {
				args[q.Name] = string(*v)
			}
		}
	}
	named, _ := c.Flags().GetStringArray(paramFlag)
	for _, text := range named {
		name, value, _ := strings.Cut(text, "=")
		args[name] = value
	}
	return args
}

// checkParams says what is wrong with what --param was given.
func checkParams(c *cobra.Command, p *kernel.Program) error {
	given := map[string]bool{}
	named, _ := c.Flags().GetStringArray(paramFlag)
	for _, word := range named {
		name, _, ok := strings.Cut(word, "=")
		var names []string
		for _, q := range p.Params {
			names = append(names, q.Name)
		}
		f := c.Flags().Lookup(name)
		switch {
		case !ok:
			return wrong("--param %s has no value; it is given as --param NAME=VALUE", word)
		case !slices.Contains(names, name):
			return wrong("%s has no parameter %q%s", p.Name, name, text.Meant(name, names))
		case given[name] || !isFlag(name) && f != nil && f.Changed:
			return wrong("parameter %s is given twice", name)
		}
		given[name] = true
	}
	return nil
}

// mentioned returns the programs that have commands. Those that the command line does not name need none, unless it
// asks for names: to make the commands of all programs would take as long as a small run.
func (m *machsim) mentioned() []*kernel.Program {
	if m.words == nil || isHelp(m.words) || len(m.words) > 0 && strings.HasPrefix(m.words[0], "__complete") {
		return m.programs
	}
	var some []*kernel.Program
	for _, p := range m.programs {
		if slices.Contains(m.words, p.Name) {
			some = append(some, p)
		}
	}
	return some
}

// perProgram adds to a command a subcommand for each program, with the flags of the program. So shells
// can complete the names.
func (m *machsim) perProgram(c *cobra.Command, do func(*cobra.Command, *kernel.Program) error) {
	c.Args = cobra.ArbitraryArgs
	c.PersistentFlags().StringArray(paramFlag, nil, "give a parameter as `NAME=VALUE`, even if a flag has its name")
	c.FParseErrWhitelist.UnknownFlags = true
	c.ValidArgsFunction = completeDirectory
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return wrong("%s needs the name of a program; machsim list shows which there are", c.CommandPath())
		}
		if m.findProgram(args[0]) != nil {
			return wrong("leave the -- out: %s %s", c.CommandPath(), commandline.Words(args))
		}
		return m.noSuchProgram(args[0])
	}
	for _, p := range m.mentioned() {
		sub := &cobra.Command{
			Use:   p.Name,
			Short: quote.Line(p.Doc),
			Long:  describe(p),
			Args:  func(c *cobra.Command, args []string) error { return takesNone(m.called(c), args) },
			RunE: func(c *cobra.Command, _ []string) error {
				if err := checkParams(c, p); err != nil {
					return err
				}
				return do(c, p)
			},

			ValidArgsFunction: cobra.NoFileCompletions,
		}
		addParams(sub, p)
		sub.SetUsageTemplate(strings.Replace(usage, "{{.UseLine}}", "{{.Parent.CommandPath}} "+m.typed(p)+" [flags]", 1))
		c.AddCommand(sub)
	}
}
