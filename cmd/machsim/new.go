package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/fresh"
	"machsim/cmd/machsim/internal/own"
	"machsim/debugger/report"
)

func newNew() *cobra.Command {
	return &cobra.Command{
		Use:   "new DIR",
		Short: "make a module with a small program of your own, to begin with",
		Long: `new makes a directory with a Go module in it: a program with a server and a client, and
a test. Both work at once; go on from there. The module finds machsim's source where
it is now, by a replace directive in go.mod.`,
		Example: `  machsim new lab
  cd lab && machsim run . && go test`,
		Args: oneDirectory,
		RunE: func(c *cobra.Command, args []string) error { return makeModule(c, args[0]) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
}

// oneDirectory asks for the name of a directory.
func oneDirectory(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return wrong("%s needs the name of a directory, such as %s lab", c.CommandPath(), c.CommandPath())
	}
	return nil
}

// makeModule makes the module, and says what to do with it.
func makeModule(c *cobra.Command, dir string) error {
	source := own.Source(".")
	if source == "" {
		return wrong("machsim's source is not where this machsim was built from; build it again from its source with: go build ./cmd/machsim")
	}
	m := fresh.Module{Dir: dir, Machsim: source}
	if err := m.Make(); err != nil {
		return exit{exitWrong, err}
	}
	word := report.Quote(dir)
	fmt.Fprintf(c.OutOrStdout(), "made %s: a program, %s.go, and a test of it\n  run it:  cd %s && machsim run .\n  test it: cd %s && go test\n",
		filepath.Clean(dir), m.Name(), word, word)
	return nil
}
