package testrun

import (
	"machsim/ipc"
	"machsim/kernel"
)

// Load is the Main of a program for benchmarks: clients that do nothing but ask a server.
func Load(b *kernel.Boot) {
	var port ipc.Name
	server := b.Server(b.Host("a"), "server", func(th *kernel.Thread) {
		for {
			kernel.Must(th.Mach().Reply(kernel.Must(th.Mach().Receive(port)), ipc.NewMessage(0)))
		}
	})
	port = b.Port(server, "requests")
	for range 64 {
		var requests ipc.Name
		client := b.Task(b.Host("a"), "client", func(th *kernel.Thread) {
			for {
				kernel.Must(th.Mach().RPC(requests, ipc.NewMessage(1, 2)))
			}
		})
		requests = b.Send(server, port, client)
	}
}
