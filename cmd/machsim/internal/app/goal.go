package app

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/run/commandline"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// tellGoals tells which goals runs have reached, so many of them.
func tellGoals(c *cobra.Command, s *study.Study, runs int) {
	for _, line := range s.Goals().Lines(runs, false) {
		fmt.Fprintf(c.OutOrStdout(), "  %s\n", quote.Line(line))
	}
}

// visits records the runs that have reached goals, of each the first and that with the fewest events, and says how they
// are opened. Programs find their files in the report.
func (x *exploring) visits(c *cobra.Command, s *study.Study, r *study.Explored) {
	for i := range r.Goals {
		g := &r.Goals[i]
		if g.First == nil {
			continue
		}
		x.visit(c, s, r.Program, g.Short(), "", g.Shortest)
		if g.First.Run != g.Shortest.Run {
			x.visit(c, s, r.Program, g.Short(), "-first", g.First)
		} else {
			g.First.Recording = g.Shortest.Recording
		}
	}
}

func (x *exploring) visit(c *cobra.Command, s *study.Study, program, goal, word string, v *study.Visit) {
	run := s.Reaching(v, filepath.Join(study.Directory, program+"-reached-"+fileWord(goal)+word+".rec"))
	if run == nil {
		return
	}
	defer cli.LetGo(c, run)
	if run.Err != nil || run.Setup.Recording == "" {
		return
	}
	v.Recording = run.Setup.Recording
	if x.json {
		return
	}
	open := commandline.Open("debug", run.Setup.Recording, run.Trust)
	if v.Event > 0 {
		open += fmt.Sprint(" --at ", v.Event)
	}
	fmt.Fprintf(c.OutOrStdout(), "  look at %s in run %d: %s\n", quote.Line(goal), v.Run, open)
}

// longWord is how much of a goal the name of a file has.
const longWord = 40

func fileWord(goal string) string {
	word := strings.Trim(quote.Name(goal), "-")
	return strings.TrimSuffix(word[:min(len(word), longWord)], "-")
}
