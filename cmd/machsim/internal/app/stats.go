package app

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
	"machsim/ipc/quote"
)

func newStats(m *cli.Machsim) *cobra.Command {
	asJSON := false
	c, f := m.Command(cli.Command{
		Use:   "stats FILE",
		Short: "say what a recorded run was, in numbers",
		Long: `stats reports on a recorded run: how long the messages to each port were on their way and how
many were lost, which mutexes were waited for, the longest waits, how calls ended, who did how
much, which rights tasks had got and not given back when they returned, and which tasks and
threads were never at work at the same time. Times are virtual.`,
		Example: `  machsim stats .machsim/philosophers-7.rec
  machsim stats .machsim/philosophers-7.rec --json`,
		File: func(c *cobra.Command, path string) error { return stats(m, c, path, asJSON) },
	})
	cli.AddServers(c)
	f.BoolVar(&asJSON, "json", false, "print a JSON object, with all rows")
	return c
}

// stats reports on a recording.
func stats(m *cli.Machsim, c *cobra.Command, path string, asJSON bool) error {
	return m.Opened(c, path, func(ctx context.Context, d *debugger.Debugger) error {
		if !asJSON {
			return cli.Tells(d, c.OutOrStdout(), "stats")
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
