package shrink

import (
	"errors"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// everyFault has faults of each kind: at a rate, if it can have one.
func everyFault() (all kernel.Faults) {
	for k := range kernel.FaultKinds {
		switch {
		case !k.Budgeted():
		case k.Between():
			all[k].Most = 1
		default:
			all[k].Rate = kernel.MaxRate / 5
		}
	}
	return all
}

// TestEveryFault makes runs of random programs smaller that have faults of every kind, and makes what came of it again.
func TestEveryFault(t *testing.T) {
	made := 0
	for seed := range effort.Of(uint64(24)) {
		o := runner.New(randprog.Program(seed, randprog.Large), seed)
		o.Faults, o.MaxSteps = everyFault(), 400
		small, err := Run(o.Program, recorded(t, o), Options{Runs: 12})
		if unfit := (*Unfit)(nil); errors.As(err, &unfit) {
			continue
		}
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		small.Run.Close()
		made++
		rec, err := record.Read(small.Recording)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = (&shrinker{program: o.Program, rec: rec}).repeat(); err != nil {
			t.Errorf("seed %d: made again: %v", seed, err)
		}
	}
	if made == 0 {
		t.Error("no run has failed")
	}
}
