// Package rendezvous is three processes that meet at a fourth, the barrier, once: figure 4 of Spezialetti and Gupta's
// paper on simultaneous events (1994), in the form in which the paper has it, with a port for each process.
//
// It teaches what a process can know of others. Each shows a number v, and asks the barrier to let it go on. From
// where the barrier has received that to where it replies, the process stands in its call, so v is what it was:
//
//	machsim check FILE 'simultaneous(p1.v = 1, p2.v = 2)'
//
// says between which events the barrier knows it. In [Program] all processes wait at once; in [Fuzzy] they work until
// they have to wait, and the third changes its number while it does; in [OnePort] they all ask at the same port, so
// that the text of the program does not say who has come first, though every run does.
package rendezvous

import (
	"machsim/kernel"
	"machsim/netname"
)

// Program has a port for each process.
var Program = kernel.Program{
	Name: "rendezvous",
	Doc:  "three meet at a barrier (Spezialetti, Gupta, figure 4a)",
	Main: func(b *kernel.Boot) {
		b.Server(b.Host("host0"), "bar", bar)
		b.Task(b.Host("host1"), "p1", func(th *kernel.Thread) { meet(th, "bar1", 1) })
		b.Task(b.Host("host2"), "p2", func(th *kernel.Thread) { meet(th, "bar2", 2) })
		b.Task(b.Host("host3"), "p3", func(th *kernel.Thread) { meet(th, "bar3", 3) })
		netname.Serve(b)
	},
}

// OnePort has one port for all.
var OnePort = kernel.Program{
	Name: "oneport",
	Doc:  "three meet at a barrier that has one port for all",
	Main: func(b *kernel.Boot) {
		b.Server(b.Host("host0"), "bar", barOfAll)
		b.Task(b.Host("host1"), "p1", func(th *kernel.Thread) { meet(th, "bar", 1) })
		b.Task(b.Host("host2"), "p2", func(th *kernel.Thread) { meet(th, "bar", 2) })
		b.Task(b.Host("host3"), "p3", func(th *kernel.Thread) { meet(th, "bar", 3) })
		netname.Serve(b)
	},
}

// sum is what the numbers of all processes come to.
const sum = 1 + 2 + 3

// arrive says that a process has come; total lets it go on.
type (
	arrive struct{ Value int }
	total  struct{ Sum int }
)

// bar is the barrier.
func bar(th *kernel.Thread) {
	in1, in2, in3 := open(th, "bar1"), open(th, "bar2"), open(th, "bar3")
	one := kernel.Must(kernel.Receive[arrive](th, in1))
	two := kernel.Must(kernel.Receive[arrive](th, in2))
	three := kernel.Must(kernel.Receive[arrive](th, in3))
	all := total{one.Body.Value + two.Body.Value + three.Body.Value}
	kernel.Must(kernel.Reply(th, one, all))
	kernel.Must(kernel.Reply(th, two, all))
	kernel.Must(kernel.Reply(th, three, all))
}

// barOfAll is the barrier with one port.
func barOfAll(th *kernel.Thread) {
	in := open(th, "bar")
	one := kernel.Must(kernel.Receive[arrive](th, in))
	two := kernel.Must(kernel.Receive[arrive](th, in))
	three := kernel.Must(kernel.Receive[arrive](th, in))
	all := total{one.Body.Value + two.Body.Value + three.Body.Value}
	kernel.Must(kernel.Reply(th, one, all))
	kernel.Must(kernel.Reply(th, two, all))
	kernel.Must(kernel.Reply(th, three, all))
}

// open makes a port that others find by its name.
func open(th *kernel.Thread, name string) kernel.Name {
	port := th.NewPort(name)
	kernel.Must(netname.Register(th, name, port))
	return port
}

// meet is process number i: its number is to be seen from before it asks until after it was let go.
func meet(th *kernel.Thread, port string, i int) {
	v := 0
	th.Watch("v", &v)
	bar := kernel.Must(netname.Find(th, port))
	v = i
	all := kernel.Must(kernel.RPC[arrive, total](th, bar, arrive{i}))
	v = 0
	th.Check(all.Sum == sum, "p%d goes on with the sum %d, and should with %d", i, all.Sum, sum)
}
