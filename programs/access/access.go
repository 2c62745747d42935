// Package access is a record that one process at a time may use, and six processes of
// which two come to use it at once. It is figure 1 of Manabe and Aoyagi's "Debugging
// Dynamic Distributed Programs Using Global Predicates": processes fork while the
// program runs, and channels are made as they are asked for.
//
// A server x forks a child for each client that connects to it, and accepts the next when
// that one is done. The first child works on the record before it lets its client go on.
// Server y tells client a that the record is free as soon as that connects, for it believes
// that a comes to it when x is done.
//
// The bug: client a takes either message for the right to use the record. If its own child
// at x is the first one, and y's message is faster, the two use it at the same time. If
// client b connects to x first, nothing happens; nor if the child's message is faster. The
// fix is to wait for both.
//
// What to ask the debugger for is the first state in which both have the right:
//
//	a.using = 1 and worker1.using = 1
package access

import (
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
)

// Program lets client a and the first worker use the record at once.
var Program = kernel.Program{
	Name:   "access",
	Doc:    "two processes with the right to one record at once",
	Bug:    "a client takes the message of the wrong server for its right",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, 1) },
}

// Fixed waits for the messages of both servers.
var Fixed = kernel.Program{
	Name:   "access-fixed",
	Doc:    "a record that one process at a time has the right to",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, 2) },
}

var params = []kernel.Param{
	{Name: "work", Default: "4", Doc: "how long a process works on the record, in calls"},
}

// Messages. Each request is answered with ok, but for that of a worker for its job.
type (
	connect struct{ Client kernel.Name } // where it wants to hear
	free    struct{}                     // the record is free
	work    struct{}                     // what shall a worker do?
	job     struct{ Client, Record kernel.Name }
	enter   struct{ Who string }
	leave   struct{ Who string }
	ok      struct{}
)

func setUp(b *kernel.Boot, messages int) {
	n := b.IntIn("work", 0, 100)
	home, office, annex := b.Host("host1"), b.Host("host2"), b.Host("host3")
	var ports struct{ aToX, aToY, aToRecord, bToX, xToRecord, x, y, record kernel.Name }
	p1 := b.Task(home, "a", func(th *kernel.Thread) { clientA(th, ports.aToX, ports.aToY, ports.aToRecord, messages, n) })
	p2 := b.Task(home, "b", func(th *kernel.Thread) { clientB(th, ports.bToX) })
	p3 := b.Server(office, "x", func(th *kernel.Thread) { serverX(th, ports.x, ports.xToRecord, n) })
	p6 := b.Server(annex, "y", func(th *kernel.Thread) { serverY(th, ports.y) })
	r := b.Server(office, "record", func(th *kernel.Thread) { record(th, ports.record) })
	ports.x, ports.y, ports.record = b.Port(p3, "x"), b.Port(p6, "y"), b.Port(r, "record")
	ports.aToX, ports.aToY, ports.aToRecord = b.Send(p3, ports.x, p1), b.Send(p6, ports.y, p1), b.Send(r, ports.record, p1)
	ports.bToX, ports.xToRecord = b.Send(p3, ports.x, p2), b.Send(r, ports.record, p3)
}

// clientA is p1: it connects to both servers, and uses the record when so many messages
// have come.
func clientA(th *kernel.Thread, x, y, record kernel.Name, messages, calls int) {
	using := 0
	th.Watch("using", &using)
	port := th.NewPort("a")
	kernel.Must(kernel.RPC[connect, ok](th, x, connect{port}))
	kernel.Must(kernel.RPC[connect, ok](th, y, connect{port}))
	for range messages {
		kernel.Must(kernel.Receive[free](th, port))
	}
	use(th, record, "a", &using, calls)
	for range 2 - messages {
		kernel.Must(kernel.Receive[free](th, port))
	}
}

// clientB is p2: it connects to x only.
func clientB(th *kernel.Thread, x kernel.Name) {
	port := th.NewPort("b")
	kernel.Must(kernel.RPC[connect, ok](th, x, connect{port}))
	kernel.Must(kernel.Receive[free](th, port))
}

// serverX is p3: it forks a worker for each client, p4 and p5. The first one has the right
// to use the record.
func serverX(th *kernel.Thread, port, record kernel.Name, calls int) {
	for n := 1; ; n++ {
		client := kernel.Must(kernel.Receive[connect](th, port))
		name := fmt.Sprint("worker", n)
		done := th.NewPort(name)
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), done, done, ipc.MakeSend))
		kernel.Must(th.Mach().TaskSetSpecialPort(th.Mach().Self(), kernel.SpecialBootstrap, done))
		kernel.Must(th.Spawn("", name, worker(name, n == 1, calls)))
		hello := kernel.Must(kernel.Receive[work](th, done))
		kernel.Must(kernel.Reply(th, hello, job{client.Body.Client, record}))
		kernel.Must(kernel.Reply(th, client, ok{}))
		kernel.Must(kernel.Receive[free](th, done))
	}
}

// worker works for a client of x: it may use the record, and then lets the client go on.
// Its bootstrap port leads to x.
func worker(name string, first bool, calls int) func(*kernel.Thread) {
	return func(th *kernel.Thread) {
		using := 0
		th.Watch("using", &using)
		x := kernel.Must(th.Mach().TaskGetSpecialPort(th.Mach().Self(), kernel.SpecialBootstrap))
		job := kernel.Must(kernel.RPC[work, job](th, x, work{}))
		if first {
			use(th, job.Record, name, &using, calls)
		}
		kernel.Must(kernel.Send(th, job.Client, free{}))
		kernel.Must(kernel.Send(th, x, free{}))
	}
}

// serverY is p6: it tells whoever connects that the record is free.
func serverY(th *kernel.Thread, port kernel.Name) {
	for {
		client := kernel.Must(kernel.Receive[connect](th, port))
		kernel.Must(kernel.Reply(th, client, ok{}))
		kernel.Must(kernel.Send(th, client.Body.Client, free{}))
	}
}

// use has the right to the record for some time. That is what using tells.
func use(th *kernel.Thread, record kernel.Name, name string, using *int, calls int) {
	*using = 1
	kernel.Must(kernel.RPC[enter, ok](th, record, enter{name}))
	for range calls {
		th.Yield()
	}
	kernel.Must(kernel.RPC[leave, ok](th, record, leave{name}))
	*using = 0
}

// record sees who uses it.
func record(th *kernel.Thread, port kernel.Name) {
	user := ""
	for {
		m := kernel.Must(kernel.Receive[any](th, port, enter{}, leave{}))
		switch r := m.Body.(type) {
		case enter:
			th.Check(user == "", "%s uses the record, and %s does so too", user, r.Who)
			user = r.Who
		case leave:
			user = ""
		}
		kernel.Must(kernel.Reply(th, m, ok{}))
	}
}
