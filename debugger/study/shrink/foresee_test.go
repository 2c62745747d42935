package shrink

import (
	"testing"

	"machsim/debugger/run/runner"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// foreseen foresees the run that was made, in its own order.
func foreseen(t *testing.T, what string, o *runner.NewOptions) {
	t.Helper()
	s, r := repeated(t, what, o)
	s.best, s.want = r, r.failure
	order := s.order()
	if order == nil {
		t.Fatalf("%s: no order", what)
	}
	z, ok := order.foresee(s.best.to.Steps)
	if was := s.best.size; !ok || z.Events != was.Events || z.Switches != was.Switches {
		t.Errorf("%s: foreseen %v (%v), and it is %v", what, z, ok, was)
	}
}

// TestForesee foresees runs of samples and of random programs as they are: every step is possible where it was taken.
func TestForesee(t *testing.T) {
	for i, p := range programs.All {
		o := runner.New(p, uint64(i))
		o.MaxSteps, o.Weak, o.FreeTimers = 2000, i%2 == 1, i%3 == 1
		foreseen(t, p.Name, o)
	}
	for seed := range effort.Of(uint64(20)) {
		c := randprog.Config(seed, 1000)
		o := runner.New(randprog.Program(seed, randprog.Large), seed)
		o.Weak, o.FreeTimers, o.KeepGoing, o.Faults, o.MaxSteps = c.Weak, c.FreeTimers, true, c.Faults, 1000
		foreseen(t, "a random program", o)
	}
}
