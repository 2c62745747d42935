package simtest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/debugger/study"
	"machsim/kernel"
)

// Explore explores a program, as machsim explore does, and ends the test if a run fails: without a [Strategy] it
// begins with random runs, and has beside them a search that makes a run of each class of schedules. [Seeds] says how
// many runs there are at most, for which there is a usual number; with go test -short a fifth. It logs what was seen,
// and whether that is a proof; with [Proof] the test fails if it is none.
func Explore(t testing.TB, p *kernel.Program, options ...Option) {
	t.Helper()
	if *onlySeed != 0 { // that of a sample
		Run(t, p, append(options[:len(options):len(options)], ofSample)...)
		return
	}
	plan := newPlan(t.Name(), p, options)
	s := plan.open(t, plan.options)
	defer plan.tries(t)()
	r, err := s.Explore(t.Context(), study.Exploring{Runs: plan.most(testing.Short()), Guarded: plan.guarded,
		ByReceipt: plan.receipt, Ordered: plan.ordered()})
	switch {
	case err != nil:
		wrong(t, err)
	case r.Failed() > 0:
		plan.fail(t, s, func() *study.Ran { return s.Failing(r) }, "", r.Summary())
	case plan.proof && !r.Proven():
		t.Fatalf("simtest: this is no proof%s:\n%s", further(r), r.Text())
	case r.Goals.Unreached():
		t.Fatalf("simtest: a goal was not reached:\n%s", r.Text())
	}
	for _, text := range s.Remarks() {
		t.Log(text)
	}
	t.Log(r.Text())
}

// ofSample chooses as the samples of an exploration do.
func ofSample(p *plan) { p.options.Strategy = cmp.Or(p.options.Strategy, study.Sampling) }

// Proof has [Explore] fail if there may be classes of schedules that it has not run. Of variables that threads of a
// task share it knows nothing in a test, for a test has no hooks: see [Guarded].
func Proof() Option { return func(p *plan) { p.proof = true } }

// Guarded says that threads share Go variables behind locks alone, or otherwise so that kernel calls order all
// accesses. Then the order of the calls is all that [Explore] has to try. machsim races finds out whether it is so,
// and machsim explore hears the accesses.
func Guarded() Option { return func(p *plan) { p.guarded = true } }

// ByReceipt has [Explore] take runs for one class if every receive gets the same message from the same send, and every
// look at a queue the same answer, as the flag --by-receipt does. It is for programs whose threads share nothing but
// messages. Conditions look at one run of each class: with [Proof] they fail.
func ByReceipt() Option { return func(p *plan) { p.receipt = true } }

// most is how many runs an exploration has at most; 0 for the usual number.
func (p *plan) most(short bool) int {
	n := max(p.seeds, *howMany)
	if *howMany == 0 && short {
		n = max(1, cmp.Or(n, study.UsualRuns)/lessWork)
	}
	return n
}

// ordered names conditions that look at a run after every step: at those of the one order in which it was made.
func (p *plan) ordered() string {
	var all []string
	some := p.always
	if p.receipt {
		some = slices.Concat(some, p.finally)
	}
	for _, c := range some {
		all = append(all, strconv.Quote(c.text))
	}
	return strings.Join(all, ", ")
}

// further says what may make a proof of a search.
func further(r *study.Explored) string {
	switch g := r.Gaps(); {
	case !g.Ended:
		return ", but as far as the search came; with smaller parameters or more runs it may come to the end"
	case g.Ordered != "":
		return "; what is to hold in every order can be said by simtest.NoState"
	case g.Shared:
		return "; if locks guard whatever threads share, say simtest.Guarded()"
	}
	return ""
}
