package app

import (
	"io"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// elsewhere returns what makes a command that needs an operating system, Go or its source: there is none of them here.
func elsewhere(name string) func(*cli.Machsim) *cobra.Command {
	return func(m *cli.Machsim) *cobra.Command {
		return m.Flagless(cli.Command{Use: name, Short: "not here: it needs a machine of its own", Args: cobra.ArbitraryArgs,
			Run: func(*cobra.Command, []string) error { return cli.Wrong("there is no %s within a guest", name) }})
	}
}

// builder returns nil: all programs have hooks here.
func builder(*cli.Machsim) func(*study.Process) { return nil }

// beside does nothing: this process is for commands alone.
func beside() {}

// doers are those who take the sample programs with hooks where a command wants them. All programs are linked here.
var doers = []doer{func(m *cli.Machsim, args []string, _ io.Reader, _, _ io.Writer) (bool, error) {
	m.HookSamples(args)
	return false, nil
}}

// pointsOf finds where processes of a program may know of each other: nowhere, without its source.
func pointsOf(*cli.Machsim, *kernel.Program) ([]debugger.HaltPoint, error) { return nil, nil }
