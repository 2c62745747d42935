package study_test

import (
	"strings"
	"testing"

	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/kernel"
)

// further goes on after a letter has come.
var further = &kernel.Program{Name: "further", Main: func(b *kernel.Boot) {
	letter.Main(b)
	b.Task(b.Host("h2"), "other", func(th *kernel.Thread) {
		for range 9 {
			th.Yield()
		}
	})
}}

// TestCut: what asks for all ways to the end of a run is not decided of one that a bound has cut. That is no mistake,
// breaks no claim and reaches no goal, and is told. Of the whole run it is true.
func TestCut(t *testing.T) {
	const text = "definitely(after receive by reader)"
	none, goal := study.Claims{NoState: []string{text}}, study.Claims{Sometimes: []string{text}}
	finally := study.Claims{Finally: []string{text}}
	for _, c := range []struct {
		claims        study.Claims
		bounds        string
		fails, misses bool
		remark        string
	}{
		{none, "", true, false, ""},
		{none, "depth=7", false, false, "--no-state: " + text + " is not decided of runs cut short"},
		{goal, "", false, false, ""},
		{goal, "depth=7", false, true, "--sometimes: " + text + " is not decided of runs cut short"},
		{finally, "", false, false, ""},
		{finally, "depth=7", false, false, ""}, // which is not asked of runs that were cut
	} {
		s, err := study.Open(further, study.Options{Claims: c.claims, Bounds: c.bounds, Seed: 1, Memory: true,
			Strategy: "every"})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Explore(t.Context(), study.Exploring{Runs: 50})
		if err != nil {
			t.Fatalf("%v within %q: %v", c.claims, c.bounds, err)
		}
		if (r.Failed() > 0) != c.fails || r.Goals.Unreached() != c.misses || r.Proven() == (c.bounds != "" || c.fails) ||
			strings.Join(s.Remarks(), "; ") != c.remark {
			t.Errorf("%v within %q: %q\n%s", c.claims, c.bounds, s.Remarks(), r.Text())
		}
	}
}

// TestCutByEvents: a run without an end is that, whatever is claimed.
func TestCutByEvents(t *testing.T) {
	const text = "definitely(after receive by reader)"
	for _, c := range []study.Claims{{Sometimes: []string{text}}, {NoState: []string{text}}} {
		o := runner.New(further, 1)
		o.MaxSteps = 7
		s := study.New(o, c)
		found := s.Try(t.Context(), 3, nil)
		ended := found.Ending.Outcome
		if found.Err != nil || !found.Failed || found.Violation != nil || ended != kernel.Unfinished.String() {
			t.Errorf("%v: %+v", c, found)
		}
		if told := len(s.Remarks()) == 1; told != (c.Sometimes != nil) { // of what has failed no state is asked
			t.Errorf("%v: %q", c, s.Remarks())
		}
	}
}
