package commandline

import (
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// The command that repeats a run names its program, or the recording it is a fork of.
func TestCommand(t *testing.T) {
	o := runner.Setup{
		Common:  runner.Common{Program: &kernel.Program{Name: "p"}, Recording: "its own.rec"},
		Choices: runner.Choices{Seed: 7, Weak: true, Lenient: true, KeepGoing: true, MaxSteps: 99},
		Args:    map[string]string{"b": "x y", "a": "1"},
	}
	for _, c := range []struct {
		parent *record.Parent
		want   string
	}{
		{nil, "machsim run p --seed 7 --a=1 --b='x y' --weak --lenient --keep-going --max-events 99"},
		{&record.Parent{File: "a b.rec", Event: 3}, "machsim run --from 'a b.rec' --at 3 --seed 7 --weak --lenient " +
			"--keep-going --max-events 99"},
		{&record.Parent{File: "a.rec", Event: 3, Reordered: true}, "machsim replay 'its own.rec'"},
	} {
		o.Parent = c.parent
		if got := Command("run", &o); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
