package breakpoint_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/query/breakpoint"
	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// TestStand goes where breakpoints stop runs of every program, and looks at the state: a
// thread at its breakpoint is about to make a call, and has not begun with it; the others
// are as their rows say.
func TestStand(t *testing.T) {
	stops, stood := 0, 0
	for _, p := range effort.Some(programs.All, 8) {
		for seed := range effort.Of(uint64(2)) {
			g, r := take(p, kernel.Config{Seed: seed, MaxSteps: 1500})
			rng := rand.New(rand.NewPCG(seed, 5))
			for range 6 {
				h := hits(t, r, rng)
				at := g.First(rng.IntN(g.Tape.Len()))
				for _, s := range []*breakpoint.Stop{
					breakpoint.OCB(g, h, at, breakpoint.Forward), breakpoint.PCB(g, h, at, breakpoint.Forward),
					breakpoint.OCB(g, h, at, breakpoint.Backward), breakpoint.PCB(g, h, at, breakpoint.Backward),
				} {
					stops++
					stood += checkState(t, g, s)
				}
			}
		}
	}
	t.Logf("%d stops, %d threads at their breakpoints", stops, stood)
}

// checkState returns how many threads are at their breakpoints.
func checkState(t *testing.T, g *graph.Graph, s *breakpoint.Stop) (n int) {
	t.Helper()
	play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
	if err := play.To(g.Last(s.Cut)+1, s.Cut); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Rows {
		if r.Thread == 0 || r.Why == breakpoint.Unborn {
			continue
		}
		th := play.State().Threads.At(uint32(r.Thread))
		if ended := th.Status == kernel.Ended; r.Why == breakpoint.Over && !ended || ended && r.Next != "" {
			t.Fatalf("at %v: %v, but its status is %d", s.Cut, r, th.Status)
		}
		if r.Next != "" && (r.Next != th.Call.Op.String() || r.Where != kernel.FrameAt(th.Call.PC)) {
			t.Fatalf("at %v: %v, but it is at %s, %v", s.Cut, r, th.Call.Op, kernel.FrameAt(th.Call.PC))
		}
		if r.Why == breakpoint.AtBreakpoint && th.Status != kernel.Ended {
			n++
			if r.Inside || th.Phase != 0 || th.Status != kernel.Pending {
				t.Fatalf("at %v: %v, but it is in the call: phase %d, status %d", s.Cut, r, th.Phase, th.Status)
			}
		}
	}
	return n
}
