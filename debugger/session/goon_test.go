package session_test

import (
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/session"
	"machsim/kernel"
)

// TestForkTells makes a fork of a run whose programs take a while to come there: it tells how far they are.
func TestForkTells(t *testing.T) {
	p := sharing(false)
	s, err := session.Open(p, testrun.Record(p, kernel.Config{Seed: 1, MaxSteps: 8000}), session.Options{})
	must(t, err)
	defer s.Close()
	must(t, s.MoveTo(s.After(s.Len()-10)))
	ran := uint64(0)
	fork, _, err := s.Branch(session.Branch{Seed: 2}, session.Options{Progress: func(w session.Work, done, _ uint64) {
		if w == session.Running {
			ran = max(ran, done)
		}
	}})
	must(t, err)
	defer fork.Close()
	if ran < 1000 {
		t.Errorf("told of %d calls", ran)
	}
}
