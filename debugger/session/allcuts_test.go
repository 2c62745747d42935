package session_test

import (
	"fmt"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/event/view"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// counting is a program whose threads share a variable, with a lock or without.
func counting(locked bool) *kernel.Program {
	return &kernel.Program{Name: "counting", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			mu := cthreads.NewMutex(th, "mu")
			n := 0
			count := func(th *kernel.Thread) {
				th.Watch("n", &n)
				if locked {
					mu.Lock(th)
				}
				seen := n
				th.Yield()
				n = seen + 1
				th.Label(fmt.Sprint("count ", n))
				if locked {
					mu.Unlock(th)
				}
			}
			cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "one", count), cthreads.Fork(th, "two", count)})
		})
	}}
}

// asking is a program with a server of two threads and two clients on another host.
var asking = &kernel.Program{Name: "asking", Main: func(b *kernel.Boot) {
	var port ipc.Name
	serve := func(th *kernel.Thread) {
		for {
			m := kernel.Must(th.Mach().Receive(port))
			kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, m.Int(0))))
		}
	}
	server := b.Server(b.Host("a"), "server", func(th *kernel.Thread) {
		cthreads.Detach(th, cthreads.Fork(th, "second", serve))
		serve(th)
	})
	port = b.Port(server, "service")
	for i := range 2 {
		var to ipc.Name
		client := b.Task(b.Host("b"), fmt.Sprint("client", i), func(th *kernel.Thread) {
			kernel.Must(th.Mach().RPC(to, ipc.NewMessage(1, i)))
		})
		to = b.Send(server, port, client)
	}
}}

// ruling is a program with a task that makes a thread in one of another host, lets it go, and
// looks at what has come of it.
var ruling = &kernel.Program{Name: "ruling", Main: func(b *kernel.Boot) {
	var box, to ipc.Name
	ruler := b.Task(b.Host("a"), "ruler", func(th *kernel.Thread) {
		m := kernel.Must(th.Mach().Receive(box))
		asked := 0
		th.Watch("asked", &asked)
		made := kernel.Must(th.Mach().ThreadCreate(m.Port(0), func(th *kernel.Thread) {
			n := 1
			th.Watch("n", &n)
			th.Label("made")
			n++
			th.Label("done")
		}))
		asked++
		kernel.Must(th.Mach().ThreadResume(made))
		asked++
		_, err := th.Mach().TaskInfo(m.Port(0))
		th.Check(err == nil || err == ipc.MACH_SEND_INVALID_DEST, "%v", err)
	})
	land := b.Task(b.Host("b"), "land", func(th *kernel.Thread) {
		kernel.Must(th.Mach().Send(to, ipc.NewMessage(1, th.SendRight(th.Mach().Self()))))
		th.Sleep(1 * kernel.Millisecond)
	})
	box = b.Port(ruler, "box")
	to = b.Send(ruler, box, land)
}}

// TestAllCuts goes to every consistent cut of small runs, in no sensible order, and
// compares each with going there from the start.
func TestAllCuts(t *testing.T) {
	for _, p := range []*kernel.Program{post, asking, ruling, counting(true), counting(false)} {
		total := 0
		for seed := range effort.Of(uint64(2)) {
			s := testsession.Open(t, p, kernel.Config{Seed: seed})
			cuts := allCuts(session.GraphOf(s))
			total += len(cuts)
			for i := range cuts {
				cut := cuts[i*7919%len(cuts)]
				must(t, s.MoveTo(graph.At(cut)))
				compareFromStart(t, s, cut)
				compareThreads(t, s)
			}
			comesBack(t, s)
		}
		t.Logf("%s: %d cuts", p.Name, total)
	}
}

// maxCuts is how many cuts of a run are looked at.
const maxCuts = 4000

// allCuts lists the consistent cuts of a run, the small ones first.
func allCuts(g *graph.Graph) (all []graph.Cut) {
	seen := map[string]bool{}
	next := []graph.Cut{g.Start()}
	for len(next) > 0 && len(all) < maxCuts {
		c := next[0]
		next = next[1:]
		if key := fmt.Sprint(c); seen[key] || !g.Consistent(c) {
			continue
		} else {
			seen[key] = true
		}
		all = append(all, c)
		for lane := range c {
			if int(c[lane]) < g.Tape.Lanes[lane].Len() {
				more := c.Clone()
				more[lane]++
				next = append(next, more)
			}
		}
	}
	return all
}

