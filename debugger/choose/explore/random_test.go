package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// kinds are the calls of random programs, one set after the other.
var kinds = map[string][]string{
	"locks":      {"lock", "unlock"},
	"variables":  {"read", "write", "lock", "unlock"},
	"messages":   {"send", "receive", "lock", "unlock", "write", "read"},
	"tries":      {"try", "lock", "unlock", "write", "read"},
	"conditions": {"lock", "unlock", "wait", "signal", "broadcast", "write"},
	"refusals":   {"send", "receive", "send now", "receive now"},
	"limits":     {"send", "receive", "limit", "send now"},
	"timeouts":   {"send", "receive", "receive soon", "send soon", "sleep", "write", "read"},
	"everything": {"lock", "unlock", "read", "write", "send", "receive", "try", "wait", "signal", "broadcast", "send now",
		"receive now", "rpc", "random", "fork"},
}

// objects are what the threads of a random program use.
type objects struct {
	m     []cthreads.Mutex
	c     cthreads.Condition
	x     []uint64
	ports []kernel.Name
	serve kernel.Name
}

type step struct {
	what string
	i, n int
}

// program returns a random program: threads with few calls each.
func program(r *rand.Rand, calls []string) (*kernel.Program, string) {
	threads, most := make([][]step, 2+r.IntN(2)), 3
	if slices.Contains(calls, "rpc") { // there is a server beside them
		threads, most = threads[:2], 2
	}
	for i := range threads {
		for range 1 + r.IntN(most) {
			threads[i] = append(threads[i], step{calls[r.IntN(len(calls))], r.IntN(2), r.IntN(100)})
		}
	}
	limit := 1 + r.IntN(2)
	return &kernel.Program{Name: "random", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		var own, to kernel.Name
		if !slices.Contains(calls, "rpc") {
			b.Task(h, "main", func(th *kernel.Thread) { start(th, threads, limit, ipc.Null) })
			return
		}
		server := b.Server(h, "server", func(th *kernel.Thread) {
			for {
				m, _ := kernel.Receive[request](th, own)
				kernel.Reply(th, m, m.Body)
			}
		})
		own = b.Port(server, "serve")
		main := b.Task(h, "main", func(th *kernel.Thread) { start(th, threads, limit, to) })
		to = b.Send(server, own, main)
	}}, fmt.Sprint(threads, limit)
}

// start forks the threads.
func start(th *kernel.Thread, threads [][]step, limit int, serve kernel.Name) {
	o := &objects{x: variables(th, 2), c: cthreads.NewCondition(th, ""), serve: serve}
	for range 2 {
		p := th.NewPort("")
		th.SetQueueLimit(p, limit)
		o.m, o.ports = append(o.m, cthreads.NewMutex(th, "")), append(o.ports, p)
	}
	for _, steps := range threads {
		cthreads.Fork(th, "", func(th *kernel.Thread) { o.take(th, steps) })
	}
}

// take takes steps, without those that would be misuse.
func (o *objects) take(th *kernel.Thread, steps []step) {
	var held [2]bool
	for _, s := range steps {
		switch s.what {
		case "lock":
			if !held[s.i] {
				o.m[s.i].Lock(th)
				held[s.i] = true
			}
		case "try":
			if !held[s.i] {
				held[s.i] = o.m[s.i].TryLock(th)
			}
		case "unlock":
			if held[s.i] {
				o.m[s.i].Unlock(th)
				held[s.i] = false
			}
		case "wait":
			if held[s.i] {
				o.c.Wait(th, o.m[s.i])
			}
		case "signal":
			o.c.Signal(th)
		case "broadcast":
			o.c.Broadcast(th)
		case "read":
			th.Mach().Peek(o.x[s.i], 1)
		case "write":
			th.Mach().Poke(o.x[s.i], []byte{byte(s.n)})
		case "send":
			_ = kernel.Send(th, o.ports[s.i], request{s.n})
		case "limit":
			th.SetQueueLimit(o.ports[s.i], 1+s.n%2)
		case "send now":
			_ = kernel.SendTimeout(th, o.ports[s.i], request{s.n}, 0)
		case "receive":
			_, _ = kernel.Receive[request](th, o.ports[s.i])
		case "receive now":
			_, _ = kernel.ReceiveTimeout[request](th, o.ports[s.i], 0)
		case "send soon":
			_ = kernel.SendTimeout(th, o.ports[s.i], request{s.n}, kernel.Duration(1+s.n%2)*kernel.Millisecond)
		case "receive soon":
			_, _ = kernel.ReceiveTimeout[request](th, o.ports[s.i], kernel.Duration(1+s.n%2)*kernel.Millisecond)
		case "sleep":
			th.Sleep(kernel.Duration(1+s.n%2) * kernel.Millisecond)
		case "rpc":
			_, _ = kernel.RPC[request, request](th, o.serve, request{s.n})
		case "random":
			th.Random(2)
		case "check":
			th.Check(th.Mach().Peek(o.x[s.i], 1)[0] != 0, "x is 0")
		case "fail":
			th.Fail("it is to fail")
		case "must":
			kernel.Must(kernel.ReceiveTimeout[request](th, o.ports[s.i], 0))
		case "panic":
			panic("it panics")
		case "raise":
			th.Mach().Raise(kernel.ExcArithmetic, 1, 2)
		case "handle":
			k := th.Mach()
			_ = k.TaskSetSpecialPort(k.Self(), kernel.SpecialException, o.ports[s.i])
		case "unlock anyhow":
			o.m[s.i].Unlock(th)
		case "wait anyhow":
			o.c.Wait(th, o.m[s.i])
		case "free":
			o.m[s.i].Free(th)
		case "join twice":
			t := cthreads.Fork(th, "", func(th *kernel.Thread) { th.Mach().Peek(o.x[s.i], 1) })
			cthreads.Fork(th, "", func(th *kernel.Thread) { cthreads.Join(th, t) })
			cthreads.Detach(th, t)
		case "die":
			k := th.Mach()
			_ = k.PortDestroy(k.Self(), o.ports[s.i])
		case "fork":
			// It is not detached: whether it ends before that nobody sees, though the naive count takes it for two classes.
			cthreads.Fork(th, "", func(th *kernel.Thread) { th.Mach().Poke(o.x[s.i], []byte{byte(s.n)}) })
		}
	}
}

