package report_test

import (
	"strings"
	"testing"

	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// TestProbes: the report of a run that has failed lists the sleeps that probes have made, beside the faults, and each
// report the probes that have done nothing.
func TestProbes(t *testing.T) {
	for _, fails := range []bool{false, true} {
		p := &kernel.Program{Name: "sleeper", Main: func(b *kernel.Boot) {
			b.Task(b.Host("h"), "sleeper", func(th *kernel.Thread) {
				for range 10 {
					th.Yield()
				}
				th.Check(!fails, "it is to fail")
			})
		}}
		o := runner.New(p, 1)
		for _, probe := range []kernel.Probe{{Kind: kernel.ProbeSleep, On: "sleeper", Amount: 1000},
			{Kind: kernel.ProbeSlow, On: "nobody", Amount: 3}} {
			if err := o.Faults.WithProbe(probe); err != nil {
				t.Fatal(err)
			}
		}
		notes := strings.Join(report.Last(runner.Do(o)).Notes, "\n")
		for text, want := range map[string]bool{
			"probe at event 1: sleeper.1 sleeps 1.000 ms before its call": fails, "and 6 more probes": fails, "fault at": false,
			"the probe did nothing, slow:nobody=3: no thread or task is called nobody": true,
		} {
			if strings.Contains(notes, text) != want {
				t.Errorf("the notes are:\n%s\nwith %q: %v", notes, text, !want)
			}
		}
	}
}
