package shrink

import (
	"slices"
	"testing"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
)

// TestFaults follows runs with faults, and takes out those that a failure does not need.
func TestFaults(t *testing.T) {
	p := programs.Find("bank-fixed")
	for seed := range uint64(6) {
		o := runner.New(p, seed+1)
		o.Faults[kernel.FaultCrash].Most, o.Faults[kernel.FaultSlow].Most, o.Faults[kernel.FaultDelay].Most = 1, 2, 2
		rec := recorded(t, o)
		s := &shrinker{program: p, rec: rec}
		r, err := s.repeat()
		if err != nil {
			t.Fatal(err)
		}
		if m := s.make(r.candidate, schedule.Follow(r.to)); !slices.Equal(m.to.Steps, r.to.Steps) {
			t.Errorf("seed %d: another run", seed+1)
		}
		if r.size.Faults == 0 || r.failure.Verdict == "" {
			continue
		}
		small, err := Run(p, rec, Options{Runs: 300})
		if err != nil {
			t.Fatal(err)
		}
		small.Run.Close()
		if small.After.Faults > 1 {
			t.Errorf("seed %d: %d of %d faults are left", seed+1, small.After.Faults, r.size.Faults)
		}
	}
}

// TestProbes takes out artificial probes: bank fails without.
func TestProbes(t *testing.T) {
	p := programs.Find("bank")
	for _, probe := range []kernel.Probe{{Kind: kernel.ProbeSlow, On: "teller1", Amount: 3},
		{Kind: kernel.ProbeHold, On: "bank", Amount: 2000}, {Kind: kernel.ProbeSleep, On: "bank.1", Amount: 100}} {
		for seed := uint64(1); ; seed++ {
			o := runner.New(p, seed)
			if err := o.Faults.WithProbe(probe); err != nil {
				t.Fatal(err)
			}
			small, err := Run(p, recorded(t, o), Options{Runs: 1000})
			if err != nil && seed < 50 {
				continue // this run does not fail
			}
			if err != nil {
				t.Fatal(err)
			}
			small.Run.Close()
			if small.Before.Probes != 1 || small.After.Probes != 0 {
				t.Errorf("%v: %d probes, then %d", probe, small.Before.Probes, small.After.Probes)
			}
			break
		}
	}
}
