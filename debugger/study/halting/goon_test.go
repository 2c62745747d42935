package halting_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/internal/randprog"
	"machsim/debugger/internal/testsession"
	"machsim/debugger/session"
	"machsim/debugger/study/halting"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// goesOn halts a run at random places, for up to a minute each.
func goesOn(t *testing.T, s *session.Session, rng *rand.Rand, a kernel.Agents) *halting.WentOn {
	t.Helper()
	var stops []halting.Stop
	hosts := int(s.Final().Hosts.Cap()) - 1
	for at := rng.IntN(s.Len() + 1); at <= s.Len() && len(stops) < 3; at += 1 + rng.IntN(s.Len()) {
		stops = append(stops, halting.Stop{After: at, Host: kernel.HostID(1 + rng.IntN(hosts))})
	}
	x, err := halting.GoOn(s, stops, halting.GoOnOptions{For: rng.Int64N(60_000_000), Agents: a})
	if err != nil {
		t.Fatalf("%s, seed %d: %v", s.Program.Name, s.Rec.Seed, err)
	}
	t.Cleanup(func() { x.Run.Close() })
	return x
}

// TestTransparent halts runs of every program, and of random ones, and has them go on. With clocks that stand, and agents
// that tell each other at once, none can tell; with clocks that run on, some can.
func TestTransparent(t *testing.T) {
	told := map[bool]int{}
	check := func(s *session.Session, seed uint64) {
		for _, runs := range []bool{false, true} {
			x := goesOn(t, s, rand.New(rand.NewPCG(seed, 8)), kernel.Agents{Runs: runs, Tree: seed%2 == 0})
			if x.First != nil {
				told[runs]++
			}
			if x.First != nil && !runs {
				t.Errorf("%s, seed %d: %s", s.Program.Name, seed, x.First.Text)
			}
		}
	}
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(1)) {
			check(testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 1500}), seed)
		}
	}
	for seed := range effort.Of(uint64(20)) {
		check(testsession.Open(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 400)), seed)
	}
	t.Logf("%d could tell with clocks that stand, %d with clocks that run on", told[false], told[true])
	if told[true] == 0 {
		t.Error("no program could tell that it was halted, though its clocks ran on")
	}
}
