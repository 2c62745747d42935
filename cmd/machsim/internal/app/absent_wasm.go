package app

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// elsewhere makes a command that needs an operating system, Go or its source: there is none of them here.
func elsewhere(name string) func(m *machsim) *cobra.Command {
	return func(m *machsim) *cobra.Command {
		return m.flagless(command{use: name, short: "not here: it needs a machine of its own", args: cobra.ArbitraryArgs,
			run: func(*cobra.Command, []string) error { return wrong("there is no %s within a guest", name) }})
	}
}

// builder returns nil: all programs have hooks here.
func (m *machsim) builder() func(*study.Process) { return nil }

// beside does nothing: this process is for commands alone.
func beside() {}

// instead takes the sample programs with hooks where a command wants them. All programs are linked here.
var instead = []doer{func(m *machsim, args []string, _ io.Reader, _, _ io.Writer) (bool, error) {
	m.hookSamples(args)
	return false, nil
}}

// pointsOf finds where processes of a program may know of each other: nowhere, without its source.
func (*machsim) pointsOf(*kernel.Program) ([]debugger.HaltPoint, error) { return nil, nil }

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
