package shrink

import (
	"testing"

	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// TestRedraw: a run that has failed after many detours, of which none can be left out alone, is found without them.
func TestRedraw(t *testing.T) {
	const detours, short = 8, 2
	p := &kernel.Program{Name: "walker", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "walker", func(th *kernel.Thread) {
			for range detours {
				switch n := th.Random(400); {
				case n < 20:
					return
				case n < 20+short:
					th.Fail("arrived")
				}
				for range 20 {
					th.Yield()
				}
			}
			th.Fail("arrived")
		})
	}}
	for seed := uint64(1); ; seed++ {
		o := runner.New(p, seed)
		rec := recorded(t, o)
		s := &shrinker{program: p, rec: rec, tried: map[uint64]bool{}, attempts: map[string]int{}}
		first, err := s.repeat()
		if err != nil {
			t.Fatal(err)
		}
		if first.size.Events < 20*detours || first.failure.Verdict == "" {
			continue // it ends well, or soon
		}
		small, err := Run(p, rec, Options{})
		if err != nil {
			t.Fatal(err)
		}
		small.Run.Close()
		if small.After.Events > 5 || !small.Minimal {
			t.Errorf("seed %d: %d events, then %d; minimal %t", seed, small.Before.Events, small.After.Events, small.Minimal)
		}
		return
	}
}
