// Package clientserver is the example of Manabe and Aoyagi's paper on global
// predicates (1993, figure 1): clients p1 and p2, servers p3 and p6. p3 forks a child
// for each client that connects: first p4, then p5.
//
// p1 connects to both servers, because it wants to access the common data. p4, which
// serves it, brings them up to date; as long as x4 = 1 p4 has the right to access them.
// p4 then sends p1 a message; so does p6, when it has nothing against it. After that
// p1 accesses the data itself: x1 = 1.
//
// It teaches global predicates. The bug: p1 takes the first message for both. When
// p6's comes before p4's, as in figure 1(a), x1 = 1 and x4 = 1 hold at the same time,
// and no single process can see that. The fix is to wait for both messages.
// p1, p4 and p5 show x1, x4 and x5, so the paper's predicate can be asked for as it is
// written there: stop if x1 = 1 and x4 = 1.
//
// Other runs of the same program are fine: p4's message may come first; or p2 connects
// before p1, as in figure 1(b), so that p4 serves p2 and p1 is served by p5, which has
// no right to access the data.
package clientserver

import (
	"machsim/cthreads"
	"machsim/kernel"
	"machsim/netname"
	"machsim/programs/internal/room"
)

// Program has x1 = 1 and x4 = 1 at the same time.
var Program = kernel.Program{
	Name: "clientserver",
	Doc:  "clients and forking servers (Manabe and Aoyagi, figure 1)",
	Bug:  "p1 takes the first of two messages for both: x1 = 1 and x4 = 1",
	Main: func(b *kernel.Boot) { setUp(b, 1) },
}

// Fixed waits for both messages.
var Fixed = kernel.Program{
	Name: "clientserver-fixed",
	Doc:  "clients and forking servers; p1 waits for both messages",
	Main: func(b *kernel.Boot) { setUp(b, 2) },
}

// Messages.
type (
	connect struct {
		Client kernel.Name
		Update bool // have the data brought up to date
	}
	ready struct{} // a server's message to its client
)

func setUp(b *kernel.Boot, awaited int) {
	host1, host2, host3 := b.Host("host1"), b.Host("host2"), b.Host("host3")
	b.Task(host1, "p1", func(th *kernel.Thread) { clientA(th, awaited) })
	b.Task(host1, "p2", clientB)
	b.Task(host2, "p3", serverX)
	b.Task(host3, "p6", serverY)
	room.Serve(b, host2, "data")
	netname.Serve(b)
}

// clientA is p1: it connects to both servers, and accesses the data after as many of
// their two messages as it awaits.
func clientA(th *kernel.Thread, awaited int) {
	x := kernel.Must(netname.Find(th, "server-x"))
	y := kernel.Must(netname.Find(th, "server-y"))
	data := findData(th)
	x1 := 0
	th.Watch("x1", &x1)
	port := th.NewPort("p1")
	kernel.Must(kernel.Send(th, x, connect{port, true}))
	kernel.Must(kernel.Send(th, y, connect{port, false}))
	for range awaited {
		kernel.Must(kernel.Receive[ready](th, port))
	}
	access(th, data, "x1 = 1", &x1)
	for range 2 - awaited {
		kernel.Must(kernel.Receive[ready](th, port))
	}
}

// clientB is p2: it connects to one server, sooner or later.
func clientB(th *kernel.Thread) {
	th.Sleep(kernel.Duration(th.Random(3)) * kernel.Second)
	x := kernel.Must(netname.Find(th, "server-x"))
	port := th.NewPort("p2")
	kernel.Must(kernel.Send(th, x, connect{port, false}))
	kernel.Must(kernel.Receive[ready](th, port))
}

// serverX is p3: it forks p4 for the first client that connects, and p5 for the second.
func serverX(th *kernel.Thread) {
	data := findData(th)
	port := th.NewPort("server-x")
	kernel.Must(netname.Register(th, "server-x", port))
	for _, child := range []string{"p4", "p5"} {
		m := kernel.Must(kernel.Receive[connect](th, port)).Body
		cthreads.Detach(th, cthreads.Fork(th, child, func(th *kernel.Thread) {
			x := 0
			th.Watch("x"+child[1:], &x)
			if child == "p4" && m.Update { // p5 has no right to
				access(th, data, "x4 = 1", &x)
			}
			kernel.Must(kernel.Send(th, m.Client, ready{}))
		}))
	}
}

// serverY is p6: it has nothing against anything.
func serverY(th *kernel.Thread) {
	port := th.NewPort("server-y")
	kernel.Must(netname.Register(th, "server-y", port))
	m := kernel.Must(kernel.Receive[connect](th, port)).Body
	kernel.Must(kernel.Send(th, m.Client, ready{}))
}

func findData(th *kernel.Thread) room.Room {
	return room.Find(th, "data", "two have access to the common data")
}

// access accesses the common data; x, which what names, is 1 meanwhile.
func access(th *kernel.Thread, data room.Room, what string, x *int) {
	*x = 1
	data.Enter(th, what)
	th.Label(what)
	*x = 0
	data.Leave(th)
}
