package app

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
	"machsim/kernel"
)

// surveying has the flags of the command transparency.
type surveying struct {
	cli.AgentFlags
	m     *cli.Machsim
	seeds int
	seed  uint64
	json  bool
}

func newTransparency(m *cli.Machsim) *cobra.Command {
	s := &surveying{m: m}
	c, f := m.Command(cli.Command{
		Use:   "transparency [PROGRAM ...]",
		Short: "halt runs and have them go on: can the program tell?",
		Long: `transparency makes runs of programs, or of all there are, and makes each again: halted at
random places, up to three times, by the agents of its hosts, which tell each other, and
going on after a time. A run is transparent if it is the same partial order of the same
events as the run that was never halted (docs/HALTING.md). Exit code 0 says that all are;
1 that some program could tell, and the first thing that it did otherwise is told.`,
		Example: `  machsim transparency
  machsim transparency timeout timeout-fixed --seeds 100 --no-freeze
  machsim transparency lease --control-delay 3ms --control-tree`,
		Args: cobra.ArbitraryArgs, Run: s.run,
	})
	c.ValidArgsFunction = cobra.FixedCompletions(m.ThisProcess().Names(), cobra.ShellCompDirectiveNoFileComp)
	f.IntVar(&s.seeds, "seeds", 5, "make `N` runs of each program")
	f.Uint64Var(&s.seed, "seed", 1, "the `SEED` of the first")
	f.BoolVar(&s.json, "json", false, "print an array of JSON objects, one for each program")
	s.Register(f, time.Minute)
	return c
}

func (s *surveying) run(c *cobra.Command, names []string) error {
	if err := s.Valid(); err != nil {
		return err
	}
	if s.seeds < 1 {
		return cli.TooSmall("seeds", s.seeds)
	}
	all, err := s.programs(names)
	if err != nil {
		return err
	}
	var rows []*debugger.Surveyed
	for _, p := range all {
		o := s.GoOn()
		o.Stop = c.Context().Done()
		row, err := debugger.SurveyHalts(p, s.seed, s.seeds, o)
		if err != nil {
			return cli.WrongBy(fmt.Errorf("%s: %w", p.Name, err))
		}
		rows = append(rows, row)
	}
	return s.tell(c, rows)
}

// programs finds those that are named; all if none is.
func (s *surveying) programs(names []string) (all []*kernel.Program, err error) {
	if len(names) == 0 {
		return s.m.Programs, nil
	}
	for _, name := range names {
		p := s.m.FindProgram(name)
		if p == nil {
			return nil, s.m.NoSuchProgram(name)
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
		return cli.Failed
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
