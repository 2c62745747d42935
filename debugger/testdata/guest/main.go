// Command guest makes runs, and prints how each ended, its hash, and the sums of its recording and its trace: of every
// sample program, with hooks, under as many seeds as its first argument says, and of as many random programs,
// by all strategies in turn, as the second says. The tests build it for WebAssembly, too, and compare.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/event/trace"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/programs/hooked"
	"machsim/test/randprog"
)

func main() {
	record.ThisBuild = func() string { return "" } // the one thing in a recording that differs from guest to host
	for _, p := range hooked.All {
		for seed := range number(1) {
			o := runner.New(p, seed+1)
			o.MaxSteps, o.Faults = 5000, randprog.Config(seed, 0).Faults
			tell(o, seed)
		}
	}
	for seed := range number(2) {
		c := randprog.Config(seed, 2000)
		o := runner.New(randprog.Program(seed, randprog.Large), seed)
		o.Strategy = strategy.All[seed%uint64(len(strategy.All))].Name
		o.Weak, o.FreeTimers, o.KeepGoing, o.Faults, o.MaxSteps = c.Weak, c.FreeTimers, c.KeepGoing, c.Faults, c.MaxSteps
		tell(o, seed)
	}
}

// number is an argument.
func number(n int) uint64 {
	x, err := strconv.ParseUint(os.Args[n], 10, 64)
	if err != nil {
		panic(err)
	}
	return x
}

// tell makes a run.
func tell(o *runner.NewOptions, seed uint64) {
	said := sha256.New()                                // the trace
	o.Tracer, o.Lines = trace.To(said, 0), seed%10 == 0 // stacks are dear in a guest
	o.LoopLimit = 24 * time.Hour                        // a slow guest is no endless loop
	o.Input = runner.NewInput(strings.NewReader("1\n2\n3\n4\n5\n"))
	r, file := runner.InMemory(o)
	defer r.Close()
	if r.Err != nil {
		fmt.Println(o.Program.Name, seed, r.Err)
		return
	}
	fmt.Printf("%s %d %v %d %x %v %x %x\n", o.Program.Name, seed, r.Outcome, r.State.Steps, r.State.Hash,
		r.State.Failure, sha256.Sum256(file), said.Sum(nil))
}
