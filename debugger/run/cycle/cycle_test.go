package cycle_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/event/view"
	"machsim/debugger/run/cycle"
	"machsim/kernel"
)

// alone is a program of one task.
func alone(main func(th *kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: "test", Main: func(b *kernel.Boot) { b.Task(b.Host("host"), "main", main) }}
}

// polite has two threads that give way to each other.
var polite = alone(func(th *kernel.Thread) {
	mu := []cthreads.Mutex{cthreads.NewMutex(th, "left"), cthreads.NewMutex(th, "right")}
	for i := range mu {
		cthreads.Fork(th, fmt.Sprint("guest", i), func(th *kernel.Thread) {
			for {
				mu[i].Lock(th)
				if mu[1-i].TryLock(th) {
					mu[1-i].Unlock(th)
				}
				mu[i].Unlock(th)
			}
		})
	}
})

// counting is polite in one thread, and counts what all can see.
var counting = alone(func(th *kernel.Thread) {
	x := kernel.Must(th.Mach().VMAllocate(th.Mach().TaskSelf(), 0, 8, true))
	mu := cthreads.NewMutex(th, "mu")
	for n := 0; ; n++ {
		mu.Lock(th)
		th.Mach().Poke(x, []byte{byte(n), byte(n >> 8)})
		mu.Unlock(th)
	}
})

type ping struct{ N int }

// calling has a client that asks its server for ever, by messages with sequence numbers, and sleeps.
var calling = &kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
	var own, to kernel.Name
	server := b.Server(b.Host("host"), "server", func(th *kernel.Thread) {
		for {
			kernel.Must(kernel.Reply(th, kernel.Must(kernel.Receive[ping](th, own)), ping{1}))
		}
	})
	own = b.Port(server, "requests")
	client := b.Task(b.Host("host"), "client", func(th *kernel.Thread) {
		for {
			kernel.Must(kernel.RPC[ping, ping](th, to, ping{2}))
			th.Sleep(kernel.Millisecond)
		}
	})
	to = b.Send(server, own, client)
}}

// unfair lets the first of several go only, from the event 10 on.
type unfair struct{ kernel.Door }

func (u unfair) Choose(p kernel.Point) int {
	if p.Kind == kernel.PointNext && p.State().Steps > 10 {
		return 0
	}
	return u.Door.Choose(p)
}

// naive takes down each state as a text, and who could go.
type naive struct {
	from  uint64
	texts map[uint64]string
	ready map[uint64][]uint32
	went  map[uint64]uint32
}

// left are the parts of a state that are left out: what a run never has twice.
var left = []string{"cpu", "cpu of ended threads", "made", "next sequence number", "send rights made", "waits since",
	"suspended since", "written at", "timer"}

// numbered is the sequence number of a message.
var numbered = regexp.MustCompile(`(, size \d+)?, number \d+`)

func (n *naive) step(s *kernel.State, a kernel.Actor, _ kernel.Op, done bool) {
	var b strings.Builder
	for _, o := range view.Of(s).Objects {
		if o.Kind == view.Clock || o.Kind == view.Console {
			continue
		}
		fmt.Fprintln(&b, o.Kind, o.Path)
		for _, f := range o.Fields {
			if !slices.Contains(left, f.Name) {
				fmt.Fprintln(&b, f.Name, numbered.ReplaceAllString(fmt.Sprint(f.Key, f.List), ""))
			}
		}
	}
	for _, t := range s.Timers {
		fmt.Fprintln(&b, t.Thread, t.At-s.Now)
	}
	n.texts[s.Steps] = fmt.Sprint(a.Thread, done, b.String())
	n.went[s.Steps] = uint32(a.Thread)
	for k := range s.Ready.Len() {
		n.ready[s.Steps] = append(n.ready[s.Steps], s.Ready.At(k))
	}
}

// fair says whether all that were ready from the event a on had a turn up to the event b.
func (n *naive) fair(a, b uint64) bool {
	for i := a; i < b; i++ {
		for _, x := range n.ready[i] {
			turn := false
			for j := a + 1; j <= b; j++ {
				turn = turn || n.went[j] == x
			}
			if !turn {
				return false
			}
		}
	}
	return true
}

