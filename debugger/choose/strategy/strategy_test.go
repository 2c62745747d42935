package strategy_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/test/effort"
)

// apart is a program of two tasks that take four steps each, the first and the last included, and never wait.
var apart = &kernel.Program{Name: "apart", Main: func(b *kernel.Boot) {
	for i := range 2 {
		b.Task(b.Host("host"), fmt.Sprint("task", i), func(th *kernel.Thread) {
			th.Label("one")
			th.Label("two")
		})
	}
}}

func run(p *kernel.Program, by string, seed uint64, t kernel.Tracer) *runner.Run {
	o := runner.New(p, seed)
	o.Strategy, o.Tracer = by, t
	r := runner.Do(o)
	r.Close()
	return r
}

// TestEvenly has the uniform random walk take all orders of two threads' steps about equally often, where chance at
// each step hardly ever takes those in which a long thread ends first.
func TestEvenly(t *testing.T) {
	n := max(3000, effort.Of(3000)) // fewer are never even
	spread := func(by string) (orders int, most float64) {
		counts := map[string]int{}
		for seed := range n {
			var order strings.Builder
			run(apart, by, uint64(seed+1), kernel.Tracer{Step: func(_ *kernel.State, a kernel.Actor, _ kernel.Op, _ bool) {
				fmt.Fprint(&order, a.Thread)
			}})
			counts[order.String()]++
		}
		for _, c := range counts {
			most = max(most, float64(c)/float64(n))
		}
		return len(counts), most
	}
	const all = 70 // ways to put four steps between four
	orders, most := spread("urw")
	if orders != all || most > 1.8/all {
		t.Errorf("urw: %d of %d orders, the most frequent with %.4f", orders, all, most)
	}
	if _, most := spread("random"); most < 1.8/all {
		t.Errorf("chance is as even: %.4f; the test sees nothing", most)
	}
}

// deep is a program that fails if two certain pairs of events come in an order each: depth 2.
func deep() *kernel.Program {
	return &kernel.Program{Name: "deep", Main: func(b *kernel.Boot) {
		b.Task(b.Host("host"), "main", func(th *kernel.Thread) {
			begun, ended := false, false
			one := cthreads.Fork(th, "one", func(th *kernel.Thread) {
				for range 5 {
					th.Yield()
				}
				begun = true
				th.Yield()
				ended = true
				th.Yield()
			})
			other := cthreads.Fork(th, "other", func(th *kernel.Thread) {
				th.Yield()
				th.Check(!begun || ended, "between the two")
			})
			cthreads.JoinAll(th, []cthreads.Thread{one, other})
		})
	}}
}

// TestBound holds the guarantee of probabilistic concurrency testing: a fault of depth 2 is found by a run with a
// chance of 1/(n k) at least.
func TestBound(t *testing.T) {
	p, runs := deep(), effort.Of(4000)
	failed := 0
	for seed := range runs {
		if run(p, "pct2", uint64(seed+1), kernel.Tracer{}).Failed() {
			failed++
		}
	}
	const threads = 3
	events := run(p, "random", 1, kernel.Tracer{}).State.Steps
	chance, bound := float64(failed)/float64(runs), 1/(threads*float64(events))
	t.Logf("%.4f, at least %.4f", chance, bound)
	if deviation := math.Sqrt(bound / float64(runs)); chance < bound-3*deviation {
		t.Errorf("found by %.5f of the runs; %.5f is guaranteed", chance, bound)
	}
}
