package app

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newServe makes the command that holds sessions, where nobody can join.
func (m *machsim) newServe() *cobra.Command {
	return m.flagless(command{use: "serve", short: "hold sessions that others join, which needs an operating system",
		args: cobra.ArbitraryArgs, run: func(*cobra.Command, []string) error { return wrong("nobody can connect here") }})
}

// joining is nothing here.
type joining struct {
	run func(*cobra.Command, []string) error
}

func (*joining) register(*pflag.FlagSet, func(*cobra.Command) error) {}
func (*joining) stray(*pflag.FlagSet) error                          { return nil }
func (*joining) wanted() bool                                        { return false }
func nameOf(word string) (name, what string)                         { return word, word }
func joins(*cobra.Command) bool                                      { return false }
func (*debugCommand) joinsPrompt(*cobra.Command) error               { return nil }
func (*webCommand) joinsPage(*cobra.Command) error                   { return nil }
