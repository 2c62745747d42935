package session_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
)

// TestForkTruncated makes forks at the ends of truncated recordings, where the next call of a thread is not known, with
// a change and without. Each is what its recording is when it is opened afresh.
func TestForkTruncated(t *testing.T) {
	p := programs.Find("bank")
	rec := testrun.Record(p, kernel.Config{Seed: 1})
	f := &family{t: t, p: p, rng: rand.New(rand.NewPCG(1, 1))}
	for n := 0; n < 40; n += 3 {
		s, err := session.Open(p, rec.Until(uint64(n+1)), session.Options{})
		must(t, err)
		b := session.Branch{Seed: 2, File: "parent.rec"}
		f.branch(s, b)
		if all := possible(t, s); len(all) > 0 {
			b.Edits, b.Along = []kernel.Edit{all[n%len(all)]}, n%2 == 0
			f.branch(s, b)
		}
		for _, s := range append(f.open, s) {
			s.Close()
		}
		f.open = nil
	}
	if f.forks < 20 {
		t.Errorf("only %d forks", f.forks)
	}
}
