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

// A message is a Go struct.
type (
	greet    struct{ Name string }
	greeting struct{ Text string } // the reply to greet
)

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
	kernel.Must(netname.Register(th, "greeter", port))
	for {
		request := kernel.Must(kernel.Receive[greet](th, port))
		kernel.Must(kernel.Reply(th, request, greeting{"Hello, " + request.Body.Name + "!"}))
	}
}

// visitor waits for the greeter to register. What can go wrong in a distributed system is an
// error of the call; Must ends the run with it.
func visitor(th *kernel.Thread, n int) {
	greeter := kernel.Must(netname.Find(th, "greeter"))
	for range n {
		reply := kernel.Must(kernel.RPC[greet, greeting](th, greeter, greet{Name: "world"}))
		th.Check(reply.Text == "Hello, world!", "the greeter said %q", reply.Text)
		th.Printf("%s", reply.Text)
	}
}
