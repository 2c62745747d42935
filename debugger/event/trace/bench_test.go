package trace_test

import (
	"testing"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/kernel"
	"machsim/test/testrun"
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
			m, err := kernel.New(&kernel.Program{Name: "load", Main: testrun.Load}, cfg)
			if err != nil {
				b.Fatal(err)
			}
			defer m.Close()
			m.Run()
		})
	}
}
