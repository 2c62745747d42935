// Package student notes for each thread in which round it is, with a lock around it.
package student

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Tests are one.
func Tests() []Test {
	return []Test{
		{Name: "three", Threads: 3, Run: func(th *kernel.Thread, b Barrier) { all(th, b, 3) }},
		{Name: "two", Threads: 2, Run: func(th *kernel.Thread, b Barrier) { all(th, b, 2) }},
	}
}

func all(th *kernel.Thread, b Barrier, n int) {
	mu, at, ones, next := cthreads.NewMutex(th, "notes"), map[int]int{}, 0, 0
	come(th, n, func(th *kernel.Thread) {
		mu.Lock(th)
		me := next
		next++
		mu.Unlock(th)
		for r := 1; r <= 5; r++ {
			mu.Lock(th)
			at[me] = r
			mu.Unlock(th)
			th.Yield()
			one := b.Wait(th)
			mu.Lock(th)
			if one {
				ones++
			}
			for i := range n {
				th.Check(at[i] >= r, "%d goes on in round %d, and %d has not come", me, r, i)
			}
			mu.Unlock(th)
		}
	})
	th.Check(ones == 5, "%d were the one in 5 rounds", ones)
}

// come has so many threads do the same, and waits until all have done it.
func come(th *kernel.Thread, n int, do func(*kernel.Thread)) {
	var all []cthreads.Thread
	for i := range n {
		all = append(all, cthreads.Fork(th, fmt.Sprint("guest", i+1), do))
	}
	cthreads.JoinAll(th, all)
}
