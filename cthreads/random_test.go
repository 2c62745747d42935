package cthreads_test

import (
	"testing"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/test/effort"
)

// Random threads lock, wait, signal, fork and join. After every step the state holds
// together, so nobody waits for a free mutex with nobody on the way to it; a mutex has one
// thread inside at a time; and no signal wakes more than one.
func TestRandomThreads(t *testing.T) {
	runs := effort.Of(uint64(50))
	for seed := range runs {
		m, err := kernel.New(&program, kernel.Config{Seed: seed, MaxSteps: 600, Weak: seed%2 == 1})
		if err != nil {
			t.Fatal(err)
		}
		for m.Step() {
			if err := m.World().Check(); err != nil {
				t.Fatalf("seed %d, after event %d: %v", seed, m.World().Steps, err)
			}
		}
		if f := m.World().Failure; f != nil {
			t.Fatalf("seed %d: %s: %s", seed, m.World().ThreadName(f.Thread), f.Text)
		}
		m.Close()
	}
}

var program = kernel.Program{Name: "random-threads", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		w := &world{}
		for range 3 {
			w.mutexes = append(w.mutexes, cthreads.NewMutex(th, ""))
			w.conditions = append(w.conditions, cthreads.NewCondition(th, ""))
		}
		w.inside = make([]int, len(w.mutexes))
		cthreads.SetLimit(th, 3+th.Random(4))
		var all []cthreads.Thread
		for range 6 {
			all = append(all, cthreads.Fork(th, "", w.live))
		}
		cthreads.JoinAll(th, all)
	})
}}

type world struct {
	mutexes    []cthreads.Mutex
	conditions []cthreads.Condition
	inside     []int
}

func (w *world) live(th *kernel.Thread) {
	for range 5 + th.Random(20) {
		i := th.Random(len(w.mutexes))
		switch th.Random(6) {
		case 0:
			if w.mutexes[i].TryLock(th) {
				w.enter(th, i)
				w.leave(th, i)
			}
		case 1:
			w.conditions[i].Signal(th)
		case 2:
			w.conditions[i].Broadcast(th)
		case 3:
			child := cthreads.Fork(th, "", func(c *kernel.Thread) { c.Exit(7) })
			if th.Random(2) == 0 {
				cthreads.Detach(th, child)
			} else if cthreads.Limit(th) == 0 {
				th.Check(cthreads.Join(th, child) == 7, "the result is lost")
			}
			cthreads.SetLimit(th, th.Random(5))
		default:
			w.mutexes[i].Lock(th)
			w.enter(th, i)
			if th.Random(4) == 0 {
				w.inside[i]--
				w.conditions[i].Wait(th, w.mutexes[i])
				w.enter(th, i)
			}
			w.leave(th, i)
		}
	}
}

func (w *world) enter(th *kernel.Thread, i int) {
	w.inside[i]++
	th.Yield()
	th.Check(w.inside[i] == 1, "%d threads have mutex %d", w.inside[i], i)
}

func (w *world) leave(th *kernel.Thread, i int) {
	w.inside[i]--
	w.mutexes[i].Unlock(th)
}
