package breakpoint_test

import (
	"testing"

	"machsim/debugger/breakpoint"
	"machsim/debugger/graph"
	"machsim/debugger/rebuild"
	"machsim/debugger/tape"
	"machsim/kernel"
)

// take makes a run, and the causal order of its events.
func take(p *kernel.Program, cfg kernel.Config) (*graph.Graph, *breakpoint.Run) {
	if cfg.Door == nil {
		cfg.Door = kernel.NewRandom(cfg.Seed)
	}
	cfg.Lines = true
	k := tape.NewTaker(p, cfg)
	b := graph.NewBuilder()
	k.Touched = b.Touched
	k.Watch(&cfg)
	m, err := kernel.New(p, cfg)
	if err != nil {
		panic(err)
	}
	defer m.Close()
	k.Attach(m.World())
	m.Run()
	g := b.Graph(k.Tape(m.World(), 0))
	if p.Name != "random" { // whose threads share nothing
		g.Share(rebuild.Sharing(g.Tape, g.Needs))
	}
	return g, breakpoint.NewRun(g.Tape, events(g))
}

// events shows the events of a run by playing it from the start.
func events(g *graph.Graph) breakpoint.Source {
	return func(from, to int, show func(*kernel.Event)) error {
		play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
		if err := play.To(from, nil); err != nil {
			return err
		}
		play.Observe(show)
		return play.To(to, nil)
	}
}

// match finds the places of a breakpoint that has to be right.
func match(t testing.TB, r *breakpoint.Run, text string) *breakpoint.Hits {
	t.Helper()
	s, err := breakpoint.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	h, err := r.Match(s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return h
}
