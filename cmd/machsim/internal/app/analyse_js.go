package app

import "github.com/spf13/cobra"

// newAnalyse makes the command that reads the source of a program, where there is none.
func (m *machsim) newAnalyse() *cobra.Command {
	return m.flagless(command{use: "analyse", short: "say what processes can know of each other, which needs their source",
		args: cobra.NoArgs, run: func(*cobra.Command, []string) error { return wrong("there is no source to read here") }})
}
