package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
)

// TestPlayCuts plays random cuts of runs of every program: every step comes out as it
// was recorded, though others before it are left out.
func TestPlayCuts(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range effort.Of(uint64(4)) {
				g := testrun.Graph(p, kernel.Config{Seed: seed, MaxSteps: 2000})
				rng := rand.New(rand.NewPCG(seed, 1))
				for range 30 {
					c := testrun.Cut(g, rng)
					if !g.Consistent(c) {
						t.Fatalf("seed %d: the cut %v is not consistent", seed, c)
					}
					play := g.Tape.Resume(g.Tape.Start.Clone(), 0, g.Start())
					if err := play.To(g.Last(c)+1, c); err != nil {
						t.Fatalf("seed %d, cut %v: %v", seed, c, err)
					}
					if err := play.State().Check(); err != nil {
						t.Fatalf("seed %d, cut %v: %v", seed, c, err)
					}
				}
			}
		})
	}
}

// counting is a program whose threads count together, with a lock or without.
func counting(locked bool) *kernel.Program {
	return &kernel.Program{Name: "counting", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			mu := cthreads.NewMutex(th, "mu")
			n := 0
			count := func(th *kernel.Thread) {
				for range 5 {
					if locked {
						mu.Lock(th)
					}
					seen := n
					th.Yield()
					n = seen + 1
					if locked {
						mu.Unlock(th)
					}
				}
				th.Printf("%d", n)
			}
			cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "one", count), cthreads.Fork(th, "two", count)})
		})
	}}
}

// TestSharing finds the program that counts without a lock, and puts its events in line.
func TestSharing(t *testing.T) {
	for seed := range uint64(20) {
		g := testrun.Graph(counting(false), kernel.Config{Seed: seed})
		shared := engine.Sharing(rebuild.Engine{Tape: g.Tape}, g, nil)
		if len(shared) != 1 {
			t.Errorf("seed %d: %d tasks share variables, not 1", seed, len(shared))
		}
		g.Serialize(shared)
		for e := 1; e < g.Tape.Len(); e++ {
			if !g.Before(e-1, e) {
				t.Fatalf("seed %d: events %d and %d of a task whose threads share variables are concurrent", seed, e, e+1)
			}
		}
	}
}

// TestSharingNasty finds threads that share variables in ways that show in one order only, or late, or far from where
// they are written.
func TestSharingNasty(t *testing.T) {
	type forks func(bodies ...func(*kernel.Thread))
	for name, body := range map[string]func(th *kernel.Thread, fork forks){
		"the first writes": func(th *kernel.Thread, fork forks) {
			x := 0
			fork(func(th *kernel.Thread) { th.Yield(); x = 1 }, func(th *kernel.Thread) { th.Yield(); th.Label(fmt.Sprint(x)) })
		},
		"the last writes": func(th *kernel.Thread, fork forks) {
			x := 0
			fork(func(th *kernel.Thread) { th.Yield(); th.Label(fmt.Sprint(x)) }, func(th *kernel.Thread) { th.Yield(); x = 1 })
		},
		"late, among five": func(th *kernel.Thread, fork forks) {
			all, idle := map[string]int{}, func(th *kernel.Thread) { yields(th, 30) }
			fork(idle, func(th *kernel.Thread) { yields(th, 30); all["x"]++ }, idle,
				func(th *kernel.Thread) { yields(th, 29); th.Label(fmt.Sprint(len(all))) }, idle)
		},
		"only one takes the lock": func(th *kernel.Thread, fork forks) {
			mu, x := cthreads.NewMutex(th, "mu"), 0
			fork(func(th *kernel.Thread) { mu.With(th, func() { x++ }) },
				func(th *kernel.Thread) { th.Yield(); th.Label(fmt.Sprint(x)) })
		},
		"shown by another": func(th *kernel.Thread, fork forks) {
			mu, x, y := cthreads.NewMutex(th, "mu"), 0, 0
			fork(func(th *kernel.Thread) { th.Yield(); x = 1 },
				func(th *kernel.Thread) { th.Yield(); mu.With(th, func() { y = x }) })
			th.Label(fmt.Sprint(y))
		},
		"how many calls it makes": func(th *kernel.Thread, fork forks) {
			n := 5
			fork(func(th *kernel.Thread) { th.Yield(); n = 3 }, func(th *kernel.Thread) {
				for i := 0; i < n; i++ {
					th.Yield()
				}
			})
		},
	} {
		p := &kernel.Program{Name: "nasty", Main: func(b *kernel.Boot) {
			h := b.Host("a")
			b.Task(h, "aside", func(th *kernel.Thread) { yields(th, 10) })
			b.Task(h, "task", func(th *kernel.Thread) {
				body(th, func(bodies ...func(*kernel.Thread)) {
					var all []cthreads.Thread
					for _, body := range bodies {
						all = append(all, cthreads.Fork(th, "", body))
					}
					cthreads.JoinAll(th, all)
				})
			})
		}}
		for seed := range effort.Of(uint64(20)) {
			g := testrun.Graph(p, kernel.Config{Seed: seed})
			if shared := engine.Sharing(rebuild.Engine{Tape: g.Tape}, g, nil); len(shared) != 1 {
				t.Errorf("%s, seed %d: %d tasks share variables, not 1", name, seed, len(shared))
			}
		}
	}
}

