package rebuild_test

import (
	"math/rand/v2"
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/rebuild"
	"machsim/debugger/tape"
	"machsim/kernel"
	"machsim/programs"
)

// TestEveryProgram goes to and fro in runs of every program, and looks whether each
// thread stands at the line of its next call.
func TestEveryProgram(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range uint64(10) {
				tp := testrun.Take(p, kernel.Config{Seed: seed, MaxSteps: 3000, Lines: true}, nil)
				threads := rebuild.New(tp)
				rng := rand.New(rand.NewPCG(seed, 1))
				for range 12 {
					n := rng.IntN(tp.Len() + 1)
					if err := threads.To(tp.Counts(n)); err != nil {
						t.Fatalf("seed %d, to %d of %d: %v", seed, n, tp.Len(), err)
					}
					compareLines(t, tp, threads, n)
				}
				threads.Close()
			}
		})
	}
}

func compareLines(t *testing.T, tp *tape.Tape, threads *rebuild.Threads, n int) {
	t.Helper()
	for i := range tp.Lanes {
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
