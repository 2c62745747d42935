package rendezvous

import (
	"machsim/kernel"
	"machsim/netname"
)

// Fuzzy lets processes work between saying that they have come and waiting for the others.
var Fuzzy = kernel.Program{
	Name: "fuzzy",
	Doc:  "three at a fuzzy barrier (Spezialetti, Gupta, figure 4b)",
	Main: func(b *kernel.Boot) {
		b.Server(b.Host("host0"), "bar", fuzzyBar)
		b.Task(b.Host("host1"), "p1", func(th *kernel.Thread) { pass(th, "bar1", 1, think) })
		b.Task(b.Host("host2"), "p2", func(th *kernel.Thread) { pass(th, "bar2", 2, think) })
		b.Task(b.Host("host3"), "p3", func(th *kernel.Thread) { pass(th, "bar3", 3, count) })
		netname.Serve(b)
	},
}

// ready says that a process has come, and where it waits to be told to go on.
type ready struct {
	Value int
	Go    kernel.SendOnceRight
}

// fuzzyBar is the barrier.
func fuzzyBar(th *kernel.Thread) {
	in1, in2, in3 := open(th, "bar1"), open(th, "bar2"), open(th, "bar3")
	one := kernel.Must(kernel.Receive[ready](th, in1)).Body
	two := kernel.Must(kernel.Receive[ready](th, in2)).Body
	three := kernel.Must(kernel.Receive[ready](th, in3)).Body
	all := total{one.Value + two.Value + three.Value}
	kernel.Must(kernel.Send(th, kernel.Name(one.Go), all))
	kernel.Must(kernel.Send(th, kernel.Name(two.Go), all))
	kernel.Must(kernel.Send(th, kernel.Name(three.Go), all))
}

// pass is process number i, and what it does in between.
func pass(th *kernel.Thread, port string, i int, work func(th *kernel.Thread, v *int)) {
	v := 0
	th.Watch("v", &v)
	bar, answer := kernel.Must(netname.Find(th, port)), th.NewPort("answer")
	v = i
	kernel.Must(kernel.Send(th, bar, ready{i, kernel.SendOnceRight(answer)})) // S
	work(th, &v)
	all := kernel.Must(kernel.Receive[total](th, answer)).Body // R
	v = 0
	th.Check(all.Sum == sum, "p%d goes on with the sum %d, and should with %d", i, all.Sum, sum)
}

// think and count are something useful. Who counts changes its number.
func think(th *kernel.Thread, _ *int) { th.Yield() }

func count(th *kernel.Thread, v *int) {
	th.Yield()
	*v++
}
