package session_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/internal/randprog"
	"machsim/debugger/internal/testsession"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs/lease"
	"machsim/test/effort"
)

// TestHeldSaysWhy goes to random positions: each message that is held says by which event it came, the kernel's
// notifications too, and before which others it may not arrive. Once these have come, it is held no longer.
func TestHeldSaysWhy(t *testing.T) {
	held, kernels := heldSayWhy(t, &lease.Program, kernel.Config{Seed: 2, MaxSteps: 400})
	for _, seed := range append([]uint64{4, 20, 21, 25}, others(effort.Of(8))...) {
		h, k := heldSayWhy(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 400))
		held, kernels = held+h, kernels+k
	}
	t.Logf("%d messages are held, %d of the kernel", held, kernels)
	if kernels == 0 {
		t.Error("there are too few")
	}
}

func others(n int) (seeds []uint64) {
	for i := range n {
		seeds = append(seeds, uint64(30+i))
	}
	return seeds
}

func heldSayWhy(t *testing.T, p *kernel.Program, cfg kernel.Config) (held, kernels int) {
	t.Helper()
	s := testsession.Open(t, p, cfg)
	g := testsession.Graph(s)
	rng := rand.New(rand.NewPCG(cfg.Seed, 2))
	for range 15 {
		cut := g.Start()
		for range rng.IntN(4) {
			cut = g.Grow(cut, rng.IntN(s.Len()))
		}
		must(t, s.MoveTo(graph.At(cut)))
		for _, d := range s.Held() {
			if held++; d.Kernel {
				kernels++
			}
			if d.Event < 0 || len(d.After) == 0 {
				t.Fatalf("%s, seed %d at %s: %+v", p.Name, cfg.Seed, s.Format(graph.At(cut)), d)
			}
			with := cut
			for _, e := range d.After {
				with = g.Grow(with, e)
			}
			must(t, s.MoveTo(graph.At(with)))
			if slices.ContainsFunc(s.Held(), func(x session.Delay) bool {
				return x.Event == d.Event && x.Port == d.Port && x.Message == d.Message
			}) {
				t.Errorf("%s, seed %d at %s: %+v is still held at %s", p.Name, cfg.Seed, s.Format(graph.At(cut)), d,
					s.Format(graph.At(with)))
			}
			must(t, s.MoveTo(graph.At(cut)))
		}
	}
	return held, kernels
}
