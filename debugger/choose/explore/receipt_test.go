package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// senders has n threads send a message each to one that receives k.
func senders(n, k int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		p := th.NewPort("")
		th.SetQueueLimit(p, 16)
		for i := range n {
			cthreads.Fork(th, "", func(th *kernel.Thread) { _ = kernel.Send(th, p, request{i}) })
		}
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			for range k {
				_, _ = kernel.Receive[request](th, p)
			}
		})
	})
}

// polls has one thread send n messages to another that looks k times.
func polls(n, k int) *kernel.Program {
	return task(func(th *kernel.Thread) {
		p := th.NewPort("")
		th.SetQueueLimit(p, 16)
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			for i := range n {
				_ = kernel.Send(th, p, request{i})
			}
		})
		cthreads.Fork(th, "", func(th *kernel.Thread) {
			for range k {
				_, _ = kernel.ReceiveTimeout[request](th, p, 0)
			}
		})
	})
}

// TestReceiptCounts holds the numbers of classes by receipt against what is known of them.
func TestReceiptCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *kernel.Program
		want int
	}{
		{"2 senders, 1 received", senders(2, 1), 2}, {"8 senders, 1 received", senders(8, 1), 8},
		{"100 senders, 1 received", senders(100, 1), 100},
		{"2 senders, all received", senders(2, 2), 2}, {"4 senders, all received", senders(4, 4), 24},
		{"6 senders, all received", senders(6, 6), 720},
		{"20 senders, 2 received", senders(20, 2), 380},
		{"2 sent, 2 polls", polls(2, 2), 4}, {"2 sent, 1 poll", polls(2, 1), 2},
		{"3 sent, 3 polls", polls(3, 3), 8}, {"5 sent, 5 polls", polls(5, 5), 32}, {"8 sent, 8 polls", polls(8, 8), 256},
		{"clients 2 1", clients(2, 1, false), 2}, {"clients 3 2", clients(3, 2, false), 90},
		{"rpcs 2 1", clients(2, 1, true), 2}, {"rpcs 3 2", clients(3, 2, true), 90},
		{"apart 3", apart(3), 1}, {"afar 3", afar(3, false), 6},
	} {
		s, all := explore.ByReceipt(c.p, 2*c.want+100, kernel.Faults{})
		if s.Classes != c.want || s.Redundant+s.Lost != 0 || s.Barred != "" {
			t.Errorf("%s: %d classes (%d), %d redundant, %d lost, barred by %q; there are %d", c.name, s.Classes, len(all),
				s.Redundant, s.Lost, s.Barred, c.want)
		}
	}
}

// topics are what threads of random message programs do.
var topics = map[string][]string{
	"receives": {"send", "receive"},
	"polls":    {"send", "receive", "poll"},
	"draws":    {"send", "poll", "draw"},
	"answers":  {"send", "receive", "poll", "ask"},
	"checks":   {"send", "receive", "poll", "check"},
}

// chatter returns a random message program. Each message has another text.
func chatter(r *rand.Rand, calls []string, own bool, limit int) (*kernel.Program, string) {
	threads := make([][]step, 2+r.IntN(3))
	for i := range threads {
		for range 1 + r.IntN(6-len(threads)) {
			threads[i] = append(threads[i], step{calls[r.IntN(len(calls))], r.IntN(2), r.IntN(2)})
		}
	}
	return &kernel.Program{Name: "talk", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		var serve, to kernel.Name
		server := b.Server(h, "server", func(th *kernel.Thread) {
			for {
				m, _ := kernel.Receive[request](th, serve)
				kernel.Reply(th, m, m.Body)
			}
		})
		serve = b.Port(server, "serve")
		main := b.Task(h, "main", func(th *kernel.Thread) {
			ports := []kernel.Name{}
			for range threads {
				p := th.NewPort("")
				th.SetQueueLimit(p, limit)
				ports = append(ports, p)
			}
			for i, steps := range threads {
				cthreads.Fork(th, "", func(th *kernel.Thread) { converse(th, i, steps, ports, to, own) })
			}
		})
		to = b.Send(server, serve, main)
	}}, fmt.Sprint(threads, own, limit)
}

