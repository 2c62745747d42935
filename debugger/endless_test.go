package debugger_test

import (
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/run/runner"
)

// TestEndless steps through a loop that never ends, forth and back: the recorded run was given up there.
func TestEndless(t *testing.T) {
	run := &runner.NewOptions{Common: runner.Common{Program: hooked.Spin, LoopLimit: 200 * time.Millisecond}}
	o := debugger.Options{LoopLimit: 20 * time.Second}
	d, err := debugger.Open(ctx, debugger.Source{Run: run}, o)
	must(t, err)
	t.Cleanup(d.Close)
	step := func(l debugger.LineStep) string {
		m, err := d.StepLine(ctx, l)
		if err != nil {
			return err.Error()
		}
		v, _ := d.Value(ctx, debugger.Scope{}, "n")
		return strings.TrimSpace(m.Focus.Source + " " + v.Value)
	}
	if b, err := d.Break(ctx, "bank.go:33 if n > 7", false); err != nil || b.Hits < 1000 {
		t.Errorf("%+v %v", b, err)
	}
	to(t, d, "start")
	m, err := d.Continue(ctx, false)
	must(t, err)
	if v, err := d.Value(ctx, debugger.Scope{}, "n"); err != nil || v.Value != "8" || m.Focus.Source != "bank.go:33" {
		t.Errorf("stopped at %s with n %s, %v", m.Focus.Source, v.Value, err)
	}
	to(t, d, "end")
	for _, c := range []struct {
		step debugger.LineStep
		want string
	}{
		{debugger.LineStep{}, "bank.go:32"},
		{debugger.LineStep{}, "bank.go:33 0"},
		{debugger.LineStep{N: 102}, "bank.go:33 51"},
		{debugger.LineStep{Back: true, N: 4}, "bank.go:33 49"},
		{debugger.LineStep{Kind: debugger.Out},
			"one.1 goes on without end, and does not come there within 1000000 statements"},
		{debugger.LineStep{}, "bank.go:32"},
		{debugger.LineStep{Back: true, N: 1000}, "bank.go:31"},
		{debugger.LineStep{}, "bank.go:32"},
	} {
		if got := step(c.step); got != c.want {
			t.Errorf("%+v leads to %q, not %q", c.step, got, c.want)
		}
	}
}

// TestEndlessMethod: a method that does not return in a condition is to blame for that, and not the thread that
// comes to the breakpoint. The session goes on.
func TestEndlessMethod(t *testing.T) {
	d, err := debugger.Open(ctx, debugger.Source{Program: hooked.Program, Seed: 5}, debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	_, err = d.Break(ctx, `bank.go:13 if endless(n).String() == ""`, false)
	const want = "the method String waits outside of the kernel (select (no cases)), for"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
	if b, err := d.Break(ctx, "bank.go:13 if n > 100", false); err != nil || b.Hits == 0 {
		t.Errorf("%+v %v", b, err)
	}
}
