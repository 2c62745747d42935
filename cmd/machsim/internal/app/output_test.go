package app

import (
	"errors"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/cli"
)

// full is a disk on which there is no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// Output that gets lost is no success.
func TestLostOutput(t *testing.T) {
	for _, args := range []string{"list", "help", "run t-ok", "run t-ok --trace", "run t-ok --seeds 3"} {
		var errs strings.Builder
		code := run(tested(), strings.Fields(args), strings.NewReader(""), full{}, &errs)
		if want := "machsim: the output is not complete: the disk is full\n"; code != cli.ExitWrong || errs.String() != want {
			t.Errorf("%s: exit code %d, %q", args, code, errs.String())
		}
	}
}
