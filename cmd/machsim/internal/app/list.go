package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/ipc/quote"
)

func (m *machsim) newList() *cobra.Command {
	return m.flagless(command{use: "list", short: "list the programs", args: noArguments,
		run: func(c *cobra.Command, _ []string) error { return m.list(c) }})
}

// list prints a line for each program, with a mark at those that have a bug.
func (m *machsim) list(c *cobra.Command) error {
	width := 0
	for _, p := range m.programs {
		width = max(width, len(p.Name))
	}
	bugs := false
	for _, p := range m.programs {
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

// noArguments refuses arguments.
func noArguments(c *cobra.Command, args []string) error { return takesNone(c.CommandPath(), args) }

func takesNone(command string, args []string) error {
	if len(args) > 0 {
		return wrong("%s takes no arguments, but %q was given", command, args[0])
	}
	return nil
}
