package rpc

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
)

// observe makes a run of a program, and returns its calls.
func observe(t *testing.T, p *kernel.Program, cfg kernel.Config, see func(*kernel.Event)) *Calls {
	t.Helper()
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = 20_000
	}
	c := New()
	cfg.Tracer = kernel.Tracer{Before: true, Event: c.See}
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
	if from, to := first.orphaned(); from != first.GaveUp || to != first.Replied || from >= to {
		t.Errorf("an orphan from %d to %d, want %d to %d", from, to, first.GaveUp, first.Replied)
	}
}

// Each request with a right to answer it that its sender has made is a remote call, and there are no others: in the
// bank, whose tellers and servers make 37, and in all sample programs. Calls by protocols of programs count as well.
func TestPrograms(t *testing.T) {
	for _, p := range programs.All {
		requests := 0
		cfg := kernel.Config{Seed: 9, MaxSteps: 20_000}
		calls := observe(t, p, cfg, func(e *kernel.Event) {
			if e.Call != nil && e.Phase == 0 && e.Msg != nil && e.Msg.Draft && e.Msg.Header.LocalType == ipc.MakeSendOnce {
				requests++
			}
		})
		for i := range calls.All {
			if calls.All[i].Marked != nil {
				requests++
			}
		}
		if len(calls.All) != requests || p.Name == "bank" && requests != 37 {
			t.Errorf("%s: %d calls of %d requests", p.Name, len(calls.All), requests)
		}
	}
}
