package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/study"
	"machsim/kernel"
)

// Settings has the flags of commands that make runs.
type Settings struct {
	*Machsim
	study.Options
	claims []string // files with further ones
	keep   []string // the bounds of the recording
}

// Settings returns what flags say that are not given.
func (m *Machsim) Settings() Settings { return Settings{Machsim: m, Options: study.Usual()} }

// Register adds the flags of all commands that make runs.
func (s *Settings) Register(f *pflag.FlagSet) {
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
	f.Bool(SandboxFlag, false, "run the program as a guest, in WebAssembly: for programs that one does not trust")
	f.Uint64Var(&s.MaxMemory, "max-memory", s.MaxMemory, "give a run up that takes more than `N` MB of memory")
}

// SandboxFlag lets a command run its program as a guest (package sandbox), which is machsim itself: it is given the
// same command line, and what it says is what this process would have said.
const SandboxFlag = "sandbox"

// CapsuleFlag has run put what it records into a capsule, with the guest that has made the run.
const CapsuleFlag = "capsule"

// CapsuleVariable is the environment variable by which a guest is told that it came in a capsule.
const CapsuleVariable = "MACHSIM_CAPSULE"

// RegisterKeepGoing adds a flag that debug does not have, where the name means something about scripts.
func (s *Settings) RegisterKeepGoing(f *pflag.FlagSet) {
	f.BoolVar(&s.KeepGoing, "keep-going", false, "a panic ends its task only, and the run goes on")
}

// RegisterKeep adds the flag of commands that make one run and record it.
func (s *Settings) RegisterKeep(f *pflag.FlagSet) {
	f.StringSliceVar(&s.keep, keepFlag, nil, "record the last part of the run only, by `BOUND`: a size as 64MB, a "+
		"virtual time as 10m, or as 1000000events; and have no limit of events")
}

// keepFlag bounds the recording.
const keepFlag = "keep"

// RegisterClaims adds these flags.
func (s *Settings) RegisterClaims(f *pflag.FlagSet) {
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

// ClaimFlags are all flags that claim something.
var ClaimFlags = append([]string{claimsFlag}, study.ClaimKinds...)

// readClaims reads the files of claims.
func (s *Settings) readClaims() error {
	for _, file := range s.claims {
		c, err := study.ReadClaims(file)
		if err != nil {
			return Wrong("--claims: %v", err)
		}
		s.Claims.Add(&c)
	}
	s.claims = nil
	return nil
}

// HowMade returns the first flag that was given of those which say how a run is made and what is claimed of it, and of
// more; "" if none was. A recording says that itself.
func HowMade(f *pflag.FlagSet, more ...string) string {
	all := []string{"seed", "weak", "free-timers", "lenient", "preempt", "faults", "probe", "max-events", "live",
		keepFlag}
	return Given(f, slices.Concat(all, more, ClaimFlags))
}

// Given returns the first of some flags that was given, "" if none was.
func Given(f *pflag.FlagSet, names []string) string {
	if i := slices.IndexFunc(names, f.Changed); i >= 0 {
		return names[i]
	}
	return ""
}

// RegisterAll adds these, and the flags of claims.
func (s *Settings) RegisterAll(f *pflag.FlagSet) {
	s.Register(f)
	s.RegisterKeepGoing(f)
	s.RegisterClaims(f)
}

// Validate checks the flags that were given, as far as Opens does not.
func (s *Settings) Validate(f *pflag.FlagSet) error {
	switch {
	case f.Changed("max-events") && s.MaxEvents == 0:
		return Wrong("--max-events must be above 0")
	case s.MaxMemory == 0:
		return Wrong("--max-memory must be above 0")
	case s.LoopLimit <= 0:
		return TooShort("loop-limit", s.LoopLimit)
	}
	return s.readKeep(f)
}

// readKeep reads the bounds of the recording.
func (s *Settings) readKeep(f *pflag.FlagSet) (err error) {
	if len(s.keep) == 0 {
		return nil
	}
	others := []string{"seeds", "no-record", "halt-when", "snapshot-when", SandboxFlag, CapsuleFlag}
	if name := Given(f, others); name != "" {
		return Wrong("--keep and --%s do not go together: it bounds the recording of one run, in its file", name)
	}
	if s.Keep, err = study.ParseKeep(strings.Join(s.keep, ",")); err != nil {
		return Wrong("--keep: %v", err)
	}
	return nil
}

// maxRandomSeed keeps random seeds short enough to type.
const maxRandomSeed = 1_000_000

// SeedUnlessGiven takes a random seed if none was given.
func (s *Settings) SeedUnlessGiven(f *pflag.FlagSet) {
	if !f.Changed("seed") {
		s.Seed = s.SeedOf(nil)
	}
}

// SeedOf is a seed that was given, or else a random one.
func (s *Settings) SeedOf(given *uint64) uint64 {
	if given != nil {
		return *given
	}
	return 1 + rand.Uint64N(maxRandomSeed)
}

// Opens returns the study of a program that the flags describe. Of many runs the first has seed 1, unless another was
// given.
func (s *Settings) Opens(c *cobra.Command, p *kernel.Program, many bool) (*study.Study, error) {
	if s.SeedUnlessGiven(c.Flags()); many && !c.Flags().Changed("seed") {
		s.Seed = 1
	}
	if err := s.readClaims(); err != nil {
		return nil, err
	}
	s.Completes(c)
	s.Args = arguments(c, p)
	return study.Open(p, s.Options)
}

// Studies opens that study, and does something with it until Ctrl-C.
func (s *Settings) Studies(c *cobra.Command, p *kernel.Program, many bool,
	do func(context.Context, *study.Study) error) error {
	if err := s.Validate(c.Flags()); err != nil {
		return err
	}
	of, err := s.Opens(c, p, many)
	if err != nil {
		return err
	}
	ctx, done := s.UntilInterrupt()
	defer done()
	return do(ctx, of)
}

// Completes completes the options by what every command has.
func (s *Settings) Completes(c *cobra.Command) {
	s.Process, s.Warn = s.ThisProcess(), func(format string, args ...any) { Warn(c, format, args...) }
	if s.Input == nil {
		s.Input = c.InOrStdin()
	}
}
