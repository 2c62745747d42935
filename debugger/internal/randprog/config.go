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
	return kernel.Config{
		Door: door, Seed: seed, MaxSteps: steps,
		Weak: seed%3 == 1, FreeTimers: seed%5 == 2, KeepGoing: true,
	}
}
