package detect_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/query/detect"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testsession"
)

// talkers is a program of pairs of tasks, of which one calls the other for ever; each shows how
// often it was at work, and whether that is so now.
func talkers(pairs int) *kernel.Program {
	return &kernel.Program{Name: "talkers", Main: func(b *kernel.Boot) {
		h := b.Host("a")
		for i := range pairs {
			var port, to ipc.Name
			server := b.Server(h, fmt.Sprint("server", i), func(th *kernel.Thread) {
				n := 0
				th.Watch("n", &n)
				for {
					m := kernel.Must(th.Mach().Receive(port))
					n++
					kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)+1)))
				}
			})
			port = b.Port(server, fmt.Sprint("port", i))
			client := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) {
				n := 0
				th.Watch("n", &n)
				for ; ; n++ {
					kernel.Must(th.Mach().RPC(to, ipc.NewMessage(1, n)))
				}
			})
			to = b.Send(server, port, client)
		}
	}}
}

// wanderers is a program of tasks in a ring, of which each sends to the next and receives from
// the one before; the value that it shows goes up and down by chance.
func wanderers(tasks int) *kernel.Program {
	return &kernel.Program{Name: "wanderers", Main: func(b *kernel.Boot) {
		h := b.Host("a")
		ports, to, all := make([]ipc.Name, tasks), make([]ipc.Name, tasks), make([]kernel.TaskID, tasks)
		for i := range tasks {
			all[i] = b.Task(h, fmt.Sprint("w", i), func(th *kernel.Thread) {
				x, rng := 0, rand.New(rand.NewPCG(uint64(i), 1))
				th.Watch("x", &x)
				for {
					x += 2*rng.IntN(2) - 1
					switch rng.IntN(8) {
					case 0:
						_ = th.Mach().SendTimeout(to[i], ipc.NewMessage(1), 0)
					case 1:
						_, _ = th.Mach().ReceiveTimeout(ports[i], 0)
					default:
						th.Yield()
					}
				}
			})
			ports[i] = b.Port(all[i], fmt.Sprint("port", i))
		}
		for i := range tasks {
			to[i] = b.Send(all[(i+1)%tasks], ports[(i+1)%tasks], all[i])
		}
	}}
}

// sharers is a program of one task with threads that show what they share behind a lock.
func sharers(threads int) *kernel.Program {
	return &kernel.Program{Name: "sharers", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			mu := th.CThreads().MutexNew("mu")
			n := 0
			th.Watch("n", &n)
			for i := range threads {
				th.CThreads().Fork(fmt.Sprint("w", i), func(th *kernel.Thread) {
					mine := 0
					th.Watch("mine", &mine)
					for {
						th.CThreads().MutexLock(mu)
						n++
						mine = n % 3
						th.CThreads().MutexUnlock(mu)
					}
				})
			}
		})
	}}
}

// all joins a condition for each process.
func all(condition string, names ...string) string {
	var parts []string
	for _, n := range names {
		parts = append(parts, strings.ReplaceAll(condition, "X", n))
	}
	return strings.Join(parts, " and ")
}

func processes(pairs int) (names []string) {
	for i := range pairs {
		names = append(names, fmt.Sprint("client", i), fmt.Sprint("server", i))
	}
	return names
}

// long opens a recording of so many events.
func long(b *testing.B, p *kernel.Program, events uint64) *session.Session {
	return testsession.Open(b, p, kernel.Config{Seed: 1, MaxSteps: events})
}

// never is a conjunction of which all parts come to hold again and again, and never all: when a
// client was answered k times, its server has had k calls or k+1.
func never(pairs int) string {
	var parts []string
	for i := range pairs {
		parts = append(parts, fmt.Sprintf("client%d.n %% 4 = 0 and server%d.n %% 4 = 2", i, i))
	}
	return strings.Join(parts, " and ")
}

// BenchmarkInf looks for the first position that satisfies a conjunction, through all of the
// run: Feed is all of it, with running the programs once, and once more to see what they show;
// Search is the rest.
func BenchmarkInf(b *testing.B) {
	for _, pairs := range []int{2, 4, 8, 16} {
		for _, events := range []uint64{250_000, 1_000_000} {
			s := long(b, talkers(pairs), events)
			late := never(pairs)
			b.Run(fmt.Sprintf("Feed/processes=%d/events=%d", 2*pairs, events), func(b *testing.B) { benchFeed(b, s, late) })
			b.Run(fmt.Sprintf("Search/processes=%d/events=%d", 2*pairs, events), func(b *testing.B) {
				benchSearch(b, s, late, (*detect.Predicate).First)
			})
		}
	}
}

// BenchmarkSum looks for a cut in which a sum is as great as it never is, by a minimum cut over
// all of the run: Ring is of processes that send to each other now and then, whose values go up and
// down; Pairs of values that go up, and back to 0.
func BenchmarkSum(b *testing.B) {
	for _, processes := range []int{8, 32} {
		for _, events := range []uint64{30_000, 100_000} {
			s := long(b, wanderers(processes), events)
			b.Run(fmt.Sprintf("Ring/processes=%d/events=%d", processes, events), func(b *testing.B) {
				benchSearch(b, s, "sum of x > 1000000", (*detect.Predicate).First)
			})
			s = long(b, talkers(processes/2), 3*events)
			b.Run(fmt.Sprintf("Pairs/processes=%d/events=%d", processes, 3*events), func(b *testing.B) {
				benchSearch(b, s, "sum of (n % 7) > 1000000", (*detect.Predicate).First)
			})
		}
	}
}

