package kernel_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/kernel"
	"machsim/test/effort"
)

// TestRandomEdits makes random edits in random programs, every other run of which is
// halted: the state holds together, no program ever gets a halt marker, and the same seed
// makes the same run.
func TestRandomEdits(t *testing.T) {
	runs := effort.Of(40)
	var did, halted int
	for seed := range uint64(runs) {
		cfg := editedConfig(seed)
		m := noMarkers(t, cfg)
		hash, outcome := m.World().Hash, m.Outcome()
		cfg.Door = halter{kernel.NewRandom(seed)}
		if again := noMarkers(t, cfg); again.World().Hash != hash {
			t.Fatalf("seed %d: hash %x, then %x", seed, hash, again.World().Hash)
		}
		did += m.World().Edits
		if outcome == kernel.Halted {
			halted++
		}
	}
	t.Logf("%d edits, %d runs were halted", did, halted)
	if did < 10*runs || halted < runs/10 {
		t.Errorf("only %d edits were made, and only %d runs halted", did, halted)
	}
}

// editedConfig is that of a run with 20 edits.
func editedConfig(seed uint64) kernel.Config {
	cfg := kernel.Config{Seed: seed, Door: halter{kernel.NewRandom(seed)}, MaxSteps: 500, Weak: seed%3 == 1,
		KeepGoing: true}
	if seed%2 == 0 {
		cfg.Halt = &kernel.Halt{Stages: [][]string{{"t*"}, {"t[0-3]"}}}
	}
	rng := rand.New(rand.NewPCG(seed, 3))
	cfg.Agents = kernel.Agents{Delay: int64(seed%3) * 20, Tree: seed%5 == 0, Runs: seed%7 == 0}
	for range 20 {
		e := kernel.Edit{After: rng.Uint64N(300), Kind: kernel.EditDrop, Object: 1 + rng.Uint32N(40), ID: kernel.MarkerID}
		switch rng.IntN(12) {
		case 0:
			e.Kind = 1 + kernel.EditKind(rng.IntN(int(kernel.LastEdit)))
			if e.Object = 1 + rng.Uint32N(12); e.Kind == kernel.EditRPC {
				e.Value = fmt.Sprint(rng.IntN(20))
			}
		case 1, 2, 3:
			e.Kind = kernel.EditInject
		}
		cfg.Edits = append(cfg.Edits, e)
	}
	slices.SortFunc(cfg.Edits, func(a, b kernel.Edit) int { return cmp.Compare(a.After, b.After) })
	return cfg
}

// halter is a Door that answers that every predicate is met after event 60.
type halter struct{ kernel.Door }

func (h halter) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointPredicate {
		return h.Door.Choose(p)
	}
	if p.State().Steps > 60 {
		return 1
	}
	return 0
}

// noMarkers makes a run, and looks for halt markers among what is received: they have an
// item, and what is injected here has none.
func noMarkers(t *testing.T, cfg kernel.Config) *kernel.Machine {
	t.Helper()
	cfg.Tracer.Event = func(e *kernel.Event) {
		if !e.Done || e.Result == nil || e.Result.Msg == nil {
			return
		}
		if m := e.Result.Msg; m.ID == kernel.MarkerID && len(m.Items) > 0 {
			t.Errorf("seed %d: event %d receives a halt marker", cfg.Seed, e.Step)
		}
	}
	m, err := kernel.New(&kernel.Program{Name: "random", Main: randomProgram}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	for m.Step() {
		if err := m.World().Check(); err != nil {
			t.Fatalf("seed %d, after event %d: %v", cfg.Seed, m.World().Steps, err)
		}
	}
	return m
}
