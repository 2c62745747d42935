package history

import (
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"testing"

	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// The histories of every sample program agree with its states, event for event, and with
// each other, in ordinary runs and in weak ones.
func TestPrograms(t *testing.T) {
	seeds, seen := effort.Of(2), [NumKinds]int{}
	for i, p := range programs.All {
		for n := range seeds {
			seed := uint64(i*seeds + n) // some programs have weak promises, and others timers that fire at any moment
			k := newChecker()
			observe(t, p, kernel.Config{Seed: seed, Weak: seed%3 == 1, FreeTimers: seed%5 == 2}, k.see)
			if err := k.whole(); err != nil {
				t.Fatalf("%s, seed %d: %v", p.Name, seed, err)
			}
			for kind := range NumKinds {
				seen[kind] += len(k.rows[kind])
			}
		}
	}
	for kind, n := range seen {
		if Kind(kind) != Tries && Kind(kind) != DequeueNotify && n == 0 {
			t.Errorf("no program has rows of %v", Kind(kind))
		}
	}
}

// A history up to an event is what one gets who stops there.
func TestUntil(t *testing.T) {
	for _, p := range programs.All {
		whole, names := New(), named(t, p, kernel.Config{Seed: 5, MaxSteps: 20_000})
		steps := observe(t, p, kernel.Config{Seed: 5}, whole.see)
		for _, at := range []uint64{1, steps / 3, steps / 2, steps} {
			part := New()
			observeAs(t, p, kernel.Config{Seed: 5, MaxSteps: max(at, 1)}, names, part.see)
			for kind := range NumKinds {
				if diff := cmp.Diff(part.History(kind), whole.History(kind).Until(max(at, 1)), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%s, %v up to event %d (-stopped there +cut there):\n%s", p.Name, kind, at, diff)
				}
			}
		}
	}
}

func observe(t *testing.T, p *kernel.Program, cfg kernel.Config, see func(*kernel.Event)) (events uint64) {
	t.Helper()
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = 20_000
	}
	return observeAs(t, p, cfg, named(t, p, cfg), see)
}

// named is a run at its end, with the names that a history uses from its first event on.
func named(t *testing.T, p *kernel.Program, cfg kernel.Config) *kernel.State {
	t.Helper()
	m := machine(t, p, cfg)
	defer m.Close()
	m.Run()
	m.World().Settle(nil, nil)
	return m.World()
}

func observeAs(t *testing.T, p *kernel.Program, cfg kernel.Config, named *kernel.State,
	see func(*kernel.Event)) uint64 {
	t.Helper()
	cfg.Tracer = kernel.Tracer{Before: true, Event: see}
	m := machine(t, p, cfg)
	defer m.Close()
	m.World().NamedAs(named)
	m.Run()
	return m.World().Steps
}

func machine(t *testing.T, p *kernel.Program, cfg kernel.Config) *kernel.Machine {
	t.Helper()
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
