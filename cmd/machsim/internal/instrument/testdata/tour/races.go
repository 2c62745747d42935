package main

import (
	"fmt"

	"machsim/cmd/machsim/internal/instrument/testdata/zoo"
	"machsim/cthreads"
	"machsim/debugger/lines/race"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// races are those of two threads that use a shelf in two ways, without a lock and with one.
func races() (text string) {
	for _, ways := range [][2]string{{"append", "append"}, {"copy", "reads"}, {"copy", "range"}, {"clear", "range"},
		{"append", "range"}, {"reads", "range"}, {"insert", "each"}, {"delete", "each"}, {"each", "each"}} {
		text += fmt.Sprintln(ways, "free:", found(ways, false), "locked:", found(ways, true))
	}
	return text
}

// found are the pairs of lines that race.
func found(ways [2]string, locked bool) (pairs []string) {
	p := &kernel.Program{Name: "shelf", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			shelf, lock := zoo.NewShelf(), cthreads.NewMutex(th, "lock")
			for i, way := range ways {
				cthreads.Fork(th, fmt.Sprint("t", i), func(th *kernel.Thread) {
					if locked {
						lock.Lock(th)
						defer lock.Unlock(th)
					}
					zoo.Uses[way](shelf)
				})
			}
		})
	}}
	g := taken(p)
	all, err := race.Find(g, rebuild.Engine{Tape: g.Tape}, nil)
	if err != nil {
		panic(err)
	}
	for _, r := range all {
		pairs = append(pairs, fmt.Sprint(r.First.Expr, ":", r.First.Stack[0].Line, "-", r.Second.Expr, ":",
			r.Second.Stack[0].Line))
	}
	return pairs
}

// taken makes a run.
func taken(p *kernel.Program) *graph.Graph {
	cfg := kernel.Config{Door: kernel.NewRandom(1)}
	k, b := tape.NewBuilder(p, cfg), graph.NewBuilder()
	k.Accessed = b.Accessed
	k.Watch(&cfg)
	m, err := kernel.New(p, cfg)
	if err != nil {
		panic(err)
	}
	defer m.Close()
	k.Attach(m.World())
	m.Run()
	return b.Graph(k.Tape(m.World(), 0))
}
