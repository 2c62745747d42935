package simtest_test

import (
	"strings"
	"testing"

	"machsim/programs/philosophers"
	"machsim/test/simtest"
)

// small makes the philosophers so few that all their schedules can be run.
var small = []simtest.Option{simtest.With("n", 3), simtest.With("meals", 1), simtest.With("think", 0),
	simtest.Guarded()}

// TestExplore proves a small program, finds the failure of another, and tells a sample from a proof.
func TestExplore(t *testing.T) {
	simtest.Explore(t, &philosophers.Fixed, append(small, simtest.Proof())...)
	for _, c := range []struct {
		what string
		with func(testing.TB)
		says []string
	}{
		{"a deadlock", func(tb testing.TB) { simtest.Explore(tb, &philosophers.Program, small...) },
			[]string{"DEADLOCK: 3 threads wait in a cycle", "All 7 classes explored: 1 DEADLOCK", "-simtest.seed "}},
		{"the only failing class", func(tb testing.TB) {
			simtest.Explore(tb, &philosophers.Program, append(small, simtest.Strategy("every"))...)
		}, []string{"DEADLOCK: 3 threads wait in a cycle"}},
		{"a condition", func(tb testing.TB) {
			eats := func(w *simtest.World) bool { return w.Labels("eat") > 2 }
			simtest.Explore(tb, &philosophers.Fixed, append(small, simtest.Never("all eat", eats))...)
		}, []string{"all eat"}},
		{"no proof", func(tb testing.TB) {
			simtest.Explore(tb, &philosophers.Fixed, simtest.Seeds(30), simtest.Proof())
		}, []string{"this is no proof, but as far as the search came"}},
		{"unheard", func(tb testing.TB) {
			simtest.Explore(tb, &philosophers.Fixed, append(small[:3:3], simtest.Proof())...)
		}, []string{"this is no proof; if locks guard whatever threads share, say simtest.Guarded()",
			"not a proof: threads of a task may share variables"}},
	} {
		text := failing(t, c.with)
		for _, says := range c.says {
			if !strings.Contains(text, says) {
				t.Errorf("%s: it is not said that %s:\n%s", c.what, says, text)
			}
		}
	}
}
