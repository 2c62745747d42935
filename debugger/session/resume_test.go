package session_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/internal/randprog"
	"machsim/debugger/internal/testsession"
	"machsim/debugger/record"
	"machsim/debugger/replay/picture"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/effort"
)

// bounded records a run, of which the recording has only the last part.
func bounded(t *testing.T, p *kernel.Program, cfg kernel.Config, k record.Keep, pictures bool) *record.Recording {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "x.rec"))
	must(t, err)
	parts, err := record.NewParts(f, k)
	must(t, err)
	r := record.Start(parts, record.HeaderOf(p, cfg))
	cfg.Door, cfg.Tracer = r.Wrap(atRandom(t, p, cfg)), r.Tracer()
	b := tape.NewBuilder(p, cfg)
	if pictures {
		b.Collect()
		b.Between = func(s *kernel.State, _ int) { r.Between(s) }
		r.Pictures(func(s *kernel.State) []byte {
			data, err := picture.Of(b, s)
			must(t, err)
			return data
		})
		b.Watch(&cfg)
	}
	m, err := kernel.New(p, cfg)
	must(t, err)
	defer m.Close()
	if pictures {
		b.Attach(m.World())
	}
	m.Run()
	must(t, r.End(record.EndingOf(m)))
	must(t, parts.Close())
	rec, err := record.Open(f.Name())
	must(t, err)
	return rec
}

// atRandom is the Door of a run that the usual strategy makes.
func atRandom(t *testing.T, p *kernel.Program, cfg kernel.Config) kernel.Door {
	t.Helper()
	o := runner.New(p, cfg.Seed)
	o.Strategy, o.MaxSteps, o.Faults = "random", cfg.MaxSteps, cfg.Faults
	o.Weak, o.FreeTimers, o.KeepGoing = cfg.Weak, cfg.FreeTimers, cfg.KeepGoing
	by, err := o.Strategist()
	must(t, err)
	return by.Begin(strategy.Run{Seed: cfg.Seed, FreeTimers: cfg.FreeTimers, KeepGoing: cfg.KeepGoing})
}

// TestBounded opens random runs whole, and bounded recordings of them, at a picture and by making the run again from its
// start. At random positions all that is said is the same; so is the causal order.
func TestBounded(t *testing.T) {
	held, resumed := 0, 0
	for seed := range effort.Of(uint64(12)) {
		rng := rand.New(rand.NewPCG(seed, 44))
		p, cfg := randprog.Program(seed, randprog.Large), randprog.Config(seed, 600)
		cfg.Door = atRandom(t, p, cfg)
		x := &windowed{whole: testsession.Open(t, p, cfg)}
		keep := record.Keep{Events: 1 + rng.Uint64N(uint64(x.whole.Len()))}
		rec := bounded(t, p, cfg, keep, seed%4 > 0)
		part, err := session.Open(p, rec, session.Options{})
		must(t, err)
		t.Cleanup(part.Close)
		x.part, x.first = part, part.First()
		x.base = x.whole.After(x.first).Cut
		if x.part.Len() != x.whole.Len() || x.part.Lanes() != x.whole.Lanes() || uint64(x.first) != rec.Dropped {
			t.Fatalf("seed %d: %d to %d in %d lanes, of %d in %d", seed, x.first, x.part.Len(), x.part.Lanes(),
				x.whole.Len(), x.whole.Lanes())
		}
		if rec.Picture != nil {
			resumed++
		}
		x.order(t, seed)
		for range 6 {
			x.at(t, seed, x.part.After(x.first+rng.IntN(x.part.Len()-x.first+1)).Cut)
			cut := x.part.Start().Cut
			for range 1 + rng.IntN(3) {
				cut = testsession.Graph(x.part).Grow(cut, x.first+rng.IntN(x.part.Len()-x.first))
			}
			x.at(t, seed, cut)
			held += len(x.part.State().IPC.Held)
		}
		x.at(t, seed, x.part.Start().Cut)
	}
	if held == 0 || resumed == 0 {
		t.Errorf("%d messages were held, %d began at a picture", held, resumed)
	}
}
