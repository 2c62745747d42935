package graph_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/graph"
	"machsim/debugger/internal/randprog"
	"machsim/debugger/tape"
	"machsim/ipc"
	"machsim/kernel"
)

func failsAt(err error) (n int) {
	if err == nil {
		return 0
	}
	fmt.Sscanf(err.Error(), "event %d", &n)
	return n
}

func TestZZ(t *testing.T) {
	cfg := config(*from, 400)
	p := randprog.Program(*from, randprog.Large)
	k := tape.NewTaker(p, cfg)
	b := graph.NewBuilder()
	var all []string
	k.Touched = func(tp *tape.Tape, e int, a kernel.Actor, touches []ipc.Touch) {
		b.Touched(tp, e, a, touches)
		s := ""
		for _, x := range touches {
			s += fmt.Sprintf(" %s.%s(%d,%d)", []string{"Entry", "Holding", "Names", "Port", "Rights", "Requests", "Queue", "Room", "Msg", "Thread", "Packet", "Task", "Mutex", "Cond", "Memory", "Host", "Wires", "Input", "Net"}[x.Facet], []string{"Read", "Write", "Add", "New", "Handed", "Taken"}[x.Mode], x.A, x.B)
		}
		all = append(all, s)
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
	rng := rand.New(rand.NewPCG(*from, 1))
	var c graph.Cut
	at := 0
	for range 20 {
		c = anyCut(g, rng)
		_, err := playCut(g, c)
		if at = failsAt(err); at > 0 {
			break
		}
	}
	if at == 0 {
		return
	}
	for again := true; again; {
		again = false
		for e := range g.Tape.Len() {
			if g.Holds(c, e) {
				continue
			}
			d := g.Grow(c, e)
			if _, err := playCut(g, d); failsAt(err) == at {
				c, again = d, true
			}
		}
	}
	_, err = playCut(g, c)
	fmt.Println("weak", cfg.Weak, "free", cfg.FreeTimers, err)
	show := func(e int) {
		l := g.Tape.Lane(e)
		lane := &g.Tape.Lanes[l]
		call := fmt.Sprint(lane.Packet)
		if lane.Thread != 0 {
			call = asked(g, l, lane.CallOf(g.Tape.Nth(e)))
			if r, ok := g.Tape.Result(l, lane.CallOf(g.Tape.Nth(e))); ok && g.Tape.Done(e) {
				call += fmt.Sprintf(" = %+v", r)
			}
		}
		for _, junk := range []string{"Flag:false ", "Disp:none ", "Opt:0 ", "Name2:null ", "Name3:null ", "N2:0 ", "N3:0 ", "N:0 ", "Text: ", "PC:0 ", "More:<nil>", "<nil>", "Names:[] ", "Types:[] ", "Info: "} {
			call = strings.ReplaceAll(call, junk, "")
		}
		fmt.Printf("%d lane %d %s nth %d of %d done %t %s", e+1, l, g.Tape.End.ThreadName(lane.Thread), g.Tape.Nth(e), lane.Len(), g.Tape.Done(e), call)
		g.Into(e, func(x graph.Edge) { fmt.Printf(" <-%v %d", x.Kind, x.From+1) })
		fmt.Println("   ", all[e])
	}
	for e := range at {
		if !g.Holds(c, e) {
			d := g.Least(e)
			d[g.Tape.Lane(e)]--
			if !d.Within(c) {
				continue
			}
			fmt.Print("MISSING ")
			show(e)
		} else if *runs == 1 || e == at-1 || g.Tape.Lane(e) == g.Tape.Lane(at-1) && e > at-20 {
			show(e)
		}
	}
}
