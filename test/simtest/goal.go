package simtest

import (
	"strings"
	"testing"

	"machsim/debugger/study"
)

// Sometimes says that a predicate, as machsim check takes it, is true after a step of some run, or that its events
// happen there: the test fails if no run reaches that. A search that never comes to where it could fail shows
// nothing.
//
//	simtest.Sometimes("two different nodes (candidate)")
func Sometimes(text string) Option {
	return func(p *plan) { p.options.Claims.Sometimes = append(p.options.Claims.Sometimes, text) }
}

// Reaches says that some run comes to a goal of the program, [kernel.Thread.Reach] with that name. Goals that runs
// reach are logged without it; but a test has no hooks, and so does not know which others the source names.
func Reaches(goal string) Option {
	return func(p *plan) { p.options.Goals = append(p.options.Goals, goal) }
}

// reached logs which goals were reached in so many runs, and fails the test if one was not. Of a test that makes one
// run only, because somebody looks at that, no goals are asked.
func reached(t testing.TB, g study.Goals, runs int) {
	t.Helper()
	if len(g) == 0 || *onlySeed != 0 {
		return
	}
	text := strings.Join(g.Lines(runs, false), "\n")
	if g.Unreached() {
		t.Fatalf("simtest: a goal was not reached:\n%s", text)
	}
	t.Log(text)
}
