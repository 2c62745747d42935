package runner

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"machsim/kernel"
)

// rivals is a program of n threads that each lock some mutexes, in an order of their own.
func rivals(n, mutexes int, at func(th *kernel.Thread, i, k int)) *kernel.Program {
	return &kernel.Program{Name: "rivals", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			var m []kernel.MutexID
			for range mutexes {
				m = append(m, th.CThreads().MutexNew(""))
			}
			for i := range n {
				th.CThreads().Fork("", func(th *kernel.Thread) {
					for k := range m {
						th.CThreads().MutexLock(m[(i+k)%len(m)])
						at(th, i, k)
						th.CThreads().MutexUnlock(m[(i+k)%len(m)])
					}
				})
			}
		})
	}}
}

// everyRun makes all runs of a program by strategy every, and returns what came of each.
func everyRun(p *kernel.Program, workers int, limit time.Duration) (all []string, found Found) {
	o := &NewOptions{Common: Common{Program: p, LoopLimit: limit}, Choices: Choices{Seed: 1, Strategy: "every"}}
	found = Series{N: 2000, Workers: workers, Each: func(k int, t Tried) bool {
		all = append(all, t.Seen.(string))
		return true
	}, Judge: func(_ *NewOptions, r *Run, _ []byte) Tried {
		t := Plainly(r)
		t.Seen = "given up"
		if r.Loop == nil && r.State != nil {
			t.Seen = fmt.Sprintf("%v %x", r.Outcome, r.State.Hash)
		}
		return t
	}}.Make(o)
	return all, found
}

// Several workers make the runs of a search whose runs follow from each other: the same, in the same order.
func TestAhead(t *testing.T) {
	p := rivals(3, 2, func(th *kernel.Thread, i, k int) {
		if i == k {
			th.Random(2)
		}
	})
	one, found := everyRun(p, 1, 0)
	if !found.All || len(one) < 50 {
		t.Fatalf("%d runs, %+v", len(one), found)
	}
	for _, workers := range []int{2, 5} {
		many, found := everyRun(p, workers, 0)
		if !found.All || !slices.Equal(one, many) {
			t.Errorf("%d workers make %d runs, one %d, or others", workers, len(many), len(one))
		}
	}
}

// A run that is given up is taken in as far as it has come, whoever makes it.
func TestAheadLeft(t *testing.T) {
	p := rivals(2, 1, func(th *kernel.Thread, i, k int) {
		if i == 0 && th.Random(2) == 1 {
			select {}
		}
	})
	one, found := everyRun(p, 1, short)
	if !found.All || len(one) != 4 || !slices.Contains(one, "given up") {
		t.Fatalf("%q, %+v", one, found)
	}
	if many, found := everyRun(p, 3, short); !found.All || !slices.Equal(one, many) {
		t.Errorf("three workers make %q, one %q", many, one)
	}
}
