package app

import (
	"testing"

	"machsim/cmd/machsim/internal/cli"
)

// TestRows holds what the rows of commands say against the commands: who takes the name of a program, and who opens
// recordings of programs that have to be built first.
func TestRows(t *testing.T) {
	for _, r := range cli.Commands {
		c := r.Make(tested())
		if c.Name() != r.Name || c.Short == "" || c.RunE == nil {
			t.Errorf("%s: %q, %q", r.Name, c.Name(), c.Short)
		}
		takes := c.PersistentFlags().Lookup(cli.ParamFlag) != nil
		if takes != (cli.Needs(r.Name, cli.Packages) && r.Name != "serve") {
			t.Errorf("%s takes a program: %v", r.Name, takes)
		}
		if opens := c.Flags().Lookup(cli.TrustFlag) != nil; opens != (cli.Needs(r.Name, cli.Builds) || r.Name == "run") {
			t.Errorf("%s opens recordings: %v", r.Name, opens)
		}
		if cli.Needs(r.Name, cli.Hooks) && !cli.Needs(r.Name, cli.Runs) {
			t.Errorf("%s wants hooks, and runs no program", r.Name)
		}
	}
}
