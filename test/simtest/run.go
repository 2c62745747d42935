package simtest

import (
	"flag"
	"testing"

	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
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
	plan := newPlan(t, p, options)
	if err := plan.mistake(); err != nil {
		wrong(t, err)
	}
	n := plan.count(testing.Short())
	defer plan.tries(t)()
	tried, found, note := plan.try(t, n)
	switch {
	case found.Err != nil:
		wrong(t, found.Err)
	case found.Failed:
		plan.fail(t, tried.Again(found), "", note)
	}
	for _, text := range tried.Remarks() {
		t.Log(text)
	}
	t.Logf("%s: %s, all fine, %d events", p.Name, seeds(n), found.Events)
}

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
)

// Fails runs a program under many seeds up to the first that fails, and ends the test if
// none does, or if that one fails in another way.
func Fails(t testing.TB, p *kernel.Program, how Failure, options ...Option) {
	t.Helper()
	plan := newPlan(t, p, options)
	n := plan.count(false)
	if err := plan.mistake(); err != nil {
		wrong(t, err)
	}
	defer plan.tries(t)()
	tried := study.New(plan.options, plan.claims)
	found := tried.Try(n, nil)
	switch {
	case found.Err != nil:
		wrong(t, found.Err)
	case !found.Failed:
		t.Fatalf("%s: no run has failed, and one was to end with %s; tried: %s\n"+
			"  if the bug is there, it may need more: simtest.Seeds(%d)", p.Name, how, seeds(n), 10*n)
	}
	if got := verdict(tried.Again(found)); got != how {
		plan.fail(t, tried.Again(found), "another failure was expected: "+string(how), fine(found.Fine))
	}
	t.Logf("%s: seed %d fails as expected: %s", p.Name, found.Seed, how)
}

func newPlan(t testing.TB, p *kernel.Program, options []Option) *plan {
	plan := &plan{options: runner.New(p, 1)}
	plan.options.Args, plan.options.Package = map[string]string{}, packageOf(p)
	plan.options.MaxMemory = runner.UsualMemory * 1e6
	for _, o := range options {
		o(plan)
	}
	plan.options.Check, plan.options.Claims = plan.check, plan.claims.Words()
	if len(plan.always)+len(plan.finally) > 0 {
		plan.options.Test = t.Name()
	}
	return plan
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

// verdict is how a run ends that a search has found.
func verdict(o *runner.NewOptions) Failure {
	run := runner.Do(o)
	defer run.Close()
	return report.Of(run).Verdict
}
