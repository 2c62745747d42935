package session_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestStepping compares the positions of a thread's steps with their definitions, from
// random positions of runs of every program. That a cut is the least, or the greatest, one of
// those that are closed under intersection, or union, can be seen from its neighbours.
func TestStepping(t *testing.T) {
	for _, p := range programs.All {
		s := testsession.Open(t, p, kernel.Config{Seed: 5, MaxSteps: 600})
		rng := rand.New(rand.NewPCG(5, 1))
		for range 40 {
			here := testrun.Cut(session.GraphOf(s), rng)
			if err := s.MoveTo(graph.At(here)); err != nil {
				t.Fatal(err)
			}
			lane := rng.IntN(len(session.TapeOf(s).Lanes))
			id := session.TapeOf(s).Lanes[lane].Thread
			if id == 0 {
				continue
			}
			if e := s.Next(id, 1+rng.IntN(3)); e >= 0 {
				holds := func(c graph.Cut) bool { return here.Within(c) && session.GraphOf(s).Holds(c, e) }
				least(t, s, s.Past(e, session.Pessimistic).Cut, holds)
				greatest(t, s, s.Past(e, session.Optimistic).Cut,
					func(c graph.Cut) bool { return int(c[lane]) <= session.TapeOf(s).Nth(e)+1 })
			}
			if e := s.Last(id, 1+rng.IntN(3)); e >= 0 {
				greatest(t, s, s.Before(e, session.Pessimistic).Cut, func(c graph.Cut) bool {
					return c.Within(here) && !session.GraphOf(s).Holds(c, e)
				})
				greatest(t, s, s.Before(e, session.Optimistic).Cut, func(c graph.Cut) bool {
					return !session.GraphOf(s).Holds(c, e)
				})
			}
		}
	}
}

// least sees that a cut is good, and none is with an event less.
func least(t *testing.T, s *session.Session, cut graph.Cut, good func(graph.Cut) bool) {
	t.Helper()
	neighbours(t, s, cut, good, func(c graph.Cut, lane int) bool { c[lane]--; return c[lane] < cut[lane] })
}

// greatest sees that a cut is good, and none is with an event more.
func greatest(t *testing.T, s *session.Session, cut graph.Cut, good func(graph.Cut) bool) {
	t.Helper()
	neighbours(t, s, cut, good, func(c graph.Cut, lane int) bool {
		c[lane]++
		return int(c[lane]) <= session.TapeOf(s).Lanes[lane].Len()
	})
}

func neighbours(t *testing.T, s *session.Session, cut graph.Cut, good func(graph.Cut) bool,
	change func(graph.Cut, int) bool) {
	t.Helper()
	if !session.GraphOf(s).Consistent(cut) || !good(cut) {
		t.Fatalf("%v is no such position", cut)
	}
	for lane := range cut {
		if c := cut.Clone(); change(c, lane) && session.GraphOf(s).Consistent(c) && good(c) {
			t.Fatalf("%v is one too, beside %v", c, cut)
		}
	}
}

// TestAlong steps in recorded order from random positions, one event at a time and many at
// once.
func TestAlong(t *testing.T) {
	for _, p := range effort.Some(programs.All, 8) {
		s := testsession.Open(t, p, kernel.Config{Seed: 6, MaxSteps: 400})
		rng := rand.New(rand.NewPCG(6, 1))
		for range 10 {
			here := testrun.Cut(session.GraphOf(s), rng)
			n := 1 + rng.IntN(20)
			compareAlong(t, s, here, n, s.Forwards)
			compareAlong(t, s, here, n, s.Backwards)
		}
	}
}

func compareAlong(t *testing.T, s *session.Session, here graph.Cut, n int, along func(int) graph.Position) {
	t.Helper()
	if err := s.MoveTo(graph.At(here)); err != nil {
		t.Fatal(err)
	}
	want := along(n).Cut
	for range n {
		must(t, s.MoveTo(along(1)))
	}
	if got := s.Position().Cut; !got.Within(want) || !want.Within(got) {
		t.Fatalf("%d from %v: %v at once, %v one by one", n, here, want, got)
	}
}
