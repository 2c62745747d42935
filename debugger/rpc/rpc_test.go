package rpc

import (
	"testing"

	"machsim/kernel"
)

// observe makes a run of a program, and returns its calls.
func observe(t *testing.T, p *kernel.Program, cfg kernel.Config, see func(*kernel.Event)) *Calls {
	t.Helper()
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = 20_000
	}
	c := New()
	cfg.Tracer = c.Tracer()
	if see != nil {
		cfg.Tracer = cfg.Tracer.And(kernel.Tracer{Event: see})
	}
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	return c.Calls()
}

// A call that its caller gives up is answered late, and its callee's own call is answered.
func TestHops(t *testing.T) {
	calls := observe(t, hops(5*kernel.Millisecond, 15*kernel.Millisecond), kernel.Config{Seed: 1}, nil)
	if len(calls.All) != 2 {
		t.Fatalf("%d calls, want 2", len(calls.All))
	}
	first, second := calls.All[0], calls.All[1]
	if first.Outcome() != Late || second.Outcome() != Answered || second.Parent != 1 {
		t.Errorf("%v, then %v for call %d; want answered late, then answered for 1", first.Outcome(), second.Outcome(),
			second.Parent)
	}
	if from, to := first.Orphaned(); from != first.GaveUp || to != first.Replied || from >= to {
		t.Errorf("an orphan from %d to %d, want %d to %d", from, to, first.GaveUp, first.Replied)
	}
}
