package rebuild_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/engine"
	"machsim/debugger/graph"
	"machsim/debugger/internal/randprog"
	"machsim/debugger/internal/testrun"
	"machsim/debugger/rebuild"
	"machsim/debugger/tape"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/programs"
	"machsim/test/effort"
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

// TestBring brings families of tasks to positions of their own, and interrupts motions of all: those that are brought,
// or were not on their way, stand where they should.
func TestBring(t *testing.T) {
	for _, p := range programs.All {
		tp := testrun.Take(p, kernel.Config{Seed: 3, MaxSteps: 2000, Lines: true}, nil)
		var stop chan struct{}
		rng := rand.New(rand.NewPCG(5, 1))
		begun := func(kernel.ThreadID, *hook.Thread) {
			if stop != nil && rng.IntN(4) == 0 {
				close(stop)
				stop = nil
			}
		}
		threads := rebuild.Engine{Tape: tp}.Hear(begun, func() <-chan struct{} { return stop })
		for i := range 24 {
			n, id := rng.IntN(tp.Len()+1), tp.Lanes[rng.IntN(len(tp.Lanes))].Thread
			at := graph.At(tp.Counts(n))
			if err := threads.Bring(id, at); err != nil {
				t.Fatalf("%s, %s to %d: %v", p.Name, tp.End.ThreadName(id), n, err)
			}
			compareLines(t, tp, threads, n, tp.LaneOf(id))
			switch i % 4 {
			case 1:
				stop = make(chan struct{})
				if err := threads.To(graph.At(tp.Counts(tp.Len() - n))); err != nil && err != engine.ErrStopped {
					t.Fatalf("%s, interrupted: %v", p.Name, err)
				}
				stop = nil
			case 3:
				if err := threads.To(at); err != nil {
					t.Fatalf("%s, all to %d: %v", p.Name, n, err)
				}
				compareLines(t, tp, threads, n, lanes(tp)...)
			}
		}
		threads.Close()
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
