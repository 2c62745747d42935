package programs_test

import (
	"testing"

	"machsim/kernel"
	"machsim/programs/bank"
	"machsim/test/effort"
)

// TestProbes: what is slow, held back or asleep for a while changes nothing in a program without a mistake about that;
// one with a mistake fails as it does without.
func TestProbes(t *testing.T) {
	probes := []kernel.Probe{
		{Kind: kernel.ProbeSlow, On: "teller1", Amount: 3}, {Kind: kernel.ProbeHold, On: "bank", Amount: 2000},
		{Kind: kernel.ProbeSleep, On: "bank.1", Amount: 100},
	}
	for _, probe := range probes {
		lost := 0
		for seed := range effort.Of(uint64(100)) {
			for _, p := range []*kernel.Program{&bank.Fixed, &bank.Program} {
				var cfg kernel.Config
				if err := cfg.Faults.WithProbe(probe); err != nil {
					t.Fatal(err)
				}
				cfg.Seed, cfg.MaxSteps = seed, 100_000
				m := kernel.Must(kernel.New(p, cfg))
				m.Run()
				failed := m.Outcome() != kernel.Finished
				m.Close()
				if failed && p == &bank.Fixed {
					t.Errorf("%v, seed %d: %s ends with %v", probe, seed, p.Name, m.Outcome())
				} else if failed {
					lost++
				}
			}
		}
		if lost == 0 {
			t.Errorf("%v: no update of bank is lost", probe)
		}
	}
}