func converse(th *kernel.Thread, who int, steps []step, ports []kernel.Name, serve kernel.Name, own bool) {
	last := 0
	for k, s := range steps {
		from := ports[s.i]
		if own {
			from = ports[who]
		}
		switch s.what {
		case "send":
			_ = kernel.Send(th, ports[s.i], request{100*who + 10*k + last%10})
		case "receive":
			m, _ := kernel.Receive[request](th, from)
			last = m.Body.N
		case "poll":
			m, err := kernel.ReceiveTimeout[request](th, from, 0)
			if last = 1; err == nil {
				last = m.Body.N
			}
		case "draw":
			last = th.Random(2)
		case "ask":
			m, _ := kernel.RPC[request, request](th, serve, request{100*who + 10*k})
			last = m.N
		case "check":
			th.Check(last%2 == s.n, "it is odd")
		}
	}
}

// TestReceipts holds the search by receipt against all runs of random message programs: each class by receipt once, and
// no run that leaves its path.
func TestReceipts(t *testing.T) {
	compared, runs, classes, barred := 0, 0, 0, 0
	for seed := range effort.Of(10) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		for _, name := range slices.Sorted(maps.Keys(topics)) {
			calls, limit := topics[name], 5
			if seed%4 == 3 {
				limit = 1 + r.IntN(2)
			}
			p, text := chatter(r, calls, r.IntN(2) == 0, limit)
			all, n := explore.Receipts(p, 4000, kernel.Faults{})
			if all == nil {
				continue
			}
			s, got := explore.ByReceipt(p, 2*len(all)+50, kernel.Faults{})
			if s.Barred != "" {
				if barred++; limit == 5 {
					t.Errorf("%d %s: %s: barred by %s", seed, name, text, s.Barred)
				}
				continue
			}
			compared, runs, classes = compared+1, runs+n, classes+len(all)
			if s.Classes != len(all) || !explore.Same(all, got) || s.Redundant+s.Lost != 0 {
				t.Errorf("%d %s: %s: %d classes of %d (%d runs), %d redundant, %d lost", seed, name, text, s.Classes, len(all), n,
					s.Redundant, s.Lost)
				for o := range all {
					if got[o] == 0 {
						t.Log("missed:\n" + o)
						break
					}
				}
			}
		}
	}
	t.Logf("%d programs, %d runs, %d classes; %d barred", compared, runs, classes, barred)
}

// forks has threads of a task share a few ports with room for so many messages.
func forks(room int, threads ...func(th *kernel.Thread, p []kernel.Name)) *kernel.Program {
	return task(func(th *kernel.Thread) {
		var p []kernel.Name
		for range 2 {
			p = append(p, th.NewPort(""))
			th.SetQueueLimit(p[len(p)-1], room)
		}
		for _, f := range threads {
			cthreads.Fork(th, "", func(th *kernel.Thread) { f(th, p) })
		}
	})
}

