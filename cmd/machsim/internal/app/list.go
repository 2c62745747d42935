package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/ipc/quote"
)

func newList(m *cli.Machsim) *cobra.Command {
	return m.Flagless(cli.Command{Use: "list", Short: "list the programs", Args: cli.NoArguments,
		Run: func(c *cobra.Command, _ []string) error { return list(m, c) }})
}

// list prints a line for each program, with a mark at those that have a bug.
func list(m *cli.Machsim, c *cobra.Command) error {
	width := 0
	for _, p := range m.Programs {
		width = max(width, len(p.Name))
	}
	bugs := false
	for _, p := range m.Programs {
		mark := " "
		if p.Bug != "" {
			mark, bugs = "*", true
		}
		fmt.Fprint(c.OutOrStdout(), term.Fold(c.OutOrStdout(), fmt.Sprintf("%s %-*s  %s\n", mark, width, p.Name,
			quote.Line(p.Doc))))
	}
	if bugs {
		fmt.Fprintf(c.OutOrStdout(), "\n* has a bug to be found, with: machsim run PROGRAM --seeds 1000\n")
	}
	fmt.Fprintf(c.OutOrStdout(), "  more about one: machsim help PROGRAM\n")
	return nil
}
