package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/study"
	"machsim/ipc/quote"
)

func (m *machsim) newInfo() *cobra.Command {
	return m.flagless(command{
		use: "info FILE", short: "say what is in a recording", file: info,
		example: "  machsim info .machsim/philosophers-7.rec",
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