func yields(th *kernel.Thread, n int) {
	for range n {
		th.Yield()
	}
}

// TestSharingPrograms knows no sample program whose threads share variables without a
// lock.
func TestSharingPrograms(t *testing.T) {
	for _, p := range programs.All {
		for seed := range uint64(10) {
			g := testrun.Graph(p, kernel.Config{Seed: seed, MaxSteps: 2000})
			for task := range engine.Sharing(rebuild.Engine{Tape: g.Tape}, g, nil) {
				t.Errorf("%s, seed %d: the threads of %s do", p.Name, seed, g.Tape.End.TaskName(task))
			}
		}
	}
}

// TestLacks holds what a cut lacks for the next event of each lane against the least cut with
// that event.
func TestLacks(t *testing.T) {
	for seed := range uint64(20) {
		for _, p := range []*kernel.Program{counting(true), counting(false), programs.Find("bank")} {
			g := testrun.Graph(p, kernel.Config{Seed: seed, MaxSteps: 1000})
			g.Serialize(engine.Sharing(rebuild.Engine{Tape: g.Tape}, g, nil))
			rng := rand.New(rand.NewPCG(seed, 1))
			for range 10 {
				lacking(t, g, testrun.Cut(g, rng))
			}
		}
	}
}

func lacking(t *testing.T, g *graph.Graph, c graph.Cut) {
	t.Helper()
	for lane := range c {
		if int(c[lane]) == g.Tape.Lanes[lane].Len() {
			continue
		}
		e := g.Tape.Lanes[lane].Event(int(c[lane]))
		alone := c.Clone()
		alone[lane]++
		lacks := g.MissingCauses(c, e)
		if g.Consistent(alone) != (len(lacks) == 0) {
			t.Fatalf("cut %v lacks %v for event %d of lane %d", c, lacks, e, lane)
		}
		for _, from := range lacks {
			if g.Holds(c, from) || !g.Before(from, e) {
				t.Fatalf("cut %v is said to lack event %d for event %d", c, from, e)
			}
		}
	}
}

// TestAlike compares what comes before the events of a lane, one by one.
func TestAlike(t *testing.T) {
	for seed := range uint64(5) {
		for _, shared := range []bool{false, true} {
			g := testrun.Graph(counting(true), kernel.Config{Seed: seed, MaxSteps: 500})
			if shared {
				g.Serialize(map[kernel.TaskID]bool{g.Tape.TaskOf(1): true})
			}
			for e := range g.Tape.Len() {
				alike(t, g, e)
			}
		}
	}
}

func alike(t *testing.T, g *graph.Graph, e int) {
	t.Helper()
	own, nth := g.Tape.At(e)
	l := &g.Tape.Lanes[own]
	same := nth + 1
	for same < l.Len() && !differs(g, e, l.Event(same)) {
		same++
	}
	n := g.Alike(e)
	if exact := n == same || g.Serialized(g.Tape.TaskOf(l.Thread)); n <= nth || n > same || !exact {
		t.Fatalf("event %d of lane %d is said to have the causes of those before %d; it has those before %d", nth, own, n,
			same)
	}
}

// differs says whether other events of other lanes come before one event than before another of its lane.
func differs(g *graph.Graph, a, b int) bool {
	for lane := range g.Tape.Lanes {
		if lane != g.Tape.Lane(a) && g.Needs(a, lane) != g.Needs(b, lane) {
			return true
		}
	}
	return false
}

// TestPosition compares positions, within a stretch too.
func TestPosition(t *testing.T) {
	at := graph.At(graph.Cut{2, 0, 5})
	within := graph.Position{Cut: at.Cut, Thread: 1, N: 17}
	for _, c := range []struct {
		p    graph.Position
		text string
		at   bool
	}{
		{at, "[2 0 5]", true},
		{within, "[2 0 5] and 17 statements of thread 1", false},
	} {
		if c.p.String() != c.text || c.p.AtCalls() != c.at || c.p.Events() != 7 || c.p.IsZero() {
			t.Errorf("%v: %t, %d events", c.p, c.p.AtCalls(), c.p.Events())
		}
	}
	switch {
	case !within.Equal(graph.Position{Cut: graph.Cut{2, 0, 5}, Thread: 1, N: 17}):
		t.Error("equal positions are not")
	case within.Equal(at), within.Equal(graph.Position{Cut: at.Cut, Thread: 2, N: 17}),
		at.Equal(graph.At(graph.Cut{2, 1, 5})):
		t.Error("other positions are equal")
	case !(graph.Position{}).IsZero():
		t.Error("the zero Position is one")
	}
}
