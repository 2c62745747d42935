package view_test

import (
	"testing"

	"machsim/debugger/event/view"
	"machsim/kernel"
)

// TestRecurringConsole: what was written is no part of what can come back, and no work: a run that prints without end
// has its last thousands of states compared, each with a longer console than that before.
func TestRecurringConsole(t *testing.T) {
	s := &kernel.State{}
	quiet, none := view.Recurring(s), testing.AllocsPerRun(10, func() { view.Recurring(s) })
	s.Console = make([]kernel.Line, 10_000)
	if got := view.Recurring(s); got != quiet {
		t.Error("the console counts")
	}
	if n := testing.AllocsPerRun(10, func() { view.Recurring(s) }); n > none {
		t.Errorf("%.0f allocations with lines on the console, %.0f without", n, none)
	}
}
