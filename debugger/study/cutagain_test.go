package study_test

import (
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// TestCutAgain makes runs of random programs once more, as they are judged, that bounds have cut: they are the same,
// and end where they did.
func TestCutAgain(t *testing.T) {
	cut := 0
	for seed := range effort.Of(uint64(60)) {
		z := randprog.Size{Hosts: 1 + int(seed%2), Tasks: 2, Threads: 1 + int(seed/2%2), Calls: 6}
		o := runner.New(randprog.Program(seed, z), seed)
		o.Strategy, o.Bounds = "every", explore.Bounds{explore.Depth: 2 + int(seed%3)}
		if seed%3 == 2 {
			o.Bounds = explore.Bounds{explore.Events: 4 + int(seed%8)}
		}
		by, err := o.Strategist()
		if err != nil {
			t.Fatal(err)
		}
		o.By = by
		var made kept
		s := runner.Series{N: 12, Workers: 1, Judge: func(_ *runner.NewOptions, r *runner.Run, _ []byte) runner.Tried {
			made = keptOf(r)
			return runner.Plainly(r)
		}}
		s.Each = func(i int, _ runner.Tried) bool {
			if made.cut != strategy.Bound {
				return true
			}
			cut++
			again := *o
			again.By = strategy.Later(by.(*strategy.Every).Keep())
			r := runner.Do(&again)
			defer r.Close()
			if got := keptOf(r); got != made {
				t.Errorf("seed %d, run %d within %v: %+v, and again %+v", seed, i, o.Bounds, made, got)
			}
			return true
		}
		s.Make(o)
	}
	if t.Log(cut, "runs were cut"); cut == 0 {
		t.Error("no run was cut")
	}
}

// kept is how a run has ended.
type kept struct {
	cut          strategy.Cut
	events, hash uint64
}

func keptOf(r *runner.Run) kept {
	if r.State == nil { // there are no more
		return kept{}
	}
	return kept{r.Cut, r.State.Steps, r.State.Hash}
}
