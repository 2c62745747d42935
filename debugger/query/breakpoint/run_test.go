package breakpoint_test

import (
	"testing"

	"machsim/debugger/lang"
	"machsim/debugger/query/breakpoint"
	"machsim/debugger/query/predicate"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/kernel"
	"machsim/test/testrun"
)

// take makes a run, and the causal order of its events.
func take(p *kernel.Program, cfg kernel.Config) (*graph.Graph, *predicate.Run) {
	cfg.Lines = true
	g := testrun.Graph(p, cfg)
	if p.Name != "random" { // whose threads share nothing
		g.Serialize(engine.Sharing(rebuild.Engine{Tape: g.Tape}, g, nil))
	}
	return g, predicate.NewRun(g, events(g), rebuild.Engine{Tape: g.Tape})
}

// events shows the events of a run by playing it from the start.
func events(g *graph.Graph) breakpoint.Source {
	return func(from, to int, show func(*kernel.Event)) error {
		play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
		if err := play.To(from, nil); err != nil {
			return err
		}
		play.Trace(kernel.Tracer{Before: true, Event: show})
		return play.To(to, nil)
	}
}

// match finds the places of a breakpoint that has to be right.
func match(t testing.TB, r *predicate.Run, text string) *breakpoint.Hits {
	t.Helper()
	s, err := lang.ParsePlace(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	h, err := r.Hits(s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return h
}