// back is how often the state after an event comes again up to the end, each time after a fair stretch.
func (n *naive) back(from, to uint64) (times int) {
	last := from
	for at := from + 1; at <= to; at++ {
		if n.texts[at] == n.texts[from] && n.fair(last, at) {
			times, last = times+1, at
		}
	}
	return times
}

// most is how often the state that comes back most often does.
func (n *naive) most(to uint64) (most int) {
	seen := map[string]bool{}
	for at := n.from; at <= to; at++ {
		if !seen[n.texts[at]] {
			seen[n.texts[at]] = true
			most = max(most, n.back(at, to))
		}
	}
	return most
}

// TestCycles holds what is found of some programs against a search that compares all states as texts.
func TestCycles(t *testing.T) {
	const limit = 400
	for _, c := range []struct {
		name  string
		p     *kernel.Program
		door  kernel.Door
		found bool
	}{
		{"polite", polite, kernel.NewRandom(1), true},
		{"polite, another seed", polite, kernel.NewRandom(7), true},
		{"polite, without turns", polite, unfair{kernel.NewRandom(1)}, false},
		{"counting", counting, kernel.NewRandom(1), false},
		{"calling", calling, kernel.NewRandom(1), true},
	} {
		w := cycle.NewWatch(limit)
		n := &naive{from: 1, texts: map[uint64]string{}, ready: map[uint64][]uint32{}, went: map[uint64]uint32{}}
		cfg := kernel.Config{MaxSteps: limit, Door: c.door, Lines: true}
		cfg.Tracer = w.Tracer().And(kernel.Tracer{Step: n.step})
		m := kernel.Must(kernel.New(c.p, cfg))
		if m.Run() != kernel.Unfinished {
			t.Fatalf("%s has ended", c.name)
		}
		m.Close()
		got, most := w.Cycle(), n.most(limit)
		switch {
		case (got != nil) != c.found:
			t.Errorf("%s: found %v; naively a state comes back %d times", c.name, got, most)
		case got == nil && most >= 3:
			t.Errorf("%s: nothing was found; naively a state comes back %d times", c.name, most)
		case got == nil:
		case got.Times != most || got.Times != n.back(got.Since, limit):
			t.Errorf("%s: %v; naively %d times, and that state %d times", c.name, got, most, n.back(got.Since, limit))
		case n.texts[got.From-1] != n.texts[got.To] || !n.fair(got.From-1, got.To):
			t.Errorf("%s: events %d to %d are no fair cycle", c.name, got.From, got.To)
		}
	}
}

// TestLines puts a cycle into words.
func TestLines(t *testing.T) {
	w := cycle.NewWatch(500)
	m := kernel.Must(kernel.New(polite, kernel.Config{MaxSteps: 500, Lines: true, Tracer: w.Tracer()}))
	defer m.Close()
	m.Run()
	c := w.Cycle()
	if c == nil {
		t.Fatal("no cycle")
	}
	text := strings.Join(c.Lines(), "\n")
	for _, want := range []string{fmt.Sprintf("events %d to %d", c.From, c.To), "main.guest0: ",
		"mutex_try_lock (cycle_test.go:", "unless the program counts in a variable"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// growing yields for ever, and becomes larger in between: so much that what is looked at of a run would begin later,
// had it been so large before.
var growing = alone(func(th *kernel.Thread) {
	for n := 0; ; n++ {
		th.Yield()
		if n < 60 || n > 4960 && n < 4980 {
			th.NewPort("p")
		}
	}
})

// TestGrowing looks at all events from the first one on that it looks at.
func TestGrowing(t *testing.T) {
	const limit = 6000
	w := cycle.NewWatch(limit)
	m := kernel.Must(kernel.New(growing, kernel.Config{MaxSteps: limit, Tracer: w.Tracer()}))
	defer m.Close()
	m.Run()
	calls := uint64(0)
	w.Calls(w.First(), limit, func(string, kernel.Op) bool {
		calls++
		return true
	})
	if w.First() < 4900 || w.First() > 5020 || calls != limit-w.First() {
		t.Errorf("%d calls from event %d on", calls, w.First())
	}
}
