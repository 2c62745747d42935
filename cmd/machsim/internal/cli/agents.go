package cli

import (
	"path"
	"time"

	"github.com/spf13/pflag"

	"machsim/debugger"
	"machsim/kernel"
)

// AgentFlags are the flags that say how hosts are halted, and for how long.
type AgentFlags struct {
	Agents  debugger.Agents
	delay   time.Duration
	Lasts   time.Duration
	lasting bool // there is such a flag
}

// Register adds the flags; halted hosts stand for so long if nothing is said.
func (a *AgentFlags) Register(f *pflag.FlagSet, lasts time.Duration) {
	a.lasting = true
	f.DurationVar(&a.Lasts, "halt-for", lasts, "virtual `TIME` for which halted hosts stand before they go on")
	a.RegisterHow(f)
}

// AgentWords are the flags that say how hosts are halted.
var AgentWords = []string{"exempt", "control-delay", "control-tree", "no-freeze"}

// RegisterHow adds those that say how.
func (a *AgentFlags) RegisterHow(f *pflag.FlagSet) {
	f.StringArrayVar(&a.Agents.Exempt, "exempt", nil, "tasks whose name `PATTERN` matches go on when their host halts")
	f.DurationVar(&a.delay, "control-delay", 0, "virtual `TIME` that an agent takes to tell one other of a halt")
	f.BoolVar(&a.Agents.Tree, "control-tree", false, "each agent tells two others, else the first tells all")
	f.BoolVar(&a.Agents.Runs, "no-freeze", false, "clocks and time-outs run on while their host stands")
}

// Valid checks the flags, and fills in the agents.
func (a *AgentFlags) Valid() error {
	a.Agents.Delay = int64(a.delay / time.Microsecond)
	if a.delay < 0 || a.Agents.Delay > kernel.MaxAgentDelay {
		return Wrong("--control-delay goes from 0 to 1h, not %v", a.delay)
	}
	if a.Lasts < time.Microsecond && a.lasting {
		return Wrong("--halt-for needs a time above 0, as in --halt-for 60s")
	}
	for _, p := range a.Agents.Exempt {
		if _, err := path.Match(p, ""); err != nil {
			return Wrong("--exempt needs a pattern as of file names, as in 'netname-*', not %q", p)
		}
	}
	return nil
}

// GoOn is how halted hosts go on.
func (a *AgentFlags) GoOn() debugger.GoOnOptions {
	return debugger.GoOnOptions{For: int64(a.Lasts / time.Microsecond), Agents: a.Agents}
}
