package tape_test

import (
	"testing"

	"machsim/debugger/tape"
	"machsim/kernel"
	"machsim/programs"
)

// take makes a run and takes it down.
func take(t testing.TB, p *kernel.Program, cfg kernel.Config, between func(s *kernel.State, n int)) *tape.Tape {
	t.Helper()
	if cfg.Door == nil {
		cfg.Door = kernel.NewRandom(cfg.Seed)
	}
	k := tape.NewTaker(p, cfg)
	k.Between = between
	k.Watch(&cfg)
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	k.Attach(m.World())
	m.Run()
	return k.Tape(m.World(), 0)
}

func seeds() uint64 {
	if testing.Short() {
		return 5
	}
	return 8
}

// TestPlay takes the steps of every program again, with no program running, and compares
// the state after every one.
func TestPlay(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range seeds() {
				var hashes []uint64
				tp := take(t, p, kernel.Config{Seed: seed, MaxSteps: 3000, Lines: true}, func(s *kernel.State, n int) {
					hashes = append(hashes[:n], s.Hash)
				})
				play := tp.Resume(tp.Start.Clone(), 0, make([]uint32, len(tp.Lanes)))
				for n := range hashes {
					if err := play.To(n, nil); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					if play.State().Hash != hashes[n] {
						t.Fatalf("seed %d: another hash after %d events", seed, n)
					}
					if err := play.State().Check(); err != nil {
						t.Fatalf("seed %d, after %d events: %v", seed, n, err)
					}
				}
			}
		})
	}
}
