package app

import (
	"testing"

	"machsim/cmd/machsim/internal/launch"
)

// A package is found among flags, whether machsim knows them or not; the values of those
// that it knows are none.
func TestPackageWanted(t *testing.T) {
	for _, c := range []struct {
		args []string
		word string
	}{
		{[]string{"run", "./lab"}, "./lab"},
		{[]string{"run", "--seed", "7", "./lab", "--trace"}, "./lab"},
		{[]string{"run", "-o", "./x/y", ".", "--n", "5"}, "."},
		{[]string{"run", "--output=./x", "example.com/lab"}, "example.com/lab"},
		{[]string{"run", "--weak", "/home/lab:fixed"}, "/home/lab:fixed"},
		{[]string{"help", "./lab"}, "./lab"},
		{[]string{"help", ".:fixed"}, ".:fixed"},
		{[]string{"run", ".:fixed", "--seed", "7"}, ".:fixed"},
		{[]string{"verify", ".:fixed"}, ".:fixed"},
		{[]string{"debug", ".:fixed"}, ".:fixed"},
		{[]string{"debug", "--trust", ".:fixed"}, ".:fixed"},
		{[]string{"debug", "-x", "./story", "../lab"}, "../lab"},
		{[]string{"debug", "-kx", "./story", "../lab"}, "../lab"},
		{[]string{"debug", "-kx./story", "../lab"}, "../lab"},
		{[]string{"debug", "-k=true", "../lab"}, "../lab"},
		{[]string{"run", "-o./x", "./lab"}, "./lab"},
		{[]string{"run", "philosophers"}, ""},
		{[]string{"run", "--", "./lab"}, ""},
		{[]string{"debug", "./lost.rec"}, ""},
		{[]string{"list", "./lab"}, ""},
		{[]string{"nosuch", "./lab"}, ""},
		{[]string{"run"}, ""},
	} {
		if w, _ := launch.PackageWanted(tested().NewRoot(), c.args); w.Word != c.word {
			t.Errorf("%q: %q, not %q", c.args, w.Word, c.word)
		}
	}
}
