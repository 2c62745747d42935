// Package counter is a number on a server, to which clients on other hosts add over a wire that loses packets, or is
// slow. A client whose call is not answered in time makes it again.
//
// It teaches that no answer is not the same as not done. The bug: the call is one of callrpc.Maybe, of which the client
// knows nothing when it has timed out. If the call was lost, to make it again is right; if its reply was lost, or is
// still on its way, the server adds a second time. The client cannot tell the two apart.
//
// The fix is that the protocol tries again, and not the client: all packets of a call of callrpc.ExactlyOnce have one
// number, by which the server knows what it has executed already.
package counter

import (
	"fmt"

	"machsim/kernel"
	"machsim/netname"
	"machsim/netname/callrpc"
)

// Program tries again itself.
var Program = kernel.Program{
	Name:   "counter",
	Doc:    "clients add to a number over a wire that loses",
	Bug:    "a call whose reply is lost, or late, is made again",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, tryAgain) },
}

// Fixed lets the protocol do it.
var Fixed = kernel.Program{
	Name:   "counter-fixed",
	Doc:    "clients add to a number by calls of exactly once",
	Params: params,
	Main:   func(b *kernel.Boot) { setUp(b, once) },
}

var params = []kernel.Param{
	{Name: "clients", Default: "2", Doc: "how many clients, 1 to 8"},
	{Name: "additions", Default: "2", Doc: "how often each of them adds 1"},
	{Name: "delay", Default: "10", Doc: "how many milliseconds a packet travels at most"},
	{Name: "timeout", Default: "18", Doc: "after how many milliseconds a call without a reply is made again"},
}

// Requests. The answer is the number.
type (
	add    struct{ N int }
	number struct{ N int }
)

// adder adds 1 once, in some way.
type adder func(th *kernel.Thread, c *callrpc.Client, timeout kernel.Duration)

func setUp(b *kernel.Boot, a adder) {
	clients, additions := b.IntIn("clients", 1, 8), b.IntIn("additions", 1, 100)
	delay, timeout := b.Milliseconds("delay", 0, 1000), b.Milliseconds("timeout", 1, 10_000)
	machines := b.Host("machines")
	b.Server(machines, "server", func(th *kernel.Thread) { server(th, clients*additions) })
	for i := range clients {
		h := b.Host(fmt.Sprint("office", i))
		b.Delay(h, machines, 0, delay)
		b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) { client(th, additions, timeout, a) })
	}
	netname.Serve(b)
}

// server keeps the number.
func server(th *kernel.Thread, most int) {
	n := 0
	th.Watch("number", &n)
	s := callrpc.NewServer(th, "counter")
	callrpc.Handle(th, s, func(th *kernel.Thread, r add) number {
		n += r.N
		th.Check(n <= most, "%d has been added, and the number is %d", most, n)
		return number{n}
	})
	s.Serve(th)
}

func client(th *kernel.Thread, additions int, timeout kernel.Duration, a adder) {
	c := kernel.Must(callrpc.Bind(th, "counter"))
	for range additions {
		a(th, c, timeout)
		th.Label("added")
	}
}

// tryAgain makes a call until one is answered.
func tryAgain(th *kernel.Thread, c *callrpc.Client, timeout kernel.Duration) {
	for {
		_, err := callrpc.Call[add, number](th, c, add{1}, callrpc.Maybe(timeout))
		if err == nil {
			return
		}
		th.Printf("%v; once more", err)
	}
}

// once makes one call.
func once(th *kernel.Thread, c *callrpc.Client, timeout kernel.Duration) {
	kernel.Must(callrpc.Call[add, number](th, c, add{1}, callrpc.ExactlyOnce().Every(timeout)))
}
