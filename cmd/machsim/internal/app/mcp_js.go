package app

import "github.com/spf13/cobra"

// newMCP makes the command that serves an assistant, where there is none.
func (m *machsim) newMCP() *cobra.Command {
	return m.flagless(command{use: "mcp", short: "the debugger for an assistant, which needs an operating system",
		args: cobra.NoArgs, run: func(*cobra.Command, []string) error { return wrong("no assistant can connect here") }})
}
