// Package hello is the first program to run: two tasks on two hosts, a port, a
// request and its reply.
//
// It shows how a Mach program is put together. Tasks share nothing. A task that has
// something to offer makes a port, of which it holds the receive right, and checks it
// in with the name server. Others look the name up and get a send right; they need
// not know on which host the port is. A request carries a right to send one reply.
//
// There is no bug in it.
package hello

import (
	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Program is the program.
var Program = kernel.Program{
	Name: "hello",
	Doc:  "two tasks greet each other: a port, a request, a reply",
	Params: []kernel.Param{
		{Name: "greetings", Default: "3", Doc: "how often"},
	},
	Main: setUp,
}

// greet is the id of the request that the greeter understands.
const greet = 1

// setUp makes hosts and tasks, before anything runs. The name servers of the hosts
// come last, when all hosts are there.
func setUp(b *kernel.Boot) {
	n := b.IntIn("greetings", 1, 1000)
	b.Server(b.Host("pittsburgh"), "greeter", greeter)
	b.Task(b.Host("boston"), "visitor", func(th *kernel.Thread) { visitor(th, n) })
	netname.Serve(b)
}

// greeter answers for ever: it is a server, so the run is over without its end.
func greeter(th *kernel.Thread) {
	port := th.NewPort("greeter")
	kernel.Must(netname.CheckIn(th, "greeter", ipc.Null, port))
	for {
		request := kernel.Must(th.Receive(port))
		kernel.Must(th.Reply(request, ipc.NewMessage(0, "Hello, "+request.Text(0)+"!")))
	}
}

// visitor waits at most 10 seconds for the greeter to check in. A call that goes wrong
// has an error; Must ends the run with it.
func visitor(th *kernel.Thread, n int) {
	greeter := kernel.Must(netname.Await(th, "*", "greeter", 10_000*kernel.Millisecond))
	for range n {
		reply := kernel.Must(th.RPC(greeter, ipc.NewMessage(greet, "world")))
		th.Check(reply.Text(0) == "Hello, world!", "the greeter said %q", reply.Text(0))
		th.Printf("%s", reply.Text(0))
	}
}
