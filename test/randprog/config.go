package randprog

import (
	"fmt"

	"machsim/kernel"
)

// Config is the configuration under which a seed is tried, with five lines of input: all
// kinds of run take their turns.
func Config(seed, steps uint64) kernel.Config {
	door := kernel.NewRandom(seed)
	line := 0
	door.Lines = func() (string, bool) {
		line++
		return fmt.Sprint("line ", line), line < 6
	}
	cfg := kernel.Config{
		Door: door, Seed: seed, MaxSteps: steps,
		Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true,
	}
	if seed%4 == 3 {
		cfg.Faults = faults
	}
	if seed%8 > 5 {
		probe(&cfg.Faults)
	}
	return cfg
}

// probe adds artificial probes of all kinds.
func probe(f *kernel.Faults) {
	for _, p := range []kernel.Probe{
		{Kind: kernel.ProbeHold, On: "p1", Amount: 300}, {Kind: kernel.ProbeHold, On: "p2", Amount: 1000},
		{Kind: kernel.ProbeHold, On: "p4", Amount: 10}, {Kind: kernel.ProbeSlow, On: "t1.1", Amount: 5},
		{Kind: kernel.ProbeSleep, On: "t2", Amount: 200}, {Kind: kernel.ProbeSleep, On: "t0.1.1", Amount: 500},
	} {
		_ = f.WithProbe(p)
	}
}

// faults are those that some runs may have.
var faults = func() (all kernel.Faults) {
	for k := range all {
		if kernel.FaultKind(k).Budgeted() {
			all[k].Most = 2
		}
	}
	return all
}()
