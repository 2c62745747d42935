package campaign_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
)

// dash is two runners to a lock. In half of the classes the second one is there first.
var dash = &kernel.Program{Name: "dash", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		m, first := cthreads.NewMutex(th, "m"), 0
		for i := range 2 {
			cthreads.Fork(th, "runner", func(th *kernel.Thread) {
				for range i * 2 {
					th.Yield()
				}
				m.With(th, func() {
					if first == 0 {
						first = i + 1
					}
				})
				if first == 2 {
					th.Reach("taken")
				}
			})
		}
	})
}}

type number struct{ N int }

// mail is the same with messages: no task has several threads, so nothing is left out.
var mail = &kernel.Program{Name: "mail", Main: func(b *kernel.Boot) {
	h := b.Host("h")
	var to [2]kernel.Name
	var box kernel.Name
	judge := b.Task(h, "judge", func(th *kernel.Thread) {
		if kernel.Must(kernel.Receive[number](th, box)).Body.N == 1 {
			th.Reach("taken")
		}
		kernel.Must(kernel.Receive[number](th, box))
	})
	box = b.Port(judge, "box")
	for i := range 2 {
		runner := b.Task(h, "runner", func(th *kernel.Thread) { kernel.Must(kernel.Send(th, to[i], number{i})) })
		to[i] = b.Send(judge, box, runner)
	}
}}

// dashes explores it.
func dashes(t *testing.T, change func(*campaign.Options)) *campaign.Report {
	t.Helper()
	o := campaign.Options{Run: runner.New(dash, 1),
		Sought: []campaign.Sought{{Name: "in vain", Place: "x.go:1"}, {Name: "taken"}}}
	o.Run.Strategy, o.Runs, o.Stale = "every", 1000, -1
	if change != nil {
		change(&o)
	}
	r, err := campaign.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestGoals: a search tells how many of its runs have reached each goal, and says never only after a proof.
func TestGoals(t *testing.T) {
	guarded := func(o *campaign.Options) { o.Guarded = true }
	deaf := dashes(t, nil)
	random := dashes(t, func(o *campaign.Options) { o.Run.Strategy, o.Runs = "random", 40 })
	for name, x := range map[string]struct {
		r    *campaign.Report
		want string
	}{
		"threads may share variables":   {deaf, "goal in vain (x.go:1): not reached in 2 runs"},
		"only behind locks, it is said": {dashes(t, guarded), "goal in vain (x.go:1): not reached in 2 runs"},
		"at random":                     {random, "goal in vain (x.go:1): not reached in 40 runs"},
		"of a goal that was reached":    {deaf, "goal taken: reached in 1 of 2 runs, first in run 1 by every at event "},
	} {
		if !strings.Contains(x.r.Text(), "  "+x.want) || !x.r.Failing() {
			t.Errorf("%s: %s", name, x.r.Text())
		}
	}
	mail := dashes(t, func(o *campaign.Options) { o.Run.Program = mail })
	if !strings.Contains(mail.Text(), "  goal in vain (x.go:1): never reached\n") || !mail.Failing() {
		t.Errorf("after a proof: %s", mail.Text())
	}
}

// TestGoalRuns: the first run that reaches a goal and the one that has the fewest events are made once more, whoever
// chooses.
func TestGoalRuns(t *testing.T) {
	for _, strategy := range []string{"random", "every", ""} {
		r := dashes(t, func(o *campaign.Options) { o.Run.Strategy, o.Runs = strategy, 120 })
		g := r.Goals[1]
		if g.Runs < 1 || g.Shortest.Event > g.First.Event || g.Shortest.Run < g.First.Run {
			t.Fatalf("%q: %s", strategy, r.Text())
		}
		for _, v := range []*campaign.Visit{g.First, g.Shortest} {
			run := runner.Do(v.Again())
			if all := run.State.Goals; len(all) != 1 || all[0].Name != "taken" || all[0].Step != v.Event {
				t.Errorf("%q: once more, run %d has %v, and had it at event %d", strategy, v.Run, all, v.Event)
			}
			run.Close()
		}
	}
}

// TestGoalsMerged: shards, workers and interruptions make no difference to what is told of goals.
func TestGoalsMerged(t *testing.T) {
	for _, strategy := range []string{"random", ""} {
		how := func(o *campaign.Options) { o.Run.Strategy, o.Runs = strategy, 120 }
		whole := dashes(t, how)
		var parts []*campaign.Report
		for i := range 3 {
			parts = append(parts, reread(t, dashes(t, func(o *campaign.Options) {
				how(o)
				o.Shard, o.Workers = campaign.Shard{I: i + 1, Of: 3}, i+1
			})))
		}
		merged, err := campaign.Merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytesOf(t, merged), bytesOf(t, whole)) {
			t.Errorf("%q: of shards:\n%s\nas a whole:\n%s", strategy, merged.Text(), whole.Text())
		}
		half := reread(t, dashes(t, func(o *campaign.Options) {
			how(o)
			o.Progress = nil
		}))
		half.Stop = campaign.StopInterrupted
		again := dashes(t, func(o *campaign.Options) {
			how(o)
			o.Resume = half
		})
		if again.Text() != whole.Text() || strategy == "random" && again.Goals[1].Shortest.Again() == nil {
			t.Errorf("%q: resumed:\n%s\nat once:\n%s", strategy, again.Text(), whole.Text())
		}
	}
}
