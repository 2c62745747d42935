package session_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/event/view"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestMotion goes from any position to any other in runs of every program, and compares
// with going there from the start: the state, and each thread's next call and line.
func TestMotion(t *testing.T) {
	seeds := effort.Of(uint64(2))
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range seeds {
				s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 3000})
				if s.State().Hash != s.Rec.Hash {
					t.Fatalf("seed %d: the end is another", seed)
				}
				rng := rand.New(rand.NewPCG(seed, 1))
				for range 8 {
					cut := testrun.Cut(session.GraphOf(s), rng)
					if err := s.MoveTo(graph.At(cut)); err != nil {
						t.Fatalf("seed %d, %v: %v", seed, cut, err)
					}
					compareFromStart(t, s, cut)
					compareThreads(t, s)
				}
				s.Close()
			}
		})
	}
}

func compareFromStart(t *testing.T, s *session.Session, cut graph.Cut) {
	t.Helper()
	play := session.TapeOf(s).Resume(session.TapeOf(s).Start.Clone(), 0, session.GraphOf(s).Start())
	if err := play.To(session.GraphOf(s).Last(cut)+1, cut); err != nil {
		t.Fatal(err)
	}
	if got, want := view.Hash(s.State()), view.Hash(play.State()); got != want {
		t.Fatalf("at %v: %v", cut, view.Diff(view.Of(play.State()), view.Of(s.State())))
	}
	if got, want := s.State().Hash, play.State().Hash; got != want {
		t.Fatalf("at %v: hash %x, from the start %x", cut, got, want)
	}
	if err := s.State().Clone().Check(); err != nil {
		t.Fatalf("at %v: %v", cut, err)
	}
}

// compareThreads rebuilds the threads; that compares every call. Each has to stand at the
// line of the call that the state has for it.
func compareThreads(t *testing.T, s *session.Session) {
	t.Helper()
	at := s.Position()
	if _, err := s.Threads(); err != nil || !s.Position().Equal(at) {
		t.Fatalf("at %v, after %v: %v", s.Position().Cut, at.Cut, err)
	}
	for _, p := range s.Where() {
		stack, err := s.Stack(p.Thread)
		if err != nil {
			t.Fatal(err)
		}
		if len(stack) > 0 && p.Done > 0 && p.Where.File != "" && stack[0].String() != p.Where.String() {
			t.Fatalf("at %v: %s stands at %v, not at %v", s.Position().Cut, p.Name, stack[0], p.Where)
		}
	}
}
