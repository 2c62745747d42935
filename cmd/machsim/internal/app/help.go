package app

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"machsim/ipc/quote"
	"machsim/kernel"
)

// newHelp makes the command help, which knows programs as well as commands.
func (m *machsim) newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | PROGRAM]",
		Short: "help on a command, or on a program",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			if p := m.findProgram(args[0]); p != nil && len(args) == 1 {
				sub, _, err := root.Find([]string{"run", p.Name})
				if err != nil {
					return err
				}
				return sub.Help()
			}
			sub, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 || sub == root {
				return wrong("there is no help on %q; it is on commands (machsim help) and programs (machsim list)",
					strings.Join(args, " "))
			}
			return sub.Help()
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			names := m.programNames()
			for _, c := range root.Commands() {
				names = append(names, c.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// describe returns the long help on a program.
func describe(p *kernel.Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", p.Name, quote.Line(p.Doc))
	if p.Bug != "" {
		fmt.Fprintf(&b, "\nIts bug: %s\n", quote.Line(p.Bug))
	}
	return strings.TrimRight(b.String(), "\n")
}
