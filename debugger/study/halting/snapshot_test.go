package halting_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/session"
	"machsim/debugger/study/halting"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// TestSnapshots takes snapshots of runs of every program, and of random ones, at random calls: each is a consistent cut
// as to messages, and its channels are as the events of the run say and, where the cut is one of the causal order, as
// in the exact state. Each run replays.
func TestSnapshots(t *testing.T) {
	var taken, caught, open, exact int
	check := func(s *session.Session, seed uint64) {
		x, err := halting.Snap(s, calls(s, rand.New(rand.NewPCG(seed, 6)), 1), halting.Options{Seed: seed + 50})
		if err != nil {
			t.Fatalf("%s, seed %d: %v", s.Program.Name, seed, err)
		}
		defer x.Run.Close()
		if !x.Holds() {
			t.Errorf("%s, seed %d, at %s: received and not sent %q, missed %q, too much %q", s.Program.Name, seed, x.Predicate,
				x.Orphans, x.Missed, x.Extra)
		}
		if err := x.Run.State.Check(); err != nil {
			t.Errorf("%s, seed %d: %v", s.Program.Name, seed, err)
		}
		replays(t, s.Program, x.File)
		if len(x.Run.State.Halt.Halted) == 0 {
			return
		}
		taken++
		caught += len(x.Channels)
		open += x.Open
		if x.Other == "" {
			exact++
		} else {
			t.Log(s.Program.Name, seed, x.Other)
		}
	}
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(3)) {
			check(testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 1500}), seed)
		}
	}
	for seed := range effort.Of(uint64(60)) {
		check(testsession.Open(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 400)), seed)
	}
	t.Logf("%d snapshots with %d messages, %d of them in channels that were never closed; %d are cuts of the causal order",
		taken, caught, open, exact)
	if taken == 0 || caught == 0 || open == caught || exact == 0 {
		t.Error("that is too few")
	}
}
