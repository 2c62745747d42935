// Package student wants the last who comes to be the one, which nobody has promised.
package student

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Tests are one.
func Tests() []Test {
	return []Test{{Name: "last", Threads: 3, Run: func(th *kernel.Thread, b Barrier) {
		came := 0
		come(th, 3, func(th *kernel.Thread) {
			came++
			last := came == 3
			th.Check(b.Wait(th) == last, "the last is not the one")
		})
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
