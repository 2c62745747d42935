package debugger_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/run/runner"
)

// statements are the places of statements of hooked.Program to which thread two.1 comes.
var statements = []string{
	"bank.go:11", "bank.go:12", "bank.go:13", "bank.go:14", "bank.go:21", "bank.go:22", "bank.go:24", "bank.go:25",
	"out", "work:out", "work", "account.add",
}

func openedOn(t *testing.T, c runner.Common) *debugger.Debugger {
	t.Helper()
	d, err := debugger.Open(ctx, debugger.Source{Run: &runner.NewOptions{Common: c}}, debugger.Options{
		LoopLimit: 200 * time.Millisecond})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// stopsOf are the statements before which continue stops, from the start on.
func stopsOf(t *testing.T, d *debugger.Debugger) (all []string) {
	t.Helper()
	to(t, d, "start")
	for {
		m, err := d.Continue(ctx, false)
		must(t, err)
		if m.Stopped == nil {
			return all
		}
		p, err := d.Position(ctx, ".")
		must(t, err)
		_, statement, _ := strings.Cut(p.String(), "@")
		all = append(all, statement)
	}
}

// TestStopIfAtStatements: a place stops where a breakpoint at it does.
func TestStopIfAtStatements(t *testing.T) {
	for _, place := range statements {
		place += " by two.1"
		program := runner.Common{Program: hooked.Program}
		with, without := openedOn(t, program), openedOn(t, program)
		_, err := with.StopIf(ctx, place)
		must(t, err)
		b, err := without.Break(ctx, place, false)
		must(t, err)
		got, want := stopsOf(t, with), stopsOf(t, without)
		if !slices.Equal(got, want) || len(want) != b.Hits || b.Hits == 0 {
			t.Errorf("stop if %s stops at %q, and a breakpoint %d times, at %q", place, got, b.Hits, want)
		}
	}
}

// TestAssertionsAtStatements: a refutation of an assertion names the position, once, and its contrary holds there.
func TestAssertionsAtStatements(t *testing.T) {
	d := openedOn(t, runner.Common{Program: hooked.Program})
	for _, place := range statements {
		place += " by two.1"
		x, err := d.Check(ctx, debugger.Check{Predicate: "always not " + place})
		must(t, err)
		seen := map[string]bool{}
		for _, r := range x.Verdict.Refuted {
			at := r.Position.String()
			told := strings.Contains(r.Why, at) || strings.Contains(r.Why, "after event") // and before its first statement
			if seen[at] || !strings.Contains(at, "@two.1:") || !told {
				t.Errorf("always not %s is refuted at %s: %s", place, at, r.Why)
			}
			seen[at] = true
			if to(t, d, at); !holds(t, d, place) {
				t.Errorf("%s does not hold at %s", place, at)
			}
		}
		if len(seen) == 0 {
			t.Errorf("always not %s: %s", place, x.Verdict)
		}
	}
}

// holds says whether a condition holds at the present position.
func holds(t *testing.T, d *debugger.Debugger, condition string) bool {
	t.Helper()
	s, err := d.StopIf(ctx, condition)
	must(t, err)
	all, err := d.Stops(ctx)
	must(t, err)
	_, _, err = d.Delete(ctx, s.Number)
	must(t, err)
	return all[len(all)-1].Holds
}

// TestPlacesJoined: conditions, families, orders of events and counts at places of statements.
func TestPlacesJoined(t *testing.T) {
	d := openedOn(t, runner.Common{Program: hooked.Program})
	for _, c := range []struct {
		predicate string
		found     bool
	}{
		{"bank.go:13 by two.1 and two.old = 100", true},
		{"bank.go:13 by two.1 if (old = 100 and n = 200)", true},
		{"bank.go:13 by two.1 if old = 101", false},
		{"some one (bank.go:13)", true},
		{"two different one (bank.go:13)", true},
		{"bank.go:11 by two.1 -> bank.go:14 by two.1 -> out by two.1", true},
		{"out by two.1 -> bank.go:14 by two.1", false},
		{"(bank.go:14 by two.1)^3", true},
		{"(bank.go:14 by two.1)^4", false},
		{"bank.go:14 by two.1 count 3", true},
		{"bank.go:14 by two.1 count 4", false},
		{"out by two.1 || out by one.1", true},
		{"bank.go:11 and bank.go:13 by two.1", true},
		{"bank.go:11 by two.1 and bank.go:13 by two.1", false},
		{"bank.go:31", false},
		{"definitely(work:out by two.1)", true},
		{"bank.go:12 by two.1 leads to bank.go:13 by two.1", true},
		{"bank.go:13 by two.1 leads to bank.go:12 by two.1", false},
	} {
		x, err := d.Check(ctx, debugger.Check{Predicate: c.predicate})
		if must(t, err); x.Found != c.found {
			t.Errorf("check %s: %+v", c.predicate, x)
		}
	}
	for _, c := range []struct{ predicate, wrong string }{
		{"bank.go:23", "has no statement in line 23"},
		{"works", "there is no thread, task or variable works"},
		{"every bank.go:12 with thread t leads to label x by t", "a statement is no event"},
	} {
		_, err := d.Check(ctx, debugger.Check{Predicate: c.predicate})
		if err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("check %s: %v", c.predicate, err)
		}
	}
}

// TestEndlessPredicates: the last stretch of a run that goes on without end counts as far as it was looked at.
func TestEndlessPredicates(t *testing.T) {
	d := openedOn(t, runner.Common{Program: hooked.Spin, LoopLimit: 200 * time.Millisecond})
	x, err := d.Check(ctx, debugger.Check{Predicate: "n = 42"})
	if must(t, err); !x.Found {
		t.Error("n is never 42")
	}
	if to(t, d, x.Position.String()); !holds(t, d, "n = 42") {
		t.Errorf("n is not 42 at %s", x.Position)
	}
	for _, never := range []string{"n = -1", "bank.go:31 count 2"} {
		if _, err = d.Check(ctx, debugger.Check{Predicate: never}); err == nil ||
			!strings.Contains(err.Error(), "not decided: one.1 goes on without end") {
			t.Errorf("check %s: %v", never, err)
		}
	}
	x, err = d.Check(ctx, debugger.Check{Predicate: "always n < 50"})
	if err != nil || x.Found || len(x.Verdict.Refuted) == 0 {
		t.Errorf("always n < 50: %+v %v", x, err)
	}
}
