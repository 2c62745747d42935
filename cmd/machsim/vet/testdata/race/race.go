package race

import (
	"machsim/cthreads"
	"machsim/kernel"
)

func setUp(b *kernel.Boot) {
	h := b.Host("h")
	b.Task(h, "lost", func(th *kernel.Thread) {
		n, seen := 0, 0
		count := func(th *kernel.Thread) {
			for range 2 {
				n++ // want `race: n is used by threads of one task \("a", "b"\) that nothing orders; hold a mutex around its uses`
				th.Yield()
			}
		}
		a := th.CThreads().Fork("a", count)
		c := th.CThreads().Fork("b", count)
		th.CThreads().Join(a)
		th.CThreads().Join(c)
		th.Printf("%d", n+seen)
	})
	b.Task(h, "maker", func(th *kernel.Thread) {
		done, table := false, map[int]int{}
		cthreads.Fork(th, "one", func(th *kernel.Thread) {
			done = true // want `race: done is used by threads of one task \("one", the one that makes it\)`
			table[1] = 2
		})
		for !done {
			th.Yield()
		}
	})
	b.Task(h, "loop", func(th *kernel.Thread) {
		sum := 0
		for i := range 3 {
			th.CThreads().Fork("adder", func(th *kernel.Thread) {
				sum += i // want `race: sum is used by threads of one task \("adder"\)`
			})
		}
	})
	b.Task(h, "locked", func(th *kernel.Thread) {
		mu, n := cthreads.NewMutex(th, "mu"), 0
		for range 3 {
			th.CThreads().Fork("adder", func(th *kernel.Thread) {
				mu.Lock(th)
				n++
				mu.Unlock(th)
			})
		}
	})
	b.Task(h, "in turn", func(th *kernel.Thread) {
		n := 0
		for range 3 {
			th.CThreads().Join(th.CThreads().Fork("adder", func(*kernel.Thread) { n++ }))
		}
		kid := th.CThreads().Fork("last", func(*kernel.Thread) { n++ })
		th.CThreads().Join(kid)
		n++
	})
	b.Task(h, "unknown", func(th *kernel.Thread) {
		mu, n := cthreads.NewMutex(th, "mu"), 0
		for range 3 {
			th.CThreads().Fork("adder", func(th *kernel.Thread) {
				hold(th, mu, func() { n++ })
			})
		}
	})
	b.Task(h, "readers", func(th *kernel.Thread) {
		n := 1
		for range 3 {
			th.CThreads().Fork("reader", func(th *kernel.Thread) { th.Printf("%d", n) })
		}
	})
}

func hold(th *kernel.Thread, mu cthreads.Mutex, do func()) {
	mu.Lock(th)
	do()
	mu.Unlock(th)
}
