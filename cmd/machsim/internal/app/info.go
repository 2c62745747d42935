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
	asJSON := false
	c, f := m.Command(cli.Command{
		Use: "info FILE", Short: "say what is in a recording",
		Example: "  machsim info .machsim/philosophers-7.rec",
		File:    func(c *cobra.Command, path string) error { return info(c, path, asJSON) },
	})
	f.BoolVar(&asJSON, "json", false, "print a JSON object")
	return c
}

// info prints a line for each fact about a recording.
func info(c *cobra.Command, path string, asJSON bool) error {
	rec, err := study.Read(path)
	switch {
	case err != nil:
		return err
	case asJSON:
		return study.WriteJSON(c.OutOrStdout(), study.ValuesOf(rec))
	}
	for _, f := range study.Facts(rec) {
		fmt.Fprint(c.OutOrStdout(), term.Fold(c.OutOrStdout(), fmt.Sprintf("%-9s  %s\n", f.Name, quote.Line(f.Text))))
	}
	return nil
}
