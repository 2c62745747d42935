package app

import (
	"strings"

	"github.com/spf13/cobra"
)

// addCompletion adds cobra's command that prints scripts for shells, with machsim's words. It completes
// no names of files, because no command takes any by default.
func addCompletion(root *cobra.Command) {
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.InitDefaultCompletionCmd("completion")
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Short = "print a script that teaches a shell to complete commands"
		c.Long = "completion prints a script for a shell; its --help says how to install that."
		c.Args, c.RunE = cobra.ArbitraryArgs, shells
		for _, shell := range c.Commands() {
			shell.Short = "print the script for " + shell.Name()
			shell.Args = noArguments
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
		return wrong("there is no completion for %q; type machsim completion to see for which shells there is", args[0])
	}
	return c.Help()
}
