// Package student has one round.
package student

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Tests are one.
func Tests() []Test {
	return []Test{{Name: "once", Threads: 3, Run: func(th *kernel.Thread, b Barrier) {
		came, ones := 0, 0
		come(th, 3, func(th *kernel.Thread) {
			came++
			if b.Wait(th) {
				ones++
			}
			th.Check(came == 3, "one goes on alone")
		})
		th.Check(ones == 1, "%d were the one", ones)
	}}}
}

// come has so many threads do the same, and waits until all have done it.
func come(th *kernel.Thread, n int, do func(*kernel.Thread)) {
	var all []cthreads.Thread
	for i := range n {
		all = append(all, cthreads.Fork(th, fmt.Sprint("guest", i+1), do))
	}
	cthreads.JoinAll(th, all)
}
