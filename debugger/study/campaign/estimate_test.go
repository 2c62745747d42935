package campaign_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"machsim/cthreads"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
)

// crowd is seven threads that lock a mutex: there are 5040 classes.
var crowd = &kernel.Program{Name: "crowd", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		m := cthreads.NewMutex(th, "m")
		for range 7 {
			cthreads.Fork(th, "", func(th *kernel.Thread) { m.With(th, func() {}) })
		}
	})
}}

// crowds explores it as far as so many runs.
func crowds(t *testing.T, runs int, change func(*campaign.Options)) *campaign.Report {
	t.Helper()
	o := campaign.Options{Run: runner.New(crowd, 1), Guarded: true, Runs: runs, Stale: -1}
	o.Run.Strategy = "every"
	if change != nil {
		change(&o)
	}
	r, err := campaign.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEstimate: a search that was not through says about how many classes there are, and who watches it how long they
// take.
func TestEstimate(t *testing.T) {
	r := crowds(t, 2200, nil)
	if e := r.Estimate; e == nil || e.Least > 5040 || e.Most < 5040 || e.Most > 2*e.Least {
		t.Fatalf("it is %+v: %s", e, r.Text())
	}
	for _, says := range []string{" classes by estimate (", "the exhaustive runs have made 2200",
		"of the pairs of steps that may come either way", "mutex_lock of t.1.1 and mutex_lock of t.1.", ", on mutex m"} {
		if !strings.Contains(r.Text(), says) {
			t.Errorf("it is not said that %s: %s", says, r.Text())
		}
	}
	if text, err := r.JSON(nil); err != nil || !strings.Contains(string(text), `"most": `) ||
		!strings.Contains(string(text), `"share": 0.0`) {
		t.Errorf("%v: %s", err, text)
	}
	p := campaign.Progress{Estimate: r.Estimate, Exhaustive: 2200, Pace: time.Second}
	if left := p.LeftText(); !strings.Contains(left, " min to all of them (") {
		t.Errorf("it is told: %q", left)
	}
	if r := crowds(t, 6000, nil); r.Estimate != nil || r.Pairs != nil || !r.Proven() {
		t.Errorf("what is known is guessed: %s", r.Text())
	}
}

// TestEstimateBefore: who watches a search that has made no exhaustive run yet is told of no estimate.
func TestEstimateBefore(t *testing.T) {
	crowds(t, 150, func(o *campaign.Options) {
		o.Run.Strategy = ""
		o.Progress = func(p campaign.Progress) {
			if p.LeftText() != "" {
				t.Errorf("after %d runs it is told: %s", p.Runs, p.LeftText())
			}
		}
	})
}

// TestEstimateMerged: shards, workers and interruptions make no difference to what is estimated.
func TestEstimateMerged(t *testing.T) {
	whole := crowds(t, 2100, nil)
	var parts []*campaign.Report
	for i := range 2 {
		parts = append(parts, reread(t, crowds(t, 2100, func(o *campaign.Options) {
			o.Shard, o.Workers = campaign.Shard{I: i + 1, Of: 2}, 2-i
		})))
	}
	merged, err := campaign.Merge(parts)
	if err != nil {
		t.Fatal(err)
	}
	if whole.Estimate == nil || !bytes.Equal(bytesOf(t, merged), bytesOf(t, whole)) {
		t.Errorf("of shards:\n%s\nas a whole:\n%s", merged.Text(), whole.Text())
	}
	ctx, stop := context.WithCancel(context.Background())
	half := campaign.Options{Run: runner.New(crowd, 1), Guarded: true, Runs: 2100, Stale: -1}
	half.Run.Strategy = "every"
	half.Progress = func(p campaign.Progress) {
		if p.Runs > 500 {
			stop()
		}
	}
	r, err := campaign.Run(ctx, half)
	if err != nil {
		t.Fatal(err)
	}
	again := crowds(t, 2100, func(o *campaign.Options) { o.Resume = reread(t, r) })
	if !bytes.Equal(bytesOf(t, again), bytesOf(t, whole)) {
		t.Errorf("resumed after %d runs:\n%s\nat once:\n%s", r.Made, again.Text(), whole.Text())
	}
}
