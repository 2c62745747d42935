package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger/event/text"
	"machsim/debugger/study"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// newHelp makes the command help, which knows programs as well as commands.
func (m *Machsim) newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | PROGRAM]",
		Short: "help on a command, or on a program",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			if p := m.FindProgram(args[0]); p != nil && len(args) == 1 {
				sub, _, err := root.Find([]string{"run", p.Name})
				if err != nil {
					return err
				}
				return sub.Help()
			}
			sub, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 || sub == root {
				what := strings.Join(args, " ")
				return Wrong("there is no help on %q%s; it is on commands (machsim help) and programs (machsim list)", what,
					text.Meant(what, m.helped(root)))
			}
			return sub.Help()
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return m.helped(root), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helped are the names of programs and commands, which there is help on.
func (m *Machsim) helped(root *cobra.Command) []string {
	names := m.ThisProcess().Names()
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
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

// addCompletion adds cobra's command that prints scripts for shells, with machsim's words. It completes
// no names of files, because no command takes any by default.
func addCompletion(root *cobra.Command) {
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.InitDefaultCompletionCmd("completion")
	for _, c := range root.Commands() {
		for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			if flags.Lookup("faults") != nil {
				_ = c.RegisterFlagCompletionFunc("faults", cobra.FixedCompletions(study.FaultNames(),
					cobra.ShellCompDirectiveNoFileComp))
				_ = c.RegisterFlagCompletionFunc("probe", cobra.FixedCompletions(study.ProbeNames(),
					cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
			}
		}
		if c.Name() != "completion" {
			continue
		}
		c.Short = "print a script that teaches a shell to complete commands"
		c.Long = "completion prints a script for a shell; its --help says how to install that."
		c.Args, c.RunE = cobra.ArbitraryArgs, shells
		for _, shell := range c.Commands() {
			shell.Short = "print the script for " + shell.Name()
			shell.Args = NoArguments
		}
	}
}

// completeDirectory completes directories of packages, once the word is clearly no name of a program.
func completeDirectory(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 && (strings.HasPrefix(typed, ".") || strings.ContainsAny(typed, `/\`)) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// shells prints for which shells there is a script; each has a command of its own.
func shells(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Wrong("there is no completion for %q; type machsim completion to see for which shells there is", args[0])
	}
	return c.Help()
}