// TestRandom holds the search against all runs of random programs: the same outcomes, the classes of all orders, each
// once, and no run that leaves its path.
func TestRandom(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		calls := kinds[name]
		r := rand.New(rand.NewPCG(1, 2))
		compared, runs := 0, 0
		for range effort.Of(2) {
			p, text := program(r, calls)
			if n := compare(t, p, nil, 0, name+": "+text); n > 0 {
				compared++
				runs += n
			}
		}
		t.Logf("%s: %d programs, %d runs", name, compared, runs)
	}
}

// compare holds a search of what can follow the first n events of a run against all these runs. It returns how many
// there are, 0 if these are too many.
func compare(t *testing.T, p *kernel.Program, first []int, n int, text string) int {
	c := explore.Compare(p, explore.Begun{Answers: first, N: n}, 600)
	if c == nil {
		return 0
	}
	if wrong := c.Wrong(); wrong != "" {
		t.Errorf("%s: %s", text, wrong)
	}
	return c.Runs
}

// TestFrom holds a search of what can follow some events of a random run against all that can. In such a run threads
// wait, as they do not in a search while another can go on.
func TestFrom(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		if name == "timeouts" {
			continue // some wait already, with a time limit, whom others have to wait behind
		}
		calls := kinds[name]
		r := rand.New(rand.NewPCG(3, 4))
		compared, runs := 0, 0
		for i := range effort.Of(3) {
			p, text := program(r, calls)
			answers, events := explore.Answers(p, kernel.NewRandom(uint64(i)))
			from := r.IntN(events + 1)
			if n := compare(t, p, answers, from, fmt.Sprintf("%s: %s, run %d from %d", name, text, i, from)); n > 0 {
				compared++
				runs += n
			}
		}
		t.Logf("%s: %d programs, %d runs", name, compared, runs)
	}
}

// TestFromQueue has threads wait in the queue of a mutex when the search begins: they lock it in that order, and others
// in any.
func TestFromQueue(t *testing.T) {
	p := mutexes(3, 1)
	for i := range effort.Of(3) {
		answers, events := explore.Answers(p, kernel.NewRandom(uint64(i)))
		for from := events / 3; from < events; from++ {
			compare(t, p, answers, from, fmt.Sprintf("run %d from %d", i, from))
		}
	}
}

// TestShortcuts has random programs explored with what runs have in common kept, and without: the same runs are made in
// the same order. What is told from clocks is what the sequences say that they stand for.
func TestShortcuts(t *testing.T) {
	asked := 0
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		r := rand.New(rand.NewPCG(7, 8))
		for range effort.Of(3) {
			p, text := program(r, kinds[name])
			with, without := explore.Runs(p, explore.Begun{}, 60, true), explore.Runs(p, explore.Begun{}, 60, false)
			if !slices.Equal(with, without) {
				t.Errorf("%s: %s: %d runs, %d without what earlier ones have shown, or others", name, text, len(with), len(without))
			}
			n, wrong := explore.Begins(p, 20)
			asked += n
			if len(wrong) > 0 {
				t.Errorf("%s: %s: %s, and %d more", name, text, wrong[0], len(wrong)-1)
			}
		}
	}
	t.Logf("%d questions", asked)
}

// TestBeside has several workers explore programs, some of whose runs are made ahead of their turn, and some given up:
// the same runs are taken in in the same order.
func TestBeside(t *testing.T) {
	vain := 0
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		r := rand.New(rand.NewPCG(9, 10))
		for range effort.Of(3) {
			p, text := program(r, kinds[name])
			one := explore.Runs(p, explore.Begun{}, 80, true)
			many, _, n := explore.Beside(p, explore.Begun{}, 80, 2+r.IntN(6), r)
			vain += n
			if !slices.Equal(one, many) {
				t.Errorf("%s: %s: %d runs, by several workers %d, or others", name, text, len(one), len(many))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(disturbances)) { // which show that runs have other steps
		r := rand.New(rand.NewPCG(11, 12))
		for range effort.Of(2) {
			p, text := disturbed(r, disturbances[name].first, disturbances[name].others)
			one := explore.Runs(p, explore.Begun{}, 80, true)
			if many, _, _ := explore.Beside(p, explore.Begun{}, 80, 3, r); !slices.Equal(one, many) {
				t.Errorf("%s: %s: %d runs, by several workers %d, or others", name, text, len(one), len(many))
			}
		}
	}
	t.Logf("%d in vain", vain)
}

// TestLeft gives up a run, whose program goes on: nothing of that is heard. What it has done is known if it still was
// where it was given up; otherwise it is lost, and the others are made nevertheless.
func TestLeft(t *testing.T) {
	for _, still := range []bool{true, false} {
		s, heard := explore.Leaves(mutexes(3, 1), still)
		if heard || s.Classes+s.Lost < 3 || (s.Lost == 1) == still {
			t.Errorf("still %v: %d classes, %d lost, heard %v", still, s.Classes, s.Lost, heard)
		}
	}
}
