package simtest

import (
	"context"
	"flag"
	"testing"

	"machsim/debugger/run/report"
	"machsim/debugger/study"
	"machsim/kernel"
)

// How many seeds are tried when the test does not say.
const (
	usualSeeds = 100
	lessWork   = 5 // of the seeds of Run, one in so many is tried with -short
)

var (
	onlySeed = flag.Uint64("simtest.seed", 0, "run programs with seed `N` only")
	howMany  = flag.Int("simtest.seeds", 0, "run programs with `N` seeds, whatever the test says")
)

// Run runs a program under many seeds, and ends the test if a run fails.
func Run(t testing.TB, p *kernel.Program, options ...Option) {
	t.Helper()
	plan := newPlan(t.Name(), p, options)
	n := plan.count(testing.Short())
	s := plan.open(t, plan.options)
	defer plan.tries(t)()
	if x := plan.retry(t); x != nil {
		plan.fail(t, x.Study, x.again, "", "it has failed before with this seed, which was tried first")
	}
	x := plan.try(t, s, n)
	if x.Failed {
		plan.fail(t, s, x.again, "", fine(x.Fine))
	}
	for _, text := range s.Remarks() {
		t.Log(text)
	}
	reached(t, s.Goals(), x.Fine)
	t.Logf("%s: %s, all fine, %d events", p.Name, seeds(n), x.Events)
}

// tried is what has come of trying seeds.
type tried struct {
	*study.Study
	study.Found
}

// try tries n seeds.
func (p *plan) try(t testing.TB, s *study.Study, n int) *tried {
	t.Helper()
	x := &tried{s, s.Try(context.Background(), n, nil)}
	if x.Err != nil {
		wrong(t, x.Err)
	}
	return x
}

// again makes the run once more that has failed.
func (x *tried) again() *study.Ran { return x.Again(x.Found) }

// A Failure is a way in which a run fails: what its report says.
type Failure = report.Verdict

// The failures that Fails can be told to expect. A condition that is broken is a failed
// check.
const (
	Deadlock    = report.Deadlock
	Stuck       = report.Stuck
	CheckFailed = report.CheckFailed
	Panic       = report.Panic
	Misuse      = report.Misuse
	Unhandled   = report.Unhandled
	NoEnd       = report.NoEnd
	Loop        = report.Loop
	Memory      = report.Memory
	Overflow    = report.Overflow
)

// Fails runs a program under many seeds up to the first that fails, and ends the test if
// none does, or if that one fails in another way.
func Fails(t testing.TB, p *kernel.Program, how Failure, options ...Option) {
	t.Helper()
	plan := newPlan(t.Name(), p, options)
	n := plan.count(false)
	s := plan.open(t, plan.options)
	defer plan.tries(t)()
	x := plan.try(t, s, n)
	if !x.Failed {
		t.Fatalf("%s: no run has failed, and one was to end with %s; tried: %s\n"+
			"  if the bug is there, it may need more: simtest.Seeds(%d)", p.Name, how, seeds(n), 10*n)
	}
	run := x.again()
	if got := run.Verdict(); got != how {
		again := func() *study.Ran { return run }
		plan.fail(t, s, again, "another failure was expected: "+string(how), fine(x.Fine))
	}
	run.Close()
	t.Logf("%s: seed %d fails as expected: %s", p.Name, x.Seed, how)
}

// newPlan is what a test of a name wants.
func newPlan(test string, p *kernel.Program, options []Option) *plan {
	plan := &plan{program: p, process: process(p)}
	plan.options = study.Options{Process: plan.process, Seed: 1, Args: map[string]string{}, Lines: true, Memory: true}
	for _, o := range options {
		o(plan)
	}
	if plan.options.Check = plan.check; len(plan.always)+len(plan.finally) > 0 {
		plan.options.Test = test
	}
	return plan
}

// open returns the study of runs with options.
func (p *plan) open(t testing.TB, o study.Options) *study.Study {
	t.Helper()
	s, err := study.Open(p.program, o)
	if err != nil {
		wrong(t, err)
	}
	return s
}

// tries notes that the runs of the plan are tried, until the function is called that it returns.
func (p *plan) tries(t testing.TB) (end func()) {
	p.process.Watcher, end = study.InTest(t.Name(), p.command(t.Name(), 0))
	return end
}

// count is how many seeds are tried, from options.Seed on.
func (p *plan) count(short bool) int {
	n := p.seeds
	switch {
	case *onlySeed != 0:
		p.options.Seed = *onlySeed
		return 1
	case *howMany > 0:
		return *howMany
	case n <= 0:
		n = usualSeeds
	}
	if short {
		n = max(1, n/lessWork)
	}
	return n
}
