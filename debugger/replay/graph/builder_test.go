package graph_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testrun"
)

// TestBehind compares the order that a goroutine finds behind a long run with the one that is found event by
// event.
func TestBehind(t *testing.T) {
	behind, now := graph.NewBuilder(), graph.NewBuilder()
	tp := testrun.Take(endless(), kernel.Config{Seed: 1, MaxSteps: 50_000}, func(k *tape.Builder) {
		k.Accessed = func(lane uint32, a kernel.Actor, accesses []ipc.Access) {
			behind.Accessed(lane, a, accesses)
			now.AccessedNow(lane, a, accesses)
		}
	})
	g, want := behind.Graph(tp), now.Graph(tp)
	for e := range tp.Len() {
		if got, want := into(g, e), into(want, e); !slices.Equal(got, want) {
			t.Fatalf("event %d comes after %v, not %v", e, got, want)
		}
		for lane := range tp.Lanes {
			if got, want := g.Needs(e, lane), want.Needs(e, lane); got != want {
				t.Fatalf("event %d needs %d of lane %d, not %d", e, got, lane, want)
			}
		}
	}
}

// TestBehindTold: of an order that a goroutine finds while nobody waits for it nobody is told; of one that is waited
// for somebody is.
func TestBehindTold(t *testing.T) {
	told := atomic.Int64{}
	for _, waits := range []bool{false, true} {
		b, done := graph.NewBuilder(), make(chan struct{})
		b.Progress, b.Done = func(_, _ uint64) { told.Add(1) }, func(*graph.Derived) { close(done) }
		accessed := b.Accessed
		if waits {
			accessed = b.AccessedNow // then the order is found when it is asked for
		}
		g := b.Graph(testrun.Take(endless(), kernel.Config{Seed: 1, MaxSteps: 50_000}, func(k *tape.Builder) {
			k.Accessed = accessed
		}))
		if waits {
			into(g, 0)
		}
		<-done
		if n := told.Load(); n > 0 != waits {
			t.Errorf("waiting %t: told %d times", waits, n)
		}
	}
}

func into(g *graph.Graph, event int) (all []graph.Edge) {
	g.Into(event, func(e graph.Edge) { all = append(all, e) })
	return all
}

// endless is a program whose threads wait for each other for ever.
func endless() *kernel.Program {
	return &kernel.Program{Name: "endless", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			mu := cthreads.NewMutex(th, "mu")
			for range 3 {
				cthreads.Fork(th, "kid", func(th *kernel.Thread) {
					for {
						mu.With(th, th.Yield)
					}
				})
			}
		})
	}}
}
