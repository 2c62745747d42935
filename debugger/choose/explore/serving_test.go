package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// serving returns a random program: a server with two or three threads beside its first one, which ends when these
// have, and a client or two on one host, on its own or on others.
func serving(r *rand.Rand) (*kernel.Program, string) {
	draw := drawing(r)
	threads := make([][]step, 2+r.IntN(2))
	for i := range threads {
		threads[i] = draw(2, "receive", "receive soon", "receive soon", "receive now", "reply", "print", "sleep", "send now")
	}
	clients := [][]step{draw(2, "send", "send now", "send soon", "rpc", "type", "print", "sleep")}
	if r.IntN(3) == 0 {
		clients = append(clients, draw(1, "send", "send now", "send soon", "rpc"))
	}
	hosts := [][]string{{"hall", "hall"}, {"desk", "desk"}, {"desk", "other"}}[r.IntN(3)]
	return serverOf(threads, clients, 1+r.IntN(2), hosts...)
}

// serverOf returns such a program, the limit of whose queue is set if it is not 0.
func serverOf(threads, clients [][]step, limit int, hosts ...string) (*kernel.Program, string) {
	return &kernel.Program{Name: "serving", Main: func(b *kernel.Boot) {
		var own kernel.Name
		server := b.Task(b.Host("hall"), "server", func(th *kernel.Thread) {
			if limit > 0 {
				th.SetQueueLimit(own, limit)
			}
			for _, steps := range threads {
				cthreads.Fork(th, "", func(th *kernel.Thread) { serve(th, own, own, steps) })
			}
		})
		own = b.Port(server, "requests")
		for i, steps := range clients {
			var to kernel.Name
			client := b.Task(b.Host(hosts[i]), fmt.Sprint("client", i), func(th *kernel.Thread) {
				serve(th, to, ipc.Null, steps)
			})
			to = b.Send(server, own, client)
		}
	}}, fmt.Sprint(threads, clients, limit, hosts)
}

// serve takes the steps of a thread.
func serve(th *kernel.Thread, port, own kernel.Name, steps []step) {
	k := th.Mach()
	for _, s := range steps {
		switch s.what {
		case "send soon":
			_ = k.SendTimeout(port, kernel.Pack(th, request{s.n}), 1+s.n%2)
		case "reply":
			if m, err := kernel.Receive[request](th, own); err == nil {
				kernel.Reply(th, m, m.Body)
			}
		case "receive soon":
			_, _ = k.ReceiveTimeout(own, 1+s.n%2)
		case "sleep":
			th.Sleep(kernel.Duration(1+s.n%2) * kernel.Millisecond)
		default:
			far(th, port, own, []step{s})
		}
	}
}

// TestServing holds the search against runs of such programs by chance.
func TestServing(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	compared, classes, seen := 0, 0, 0
	for range effort.Of(24) {
		p, text := serving(r)
		c, missed := explore.Sampled(p, explore.Begun{}, 60, 200)
		if c == nil {
			continue
		}
		compared, classes, seen = compared+1, classes+c.Search.Classes, seen+len(c.Orders)
		if missed != "" || c.Search.Lost > 0 {
			t.Errorf("%s: %d lost, %s", text, c.Search.Lost, missed)
		}
	}
	t.Logf("%d programs, %d classes, %d seen by chance", compared, classes, seen)
}

// TestServed holds the search against all runs of the smallest of such programs: as many classes, and by what the runs
// access none that is missing, nor two that it takes for one.
func TestServed(t *testing.T) {
	one := func(what string) [][]step { return [][]step{{{what, 0, 0}}} }
	ends := [][]step{nil}
	for i, c := range []struct {
		threads, clients [][]step
		hosts            []string
	}{
		{ends, ends, []string{"desk"}}, {one("receive now"), ends, []string{"desk"}}, {ends, one("type"), []string{"hall"}},
		{nil, [][]step{nil, nil}, []string{"hall", "desk"}}, {one("reply"), one("send now"), []string{"desk"}},
		{nil, one("send soon"), []string{"desk"}},
	} {
		if i >= effort.Of(6) {
			break
		}
		p, text := serverOf(c.threads, c.clients, 0, c.hosts...)
		x := explore.Compare(p, explore.Begun{}, 1500)
		if x == nil {
			t.Fatal(text, "has too many runs")
		}
		if wrong := x.Wrong(); wrong != "" {
			t.Errorf("%s: %s", text, wrong)
		}
		all, found, joined := explore.ByLog(p, x)
		if all != found || joined > 0 {
			t.Errorf("%s: by accesses %d classes of %d, and %d with runs of several", text, found, all, joined)
		}
		t.Logf("%s: %d runs, %d classes, %d by accesses", text, x.Runs, x.Search.Classes, all)
	}
}

// TestServedLarger holds the search against runs by chance of programs of which it once missed classes, or in which it
// planned runs that cannot be.
func TestServedLarger(t *testing.T) {
	effort.Dear(t, "hundreds of runs of each program")
	none, soon := []step(nil), []step{{"send soon", 0, 0}}
	for _, c := range []struct {
		threads, clients [][]step
		limit            int
		hosts            []string
	}{
		{nil, [][]step{none, soon}, 1, []string{"hall", "desk"}},
		{nil, [][]step{soon, soon}, 0, []string{"desk", "desk"}},
		{[][]step{{{"receive soon", 0, 1}}, {{"reply", 0, 0}}}, [][]step{{{"send now", 0, 0}}, none}, 2,
			[]string{"desk", "other"}},
		{[][]step{{{"send now", 0, 0}}}, [][]step{none, soon}, 1, []string{"desk", "desk"}},
	} {
		p, text := serverOf(c.threads, c.clients, c.limit, c.hosts...)
		x, missed := explore.Sampled(p, explore.Begun{}, 1000, 600)
		if x == nil || missed != "" || x.Search.Redundant+x.Search.Lost > 0 {
			t.Errorf("%s: %s", text, missed)
			continue
		}
		t.Logf("%s: %d classes, %d seen by chance", text, x.Search.Classes, len(x.Orders))
	}
}
