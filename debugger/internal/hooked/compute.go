package hooked

import (
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Busy has a thread that computes without end in its second stretch, and one that waits for it.
var Busy = &kernel.Program{Name: "busy", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "one", func(th *kernel.Thread) {
		n := 0
		th.Watch("n", &n)
		th.CThreads().Join(th.CThreads().Fork("kid", func(*kernel.Thread) {}))
		n++
		Compute(func() bool { return true })
	})
}}

// Compute is a loop without calls, which ends when again says so.
func Compute(again func() bool) {
	f := hook.Enter(&table, 2)
	defer f.Leave()
	for again() {
		f.At(12)
	}
}
