package session_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// TestReproduced records random programs and opens the recordings: after any event the state has the hash that the
// recorded run had there, and the threads can be run again up to there.
func TestReproduced(t *testing.T) {
	for seed := range effort.Of(uint64(40)) {
		p, cfg := randprog.Program(seed, randprog.Large), randprog.Config(seed, 900)
		rec, hashes := hashed(t, p, cfg)
		s, err := session.Open(p, rec, session.Options{})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 3))
		for range 3 {
			n := rng.IntN(len(hashes))
			must(t, s.MoveTo(s.After(n)))
			if s.State().Hash != hashes[n] {
				t.Errorf("seed %d: after %d events the hash is %016x, not %016x", seed, n, s.State().Hash, hashes[n])
			}
			if _, err := s.Threads(); err != nil {
				t.Errorf("seed %d: threads after %d events: %v", seed, n, err)
			}
		}
		s.Close()
	}
}

// hashed records a run. It also returns the hash after each number of events.
func hashed(t *testing.T, p *kernel.Program, cfg kernel.Config) (*record.Recording, []uint64) {
	t.Helper()
	var file bytes.Buffer
	r := record.Start(&file, record.HeaderOf(p, cfg))
	var hashes []uint64
	cfg.Door = r.Wrap(cfg.Door)
	cfg.Tracer = r.Tracer().And(kernel.Tracer{Step: func(s *kernel.State, _ kernel.Actor, _ kernel.Op, _ bool) {
		hashes = append(hashes, s.Hash)
	}})
	m, err := kernel.New(p, cfg)
	must(t, err)
	defer m.Close()
	hashes = append(hashes, m.World().Hash)
	m.Run()
	must(t, r.End(record.EndingOf(m)))
	rec, err := record.Read(file.Bytes())
	must(t, err)
	return rec, hashes
}
