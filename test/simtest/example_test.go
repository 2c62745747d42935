package simtest_test

import (
	"testing"

	"machsim/programs/bank"
	"machsim/programs/philosophers"
	"machsim/test/simtest"
)

// t is that of a test function.
var t *testing.T

func ExampleRun() {
	simtest.Run(t, &bank.Fixed,
		simtest.Seeds(500),
		simtest.With("tellers", 3),
		simtest.Never("money out of nothing", func(w *simtest.World) bool { return w.Sum("balance") > 600 }))
}

func ExampleFails() {
	simtest.Fails(t, &philosophers.Program, simtest.Deadlock, simtest.Seeds(1000))
}
