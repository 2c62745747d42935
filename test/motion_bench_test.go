package test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"machsim/cthreads"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
)

// million is how long the runs are in which the benchmarks of motion move.
const million = 1_000_000

// talkers is a program of eight tasks: four clients that call four servers, for ever.
func talkers() *kernel.Program {
	return &kernel.Program{Name: "talkers", Main: func(b *kernel.Boot) {
		h := b.Host("a")
		for i := range 4 {
			var port ipc.Name
			server := b.Server(h, fmt.Sprint("server", i), func(th *kernel.Thread) {
				for {
					m := kernel.Must(th.Mach().Receive(port))
					kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)+1)))
				}
			})
			port = b.Port(server, fmt.Sprint("port", i))
			var to ipc.Name
			client := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) {
				for n := 0; ; n++ {
					kernel.Must(th.Mach().RPC(to, ipc.NewMessage(1, n)))
				}
			})
			to = b.Send(server, port, client)
		}
	}}
}

// sharers is a program of one task with eight threads that share a variable, with a lock
// or without.
func sharers(locked bool) *kernel.Program {
	return &kernel.Program{Name: "sharers", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			mu := cthreads.NewMutex(th, "mu")
			n := 0
			count := func(th *kernel.Thread) {
				for {
					if locked {
						mu.Lock(th)
					}
					seen := n
					th.Yield()
					n = seen + 1
					if locked {
						mu.Unlock(th)
					}
					th.Label(fmt.Sprint(seen % 8))
				}
			}
			for i := range 8 {
				cthreads.Fork(th, fmt.Sprint("w", i), count)
			}
		})
	}}
}

// moving is the programs in whose runs the benchmarks move: tasks that share nothing, and
// threads of one task that share a variable.
var moving = []struct {
	name    string
	program *kernel.Program
}{{"tasks", talkers()}, {"locked", sharers(true)}, {"shared", sharers(false)}}

// BenchmarkOpen opens recordings of a million events, and tells what memory that takes.
func BenchmarkOpen(b *testing.B) {
	for _, p := range moving {
		b.Run(p.name, func(b *testing.B) {
			rec := longRun(b, p.program)
			for b.Loop() {
				before := inUse()
				s := openRecording(b, p.program, rec)
				b.ReportMetric(float64(inUse()-before)/(1<<20), "MB")
				s.Close()
			}
		})
	}
}

// longRun records a run of a million events.
func longRun(b *testing.B, p *kernel.Program) *record.Recording { return recorded(b, p, million) }

// recorded records a run of so many events.
func recorded(b testing.TB, p *kernel.Program, events uint64) *record.Recording {
	var file bytes.Buffer
	recordRun(b, &file, p, kernel.Config{Seed: 1, MaxSteps: events})
	rec, err := record.Read(file.Bytes())
	must(b, err)
	return rec
}

// BenchmarkMotion moves in runs of a million events: an operation of Random is a motion to
// a position chosen at random, of Cut to a random cut that is no beginning of the recorded
// order, of Back one event back. With threads, the programs' threads are brought along.
func BenchmarkMotion(b *testing.B) {
	for _, p := range moving {
		b.Run(p.name, func(b *testing.B) { benchMotion(b, p.program) })
	}
}

func benchMotion(b *testing.B, p *kernel.Program) {
	rec := longRun(b, p)
	s := openRecording(b, p, rec)
	defer s.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() { must(b, s.MoveTo(s.After(rng.IntN(million+1)))) }
	cut := func() {
		e := rng.IntN(million)
		must(b, s.MoveTo(graph.At(s.Predicates().Graph.Shrink(s.Predicates().Graph.First(min(million, e+20_000)), e))))
	}
	back := func() { must(b, s.MoveTo(s.Backwards(1))) }
	for _, m := range []struct {
		name string
		move func()
		set  bool // a new random position before each
	}{{"Random", random, false}, {"Cut", cut, false}, {"Back", back, true}} {
		b.Run(m.name, func(b *testing.B) { benchMove(b, s, m.move, random, m.set, false) })
		b.Run(m.name+"+threads", func(b *testing.B) { benchMove(b, s, m.move, random, m.set, true) })
	}
}

// benchMove reports the median and the worst of the times that a motion took.
func benchMove(b *testing.B, s *session.Session, move, random func(), set, threads bool) {
	var times []time.Duration
	bring := func() {
		if threads {
			if _, err := s.Threads(); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		b.StopTimer()
		if set && len(times)%20 == 0 {
			random()
			bring()
		}
		b.StartTimer()
		start := time.Now()
		move()
		bring()
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms-median")
	b.ReportMetric(times[len(times)-1].Seconds()*1000, "ms-worst")
}

func openRecording(b *testing.B, p *kernel.Program, rec *record.Recording) *session.Session {
	s, err := session.Open(p, rec, session.Options{})
	must(b, err)
	return s
}

func must(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
