package campaign_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/cthreads"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
)

// spins returns a program in each run of which a thread computes without end: until over is set.
func spins(over *atomic.Bool) *kernel.Program {
	return &kernel.Program{Name: "spins", Main: func(b *kernel.Boot) {
		b.Task(b.Host("host"), "main", func(th *kernel.Thread) {
			m := cthreads.NewMutex(th, "m")
			for i := range 4 {
				cthreads.Fork(th, "", func(th *kernel.Thread) {
					m.Lock(th)
					m.Unlock(th)
					for i == 3 && !over.Load() {
					}
				})
			}
		})
	}}
}

// TestLeft has a search end where each run is left to itself: they share the computer, so that each takes longer than
// the one before. The report says so, for all shards as for one of them.
func TestLeft(t *testing.T) {
	search := func(change func(*campaign.Options)) *campaign.Report {
		t.Helper()
		var over atomic.Bool
		defer over.Store(true)
		o := campaign.Options{Guarded: true, Run: runner.New(spins(&over), 1)}
		o.Run.LoopLimit = 20 * time.Millisecond
		change(&o)
		r, err := campaign.Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Stop != campaign.StopLeft || r.Proven() || !strings.Contains(r.Text(), "what these would come to is not known") {
			t.Errorf("%s", r.Text())
		}
		return r
	}
	if r := search(func(*campaign.Options) {}); r.Made != 1 {
		t.Errorf("it goes on: %s", r.Text())
	}
	past := func(o *campaign.Options) { o.KeepGoing = true }
	if r := search(past); r.Made != 3 || r.Failed() != 3 {
		t.Errorf("it has not seen three: %s", r.Text())
	}
	search(func(o *campaign.Options) {
		o.Run.Strategy, o.KeepGoing = "every", true
		o.Run.Hold(plainly)
	})
	var parts []*campaign.Report
	for i := range 2 {
		parts = append(parts, search(func(o *campaign.Options) {
			o.KeepGoing, o.Shard = true, campaign.Shard{I: i + 1, Of: 2}
		}))
	}
	if r, err := campaign.Merge(parts); err != nil || r.Stop != campaign.StopLeft || r.Made != 3 {
		t.Errorf("merged: %v", err)
	}
}
