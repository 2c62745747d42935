package app

import "github.com/spf13/cobra"

// newDap makes the command that serves an editor, where there is none.
func (m *machsim) newDap() *cobra.Command {
	return m.flagless(command{use: "dap", short: "the debugger for an editor, which needs an operating system",
		args: cobra.NoArgs, run: func(*cobra.Command, []string) error { return wrong("no editor can connect here") }})
}
