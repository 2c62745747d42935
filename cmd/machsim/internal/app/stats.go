package app

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"machsim/debugger"
	"machsim/ipc/quote"
)

func (m *machsim) newStats() *cobra.Command {
	asJSON := false
	c, f := m.command(command{
		use:   "stats FILE",
		short: "say what a recorded run was, in numbers",
		long: `stats reports on a recorded run: how long the messages to each port were on their way and how
many were lost, which mutexes were waited for, the longest waits, how calls ended, who did how
much, which rights tasks had got and not given back when they returned, and which tasks and
threads were never at work at the same time. Times are virtual.`,
		example: `  machsim stats .machsim/philosophers-7.rec
  machsim stats .machsim/philosophers-7.rec --json`,
		file: func(c *cobra.Command, path string) error { return m.stats(c, path, asJSON) },
	})
	addServers(c)
	f.BoolVar(&asJSON, "json", false, "print a JSON object, with all rows")
	return c
}

// stats reports on a recording.
func (m *machsim) stats(c *cobra.Command, path string, asJSON bool) error {
	return m.opened(c, path, func(ctx context.Context, d *debugger.Debugger) error {
		if !asJSON {
			return tells(d, c.OutOrStdout(), "stats")
		}
		x, err := d.Stats(ctx)
		if err != nil {
			return err
		}
		line, err := json.MarshalIndent(x, "", "  ")
		if err == nil {
			fmt.Fprintf(c.OutOrStdout(), "%s\n", quote.JSON(line))
		}
		return err
	})
}
