package report_test

import (
	"strings"
	"testing"

	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// TestDeserted: a run in which no host is left is well, for nobody has failed, and the report says so.
func TestDeserted(t *testing.T) {
	for hosts, want := range map[int]bool{1: true, 2: false} {
		p := &kernel.Program{Name: "alone", Main: func(b *kernel.Boot) {
			h := b.Host("only")
			if hosts > 1 {
				b.Task(b.Host("other"), "other", func(*kernel.Thread) {})
			}
			b.Task(h, "sleeper", func(th *kernel.Thread) { th.Sleep(1e6) })
			b.Task(h, "killer", func(th *kernel.Thread) { _ = th.CrashHost("only") })
		}}
		run := runner.Do(runner.New(p, 1))
		rep := report.Last(run)
		if got := strings.Contains(strings.Join(rep.Notes, "\n"), "no host is up"); got != want || rep.Verdict != report.OK {
			t.Errorf("%d hosts: %s, %q", hosts, rep.Verdict, rep.Notes)
		}
	}
}
