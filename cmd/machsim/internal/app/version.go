package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
)

func newVersion(m *cli.Machsim) *cobra.Command {
	return m.Flagless(cli.Command{Use: "version", Short: "say which machsim this is", Args: cli.NoArguments,
		Run: func(c *cobra.Command, _ []string) error {
			fmt.Fprint(c.OutOrStdout(), cli.Version())
			return nil
		}})
}
