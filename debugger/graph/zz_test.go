package graph_test

import (
	"fmt"
	"testing"

	"machsim/debugger/internal/randprog"
	"machsim/debugger/tape"
	"machsim/ipc"
	"machsim/debugger/graph"
	"machsim/kernel"
)

func TestZZ(t *testing.T) {
	cfg := config(*from, 400)
	p := randprog.Program(*from, randprog.Large)
	k := tape.NewTaker(p, cfg)
	b := graph.NewBuilder()
	k.Touched = func(tp *tape.Tape, e int, a kernel.Actor, touches []ipc.Touch) {
		b.Touched(tp, e, a, touches)
		if e+1 == *runs {
			fmt.Println("event", e+1, a, touches)
		}
	}
	k.Watch(&cfg)
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	k.Attach(m.World())
	m.Run()
	g := b.Graph(k.Tape(m.World()))
	for e := range *runs {
		l := g.Tape.Lane(e)
		lane := &g.Tape.Lanes[l]
		call := ""
		if lane.Thread != 0 {
			call = asked(g, l, lane.CallOf(g.Tape.Nth(e)))
			if r, ok := g.Tape.Result(l, lane.CallOf(g.Tape.Nth(e))); ok && g.Tape.Done(e) {
				call += fmt.Sprintf(" = %+v", r)
			}
		}
		fmt.Printf("%d thread %d lane %d nth %d done %t %s", e+1, lane.Thread, l, g.Tape.Nth(e), g.Tape.Done(e), call)
		g.Into(e, func(x graph.Edge) { fmt.Printf(" <-%v %d", x.Kind, x.From+1) })
		fmt.Println()
	}
}
