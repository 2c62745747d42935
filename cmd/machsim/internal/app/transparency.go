package app

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger"
	"machsim/kernel"
)

// agentFlags are the flags that say how hosts are halted, and for how long.
type agentFlags struct {
	agents  debugger.Agents
	delay   time.Duration
	lasts   time.Duration
	lasting bool // there is such a flag
}

func (a *agentFlags) register(f *pflag.FlagSet, lasts time.Duration) {
	a.lasting = true
	f.DurationVar(&a.lasts, "halt-for", lasts, "virtual `TIME` for which halted hosts stand before they go on")
	a.registerHow(f)
}

// agentWords are the flags that say how hosts are halted.
var agentWords = []string{"exempt", "control-delay", "control-tree", "no-freeze"}

// registerHow adds those that say how.
func (a *agentFlags) registerHow(f *pflag.FlagSet) {
	f.StringArrayVar(&a.agents.Exempt, "exempt", nil, "tasks whose name `PATTERN` matches go on when their host halts")
	f.DurationVar(&a.delay, "control-delay", 0, "virtual `TIME` that an agent takes to tell one other of a halt")
	f.BoolVar(&a.agents.Tree, "control-tree", false, "each agent tells two others, else the first tells all")
	f.BoolVar(&a.agents.Runs, "no-freeze", false, "clocks and time-outs run on while their host stands")
}

// valid checks the flags, and fills in the agents.
func (a *agentFlags) valid() error {
	a.agents.Delay = int64(a.delay / time.Microsecond)
	if a.delay < 0 || a.agents.Delay > kernel.MaxAgentDelay {
		return wrong("--control-delay goes from 0 to 1h, not %v", a.delay)
	}
	if a.lasts < time.Microsecond && a.lasting {
		return wrong("--halt-for needs a time above 0, as in --halt-for 60s")
	}
	for _, p := range a.agents.Exempt {
		if _, err := path.Match(p, ""); err != nil {
			return wrong("--exempt needs a pattern as of file names, as in 'netname-*', not %q", p)
		}
	}
	return nil
}

func (a *agentFlags) options() debugger.GoOnOptions {
	return debugger.GoOnOptions{For: int64(a.lasts / time.Microsecond), Agents: a.agents}
}

// surveying has the flags of the command transparency.
type surveying struct {
	agentFlags
	m     *machsim
	seeds int
	seed  uint64
	json  bool
}

func (m *machsim) newTransparency() *cobra.Command {
	s := &surveying{m: m}
	c, f := m.command(command{
		use:   "transparency [PROGRAM ...]",
		short: "halt runs and have them go on: can the program tell?",
		long: `transparency makes runs of programs, or of all there are, and makes each again: halted at
random places, up to three times, by the agents of its hosts, which tell each other, and
going on after a time. A run is transparent if it is the same partial order of the same
events as the run that was never halted (docs/HALTING.md). Exit code 0 says that all are;
1 that some program could tell, and the first thing that it did otherwise is told.`,
		example: `  machsim transparency
  machsim transparency timeout timeout-fixed --seeds 100 --no-freeze
  machsim transparency lease --control-delay 3ms --control-tree`,
		args: cobra.ArbitraryArgs, run: s.run,
	})
	c.ValidArgsFunction = cobra.FixedCompletions(m.process().Names(), cobra.ShellCompDirectiveNoFileComp)
	f.IntVar(&s.seeds, "seeds", 5, "make `N` runs of each program")
	f.Uint64Var(&s.seed, "seed", 1, "the `SEED` of the first")
	f.BoolVar(&s.json, "json", false, "print an array of JSON objects, one for each program")
	s.register(f, time.Minute)
	return c
}

func (s *surveying) run(c *cobra.Command, names []string) error {
	if err := s.valid(); err != nil {
		return err
	}
	if s.seeds < 1 {
		return tooSmall("seeds", s.seeds)
	}
	all, err := s.programs(names)
	if err != nil {
		return err
	}
	var rows []*debugger.Surveyed
	for _, p := range all {
		o := s.options()
		o.Stop = c.Context().Done()
		row, err := debugger.SurveyHalts(p, s.seed, s.seeds, o)
		if err != nil {
			return wrongBy(fmt.Errorf("%s: %w", p.Name, err))
		}
		rows = append(rows, row)
	}
	return s.tell(c, rows)
}

// programs finds those that are named; all if none is.
func (s *surveying) programs(names []string) (all []*kernel.Program, err error) {
	if len(names) == 0 {
		return s.m.programs, nil
	}
	for _, name := range names {
		p := s.m.findProgram(name)
		if p == nil {
			return nil, s.m.noSuchProgram(name)
		}
		all = append(all, p)
	}
	return all, nil
}

// tell prints what came, and fails if some program could tell.
func (s *surveying) tell(c *cobra.Command, rows []*debugger.Surveyed) error {
	show := table
	if s.json {
		show = objects
	}
	if err := show(c.OutOrStdout(), rows); err != nil {
		return err
	}
	if slices.ContainsFunc(rows, func(r *debugger.Surveyed) bool { return r.Told > 0 }) {
		return failed
	}
	return nil
}

func objects(w io.Writer, rows []*debugger.Surveyed) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(rows)
}

func table(w io.Writer, rows []*debugger.Surveyed) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "program\truns\thalts\ttransparent\tthe first that differs")
	for _, r := range rows {
		first := ""
		if r.Told > 0 {
			first = fmt.Sprintf("seed %d: %s", r.Seed, r.First)
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\n", r.Program, r.Runs, r.Halts, r.Runs-r.Told, first)
	}
	return t.Flush()
}
