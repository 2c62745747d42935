package hunt_test

import (
	"testing"

	"machsim/debugger/runner"
	"machsim/kernel"
	"machsim/programs"
)

// TestEvery makes all runs there are: none fails of a program that is right; of one that is wrong, the one that fails
// is found, and can be made once more.
func TestEvery(t *testing.T) {
	find := func(name string) (*runner.NewOptions, runner.Found) {
		o := runner.New(programs.Find(name), 1)
		o.Args, o.Strategy = map[string]string{"n": "2", "meals": "1"}, "every"
		return o, runner.Seeds(o, 1000, nil)
	}
	if _, f := find("philosophers-fixed"); f.Failed || !f.All || f.Fine != 200 {
		t.Errorf("the fixed philosophers: %+v", f)
	}
	o, f := find("philosophers")
	if !f.Failed {
		t.Fatalf("the philosophers: %+v", f)
	}
	o.By, o.Try = f.By, f.Fine
	r := runner.Do(o)
	defer r.Close()
	if r.Outcome != kernel.Stuck {
		t.Errorf("once more it is %s", r.Outcome)
	}
}
