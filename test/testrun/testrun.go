// Package testrun makes runs for tests: taken down, or recorded. What a test gives it has to
// be right; it panics otherwise.
package testrun

import (
	"bytes"
	"math/rand/v2"

	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// Take makes a run and takes it down. Without a Door the seed chooses; setup, if not nil,
// is called before the run begins.
func Take(p *kernel.Program, cfg kernel.Config, setup func(*tape.Builder)) *tape.Tape {
	if cfg.Door == nil {
		cfg.Door = kernel.NewRandom(cfg.Seed)
	}
	k := tape.NewBuilder(p, cfg)
	if setup != nil {
		setup(k)
	}
	k.Watch(&cfg)
	m := machine(p, cfg)
	defer m.Close()
	k.Attach(m.World())
	m.Run()
	return k.Tape(m.World(), 0)
}

// Graph makes a run and finds the order of its events.
func Graph(p *kernel.Program, cfg kernel.Config) *graph.Graph {
	b := graph.NewBuilder()
	return b.Graph(Take(p, cfg, func(k *tape.Builder) { k.Accessed = b.Accessed }))
}

// Record makes a run and records it. Without a Door the seed chooses.
func Record(p *kernel.Program, cfg kernel.Config) *record.Recording {
	if cfg.Door == nil {
		cfg.Door = kernel.NewRandom(cfg.Seed)
	}
	var file bytes.Buffer
	r := record.Start(&file, record.HeaderOf(p, cfg))
	cfg.Door, cfg.Tracer = r.Wrap(cfg.Door), r.Tracer()
	m := machine(p, cfg)
	defer m.Close()
	m.Run()
	if err := r.End(record.EndingOf(m)); err != nil {
		panic(err)
	}
	rec, err := record.Read(file.Bytes())
	if err != nil {
		panic(err)
	}
	return rec
}

func machine(p *kernel.Program, cfg kernel.Config) *kernel.Machine {
	m, err := kernel.New(p, cfg)
	if err != nil {
		panic(err)
	}
	return m
}

// Cut is a random consistent cut of one kind or another.
func Cut(g *graph.Graph, rng *rand.Rand) graph.Cut {
	e := g.Tape.First() + rng.IntN(g.Tape.Len()-g.Tape.First())
	switch rng.IntN(5) {
	case 0:
		return g.Least(e)
	case 1:
		return g.Greatest(e)
	case 2:
		return g.Shrink(g.First(e+rng.IntN(g.Tape.Len()-e)), e)
	case 3:
		return g.First(e)
	}
	c := g.Start()
	for i := range c {
		c[i] = uint32(rng.IntN(g.Tape.Lanes[i].Len() + 1))
	}
	return g.GreatestBelow(c)
}
