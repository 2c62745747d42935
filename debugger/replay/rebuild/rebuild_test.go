package rebuild_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// TestEveryProgram goes to and fro in runs of every program, and looks whether each
// thread stands at the line of its next call.
func TestEveryProgram(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range uint64(10) {
				toAndFro(t, p, kernel.Config{Seed: seed, MaxSteps: 3000, Lines: true})
			}
		})
	}
}

// TestRandomPrograms does the same in random programs whose messages are structs: what a struct is
// made into depends on the rights that the task has at that moment.
func TestRandomPrograms(t *testing.T) {
	size := randprog.Large
	size.Only = []string{"rights", "structs"}
	for seed := range effort.Of(uint64(20)) {
		cfg := randprog.Config(seed, 400)
		cfg.Lines = true
		toAndFro(t, randprog.Program(seed, size), cfg)
	}
}

// TestNotBegun goes to where the first call of a thread is not complete: its program has not begun.
func TestNotBegun(t *testing.T) {
	seen := 0
	for seed := range uint64(40) {
		tp := testrun.Take(randprog.Program(seed, randprog.Large), randprog.Config(seed, 100), nil)
		for i := range tp.Lanes {
			l := &tp.Lanes[i]
			if l.Thread == 0 || l.Len() == 0 || l.Completed(1) > 0 {
				continue
			}
			threads := rebuild.New(tp)
			if err := threads.To(graph.At(tp.Counts(l.Event(0) + 1))); err != nil {
				t.Fatal(err)
			}
			if seen++; threads.Has(l.Thread) {
				t.Errorf("seed %d: %s has begun", seed, tp.End.ThreadName(l.Thread))
			}
			threads.Close()
		}
	}
	if seen == 0 {
		t.Error("the first call of each thread is complete at once")
	}
}

func lanes(tp *tape.Tape) (all []int) {
	for i := range tp.Lanes {
		all = append(all, i)
	}
	return all
}

func toAndFro(t *testing.T, p *kernel.Program, cfg kernel.Config) {
	t.Helper()
	tp := testrun.Take(p, cfg, nil)
	threads := rebuild.New(tp)
	defer threads.Close()
	rng := rand.New(rand.NewPCG(cfg.Seed, 1))
	for range 12 {
		n := rng.IntN(tp.Len() + 1)
		if err := threads.To(graph.At(tp.Counts(n))); err != nil {
			t.Fatalf("seed %d, to %d of %d: %v", cfg.Seed, n, tp.Len(), err)
		}
		compareLines(t, tp, threads, n, lanes(tp)...)
	}
}

// compareLines looks whether threads stand at the lines of their next calls after n events.
func compareLines(t *testing.T, tp *tape.Tape, threads engine.Threads, n int, lanes ...int) {
	t.Helper()
	for _, i := range lanes {
		if i < 0 {
			continue
		}
		l := &tp.Lanes[i]
		count := l.Before(n)
		c, _, ok := tp.Call(i, l.CallOf(count))
		if l.Thread == 0 || !ok || count == 0 || c.PC == 0 {
			continue
		}
		stack := threads.Stack(l.Thread)
		if len(stack) == 0 {
			continue // it has ended
		}
		if got, want := stack[0].String(), kernel.FrameAt(c.PC).String(); got != want {
			t.Fatalf("after %d events %s stands at %s, not %s", n, tp.End.ThreadName(l.Thread), got, want)
		}
	}
}
