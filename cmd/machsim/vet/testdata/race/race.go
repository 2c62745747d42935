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
	b.Task(h, "method", func(th *kernel.Thread) {
		a := &account{}
		th.CThreads().Fork("a", func(th *kernel.Thread) {
			a.add(th, 1) // want `race: a is used by threads of one task \("a", "b"\)`
		})
		th.CThreads().Fork("b", func(th *kernel.Thread) { a.add(th, 2) })
	})
	b.Task(h, "method value", func(th *kernel.Thread) {
		a := &account{}
		th.CThreads().Fork("a", a.run) // want `race: a is used by threads of one task \("a", "b"\)`
		th.CThreads().Fork("b", a.run)
	})
	b.Task(h, "helper", func(th *kernel.Thread) {
		n := 0
		for range 2 {
			th.CThreads().Fork("a", func(th *kernel.Thread) {
				bump(th, &n) // want `race: n is used by threads of one task \("a"\)`
			})
		}
	})
	b.Task(h, "behind a map", func(th *kernel.Thread) {
		all := map[string]*account{"x": {}}
		for range 2 {
			th.CThreads().Fork("a", func(th *kernel.Thread) {
				a := all["x"]
				a.balance++ // want `race: all is used by threads of one task \("a"\)`
			})
		}
	})
	b.Task(h, "field of a pointer", func(th *kernel.Thread) {
		s := &struct{ a *account }{&account{}}
		th.CThreads().Fork("a", func(th *kernel.Thread) {
			s.a.balance++ // want `race: s is used by threads of one task \("a", "b"\)`
		})
		th.CThreads().Fork("b", func(th *kernel.Thread) { th.Printf("%d", s.a.balance) })
	})
	b.Task(h, "other fields, other elements", func(th *kernel.Thread) {
		a, few, many, which := &account{}, make([]int, 2), make([]int, 9), &account{}
		which = a
		th.CThreads().Fork("a", func(th *kernel.Thread) { a.balance++; few[0]++; a.add2(&a.balance); which.balance++ })
		th.CThreads().Fork("b", func(th *kernel.Thread) { a.other++; few[1]++; a.add2(&a.other) })
		for i := range 3 {
			th.CThreads().Fork("c", func(th *kernel.Thread) { many[i]++; own := &account{}; own.add(th, i) })
		}
	})
	b.Task(h, "locked in a method", func(th *kernel.Thread) {
		s := &safe{th: th, mu: cthreads.NewMutex(th, "mu")}
		for range 3 {
			th.CThreads().Fork("a", func(th *kernel.Thread) { s.add(th) })
			th.CThreads().Fork("b", s.add)
			th.CThreads().Fork("c", func(th *kernel.Thread) { s.mine() })
			th.CThreads().Fork("d", func(th *kernel.Thread) { locker(s).add(th) })
		}
	})
	b.Task(h, "joined in a helper", func(th *kernel.Thread) {
		a := &account{}
		for range 3 {
			join(th, th.CThreads().Fork("a", func(th *kernel.Thread) { a.balance++ }))
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

type account struct{ balance, other int }

func (a *account) add(th *kernel.Thread, n int) {
	v := a.balance
	th.Yield()
	a.balance = v + n
}

func (a *account) add2(n *int) { *n += 2 }

func (a *account) run(th *kernel.Thread) { a.add(th, 1) }

func bump(th *kernel.Thread, p *int) {
	v := *p
	th.Yield()
	*p = v + 1
}

type locker interface{ add(*kernel.Thread) }

type safe struct {
	th *kernel.Thread
	mu cthreads.Mutex
	n  int
}

func (s *safe) add(th *kernel.Thread) {
	s.mu.Lock(th)
	defer s.mu.Unlock(th)
	s.n++
}

func (s *safe) mine() {
	s.mu.Lock(s.th)
	s.n++
	s.mu.Unlock(s.th)
}

func join(th *kernel.Thread, id kernel.ThreadID) { th.CThreads().Join(id) }
