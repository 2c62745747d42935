//go:build !wasm

package app

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/scaffold"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/run/commandline"
)

func newNew(m *cli.Machsim) *cobra.Command {
	var name string
	c, f := m.Command(cli.Command{
		Use:   "new DIR",
		Short: "make a module with a small program of your own, to begin with",
		Long: `new makes a directory with a Go module in it: a program with a server and a client, and
a test. Both work at once; go on from there. The module finds machsim's source where
it is now, by a replace directive in go.mod. Module, package and program are called after
the directory, as far as Go allows, or as --name says.`,
		Example: `  machsim new lab
  cd lab && machsim run . && go test`,
		Args: cli.OneDirectory,
		Run:  func(c *cobra.Command, args []string) error { return makeModule(c, args[0], name) },
	})
	f.StringVar(&name, "name", "", "what module, package and program are called, a `WORD` of small letters and digits")
	c.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	return c
}

// makeModule makes the module, and says how to use it.
func makeModule(c *cobra.Command, dir, name string) error {
	err := scaffold.Check(name, name)
	if !c.Flags().Changed("name") {
		name, err = scaffold.Name(dir)
	}
	if err != nil {
		return cli.Wrong("%v", err)
	}
	source := userprog.Source(".")
	if source == "" {
		return cli.Wrong("machsim's source is not where this machsim was built from; build it again from its source " +
			"with: go build ./cmd/machsim")
	}
	m := scaffold.Module{Dir: dir, Name: name, Machsim: source}
	if err := m.Make(); err != nil {
		return cli.WrongBy(err)
	}
	word := commandline.Quote(dir)
	fmt.Fprintf(c.OutOrStdout(), "made %s: a program, %s.go, and a test of it\n  run it:  cd %s && machsim run .\n"+
		"  test it: cd %s && go test\n",
		filepath.Clean(dir), m.Name, word, word)
	return nil
}
