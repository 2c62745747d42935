package runner_test

import (
	"fmt"

	"machsim/debugger/run/runner"
	"machsim/programs/philosophers"
)

// Do makes one run; the same seed makes the same one again.
func ExampleDo() {
	run := runner.Do(runner.New(&philosophers.Program, 26))
	defer run.Close()
	fmt.Println(run.Outcome, run.State.Steps, run.Failed())
	// Output:
	// stuck 92 true
}

// Seeds tries many, up to the first that fails.
func ExampleSeeds() {
	found := runner.Seeds(runner.New(&philosophers.Program, 1), 1000, nil)
	fmt.Println(found.Failed, found.Seed, found.Fine)
	// Output:
	// true 26 25
}

// Verify runs a program twice and compares.
func ExampleVerify() {
	v := runner.Verify(runner.New(&philosophers.Program, 26))
	defer v.Close()
	fmt.Println(v.Divergence == nil)
	// Output:
	// true
}
