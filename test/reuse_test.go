package test

import (
	"sync"
	"testing"

	"machsim/debugger/run/runner"
	"machsim/programs"
	"machsim/test/effort"
)

// A search makes the same runs with what earlier ones have left as runs are by themselves, also of programs
// that fail now and then.
func TestReusedMachinesMakeTheSameRuns(t *testing.T) {
	for _, p := range programs.All {
		n := effort.Of(20)
		o := runner.New(p, 1)
		o.Weak = p.Bug != ""
		searched, mu := map[uint64]outcome{}, sync.Mutex{}
		runner.SeedsBy(o, n, nil, func(o *runner.NewOptions, r *runner.Run, _ []byte) runner.Tried {
			mu.Lock()
			defer mu.Unlock()
			searched[o.Seed] = outcomeOf(r)
			return runner.Tried{}
		})
		for seed := uint64(1); seed <= uint64(n); seed++ {
			o.Seed = seed
			r := runner.Do(o)
			if want := outcomeOf(r); searched[seed] != want {
				t.Fatalf("%s, seed %d: %+v in a search, and %+v by itself", p.Name, seed, searched[seed], want)
			}
			r.Close()
		}
	}
}

func outcomeOf(r *runner.Run) outcome { return outcome{r.State.Hash, r.State.Steps, r.Outcome} }
