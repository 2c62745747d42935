package graph_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"machsim/debugger/replay/graph"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
)

// tries is how many random programs there are to try.
func tries() uint64 { return effort.Of(uint64(30)) }

// playCut plays a cut from the start. Every call answers with all that was recorded.
func playCut(g *graph.Graph, c graph.Cut) (*kernel.State, error) {
	if !g.Consistent(c) {
		return nil, errors.New("the cut is not consistent")
	}
	play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
	if err := play.To(g.Last(c)+1, c); err != nil {
		return nil, err
	}
	return play.State(), play.State().Check()
}

// anyCut is a consistent cut of one kind or another.
func anyCut(g *graph.Graph, rng *rand.Rand) graph.Cut {
	e := rng.IntN(g.Tape.Len())
	switch rng.IntN(8) {
	case 0:
		return g.Least(e)
	case 1:
		return g.Greatest(e)
	case 2:
		return g.Shrink(g.First(e+rng.IntN(g.Tape.Len()-e)), e)
	case 3: // one lane far ahead
		lane := &g.Tape.Lanes[g.Tape.Lane(rng.IntN(g.Tape.Len()))]
		return g.Grow(g.Least(e), lane.Event(lane.Len()-1))
	case 4: // one lane left behind
		lane := &g.Tape.Lanes[g.Tape.Lane(rng.IntN(g.Tape.Len()))]
		return g.Greatest(lane.Event(rng.IntN(lane.Len())))
	case 5:
		c := g.Least(e)
		for range rng.IntN(5) {
			c = g.Grow(c, rng.IntN(g.Tape.Len()))
		}
		return c
	}
	c := g.Start()
	for i := range c {
		c[i] = uint32(rng.IntN(g.Tape.Lanes[i].Len() + 1))
	}
	if rng.IntN(2) == 0 {
		return g.LeastAbove(c)
	}
	return g.GreatestBelow(c)
}

// TestPlayRandom plays random cuts of random programs, and of such as make many calls on the tasks
// of other hosts.
func TestPlayRandom(t *testing.T) {
	across, disturbed := randprog.Large, randprog.Large
	across.Only = []string{"forks", "across"}
	disturbed.Only = []string{"forks", "across", "hosts", "rights"}
	t.Run("all", func(t *testing.T) { playRandom(t, randprog.Large, 0, tries()) })
	t.Run("across", func(t *testing.T) { playRandom(t, across, 0, tries()/4) })
	t.Run("disturbed", func(t *testing.T) { playRandom(t, disturbed, 0, tries()/4) })
	// In a cut of this one a packet's timer fires, and the wire has not been mended.
	t.Run("no way", func(t *testing.T) { playRandom(t, randprog.Large, 5535, 1) })
}

func playRandom(t *testing.T, size randprog.Size, from, tries uint64) {
	events, cuts, held := 0, 0, 0
	for seed := from; seed < from+tries; seed++ {
		g := testrun.Graph(randprog.Program(seed, size), randprog.Config(seed, 400))
		rng := rand.New(rand.NewPCG(seed, 1))
		events += g.Tape.Len()
		for range 20 {
			c := anyCut(g, rng)
			s, err := playCut(g, c)
			if err != nil {
				t.Errorf("seed %d, cut %v: %v", seed, c, err)
				break
			}
			cuts++
			if len(s.IPC.Held) > 0 {
				held++
			}
		}
	}
	t.Logf("%d programs, %d events, %d cuts, %d of them with messages held", tries, events, cuts, held)
}
