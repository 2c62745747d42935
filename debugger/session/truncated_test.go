package session_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testrun"
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

// TestForkOverflow makes a fork at the end of a run whose stack has overflowed: its threads may go as deep again.
func TestForkOverflow(t *testing.T) {
	p := &kernel.Program{Name: "deep", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) { deeper(th, 0) })
	}}
	rec, _, err := session.Make(runner.New(p, 1))
	must(t, err)
	s, err := session.Open(p, rec, session.Options{})
	must(t, err)
	defer s.Close()
	if s.Rec.Outcome != record.Overflow {
		t.Fatalf("the run ended: %s", s.Rec.Outcome)
	}
	must(t, s.MoveTo(s.End()))
	fork, _, err := s.Branch(session.Branch{Seed: 2}, session.Options{})
	must(t, err)
	fork.Close()
}

// deeper calls itself until there is no more stack.
func deeper(th *kernel.Thread, n int) int {
	switch {
	case n < 0:
		return 0
	case n%100 == 0:
		th.Yield()
	}
	return deeper(th, n+1) + n
}
