package app

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// settings has the flags that run, verify and debug share.
type settings struct {
	*machsim
	seed       uint64
	strategy   string
	weak       bool
	freeTimers bool
	lenient    bool
	preempt    bool
	faults     string
	budgets    kernel.Faults // that faults names
	keepGoing  bool
	maxEvents  uint64
	loopLimit  time.Duration
	maxMemory  uint64 // in MB
}

func (s *settings) register(f *pflag.FlagSet) {
	f.Uint64Var(&s.seed, "seed", 0, "`N` says which run it is; without it a random one")
	f.StringVar(&s.strategy, "strategy", strategy.Usual(), "`NAME` says who chooses: "+strategy.Help())
	f.BoolVar(&s.weak, "weak", false, "wake any waiter, as the manuals allow")
	f.BoolVar(&s.freeTimers, "free-timers", false, "let timeouts happen at any moment")
	f.BoolVar(&s.lenient, "lenient", false, "unlocking a mutex that the thread has not locked does nothing, as in C "+
		"Threads")
	f.BoolVar(&s.preempt, "preempt", false,
		"threads of a task change places also at accesses to variables that they may share")
	f.StringVar(&s.faults, "faults", "", "what may go wrong in a run, by `BUDGETS` such as crash=1,loss=2: "+
		strategy.FaultHelp())
	f.Uint64Var(&s.maxEvents, "max-events", 0, fmt.Sprintf("give a run up after `N` events (default %d)",
		kernel.DefaultMaxSteps))
	f.DurationVar(&s.loopLimit, "loop-limit", runner.DefaultLoopLimit, "the longest `TIME` without a kernel call")
	f.Uint64Var(&s.maxMemory, "max-memory", runner.UsualMemory, "give a run up that takes more than `N` MB of memory")
}

// registerKeepGoing adds a flag that debug does not have, where the name means something about scripts.
func (s *settings) registerKeepGoing(f *pflag.FlagSet) {
	f.BoolVar(&s.keepGoing, "keep-going", false, "a panic ends its task only, and the run goes on")
}

// validate checks the flags that were given.
func (s *settings) validate(f *pflag.FlagSet) error {
	if row := strategy.Named(s.strategy); row == nil {
		return wrong("there is no strategy %q; there are: %s", s.strategy, strategy.Names())
	} else if s.strategy != "" {
		s.strategy = row.Name
	}
	var err error
	if s.budgets, err = strategy.ParseFaults(s.faults); err != nil {
		return wrong("--faults %s: %v", s.faults, err)
	}
	if f.Changed("max-events") && s.maxEvents == 0 {
		return wrong("--max-events must be above 0")
	}
	if s.maxMemory == 0 {
		return wrong("--max-memory must be above 0")
	}
	if s.loopLimit <= 0 {
		return tooShort("loop-limit", s.loopLimit)
	}
	return nil
}

// maxRandomSeed keeps random seeds short enough to type.
const maxRandomSeed = 1_000_000

// seedFor returns the seed that was given, or a random one.
func (s *settings) seedFor(c *cobra.Command) uint64 {
	if !c.Flags().Changed("seed") {
		s.seed = 1 + rand.Uint64N(maxRandomSeed)
	}
	return s.seed
}

// options returns the run that the flags of a command describe.
func (s *settings) options(c *cobra.Command, p *kernel.Program) *runner.NewOptions {
	o := runner.New(p, s.seedFor(c))
	o.Args, o.Strategy, o.Preempt = arguments(c, p), s.strategy, s.preempt
	o.Weak, o.FreeTimers, o.Lenient, o.KeepGoing = s.weak, s.freeTimers, s.lenient, s.keepGoing
	o.Faults = s.budgets
	o.MaxSteps, o.LoopLimit, o.MaxMemory = s.maxEvents, s.loopLimit, s.maxMemory*1e6
	o.Input = runner.NewInput(c.InOrStdin())
	s.declares(&o.Common)
	return o
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
	for _, text := range named {
		name, _, ok := strings.Cut(text, "=")
		var names []string
		for _, q := range p.Params {
			names = append(names, q.Name)
		}
		f := c.Flags().Lookup(name)
		switch {
		case !ok:
			return wrong("--param %s has no value; it is given as --param NAME=VALUE", text)
		case !slices.Contains(names, name):
			return wrong("%s has no parameter %q%s", p.Name, name, didYouMean(name, names))
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
			return wrong("leave the -- out: %s %s", c.CommandPath(), quotedWords(args))
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
