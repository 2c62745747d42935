package history

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// What gathering costs in a run of 64 clients and a server.
func BenchmarkCollector(b *testing.B) {
	program := &kernel.Program{Name: "load", Main: load}
	for _, v := range []struct {
		name   string
		tracer func() kernel.Tracer
	}{
		{"bare", func() kernel.Tracer { return kernel.Tracer{Before: true, Event: func(*kernel.Event) {}} }},
		{"gathered", func() kernel.Tracer { return New().Tracer() }},
	} {
		b.Run(v.name, func(b *testing.B) {
			m, err := kernel.New(program, kernel.Config{Seed: 1, MaxSteps: max(uint64(b.N), 1), Tracer: v.tracer()})
			if err != nil {
				b.Fatal(err)
			}
			defer m.Close()
			m.Run()
		})
	}
}

func load(b *kernel.Boot) {
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
