// Package harness judges a counter.
package harness

import (
	"lab/student"

	"machsim/cthreads"
	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab: its parts, and the programs that they run.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Counting},
	Parts: []lab.Part{
		{Name: "counted", Points: 60, Property: "no count is lost", Do: func(t *lab.Trial) {
			t.Run(&Counting, simtest.Seeds(200), simtest.With("threads", t.Number("threads", 2, 5)))
		}},
		{Name: "ends", Points: 40, Property: "every run ends", Do: func(t *lab.Trial) {
			t.Run(&Counting, simtest.Seeds(100), simtest.With("threads", t.Number("threads", 2, 5)), simtest.With("look", 0))
		}},
	},
}

// Counting has threads that count.
var Counting = kernel.Program{
	Name: "counting",
	Doc:  "threads that count with the counter of the lab",
	Params: []kernel.Param{
		{Name: "threads", Default: "3", Doc: "how many count"},
		{Name: "look", Default: "1", Doc: "0: nobody looks what came of it"},
	},
	Main: func(b *kernel.Boot) {
		n, look := b.IntIn("threads", 1, 20), b.Int("look") == 1
		b.Task(b.Host("office"), "office", func(th *kernel.Thread) {
			c := student.New(th)
			var all []cthreads.Thread
			for range n {
				all = append(all, cthreads.Fork(th, "clerk", func(th *kernel.Thread) { c.Add(th) }))
			}
			cthreads.JoinAll(th, all)
			th.Check(c.Count() == n || !look, "%d were counted, not %d", c.Count(), n)
		})
	},
}