// TestReceiptBars has the search say what it knows nothing of, and not more.
func TestReceiptBars(t *testing.T) {
	sends := func(to ...int) func(*kernel.Thread, []kernel.Name) {
		return func(th *kernel.Thread, p []kernel.Name) {
			for i, to := range to {
				_ = kernel.Send(th, p[to], request{i})
			}
		}
	}
	receives := func(th *kernel.Thread, p []kernel.Name) { _, _ = kernel.Receive[request](th, p[0]) }
	soon := func(th *kernel.Thread, p []kernel.Name) {
		_, _ = kernel.ReceiveTimeout[request](th, p[0], kernel.Millisecond)
	}
	fails := func(th *kernel.Thread, p []kernel.Name) {
		_ = kernel.Send(th, p[0], request{})
		th.Fail("it was sent")
	}
	looks := func(th *kernel.Thread, p []kernel.Name) {
		_, _ = th.Mach().PortGetReceiveStatus(th.Mach().Self(), p[0])
	}
	dies := func(th *kernel.Thread, p []kernel.Name) { _ = th.Mach().PortDestroy(th.Mach().Self(), p[0]) }
	for _, c := range []struct {
		name    string
		p       *kernel.Program
		classes int // 0 if it is barred
		bar     string
	}{
		{"full, and others go on", forks(1, sends(0, 1), sends(0, 1), receives), 0, "wait for room"},
		{"full, and a failure follows", forks(1, fails, fails), 0, "wait for room"},
		{"full to the end, and something follows", forks(1, sends(0, 0), sends(0)), 0, "room"},
		{"full, and nobody knows what follows", forks(1, sends(0), fails), 0, "to the end of each run"},
		{"full, and nothing follows", forks(1, sends(0), sends(0), sends(0), receives), 3, ""},
		{"full by one thread", forks(1, sends(0, 0, 0), receives, receives), 2, ""},
		{"time in vain", forks(5, soon), 0, "time that passes"},
		{"time enough", forks(5, soon, sends(0)), 1, ""},
		{"a look at the queue", forks(5, looks, sends(0)), 0, "mach_port_get_receive_status"},
		{"a port that dies", forks(5, dies, sends(0)), 0, "mach_port_destroy"},
		{"mutexes", mutexes(2, 1), 0, "mutex_lock and mutex_lock"}, {"variables", readers(1), 0, "p"},
	} {
		s, all := explore.ByReceipt(c.p, 100, kernel.Faults{})
		if barred := s.Barred != ""; barred != (c.classes == 0) || !strings.Contains(s.Barred, c.bar) ||
			!barred && (s.Classes != c.classes || s.Redundant+s.Lost > 0) {
			t.Errorf("%s: %d classes (%d), barred by %q; there are %d", c.name, s.Classes, len(all), s.Barred, c.classes)
		}
	}
}

// across returns a random message program of tasks on hosts of their own: a server, and some who send to it, ask it,
// or send to each other by way of it.
func across(r *rand.Rand) (*kernel.Program, string) {
	draw := drawing(r)
	serves := draw(4, "receive", "receive", "receive now")
	clients := [][]step{draw(2, "send", "send", "rpc")}
	for range 1 + r.IntN(2) {
		clients = append(clients, draw(1, "send", "send", "rpc"))
	}
	return &kernel.Program{Name: "across", Main: func(b *kernel.Boot) {
		var own kernel.Name
		server := b.Server(b.Host("server"), "server", func(th *kernel.Thread) {
			far(th, own, own, serves)
			_, _ = th.Mach().Receive(th.NewPort(""))
		})
		own = b.Port(server, "requests")
		for i, steps := range clients {
			for k := range steps { // no two messages are alike
				steps[k].n = 10*i + k
			}
			var to kernel.Name
			t := b.Server(b.Host(fmt.Sprint("host", i)), fmt.Sprint("client", i), func(th *kernel.Thread) {
				far(th, to, ipc.Null, steps)
				_, _ = th.Mach().Receive(th.NewPort(""))
			})
			to = b.Send(server, own, t)
		}
		b.Task(b.Host("server"), "main", func(th *kernel.Thread) {})
	}}, fmt.Sprint(serves, clients)
}

// TestReceiptsAcross does that for messages to other hosts: who sends is not who brings a message to its queue.
func TestReceiptsAcross(t *testing.T) {
	compared, runs, classes := 0, 0, 0
	for seed := range effort.Of(12) {
		p, text := across(rand.New(rand.NewPCG(uint64(seed), 6)))
		all, n := explore.Receipts(p, 4000, kernel.Faults{})
		if all == nil {
			continue
		}
		s, got := explore.ByReceipt(p, 2*len(all)+50, kernel.Faults{})
		compared, runs, classes = compared+1, runs+n, classes+len(all)
		if s.Classes != len(all) || !explore.Same(all, got) || s.Redundant+s.Lost != 0 || s.Barred != "" {
			t.Errorf("%d: %s: %d classes of %d (%d runs), %d redundant, %d lost, barred by %q", seed, text, s.Classes,
				len(all), n, s.Redundant, s.Lost, s.Barred)
		}
	}
	t.Logf("%d programs, %d runs, %d classes", compared, runs, classes)
}
