package debugger_test

import (
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/programs"
)

// saidOf is what a run of so many events at most says for certain to a predicate: true, false, or "" if that is not
// decided.
func saidOf(t *testing.T, d *debugger.Debugger, predicate string) string {
	t.Helper()
	x, err := d.Check(t.Context(), debugger.Check{Predicate: predicate})
	switch {
	case err != nil && strings.HasPrefix(err.Error(), "not decided"):
		return ""
	case err != nil:
		t.Fatal(predicate, err)
	case x.Found:
		return "true"
	case x.Verdict != nil && x.Verdict.Truth == debugger.IsUnknown,
		strings.Contains(strings.Join(x.Remarks, ""), "is not known"):
		return ""
	}
	return "false"
}

// TestCutShort asks runs of which --max-events has cut the end, and the same run to its end: what the first say for
// certain it says as well.
func TestCutShort(t *testing.T) {
	open := func(events uint64) *debugger.Debugger {
		o := runner.New(programs.Find("rendezvous"), 2)
		o.MaxSteps = events
		run, data := runner.InMemory(o)
		run.Close()
		d, err := debugger.Open(t.Context(), debugger.Source{Data: data, Program: o.Program}, debugger.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return d
	}
	whole, said, left := open(10_000), 0, 0
	for _, events := range []uint64{40, 150, 214, 250} {
		d := open(events)
		for _, text := range []string{
			"p1.v = 1", "p1.v = 7", "p1.v = 1 and p2.v = 2", "definitely(p1.v = 1 and p2.v = 2)", "definitely(p1.v = 0)",
			"simultaneous(p1.v = 1, p2.v = 2)", "simultaneous(p1.v = 1)", "send by p2 -> receive by bar",
			"once p1.v = 1", "not once p1.v = 1", "once p1.v = 1 within 20 events", "always so far p1.v = 0",
			"previously p1.v = 1", "p1.v = 1 since p1.v = 0", "eventually p1.v = 1", "eventually p1.v = 7",
			"always p1.v = 0", "never p1.v = 7", "always (eventually p1.v = 1)", "every send by p1 leads to receive by bar",
			"p1.v = 0 until p2.v = 2", "once p1.v = 1 or p2.v = 7",
		} {
			now, then := saidOf(t, d, text), saidOf(t, whole, text)
			switch {
			case then == "":
				t.Errorf("%s: the whole run does not say", text)
			case now == "":
				left++
			case now != then:
				t.Errorf("%s: %s after %d events, and %s at the end", text, now, events, then)
			default:
				said++
			}
		}
	}
	if t.Logf("%d are decided, %d are not", said, left); said == 0 || left == 0 {
		t.Error("nothing is decided, or all is")
	}
}
