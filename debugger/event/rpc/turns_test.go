package rpc

import (
	"math/rand/v2"
	"testing"

	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// servingOf is Calls.Serving by going through all calls.
func (c *Calls) servingOf(id kernel.ThreadID, has func(event uint64) bool) (call *Call) {
	last := uint64(0)
	for i := range c.All {
		if by, since := c.Server(&c.All[i], has); by == id && by != 0 && since >= last {
			call, last = &c.All[i], since
		}
	}
	return call
}

// waitingOf is Calls.Waiting by going through all calls.
func (c *Calls) waitingOf(id kernel.ThreadID, has func(event uint64) bool) (call *Call) {
	for i := range c.All {
		x := &c.All[i]
		now, ok := x.At(has)
		if x.Caller == id && x.Mark&Waits != 0 && ok && now.Received == 0 && now.GaveUp == 0 && now.Failed == 0 {
			call = x
		}
	}
	return call
}

// actors notes whose each event is.
type actors struct {
	of  []kernel.Actor
	ids map[kernel.ThreadID]bool
}

func (a *actors) see(e *kernel.Event) {
	a.of = append(a.of, e.Actor)
	if e.Actor.Thread != 0 {
		a.ids[e.Actor.Thread] = true
	}
}

// cut is a random part of a run, in which each actor has come as far as it likes.
func (a *actors) cut(r *rand.Rand) func(event uint64) bool {
	far, all := map[kernel.Actor]uint64{}, uint64(r.IntN(len(a.of)+1))
	for _, x := range a.of {
		if _, ok := far[x]; !ok {
			if far[x] = all; r.IntN(3) == 0 {
				far[x] = uint64(r.IntN(len(a.of) + 1))
			}
		}
	}
	return func(e uint64) bool { return e <= far[a.of[e-1]] }
}

// TestTurns compares who serves which call, and who waits in which, in random parts of runs, with what going through
// all calls finds: in random programs with servers that ask others, with protocols of their own under faults, and in
// the samples.
func TestTurns(t *testing.T) {
	r, found := rand.New(rand.NewPCG(1, 2)), [2]int{}
	compare := func(c *Calls, a *actors) {
		t.Helper()
		for range 20 {
			has := a.cut(r)
			for id := range a.ids {
				serves, waits := c.Serving(id, has), c.Waiting(id, has)
				if want := c.servingOf(id, has); serves != want {
					t.Fatalf("thread %d serves %+v, want %+v", id, serves, want)
				}
				if want := c.waitingOf(id, has); waits != want {
					t.Fatalf("thread %d waits in %+v, want %+v", id, waits, want)
				}
				for i, x := range []*Call{serves, waits} {
					if x != nil {
						found[i]++
					}
				}
			}
		}
	}
	fresh := func() *actors { return &actors{ids: map[kernel.ThreadID]bool{}} }
	for seed := range effort.Of(uint64(60)) {
		x, a := &trees{d: &diary{}}, fresh()
		compare(observe(t, x.program(seed), kernel.Config{Seed: seed}, a.see), a)
		program, cfg := randomCalls(seed)
		var w wires
		a = fresh()
		c, _ := w.run(t, program.Program(), cfg, func(e *kernel.Event, _ *Collector) { a.see(e) })
		compare(c, a)
	}
	for _, p := range programs.All {
		a := fresh()
		compare(observe(t, p, kernel.Config{Seed: 9, MaxSteps: 3000}, a.see), a)
	}
	if found[0] < 1000 || found[1] < 1000 {
		t.Errorf("%d threads served a call, and %d waited", found[0], found[1])
	}
}
