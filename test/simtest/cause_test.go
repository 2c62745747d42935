package simtest_test

import (
	"strings"
	"testing"

	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/test/simtest"
)

// TestCause says from when on it was certain that a condition of the test would be broken, which nothing but the test
// knows: a search without the conditions would see no run that ends so.
func TestCause(t *testing.T) {
	p := &kernel.Program{Name: "late", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			th.Yield()
			if th.Random(3) == 1 {
				th.Label("late")
			}
			th.Yield()
		})
	}}
	text := failing(t, func(tb testing.TB) {
		simtest.Run(tb, p, simtest.Never("late", func(w *simtest.World) bool { return w.Labels("late") > 0 }),
			simtest.Cause())
	})
	for _, want := range []string{"this was never to be: late", "certain from", "the run could end well"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
	if strings.Contains(text, "no cause") {
		t.Error(text)
	}
}

// TestLooking: conditions are known by what they say of a run that they find wrong.
func TestLooking(t *testing.T) {
	ok := func(*simtest.World) bool { return true }
	options := []simtest.Option{simtest.Always("one", ok), simtest.Finally("two", ok)}
	for text, want := range map[string]bool{"not always: one": true, "not true at the end: two": true, "one": false} {
		if got := simtest.Looking(&kernel.Program{Name: "x"}, text, options...) != nil; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	var _ func(*study.Running) study.Check = simtest.Looking(&kernel.Program{}, "")
}
