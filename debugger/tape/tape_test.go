package tape_test

import (
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/tape"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// TestPlay takes the steps of every program again, with no program running, and compares
// the state after every one.
func TestPlay(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range effort.Of(uint64(2)) {
				var hashes []uint64
				tp := testrun.Take(p, kernel.Config{Seed: seed, MaxSteps: 3000, Lines: true}, func(k *tape.Taker) {
					k.Between = func(s *kernel.State, n int) {
						hashes = append(hashes[:n], s.Hash)
					}
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
