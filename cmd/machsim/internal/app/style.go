package app

import (
	"errors"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
)

// styleFor says how the report of a run looks on the command's output.
func styleFor(c *cobra.Command, run *runner.Run) report.Style {
	w := c.OutOrStdout()
	o := &run.Setup
	return report.Style{Colour: term.Colour(w), Width: term.Width(w), Advice: report.Advice{
		Repeat: repeats(run), Debug: commandline.Open("debug", o.Recording, o.Trust),
		Replay: commandline.Open("replay", o.Recording, o.Trust), Limits: limits,
	}}
}

// repeats returns the command line that makes a run again.
func repeats(run *runner.Run) string { return commandline.Command("run", &run.Setup) }

// limits says how flags raise each limit.
var limits = report.Limits{
	report.LoopLimit: "a higher --loop-limit", report.MemoryLimit: "a higher --max-memory",
	report.EventLimit: "a higher --max-events",
}

// advised adds to the error of a replay that was given up at a limit which flag raises that.
func advised(err error) string {
	var g *report.GivenUp
	if errors.As(err, &g) {
		return err.Error() + ": this one needs " + limits[g.Limit]
	}
	return err.Error()
}
