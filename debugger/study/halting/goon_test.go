package halting_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/session"
	"machsim/debugger/study/halting"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
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

// TestTransparent halts runs of every program, and of random ones, and has them go on. With clocks that stand, and
// agents that tell each other at once, none can tell; with clocks that run on, some can.
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

// TestHaltsNeedTheWhole: a run is halted from its start, so one of which the first part is left out is not.
func TestHaltsNeedTheWhole(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank-fixed"), kernel.Config{Seed: 1})
	part, err := session.Open(s.Program, s.Rec, session.Options{Window: session.Window{Last: 20}})
	if err != nil {
		t.Fatal(err)
	}
	defer part.Close()
	_, goes := halting.GoOn(part, []halting.Stop{{After: s.Len() - 5, Host: 1}}, halting.GoOnOptions{For: 1000})
	_, halts := halting.Run(part, "call mach_msg", halting.Options{})
	_, snaps := halting.Snap(part, "call mach_msg", halting.Options{})
	for _, err := range []error{goes, halts, snaps} {
		if err == nil || !strings.Contains(err.Error(), "need the run from its start") {
			t.Error(err)
		}
	}
}

// TestInTime is figure 4.4 of Cooper's thesis: P is halted for a minute while Q waits for it. With clocks that stand, P
// is told that Q waited for it in exactly those runs in which it is in the run never halted; without, Q gives up in
// some where it had not.
func TestInTime(t *testing.T) {
	told := func(s *kernel.State) string {
		if len(s.Console) == 0 {
			return "nothing"
		}
		return s.Console[len(s.Console)-1].Text
	}
	var same, gaveUp, runs int
	for seed := range uint64(effort.Of(20)) {
		s := testsession.Open(t, programs.Find("timeout-fixed"), kernel.Config{Seed: seed})
		at := rand.New(rand.NewPCG(seed, 44)).IntN(s.Len())
		for _, on := range []bool{false, true} {
			x, err := halting.GoOn(s, []halting.Stop{{After: at, Host: 1}},
				halting.GoOnOptions{For: 60_000_000, Agents: kernel.Agents{Runs: on}})
			if err != nil {
				t.Fatal(err)
			}
			got, want := told(x.Run.State), told(s.Final())
			x.Run.Close()
			switch {
			case !on && got != want:
				t.Errorf("seed %d, halted after event %d: %s, and not %s", seed, at, got, want)
			case !on:
				same++
			case got == "Q waited for me: false" && got != want:
				gaveUp++
			}
		}
		runs++
	}
	t.Logf("%d of %d runs as never halted; with clocks that run on Q gives up in %d", same, runs, gaveUp)
	if gaveUp == 0 {
		t.Error("Q never gives up, though its clock ran on")
	}
}
