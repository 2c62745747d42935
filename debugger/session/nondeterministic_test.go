package session_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testsession"
)

// fickle are programs that are not deterministic. Each marks the line of the call that
// differs from run to run with at.
var fickle = map[string]*kernel.Program{
	"map, printed": alone(func(th *kernel.Thread) {
		for k := range many() {
			th.Printf("%d", at(k))
		}
	}),
	"map, sent":     {Main: sender},
	"time, printed": alone(func(th *kernel.Thread) { th.Printf("%d", at(time.Now().UnixNano())) }),
	"time, labelled": alone(func(th *kernel.Thread) {
		th.Yield()
		th.Label(fmt.Sprint(at(time.Now().UnixNano())))
		th.Yield()
	}),
	"math/rand": alone(func(th *kernel.Thread) { th.Printf("%d", at(rand.Int())) }),
	"math/rand, how long": alone(func(th *kernel.Thread) {
		for range 1 + rand.IntN(1<<40)%10_000 {
			at(th).Yield()
		}
	}),
	"select":           alone(func(th *kernel.Thread) { th.Printf("%v", at(selects())) }),
	"goroutine":        alone(racer),
	"package variable": alone(func(th *kernel.Thread) { runs++; th.Printf("run %d", at(runs)) }),
	"check fails":      alone(func(th *kernel.Thread) { th.Check(false, "%d", at(time.Now().UnixNano())) }),
	"panics":           alone(func(th *kernel.Thread) { th.Yield(); at(0); panic(fmt.Sprint(time.Now().UnixNano())) }),
}

var (
	runs   int
	marked atomic.Int64 // the line that at was called from
)

// at marks the line that it is called from.
func at[T any](v T) T {
	_, _, line, _ := runtime.Caller(1)
	marked.Store(int64(line))
	return v
}

func alone(body func(*kernel.Thread)) *kernel.Program {
	return &kernel.Program{Name: "fickle", Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }}
}

func many() map[int]bool {
	m := map[int]bool{}
	for k := range 60 {
		m[k] = true
	}
	return m
}

// sender sends what nobody prints: the order of a range over a map, which no two runs have in common, as they may have
// its first key.
func sender(b *kernel.Boot) {
	var port, in ipc.Name
	h := b.Host("a")
	task := b.Task(h, "main", func(th *kernel.Thread) {
		order := fmt.Sprint(slices.Collect(maps.Keys(many())))
		for range many() {
			_ = th.Mach().Send(port, ipc.NewMessage(1, at(order)))
		}
	})
	sink := b.Task(h, "sink", func(th *kernel.Thread) {
		for range many() {
			_, _ = th.Mach().Receive(in)
		}
	})
	in = b.Port(sink, "in")
	port = b.Send(sink, in, task)
}

// selects tells in which order ready channels were chosen.
func selects() (order []int) {
	a, b := make(chan int, 50), make(chan int, 50)
	for range 50 {
		a <- 1
		b <- 2
	}
	for range 50 {
		select {
		case v := <-a:
			order = append(order, v)
		case v := <-b:
			order = append(order, v)
		}
	}
	return order
}

// racer prints how far a goroutine has come.
func racer(th *kernel.Thread) {
	var n atomic.Int64
	var over atomic.Bool
	defer over.Store(true)
	go func() {
		for !over.Load() {
			n.Add(1)
		}
	}()
	var seen []int64
	for len(seen) < 10 || n.Load() < 1000 { // on one processor each look waits for a slice of its time
		seen = append(seen, n.Load())
		runtime.Gosched()
	}
	th.Printf("%v", at(seen))
}

// taped is the recording of a run.
func taped(t testing.TB, p *kernel.Program) *record.Recording {
	t.Helper()
	run, data := runner.InMemory(runner.New(p, 1))
	run.Close()
	rec, err := record.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestFickle sees every program that is not deterministic caught by a replay and by
// opening a session, which names the line, and says what the causes may be.
func TestFickle(t *testing.T) {
	for name, p := range fickle {
		t.Run(name, func(t *testing.T) {
			rec := taped(t, p)
			o := runner.Replay(p, rec)
			run := runner.Do(o)
			run.Close()
			if o.Replayed().Result(run.Ending()).Divergence == nil {
				t.Error("a replay does not notice")
			}
			_, err := session.Open(p, rec, session.Options{})
			var unfit *session.Unfit
			if !errors.As(err, &unfit) {
				t.Fatalf("opened: %v", err)
			}
			says(t, err, "the run departs from its recording", "main.1", "the program is not deterministic")
		})
	}
}

// says looks for words in an error, for the line that was marked, and for the causes.
func says(t *testing.T, err error, words ...string) {
	t.Helper()
	words = append(words, fmt.Sprintf("nondeterministic_test.go:%d)", marked.Load()),
		"what makes a program so: ranging over a map")
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("does not say %q:\n%v", w, err)
		}
	}
}

// TestFickleReturns sees a thread caught that returns where it made another call before;
// there is no line of the return, but one that it came from.
func TestFickleReturns(t *testing.T) {
	left := 5
	p := alone(func(th *kernel.Thread) {
		for range left {
			at(th).Yield()
		}
		left = 2
	})
	_, err := session.Open(p, taped(t, p), session.Options{})
	var unfit *session.Unfit
	if !errors.As(err, &unfit) {
		t.Fatalf("opened: %v", err)
	}
	says(t, err, "at event 4", "main.1  (after nondeterministic_test.go:", "recorded  thread_switch", "now       return")
}

// TestSharedByTasks sees two tasks caught that share a variable: a replay is the same,
// for it goes in the same order, but a thread that is run again without the other is not.
func TestSharedByTasks(t *testing.T) {
	p := &kernel.Program{Name: "shared", Main: func(b *kernel.Boot) {
		x := 0
		h := b.Host("a")
		for _, name := range []string{"one", "two"} {
			b.Task(h, name, func(th *kernel.Thread) {
				for range 10 {
					x++
					th.Printf("%d", at(x))
				}
			})
		}
	}}
	s := testsession.Open(t, p, kernel.Config{Seed: 1})
	_, err := s.Threads()
	var d *engine.Divergence
	if !errors.As(err, &d) {
		t.Fatalf("rebuilt: %v", err)
	}
	says(t, err, "run again, ", "makes another call than was recorded at event ", "recorded  print")
}

// TestFickleLater sees a program caught that was the same twice, and is another when its
// threads are run again.
func TestFickleLater(t *testing.T) {
	times := 0
	s := testsession.Open(t, alone(func(th *kernel.Thread) {
		times++
		th.Yield()
		th.Printf("more than twice: %t", at(times > 2))
	}), kernel.Config{Seed: 1})
	_, err := s.Threads()
	var d *engine.Divergence
	if !errors.As(err, &d) {
		t.Fatalf("rebuilt: %v", err)
	}
	says(t, err, "main.1", "at event 3", `recorded  print "more than twice: false"`,
		`now       print "more than twice: true"`)
}

// TestFickleUnseen sees a program caught that makes calls with other arguments, though
// nothing else comes of it in the whole run: a replay does not notice, its threads do when
// they are run again.
func TestFickleUnseen(t *testing.T) {
	s := testsession.Open(t, alone(func(th *kernel.Thread) {
		for k := range many() {
			_ = th.Mach().Send(ipc.Name(12345), ipc.NewMessage(int32(at(k))))
		}
	}), kernel.Config{Seed: 1})
	_, err := s.Threads()
	var d *engine.Divergence
	if !errors.As(err, &d) {
		t.Fatalf("rebuilt: %v", err)
	}
	says(t, err, "main.1", ", with another message or other data")
}
