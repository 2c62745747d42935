package lab

import "machsim/kernel"

// The programs of this file have no variable that a thread shows. Their tests
// know the lines, so what is added comes behind.
//

// Steps2 shows no variable.
var Steps2 = kernel.Program{Name: "steps2", Doc: "a loop, nothing shown", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		work(th)
		th.Label("after")
	})
}}

func work(th *kernel.Thread) int {
	x, more := 0, true
	q := &x
	th.Label("begin")
again:
	for i := range 5 {
		x = i * 10
		*q = *q + 1
		if x == 21 {
			x = -1
			x = 21
		}
	}
	if more {
		more = false
		goto again
	}
	th.Label("end")
	return x
}

// Steps3 loops without end.
var Steps3 = kernel.Program{Name: "steps3", Doc: "a loop, without end", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		x := 0
		th.Label("begin")
		for {
			x++
			x %= 100
		}
	})
}}

// TC is dynamic tasks and threads with the kernel's own calls.

// Goals names one goal that runs reach and one that none does, and has a third that the source does not name.
var Goals = kernel.Program{Name: "goals", Doc: "goals", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		const first = "first"
		th.Reach(first)
		if th.Random(2) > 2 {
			th.Reach("beyond")
		}
		th.Reach(th.Name())
	})
}}
