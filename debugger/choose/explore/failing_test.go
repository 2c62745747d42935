package explore_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/programs/buffer"
	"machsim/test/effort"
)

// ahead has a reader that may come before a writer, and checks that it has not; each goes on with something.
func ahead(writes int, reader, writer func(*kernel.Thread)) *kernel.Program {
	return task(func(th *kernel.Thread) {
		x := variables(th, 2)
		cthreads.Fork(th, "reader", func(th *kernel.Thread) {
			th.Check(th.Mach().Peek(x[0], 1)[0] == 1, "x is not written")
			reader(th)
		})
		cthreads.Fork(th, "writer", func(th *kernel.Thread) {
			for range writes {
				th.Mach().Poke(x[1], []byte{1})
			}
			th.Mach().Poke(x[0], []byte{1})
			writer(th)
		})
	})
}

func nothing(*kernel.Thread) {}

// crossed is ahead with two mutexes that both lock then, in different orders.
func crossed() *kernel.Program {
	return task(func(th *kernel.Thread) {
		x, a, b := variables(th, 1)[0], cthreads.NewMutex(th, "a"), cthreads.NewMutex(th, "b")
		both := func(th *kernel.Thread, m, n cthreads.Mutex) {
			m.Lock(th)
			n.Lock(th)
			n.Unlock(th)
			m.Unlock(th)
		}
		cthreads.Fork(th, "reader", func(th *kernel.Thread) {
			th.Check(th.Mach().Peek(x, 1)[0] == 1, "x is not written")
			both(th, a, b)
		})
		cthreads.Fork(th, "writer", func(th *kernel.Thread) {
			th.Mach().Poke(x, []byte{1})
			both(th, b, a)
		})
	})
}

// asked has a client ask a server before, or after, the server is told what it asks for.
func asked() *kernel.Program {
	return &kernel.Program{Name: "asked", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		var own kernel.Name
		server := b.Server(h, "server", func(th *kernel.Thread) {
			m, _ := kernel.Receive[request](th, own)
			th.Check(m.Body.N == 0, "asked before it was told")
			_, _ = kernel.Receive[request](th, own)
		})
		own = b.Port(server, "requests")
		for i := range 2 {
			var to kernel.Name
			t := b.Task(h, []string{"teller", "asker"}[i], func(th *kernel.Thread) { _ = kernel.Send(th, to, request{i}) })
			to = b.Send(server, own, t)
		}
	}}
}

// checking is readers each of which checks what it reads.
func checking(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		x := variables(th, 1)[0]
		cthreads.Fork(th, "", func(th *kernel.Thread) { th.Mach().Poke(x, []byte{1}) })
		for range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				th.Check(th.Mach().Peek(x, 1)[0] == 1, "x is not written")
			})
		}
	})
}

// lastZeroChecked is lastZero that wants the last one to be 0.
func lastZeroChecked(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		x := variables(th, n+1)
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			i := n
			for ; th.Mach().Peek(x[i], 1)[0] != 0; i-- {
			}
			th.Check(i == n, "the last zero is %d", i)
		})
		for i := 1; i <= n; i++ {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				th.Mach().Poke(x[i], []byte{th.Mach().Peek(x[i-1], 1)[0] + 1})
			})
		}
	})
}

// first has n threads lock a mutex; whoever does so first wants to be the first of them, and keeps it otherwise.
func firstOf(n int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		m, came := cthreads.NewMutex(th, ""), 0
		for i := range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				m.Lock(th)
				th.Check(came > 0 || i == 0, "I am first")
				came++
				m.Unlock(th)
			})
		}
	})
}

// collides is indexer, whose last thread wants to find each cell empty.
func collides(n int) *kernel.Program {
	const cells, values = 128, 4
	return task(func(th *kernel.Thread) {
		var m []cthreads.Mutex
		for range cells {
			m = append(m, cthreads.NewMutex(th, ""))
		}
		table := make([]int, cells)
		for t := range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) {
				for i := 1; i <= values; i++ {
					w := i*11 + t
					for h := w * 7 % cells; !put(th, m[h], &table[h], w); h = (h + 1) % cells {
						th.Check(t < n-1, "a collision")
					}
				}
			})
		}
	})
}

// TestFailing counts the classes of programs some of whose runs fail: all that the other threads can do is seen.
func TestFailing(t *testing.T) {
	for _, c := range []struct {
		name          string
		p             *kernel.Program
		classes, fail int // of these, those in which somebody fails
	}{
		{"good", ahead(0, nothing, nothing), 2, 1},
		{"deadlock", crossed(), 4, 1},
		{"messages", asked(), 2, 1},
		{"rare", ahead(40, nothing, nothing), 2, 1},
		{"readers 2", checking(2), 4, 3}, {"readers 4", checking(4), 16, 15}, {"readers 8", checking(8), 256, 255},
		{"last zero 3", lastZeroChecked(3), 12, 8}, {"last zero 7", lastZeroChecked(7), 320, 256},
		{"mutex 3", firstOf(3), 4, 2}, {"mutex 5", firstOf(5), 28, 4}, {"mutex 6", firstOf(6), 125, 5},
		{"indexer 12", collides(12), 4, 3}, {"indexer 13", collides(13), 32, 24},
	} {
		s, failing := failingOf(c.p, nil, 10*c.classes+100)
		if s.Classes != c.classes || failing != c.fail || s.Redundant+s.Lost != 0 {
			t.Errorf("%s: %d classes, %d fail, %d redundant, %d lost; there are %d, and %d fail", c.name, s.Classes, failing,
				s.Redundant, s.Lost, c.classes, c.fail)
		}
	}
}

