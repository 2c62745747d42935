package stats_test

import (
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/internal/testsession"
	"machsim/debugger/stats"
	"machsim/kernel"
)

// BenchmarkMillion reports on a run of a million events, beside a pass that shows the events to nobody.
func BenchmarkMillion(b *testing.B) {
	s := testsession.Open(b, &kernel.Program{Name: "load", Main: testrun.Load},
		kernel.Config{Seed: 1, MaxSteps: 1_000_000})
	b.Run("Pass", func(b *testing.B) {
		for b.Loop() {
			if err := s.EventsUntil(nil, 0, s.Len(), func(*kernel.Event) {}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Stats", func(b *testing.B) {
		for b.Loop() {
			if _, err := stats.Of(nil, s); err != nil {
				b.Fatal(err)
			}
		}
	})
}
