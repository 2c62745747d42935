package session_test

import (
	"testing"

	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testrun"
	"machsim/test/testsession"
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

// TestForkChunks makes forks before, at and after the end of a chunk of a long recording, and at its end. Each is
// recorded as if it was made from the beginning.
func TestForkChunks(t *testing.T) {
	p := sharing(true)
	s, err := session.Open(p, testrun.Record(p, kernel.Config{Seed: 1, MaxSteps: 17_000}), session.Options{})
	must(t, err)
	defer s.Close()
	for _, n := range []int{128, 16_639, 16_640, 16_641, s.Len()} { // see package record
		forkAsMade(t, s, n, nil)
	}
}

// TestForkAfterEnd makes a fork that goes on after the end of a run, for a message comes for which it waited. It is
// recorded as if it was made from the beginning, where the last chunk of its parent goes on.
func TestForkAfterEnd(t *testing.T) {
	p := &kernel.Program{Name: "waiting", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			port := th.NewPort("port")
			for range 4 {
				th.Yield()
			}
			_, _ = th.Mach().Receive(port)
			th.Yield()
		})
	}}
	s := testsession.Open(t, p, kernel.Config{Seed: 1})
	must(t, s.MoveTo(s.End()))
	for id := range s.State().IPC.Ports.All {
		e := kernel.Edit{Kind: kernel.EditInject, Object: id, ID: 3}
		if s.CheckEdit(&e) == nil {
			forkAsMade(t, s, s.Len(), []kernel.Edit{e})
			return
		}
	}
	t.Error("no port takes a message")
}

// forkAsMade makes a fork after n events, with changes, and compares its recording with one made from the beginning.
func forkAsMade(t *testing.T, s *session.Session, n int, edits []kernel.Edit) {
	t.Helper()
	must(t, s.MoveTo(s.After(n)))
	b := session.Branch{Seed: 2, File: "parent.rec", Edits: edits}
	fork, file, err := s.Branch(b, session.Options{})
	must(t, err)
	defer fork.Close()
	if edits != nil && fork.Len() <= n+len(edits) {
		t.Errorf("the fork ends after event %d, where its parent does", fork.Len())
	}
	(&family{t: t, p: s.Program}).asMade(s, b, file)
}
