package session_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/programs/hooked"
	"machsim/test/effort"
)

// TestHaltedAnywhere halts runs of the sample programs at random statements, in the middle of what a thread computes,
// and lets them go on: they are the runs that were never halted.
func TestHaltedAnywhere(t *testing.T) {
	rng, halts := rand.New(rand.NewPCG(1, 2)), 0
	for _, p := range hooked.All {
		for seed := range effort.Of(uint64(6)) {
			cfg := kernel.Config{Seed: seed, MaxSteps: 5000, Weak: seed%3 == 1, Preempt: seed%2 == 1, KeepGoing: seed%3 == 2}
			for kind := range cfg.Faults {
				if kernel.FaultKind(kind).Budgeted() && seed%4 >= 2 {
					cfg.Faults[kind].Most = 1
				}
			}
			want, err := kernel.New(p, cfg)
			if err != nil {
				t.Fatal(err)
			}
			want.Run()
			outcome := want.Outcome()
			want.Close() // one such run is on its way at a time
			cfg.Halts = true
			m, err := kernel.New(p, cfg)
			if err != nil {
				t.Fatal(err)
			}
			halts += haltedOften(t, m, rng, cfg.MaxSteps)
			a, b := want.World(), m.World()
			if a.Hash != b.Hash || a.Steps != b.Steps || a.Now != b.Now || m.Outcome() != outcome ||
				fmt.Sprintf("%+v", a.Failure) != fmt.Sprintf("%+v", b.Failure) {
				t.Errorf("%s, seed %d: %v after %d events, hash %x, never halted %v after %d, %x", p.Name, seed, m.Outcome(),
					b.Steps, b.Hash, outcome, a.Steps, a.Hash)
			}
			m.Close()
		}
	}
	if halts < 1000 {
		t.Errorf("%d halts", halts)
	}
}

// haltedOften makes a run, halted at random, and returns how often a thread was at a statement then.
func haltedOften(t *testing.T, m *kernel.Machine, rng *rand.Rand, most uint64) (halts int) {
	t.Helper()
	for made := m.World().Steps; ; made = m.World().Steps {
		m.Halt(rng.IntN(4) > 0)
		m.GoOn(min(made+1+uint64(rng.IntN(20)), most))
		m.Halt(false)
		switch id := m.Within(); {
		case id != 0:
			halts++
			if frames := kernel.Frames(m.Stack(id)); len(frames) == 0 || !strings.HasSuffix(frames[0].File, ".go") {
				t.Fatalf("it stands at %v", frames)
			}
		case m.World().Steps == most || m.World().Steps == made:
			return halts
		}
	}
}
