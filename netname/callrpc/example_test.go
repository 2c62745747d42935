package callrpc_test

import (
	"fmt"

	"machsim/kernel"
	"machsim/netname"
	"machsim/netname/callrpc"
)

// visitors is a program in which a client on another host greets a server that counts.
func visitors(client func(*kernel.Thread, *callrpc.Client)) *kernel.Program {
	return &kernel.Program{Name: "visitors", Main: func(b *kernel.Boot) {
		b.Server(b.Host("north"), "server", func(th *kernel.Thread) {
			n := 0
			s := callrpc.NewServer(th, "counter")
			callrpc.Handle(th, s, func(th *kernel.Thread, r add) number {
				n += r.N
				return number{n}
			})
			s.Serve(th)
		})
		b.Task(b.Host("south"), "client", func(th *kernel.Thread) {
			client(th, kernel.Must(callrpc.Bind(th, "counter")))
		})
		netname.Serve(b)
	}}
}

// print makes a run in which half of all packets are lost, and prints what the program wrote.
func print(p *kernel.Program, seed uint64) {
	m := kernel.Must(kernel.New(p, rates(seed, 50, 0)))
	defer m.Close()
	fmt.Println(m.Run())
	for _, line := range m.World().Console {
		fmt.Println(line.Text)
	}
}

// A call of Maybe is one packet: a client that tries again cannot know what it does.
func ExampleMaybe() {
	print(visitors(func(th *kernel.Thread, c *callrpc.Client) {
		for range 3 {
			n, err := callrpc.Call[add, number](th, c, add{1}, callrpc.Maybe(100*kernel.Millisecond))
			th.Printf("%d, %v", n.N, err)
		}
	}), 20)
	// Output:
	// finished
	// 1, <nil>
	// 0, callrpc: no reply came in time: executed, or not, or not yet
	// 3, <nil>
}

// ExactlyOnce tries by itself until the reply is there, and what comes twice is executed once.
func ExampleExactlyOnce() {
	print(visitors(func(th *kernel.Thread, c *callrpc.Client) {
		for range 3 {
			n, err := callrpc.Call[add, number](th, c, add{1}, callrpc.ExactlyOnce())
			th.Printf("%d, %v", n.N, err)
		}
	}), 20)
	// Output:
	// finished
	// 1, <nil>
	// 2, <nil>
	// 3, <nil>
}

// Idempotent tries again by a policy. Each attempt that arrives is executed.
func ExampleIdempotent() {
	policy := callrpc.Policy{
		MaxAttempts: 5, Timeout: 20 * kernel.Millisecond,
		InitialBackoff: 10 * kernel.Millisecond, MaxBackoff: kernel.Second, BackoffMultiplier: 2,
	}
	print(visitors(func(th *kernel.Thread, c *callrpc.Client) {
		n, err := callrpc.Call[add, number](th, c, add{1}, callrpc.Idempotent(policy))
		th.Printf("%d, %v", n.N, err)
	}), 24)
	// Output:
	// finished
	// 3, <nil>
}

// Under a key the server has one answer: whoever comes with the key gets it, if the request is the same.
func ExampleKeyed() {
	key := callrpc.Keyed("order 17", callrpc.Policy{})
	print(visitors(func(th *kernel.Thread, c *callrpc.Client) {
		for _, amount := range []int{5, 5, 6} {
			n, err := callrpc.Call[add, number](th, c, add{amount}, key)
			th.Printf("%d, %v", n.N, err)
		}
	}), 1)
	// Output:
	// finished
	// 5, <nil>
	// 5, <nil>
	// 0, callrpc: the key belongs to another request: not executed
}
