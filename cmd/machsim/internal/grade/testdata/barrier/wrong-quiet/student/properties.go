// Package student looks at nothing: only who waits for ever is found.
package student

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Tests are one.
func Tests() []Test {
	return []Test{{Name: "ends", Threads: 3, Run: func(th *kernel.Thread, b Barrier) {
		come(th, 3, func(th *kernel.Thread) {
			for range 5 {
				b.Wait(th)
			}
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