// comesBack goes back and forwards again, and looks for the same state.
func comesBack(t *testing.T, s *session.Session) {
	t.Helper()
	must(t, s.MoveTo(s.End()))
	end := view.Hash(s.State())
	must(t, s.MoveTo(s.After(s.Len()/2)))
	must(t, s.MoveTo(s.End()))
	if view.Hash(s.State()) != end {
		t.Fatal("the end is another the second time")
	}
}

// TestAroundEveryEvent goes to the least cut with each event, and the greatest without it,
// of runs in which many threads on two hosts fill the queues between them.
func TestAroundEveryEvent(t *testing.T) {
	args := map[string]string{"tellers": "12", "transfers": "3", "accounts": "24"}
	for seed := range effort.Of(uint64(1)) {
		goAround(t, testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: seed, Args: args}))
	}
}

// TestAroundWeak is TestAroundEveryEvent of weak runs, in which any thread that waits for a mutex or a condition may be
// woken: which one a choice means depends on who waits.
func TestAroundWeak(t *testing.T) {
	for seed := range effort.Of(uint64(20)) {
		goAround(t, testsession.Open(t, competing, kernel.Config{Seed: seed, Weak: true}))
	}
}

// competing is a program whose threads lose a mutex to each other, and wake each other by a condition.
var competing = &kernel.Program{Name: "competing", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
		mu, more := cthreads.NewMutex(th, "mu"), cthreads.NewCondition(th, "more")
		for i := range 4 {
			cthreads.Detach(th, cthreads.Fork(th, fmt.Sprint("w", i), func(th *kernel.Thread) {
				for range 4 {
					mu.Lock(th)
					th.Yield()
					if i%2 == 0 {
						more.Signal(th)
					}
					mu.Unlock(th)
					th.Yield()
				}
				if i%2 == 1 {
					mu.Lock(th)
					more.Wait(th, mu)
					mu.Unlock(th)
				}
			}))
		}
	})
}}

// goAround goes to the least cut with each event, and the greatest without it.
func goAround(t *testing.T, s *session.Session) {
	t.Helper()
	for e := range s.Len() {
		for _, cut := range []graph.Cut{session.GraphOf(s).Least(e), session.GraphOf(s).Greatest(e)} {
			if err := s.MoveTo(graph.At(cut)); err != nil {
				t.Fatalf("event %d of %d: %v", e+1, s.Len(), err)
			}
		}
	}
	s.Close()
}

// napping is a program with a thread whose time is always up, and one that goes on beside it.
var napping = &kernel.Program{Name: "napping", Main: func(b *kernel.Boot) {
	for i := range 2 {
		b.Task(b.Host("a"), fmt.Sprint("task", i), func(th *kernel.Thread) {
			for range 20 {
				if i == 0 {
					th.Sleep(0)
				}
				th.Yield()
			}
		})
	}
}}

// TestTimersOnTheWay goes to positions of the recorded order from where other motions have been further on: by then
// timers have woken threads of whose events the position has no more.
func TestTimersOnTheWay(t *testing.T) {
	for seed := range effort.Of(uint64(4)) {
		s := testsession.Open(t, napping, kernel.Config{Seed: seed})
		g := session.GraphOf(s)
		for e := 1; e < s.Len(); e++ {
			cut := g.Greatest(e)
			must(t, s.MoveTo(graph.At(cut)))
			cut = cut.Clone()
			cut[g.Tape.Lane(s.LastOf(graph.At(cut)))]-- // a motion back by an event leaves marks close to each other
			must(t, s.MoveTo(graph.At(cut)))
			must(t, s.MoveTo(s.Start()))
			must(t, s.MoveTo(s.After(e)))
			compareFromStart(t, s, s.After(e).Cut)
		}
		s.Close()
	}
}
