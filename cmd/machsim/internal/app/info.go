package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

func newInfo(m *cli.Machsim) *cobra.Command {
	return m.Flagless(cli.Command{
		Use: "info FILE", Short: "say what is in a recording", File: info,
		Example: "  machsim info .machsim/philosophers-7.rec",
	})
}

// info prints a line for each fact about a recording.
func info(c *cobra.Command, path string) error {
	rec, err := study.Read(path)
	if err != nil {
		return err
	}
	for _, row := range study.Facts(rec) {
		fmt.Fprint(c.OutOrStdout(), term.Fold(c.OutOrStdout(), fmt.Sprintf("%-9s  %s\n", row[0], quote.Line(row[1]))))
	}
	return nil
}
