// Package student has two threads, always.
package student

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Tests are one.
func Tests() []Test {
	return []Test{{Name: "two", Threads: 2, Run: func(th *kernel.Thread, b Barrier) {
		came, ones := 0, 0
		come(th, 2, func(th *kernel.Thread) {
			for r := range 4 {
				came++
				if b.Wait(th) {
					ones++
				}
				th.Check(came >= (r+1)*2, "one goes on alone")
			}
		})
		th.Check(ones == 4, "%d were the one", ones)
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
