package lab

import (
	"fmt"
	"sort"

	"machsim/kernel"
)

// Scan has variables that code without hooks writes to, and one that lives on in a function literal.
var Scan = kernel.Program{Name: "scan", Doc: "what has no hooks writes", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		x := 0
		fmt.Sscan("7", &x)
		list := []int{3, 1, 2}
		sort.Ints(list)
		next := counter()
		for range 3 {
			next()
			th.Yield()
		}
	})
}}

func counter() func() int {
	n := 0
	return func() int {
		n++
		return n
	}
}