// failingOf explores a program, and counts the classes in which somebody fails.
func failingOf(p *kernel.Program, args map[string]string, most int) (s *explore.Search, failing int) {
	s = explore.NewSearch()
	for anew := 0; s.Classes+s.Redundant+s.Lost < most; {
		l := s.Begin()
		if l == nil {
			break
		}
		m := kernel.Must(kernel.New(p, kernel.Config{Args: args, Door: l, StepTime: kernel.Timeless, Survive: true,
			Tracer: kernel.Tracer{Log: l}}))
		m.Run()
		m.Close()
		if s.End(); s.Restarts != anew {
			anew, failing = s.Restarts, 0
		} else if len(m.State.Failures) > 0 {
			failing++
		}
	}
	return s, failing
}

// TestFailingBuffer counts the classes of a sample program.
func TestFailingBuffer(t *testing.T) {
	for items, want := range map[string]int{"1": 28, "2": 2544} {
		if s, _ := failingOf(&buffer.Program, map[string]string{"size": "1", "items": items}, 3000); s.Classes != want {
			t.Errorf("%s items: %d classes, and not %d", items, s.Classes, want)
		}
	}
}

// failures are the calls of random programs some of whose threads fail.
var failures = map[string][]string{
	"checks":     {"check", "write", "read", "lock", "unlock"},
	"refusals":   {"must", "send", "receive", "check", "write"},
	"mutexes":    {"unlock anyhow", "lock", "unlock", "try", "write"},
	"conditions": {"wait anyhow", "wait", "signal", "lock", "unlock"},
	"panics":     {"panic", "raise", "write", "read", "lock", "unlock", "send", "receive"},
	"handlers":   {"raise", "handle", "receive", "panic"},
	"limits":     {"check", "must", "receive soon", "send soon", "sleep", "write"},
	"joins":      {"join twice", "check", "write"},
	"deaths":     {"die", "must", "receive", "send", "check", "write"},
	"everything": {"lock", "unlock", "unlock anyhow", "read", "write", "send", "receive", "try", "wait", "signal", "must",
		"check", "panic", "fail", "fork", "random"},
}

// TestFailures holds the search against all runs of random programs some of whose threads fail: those in which the
// others go on, and those that end with their first failure.
func TestFailures(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(failures)) {
		r := rand.New(rand.NewPCG(21, 22))
		compared, runs, failing := 0, 0, 0
		for range effort.Of(2) {
			p, text := program(r, failures[name])
			c := explore.Compare(p, explore.Begun{KeepGoing: r.IntN(8) == 0}, 600)
			if c == nil {
				continue
			}
			if wrong := c.Wrong(); wrong != "" {
				t.Errorf("%s: %s: %s", name, text, wrong)
			}
			compared, runs = compared+1, runs+c.Runs
			if c.Ways > 0 {
				failing++
			}
		}
		t.Logf("%s: %d programs, %d of which fail, %d runs", name, compared, failing, runs)
	}
}

// maimings are what the first thread of a random program does to others that may have failed.
var maimings = map[string]struct{ first, others []string }{
	"abort":     {[]string{"abort", "write", "send"}, []string{"check", "receive", "raise", "fail"}},
	"terminate": {[]string{"terminate", "write", "check"}, []string{"check", "fail", "lock", "unlock anyhow", "panic"}},
	"suspend":   {[]string{"suspend", "resume", "write"}, []string{"check", "fail", "must", "lock"}},
	"look":      {[]string{"info", "write"}, []string{"check", "fail", "raise", "receive"}},
	"end":       {[]string{"end", "write", "check"}, []string{"check", "fail", "send"}},
}

// TestMaimed is TestFailures of programs one of whose threads aborts, suspends, ends or looks at others, before or
// after these have failed.
func TestMaimed(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(maimings)) {
		d := maimings[name]
		r := rand.New(rand.NewPCG(23, 24))
		compared, runs, failing := 0, 0, 0
		for range effort.Of(2) {
			p, text := disturbed(r, d.first, d.others)
			c := explore.Compare(p, explore.Begun{}, 600)
			if c == nil {
				continue
			}
			if wrong := c.Wrong(); wrong != "" {
				t.Errorf("%s: %s: %s", name, text, wrong)
			}
			compared, runs = compared+1, runs+c.Runs
			if c.Ways > 0 {
				failing++
			}
		}
		t.Logf("%s: %d programs, %d of which fail, %d runs", name, compared, failing, runs)
	}
}