// BenchmarkShared is BenchmarkInf for threads that share a variable.
func BenchmarkShared(b *testing.B) {
	s := long(b, sharers(8), 1_000_000)
	late := "task.n < 0 and " + all("X.mine = 1", "w0", "w1", "w2", "w3", "w4", "w5", "w6")
	b.Run("Feed", func(b *testing.B) { benchFeed(b, s, late) })
	b.Run("Search", func(b *testing.B) { benchSearch(b, s, late, (*detect.Predicate).First) })
}

// BenchmarkDefinitely asks whether a conjunction is satisfied in every way.
func BenchmarkDefinitely(b *testing.B) {
	for _, pairs := range []int{2, 4, 8, 16} {
		for _, events := range []uint64{250_000, 1_000_000} {
			s := long(b, talkers(pairs), events)
			text := all("X.n % 2 = 0 and X.n > 10", processes(pairs)...)
			b.Run(fmt.Sprintf("Search/processes=%d/events=%d", 2*pairs, events), func(b *testing.B) {
				benchSearch(b, s, text, (*detect.Predicate).Definitely)
			})
		}
	}
}

func benchFeed(b *testing.B, s *session.Session, text string) {
	for b.Loop() {
		p, err := detect.NewRun(testsession.Graph(s), s.Events,
			rebuild.Engine{Tape: testsession.Graph(s).Tape}).Predicate(text)
		must(b, err)
		_, err = p.First()
		must(b, err)
	}
}

func benchSearch(b *testing.B, s *session.Session, text string, find func(*detect.Predicate) (*detect.Found, error)) {
	p, err := s.Predicates().Predicate(text)
	must(b, err)
	var f *detect.Found
	for b.Loop() {
		f, err = find(p)
		must(b, err)
	}
	if f != nil {
		b.ReportMetric(float64(testsession.Graph(s).Last(f.Cut)), "last-event")
	}
}

// queuers is a program of one task with threads that all use one mutex, most of which have to wait
// for it.
func queuers(threads int) *kernel.Program {
	return &kernel.Program{Name: "queuers", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			mu := th.CThreads().MutexNew("m")
			for i := range threads {
				th.CThreads().Fork(fmt.Sprint("w", i), func(th *kernel.Thread) {
					th.CThreads().MutexLock(mu)
					th.Yield()
					th.CThreads().MutexUnlock(mu)
				})
			}
		})
	}}
}

// BenchmarkThreads asks how many threads wait at once: in a run with so many threads there are far
// more cuts than can be looked at, and a minimum cut decides.
func BenchmarkThreads(b *testing.B) {
	for _, threads := range []int{100, 1000, 10_000} {
		s := testsession.Open(b, queuers(threads), kernel.Config{Seed: 1})
		for _, compared := range []string{"> 20", "> 1000000", "= 7"} {
			text := "count of (blocked lock m) " + compared
			b.Run(fmt.Sprintf("threads=%d/%s", threads, text), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p, err := detect.NewRun(testsession.Graph(s), s.Events,
						rebuild.Engine{Tape: testsession.Graph(s).Tape}).Predicate(text)
					must(b, err)
					_, err = p.First()
					must(b, err)
				}
			})
		}
	}
}

// BenchmarkAssertions holds assertions about time against all orders of the events, of which there are few that depend
// on each other (talkers) or many (sharers). Whether it is decided or not, that is to take no more than 10 s.
func BenchmarkAssertions(b *testing.B) {
	const events = 1_000_000
	runs := map[string]*session.Session{
		"talkers": long(b, talkers(4), events), "sharers": long(b, sharers(8), events),
	}
	for _, x := range [][2]string{
		{"sharers", "every lock mu leads to unlock mu within 1 ms"},
		{"sharers", "every lock mu leads to unlock mu"},
		{"sharers", "every lock mu with thread t leads to unlock mu by t within 1 ms"},
		{"sharers", "every lock mu with thread t leads to unlock mu by t within 1 us"},
		{"talkers", "every send to port0 leads to receive of the same"},
		{"talkers", "every send to port0 leads to receive of the same within 1 ms"},
		{"talkers", "every send leads to receive of the same within 1 ms"},
		{"talkers", "every send to port0 leads to receive by server1 within 1 ms"},
		{"talkers", "every send to port0 leads to receive by server1 within 1 us"},
		{"talkers", "every send to port0 leads to receive of the same within 1 to 5 ms"},
		{"talkers", "eventually send to port0 within 1 s"},
		{"talkers", "server0.n = 1 leads to server0.n = 2 within 1 ms"},
		{"talkers", "server0.n > 1 leads to server1.n > 1000000 within 1 ms"},
		{"talkers", "every send to port0 leads to server0.n > 7 within 20 events"},
		{"talkers", "always (server0.n >= 0)"},
		{"talkers", "once server0.n > 100"},
		{"sharers", "events of mu match (lock unlock)*"},
	} {
		b.Run(x[0]+"/"+x[1], func(b *testing.B) {
			for b.Loop() {
				p, err := runs[x[0]].Predicates().Predicate(x[1])
				must(b, err)
				o, err := p.Orders()
				must(b, err)
				b.ReportMetric(map[bool]float64{true: 1}[o.Decided], "decided")
			}
		})
	}
}
