package history

import (
	"testing"

	"machsim/kernel"
	"machsim/test/testrun"
)

// What gathering costs in a run of 64 clients and a server.
func BenchmarkCollector(b *testing.B) {
	program := &kernel.Program{Name: "load", Main: testrun.Load}
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
