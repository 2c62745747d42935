package rpc

import (
	"testing"

	"machsim/kernel"
	"machsim/test/testrun"
)

// BenchmarkMillion finds the remote calls of a run of a million events that makes nothing else, beside a pass that
// shows the events to nobody.
func BenchmarkMillion(b *testing.B) {
	p := &kernel.Program{Name: "load", Main: testrun.Load}
	t := testrun.Take(p, kernel.Config{Seed: 1, MaxSteps: 1_000_000}, nil)
	pass := func(see func(*kernel.Event)) {
		play := t.Resume(t.Start.Clone(), 0, make([]uint32, len(t.Lanes)))
		play.Trace(kernel.Tracer{Before: true, Event: see})
		if err := play.To(t.Len(), nil); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("Pass", func(b *testing.B) {
		for b.Loop() {
			pass(func(*kernel.Event) {})
		}
	})
	b.Run("RPCs", func(b *testing.B) {
		for b.Loop() {
			c := New()
			pass(c.See)
			b.ReportMetric(float64(len(c.Calls().All)), "calls")
		}
	})
}
