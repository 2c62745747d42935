// Package student counts who has come, in rounds.
package student

import (
	"fmt"

	"machsim/cthreads"
	"machsim/kernel"
)

// Tests are for several numbers of threads.
func Tests() (all []Test) {
	for n := 1; n <= 4; n++ {
		all = append(all, Test{Name: fmt.Sprint("rounds of ", n), Threads: n, Run: func(th *kernel.Thread, b Barrier) {
			rounds(th, b, n)
		}})
	}
	return all
}

// rounds has threads come again and again.
func rounds(th *kernel.Thread, b Barrier, n int) {
	const most = 4
	came, told := 0, make([]int, most)
	come(th, n, func(th *kernel.Thread) {
		for r := range most {
			came++
			if b.Wait(th) {
				told[r]++
			}
			th.Check(came >= (r+1)*n, "in round %d %d have come, and somebody goes on", r+1, came)
		}
	})
	for r, times := range told {
		th.Check(times == 1, "in round %d %d were told that they are the one", r+1, times)
	}
}

// come has so many threads do the same, and waits until all have done it.
func come(th *kernel.Thread, n int, do func(*kernel.Thread)) {
	var all []cthreads.Thread
	for i := range n {
		all = append(all, cthreads.Fork(th, fmt.Sprint("guest", i+1), do))
	}
	cthreads.JoinAll(th, all)
}
