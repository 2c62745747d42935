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
	return cfg
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
