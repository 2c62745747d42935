package campaign_test

import (
	"testing"

	"machsim/debugger/run/report"
	"machsim/debugger/study/campaign"
)

// TestSummaryLost: what failed in runs of which no class is known is said of these, and nothing of classes that were
// not explored.
func TestSummaryLost(t *testing.T) {
	r := func(classes, made, runs int, verdicts ...campaign.Verdicts) *campaign.Report {
		r := &campaign.Report{Made: made, Fails: runs, Every: &campaign.Every{Classes: classes, Lost: 1, All: true}}
		r.Lanes = []campaign.Lane{{Strategy: "every", Events: make([]uint64, made)}}
		r.Verdicts = verdicts
		r.Failures = []campaign.Failure{{Failure: report.Failure{Verdict: report.Loop}, Runs: runs}}
		return r
	}
	deadlock := campaign.Verdicts{Verdict: report.Deadlock, Classes: 2}
	for _, c := range []struct {
		r    *campaign.Report
		want string
	}{
		{r(0, 1, 1), "no class explored to its end: 1 run failed"},
		{r(3, 4, 1), "3 classes explored, perhaps not all: no failure; but 1 run of none of these failed"},
		{r(3, 5, 2, deadlock), "3 classes explored, perhaps not all: 2 DEADLOCK; but 2 runs of none of these failed"},
	} {
		if got := c.r.Summary(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
