package app

import "testing"

// TestRows holds what the rows of commands say against the commands: who takes the name of a program, and who opens
// recordings of programs that have to be built first.
func TestRows(t *testing.T) {
	for _, r := range rows() {
		c := r.make(tested())
		if c.Name() != r.name || c.Short == "" || c.RunE == nil {
			t.Errorf("%s: %q, %q", r.name, c.Name(), c.Short)
		}
		if takes := c.PersistentFlags().Lookup(paramFlag) != nil; takes != (needs(r.name, packages) && r.name != "serve") {
			t.Errorf("%s takes a program: %v", r.name, takes)
		}
		if opens := c.Flags().Lookup(trustFlag) != nil; opens != (needs(r.name, builds) || r.name == "run") {
			t.Errorf("%s opens recordings: %v", r.name, opens)
		}
		if needs(r.name, hooks) && !needs(r.name, runs) {
			t.Errorf("%s wants hooks, and runs no program", r.name)
		}
	}
}
