package trace_test

import (
	"testing"

	"machsim/debugger/event"
	"machsim/debugger/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// BenchmarkOf is what an event costs as a value, and in words, in a run of 64 clients and a server.
func BenchmarkOf(b *testing.B) {
	var r *event.Reader
	for _, v := range []struct {
		name string
		see  func(*kernel.Event)
	}{
		{"bare", func(*kernel.Event) {}},
		{"looked at", func(e *kernel.Event) { r.Look(e) }},
		{"kept", func(e *kernel.Event) { r.Of(e) }},
		{"words", func(e *kernel.Event) { trace.Of(r.Look(e)) }},
	} {
		b.Run(v.name, func(b *testing.B) {
			b.ReportAllocs()
			r = event.NewReader()
			cfg := kernel.Config{Seed: 1, Lines: true, MaxSteps: max(uint64(b.N), 1)}
			cfg.Tracer = kernel.Tracer{Before: true, Event: v.see}
			m, err := kernel.New(&kernel.Program{Name: "load", Main: load}, cfg)
			if err != nil {
				b.Fatal(err)
			}
			defer m.Close()
			m.Run()
		})
	}
}

// load has clients that do nothing but ask a server.
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
