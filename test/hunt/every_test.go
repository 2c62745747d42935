package hunt_test

import (
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/debugger/run/runner"
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

// TestDinner counts the classes of the sample where each of three eats once and nobody thinks: each fork has one of two
// orders, which makes 8, and of the two cycles one cannot be, and the other is the deadlock. Of the fixed one both
// cannot be.
func TestDinner(t *testing.T) {
	for name, want := range map[string]struct{ classes, stuck int }{"philosophers": {7, 1}, "philosophers-fixed": {6, 0}} {
		s, stuck := explore.NewSearch(), 0
		cfg := kernel.Config{Args: map[string]string{"n": "3", "meals": "1", "think": "0"}}
		for l := s.Begin(); l != nil && s.Classes < 100; l = s.Begin() {
			cfg.Door, cfg.Tracer.Log = l, l
			m := kernel.Must(kernel.New(programs.Find(name), cfg))
			if m.Run() == kernel.Stuck {
				stuck++
			}
			m.Close()
			s.End()
		}
		if s.Classes != want.classes || stuck != want.stuck || s.Redundant+s.Lost > 0 || s.Timed {
			t.Errorf("%s: %d classes, %d of them stuck, %d redundant, %d lost, timed %t", name, s.Classes, stuck,
				s.Redundant, s.Lost, s.Timed)
		}
	}
}
