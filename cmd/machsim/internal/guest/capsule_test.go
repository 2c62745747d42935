package guest

import (
	"testing"

	"machsim/cmd/machsim/internal/cli"
)

// TestNoCapsule opens no file as a capsule that is none.
func TestNoCapsule(t *testing.T) {
	defer func(all []cli.Row) { cli.Commands = all }(cli.Commands)
	cli.Commands = []cli.Row{{Name: "debug"}}
	if capsulesWanted([]string{"debug", "capsule_test.go"}) != nil {
		t.Error("a Go file is taken for a capsule")
	}
}
