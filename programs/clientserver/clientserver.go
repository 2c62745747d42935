// Package clientserver is the example of Manabe and Aoyagi's paper on global
// predicates (1993, figure 1): two clients, two servers, one of which forks a child
// for each client that connects.
//
// Process p4, the child that serves client p1, brings the common data up to date; as
// long as x4 = 1 it has the right to access them. It then tells p1. So does p6, the
// other server, when it has nothing against it. After that p1 accesses the data
// itself: x1 = 1.
//
// It teaches global predicates. The bug: p1 takes the first message for both. When
// p6's comes before p4's, as in figure 1(a), x1 = 1 and x4 = 1 hold at the same time;
// no single process can see that. The fix is to wait for both messages.
//
// Which child serves which client depends on who connects first: in figure 1(b) p1's
// child is p5.
package clientserver

import (
	"fmt"

	"machsim/cthreads"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
	"machsim/programs/internal/room"
)

// Program has x1 = 1 and x4 = 1 at the same time.
var Program = kernel.Program{
	Name: "clientserver",
	Doc:  "clients and forking servers (Manabe and Aoyagi, figure 1)",
	Bug:  "the client takes one message for two: x1 = 1 and x4 = 1",
	Main: func(b *kernel.Boot) { setUp(b, 1) },
}

// Fixed waits for both messages.
var Fixed = kernel.Program{
	Name: "clientserver-fixed",
	Doc:  "clients and forking servers; the client waits for both messages",
	Main: func(b *kernel.Boot) { setUp(b, 2) },
}

// Messages.
const (
	update = 1 + iota // connect, and have the data brought up to date
	look              // connect, for nothing special
	ready             // a server's message to its client
)

func setUp(b *kernel.Boot, awaited int) {
	host1, host2, host3 := b.Host("host1"), b.Host("host2"), b.Host("host3")
	b.Task(host1, "p1", func(th *kernel.Thread) { clientA(th, awaited) })
	b.Task(host1, "p2", clientB)
	b.Task(host2, "p3", serverX)
	b.Task(host3, "p6", serverY)
	room.Serve(b, host2, "data", "two have access to the common data")
	netname.Serve(b)
}

// clientA connects to both servers; then it waits for their messages.
func clientA(th *kernel.Thread, awaited int) {
	x := kernel.Must(netname.Await(th, "*", "server-x", 10_000))
	y := kernel.Must(netname.Await(th, "*", "server-y", 10_000))
	data := room.Find(th, "data")
	port := th.NewPort("p1")
	th.Must(th.Send(x, ipc.NewMessage(update, th.SendRight(port))))
	th.Must(th.Send(y, ipc.NewMessage(look, th.SendRight(port))))
	for i := range 2 {
		if i == awaited {
			access(th, data, "x1 = 1")
		}
		kernel.Must(th.Receive(port))
	}
	if awaited == 2 {
		access(th, data, "x1 = 1")
	}
}

// clientB connects to one, when it has time.
func clientB(th *kernel.Thread) {
	th.Sleep(1000 * th.Random(3))
	x := kernel.Must(netname.Await(th, "*", "server-x", 10_000))
	port := th.NewPort("p2")
	th.Must(th.Send(x, ipc.NewMessage(look, th.SendRight(port))))
	kernel.Must(th.Receive(port))
}

// serverX forks p4 for the first client that connects, and p5 for the second.
func serverX(th *kernel.Thread) {
	data := room.Find(th, "data")
	port := th.NewPort("server-x")
	th.Must(netname.CheckIn(th, "server-x", ipc.Null, port))
	for _, child := range []int{4, 5} {
		m := kernel.Must(th.Receive(port))
		cthreads.Detach(th, cthreads.Fork(th, fmt.Sprint("p", child), func(th *kernel.Thread) {
			if m.ID == update {
				access(th, data, fmt.Sprintf("x%d = 1", child))
			}
			th.Must(th.Send(m.Port(0), ipc.NewMessage(ready)))
		}))
	}
}

// serverY has nothing against anything.
func serverY(th *kernel.Thread) {
	port := th.NewPort("server-y")
	th.Must(netname.CheckIn(th, "server-y", ipc.Null, port))
	m := kernel.Must(th.Receive(port))
	th.Must(th.Send(m.Port(0), ipc.NewMessage(ready)))
}

// access accesses the common data; x is the variable that says so.
func access(th *kernel.Thread, data room.Room, x string) {
	data.Enter(th, x)
	th.Label(x)
	data.Leave(th, x)
}
