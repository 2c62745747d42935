package campaign_test

import (
	"slices"
	"sync"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/livelock"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
	"machsim/programs"
	"machsim/programs/hooked"
)

// hooks has the sample programs with hooks be known.
var hooks = sync.OnceFunc(hooked.Register)

// proves says whether a run of a sample program is in a livelock.
func proves(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
	hooks()
	i := slices.IndexFunc(hooked.All, func(p *kernel.Program) bool { return p.Name == rec.Program })
	return livelock.Judge(hooked.All[i], rec, w, c, 0)
}

// TestLivelocks has the runs counted as livelocks of which that is found one by one; without anybody to ask they are
// runs without end.
func TestLivelocks(t *testing.T) {
	const runs, most = 20, 300
	want := 0
	for i := range runs {
		o := runner.New(programs.Find("courtesy"), uint64(1+i))
		o.MaxSteps, o.Strategy, o.Repeats, o.Prove = most, "portfolio", true, proves
		r := runner.Do(o)
		if report.Of(r).Verdict == report.Livelock {
			want++
		}
		r.Close()
	}
	for verdict, prove := range map[report.Verdict]runner.Prove{report.Livelock: proves, report.NoEnd: nil} {
		r := explore(t, "courtesy", nil, func(o *campaign.Options) {
			o.Run.Strategy, o.Run.MaxSteps, o.Runs, o.KeepGoing, o.Prove = "portfolio", most, runs, true, prove
		})
		if len(r.Failures) != 1 || r.Failures[0].Verdict != verdict || r.Failures[0].Runs != want || want == 0 {
			t.Errorf("%d runs are livelocks:\n%s", want, r.Text())
		}
	}
}
