package livelock_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/cycle"
	"machsim/debugger/run/livelock"
	hooked "machsim/debugger/run/livelock/internal/hooked"
	"machsim/debugger/run/livelock/internal/rounds"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/test/effort"
)

// judged makes a run, and judges it by the program with hooks.
func judged(t *testing.T, plain, with *kernel.Program,
	change func(*runner.NewOptions)) (*runner.Run, *record.Recording) {
	t.Helper()
	o := runner.New(plain, 1)
	o.Repeats, o.MaxSteps = true, 600
	o.Prove = func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
		return livelock.Judge(with, rec, w, c, 0)
	}
	change(o)
	run, file := runner.InMemory(o)
	defer run.Close()
	rec, err := record.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return run, rec
}

// TestRounds holds what is found of each program against what is known of it.
func TestRounds(t *testing.T) {
	for i, r := range rounds.All {
		for seed := range uint64(effort.Of(1)) {
			run, rec := judged(t, r.Program(), hooked.All[i].Program(), func(o *runner.NewOptions) { o.Seed = seed + 1 })
			c := run.Cycle
			if c == nil {
				t.Errorf("%s, seed %d: no cycle; %s", r.Name, seed+1, rec.Verdict())
				continue
			}
			found := c.Why
			switch {
			case c.Livelock:
				found = "livelock"
			case c.Why == "":
				found = "other"
			}
			if !strings.Contains(found, r.Found) {
				t.Errorf("%s, seed %d: %s", r.Name, seed+1, found)
			}
			want := report.NoEnd
			if c.Livelock {
				want = report.Livelock
			}
			if rec.Verdict() != want || report.Of(run).Verdict != want {
				t.Errorf("%s: recorded as %s, reported as %s", r.Name, rec.Verdict(), report.Of(run).Verdict)
			}
		}
	}
}

// acts are random, and not too many.
func acts(rng *rand.Rand) (all [][]rounds.Act) {
	for range 1 + rng.IntN(3) {
		var own []rounds.Act
		for range 1 + rng.IntN(4) {
			does := rng.IntN(rounds.NumActs)
			if rng.IntN(3) == 0 {
				does = rounds.Yields + rng.IntN(2)*rounds.Tries
			}
			mod := 1 + rng.IntN(3)
			if rng.IntN(8) == 0 {
				mod = 0 // without end
			}
			own = append(own, rounds.Act{Does: does, N: rng.IntN(4), Mod: mod})
		}
		all = append(all, append(own, rounds.Act{Does: rounds.Yields}, rounds.Act{Does: rounds.Unlocks, N: rng.IntN(2)}))
	}
	return all
}

// shown is the state of the programs as a text, and the answer that the last call gives.
func shown(e *kernel.Event) string {
	text := fmt.Sprint(e.Done, rounds.Together)
	if e.Done {
		text += fmt.Sprint(e.Result.Code, e.Result.N)
	}
	for _, m := range rounds.Machines {
		text += fmt.Sprint(" ", m.PC, m.Field, m.Result, m.Map, m.Value())
	}
	return text
}

// TestRandom holds what is found of random programs against all their states as texts.
func TestRandom(t *testing.T) {
	found, other := 0, 0
	for seed := range uint64(effort.Of(40)) {
		all := acts(rand.New(rand.NewPCG(seed, 1)))
		texts := map[uint64]string{}
		var watch *cycle.Watch
		run, _ := judged(t, rounds.Random(all), hooked.Random(copied(all)), func(o *runner.NewOptions) {
			o.Seed, o.MaxSteps = seed, 300
			o.Tracer = kernel.Tracer{Event: func(e *kernel.Event) { texts[e.Step] = shown(e) }}
			prove := o.Prove
			o.Prove = func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
				watch = w
				return prove(rec, w, c)
			}
		})
		c := run.Cycle
		if c == nil {
			continue
		}
		same := func(a, b uint64) bool { return texts[a] == texts[b] && watch.Same(a, b) && watch.Fair(a, b) }
		switch {
		case c.Livelock && same(c.From-1, c.To):
			found++
		case c.Livelock:
			t.Errorf("seed %d: no livelock\n%v\n%s\n%s", seed, all, texts[c.From-1], texts[c.To])
		case c.Why != "":
			t.Errorf("seed %d: %s", seed, c.Why)
		default:
			other++
			for b := range uint64(run.State.Steps) {
				for a := uint64(1); a < b; a++ {
					if texts[a] == texts[b] && same(a, b) {
						t.Fatalf("seed %d: a livelock from event %d to event %d is missed\n%v", seed, a, b, all)
					}
				}
			}
		}
	}
	if found == 0 || other == 0 {
		t.Errorf("%d livelocks, %d without", found, other)
	}
	t.Logf("%d livelocks, %d without", found, other)
}

// copied are the same acts for the program with hooks, which has types of its own.
func copied(all [][]rounds.Act) (to [][]hooked.Act) {
	for _, own := range all {
		var acts []hooked.Act
		for _, a := range own {
			acts = append(acts, hooked.Act(a))
		}
		to = append(to, acts)
	}
	return to
}

// TestReplay replays recordings of which some were made when nobody looked for livelocks: they are the same runs.
func TestReplay(t *testing.T) {
	i := slices.IndexFunc(rounds.All, func(r *rounds.Round) bool { return r.Found == "livelock" })
	plain, with := rounds.All[i].Program(), hooked.All[i].Program()
	prove := func(rec *record.Recording, w *cycle.Watch, c *cycle.Cycle) *cycle.Cycle {
		return livelock.Judge(with, rec, w, c, 0)
	}
	for _, recorded := range []runner.Prove{nil, prove} {
		for _, again := range []runner.Prove{nil, prove} {
			_, rec := judged(t, plain, with, func(o *runner.NewOptions) { o.Prove = recorded })
			o := runner.Replay(plain, rec)
			o.Repeats, o.Prove = true, again
			run := runner.Do(o)
			if d := o.Replayed().Result(run.Ending()).Divergence; d != nil {
				t.Errorf("recorded as %s: %s, now %s", rec.Verdict(), d.Recorded, d.Actual)
			}
			if again != nil && (run.Cycle == nil || !run.Cycle.Livelock) {
				t.Errorf("recorded as %s: the replay finds no livelock", rec.Verdict())
			}
			run.Close()
		}
	}
}
