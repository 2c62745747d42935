package app

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"machsim/debugger/face/repl"
	"machsim/ipc/quote"
)

// unpaged is more lines than an answer of the prompt's has: outside of it nobody can type more.
const unpaged = 1 << 20

func (m *machsim) newStats() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "stats FILE",
		Short: "say what a recorded run was, in numbers",
		Long: `stats reports on a recorded run: how long the messages to each port were on their way and how
many were lost, which mutexes were waited for, the longest waits, how calls ended, who did how
much, and which tasks and threads were never at work at the same time. Times are virtual.`,
		Example: `  machsim stats .machsim/philosophers-7.rec
  machsim stats .machsim/philosophers-7.rec --json`,
		Args: oneRecording,
		RunE: func(c *cobra.Command, args []string) error {
			return m.stats(c, args[0], asJSON)
		},
		ValidArgsFunction: completeRecording,
	}
	addTrust(c)
	addServers(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object, with all rows")
	return c
}

// stats reports on a recording.
func (m *machsim) stats(c *cobra.Command, path string, asJSON bool) error {
	d, err := m.openFile(c, path)
	if err != nil {
		return err
	}
	defer d.Close()
	if !asJSON {
		return repl.New(d, repl.Options{Out: c.OutOrStdout(), Page: unpaged}).Do("stats")
	}
	ctx, done := m.untilInterrupt()
	defer done()
	x, err := d.Stats(ctx)
	if err != nil {
		return exit{exitWrong, err}
	}
	line, err := json.MarshalIndent(x, "", "  ")
	if err == nil {
		fmt.Fprintf(c.OutOrStdout(), "%s\n", quote.JSON(line))
	}
	return err
}
