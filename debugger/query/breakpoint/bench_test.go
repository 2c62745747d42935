package breakpoint_test

import (
	"testing"

	"machsim/debugger/lang"
	"machsim/debugger/query/breakpoint"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testrun"
)

// BenchmarkSurvey is what it costs, by event, to find out which ports the calls of a run are about.
func BenchmarkSurvey(b *testing.B) {
	g := testrun.Graph(programs.Find("bank"), kernel.Config{Seed: 1})
	place, err := lang.ParsePlace("timeout")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for range b.N/g.Tape.Len() + 1 {
		events := func(from, to int, show func(*kernel.Event)) error {
			play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
			play.Trace(kernel.Tracer{Before: true, Event: show})
			return play.To(to, nil)
		}
		if _, err := breakpoint.NewRun(g.Tape, events).Match(place, nil); err != nil {
			b.Fatal(err)
		}
	}
}
