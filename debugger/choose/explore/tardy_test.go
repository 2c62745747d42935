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

// shape is what random programs have in common in which time passes while some wait.
type shape struct {
	limit int
	set   bool // the first port is in a set, from which it is received
	apart bool // those who do not receive are tasks of their own
	hosts int  // and on other hosts, if it is 2: messages take time
	drops bool // these are datagrams
}

// tardies are what threads of such programs do.
var tardies = map[string][]string{
	"receivers": {"receive", "receive", "receive soon", "send", "send", "sleep"},
	"refusals":  {"receive", "receive now", "receive soon", "send", "send now", "send soon"},
	"answers":   {"receive", "receive soon", "rpc", "rpc soon", "send", "yield"},
	"locks":     {"lock", "unlock", "wait", "signal", "broadcast", "sleep", "receive soon", "send"},
}

// tardy returns a random program in which threads wait while time passes, and others come to the same later. The last
// one sends.
func tardy(r *rand.Rand, calls []string) (*kernel.Program, string) {
	draw := drawing(r)
	threads := make([][]step, 2+r.IntN(3))
	for i := range threads {
		if i > 0 && r.IntN(3) > 0 {
			threads[i] = draw(1, "sleep")
		}
		threads[i] = append(threads[i], draw(4-len(threads)/2, calls...)...)
		if i == len(threads)-1 {
			threads[i] = append(threads[i], draw(2, "send")...)
		}
		for k := range threads[i] {
			threads[i][k].i = r.IntN(6) / 5
		}
	}
	x := shape{limit: 1 + r.IntN(2)}
	if !slices.Contains(calls, "lock") {
		x.set, x.apart, x.hosts, x.drops = r.IntN(3) == 0, r.IntN(3) == 0, 1+r.IntN(2), r.IntN(4) == 0
	}
	return tardyOf(threads, x)
}

// tardyOf returns such a program.
func tardyOf(threads [][]step, x shape) (*kernel.Program, string) {
	locks, own, box := false, make([]kernel.Name, 2), kernel.Name(0)
	var inside, outside [][]step
	for _, steps := range threads {
		has := func(what string) bool {
			return slices.ContainsFunc(steps, func(s step) bool { return strings.HasPrefix(s.what, what) })
		}
		locks = locks || has("lock")
		if x.apart && !has("receive") {
			outside = append(outside, steps)
		} else {
			inside = append(inside, steps)
		}
	}
	main := func(th *kernel.Thread) {
		o := &waiters{objects: objects{ports: own}, from: own}
		if locks {
			o.c, o.m = cthreads.NewCondition(th, ""), []cthreads.Mutex{cthreads.NewMutex(th, ""), cthreads.NewMutex(th, "")}
		}
		if x.set {
			box = th.NewPortSet("")
			_ = th.Mach().PortMoveMember(th.Mach().Self(), own[0], box)
			o.from = []kernel.Name{box, own[1]}
		}
		if x.limit == 1 {
			th.SetQueueLimit(own[0], x.limit)
		}
		for _, steps := range inside {
			cthreads.Fork(th, "", func(th *kernel.Thread) { o.take(th, steps) })
		}
	}
	return &kernel.Program{Name: "tardy", Main: func(b *kernel.Boot) {
		h := b.Host("h")
		server := b.Task(h, "server", main)
		for i := range own {
			if own[i] = b.Port(server, fmt.Sprint("p", i)); x.drops {
				own[i] = b.DatagramPort(server, fmt.Sprint("d", i))
			}
		}
		for i, steps := range outside {
			to := make([]kernel.Name, 2)
			if x.hosts == 2 {
				h = b.Host(fmt.Sprint("h", i))
				b.Delay(b.Host("h"), h, kernel.Millisecond, kernel.Millisecond)
			}
			t := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) {
				(&waiters{objects: objects{ports: to}}).take(th, steps)
			})
			for k := range own {
				to[k] = b.Send(server, own[k], t)
			}
		}
	}}, fmt.Sprint(threads, fmt.Sprintf("%+v", x))
}

// waiters are what the threads of such a program use.
type waiters struct {
	objects
	from []kernel.Name // the ports, and sets, from which is received
}

func (o *waiters) take(th *kernel.Thread, steps []step) {
	k := th.Mach()
	if o.m != nil {
		o.objects.take(th, steps) // which knows what is held
		return
	}
	for i, s := range steps {
		m, err := (*ipc.Message)(nil), error(nil)
		switch long := 1 + s.n%2; s.what {
		case "receive":
			m, err = k.Receive(o.from[s.i])
		case "receive soon":
			m, err = k.ReceiveTimeout(o.from[s.i], long)
		case "receive now":
			m, err = k.ReceiveTimeout(o.from[s.i], 0)
		case "rpc":
			_, _ = k.RPC(o.ports[s.i], kernel.Pack(th, request{s.n}))
		case "rpc soon":
			_, _ = th.RPCTimeout(o.ports[s.i], kernel.Pack(th, request{s.n}), kernel.Duration(long)*kernel.Millisecond)
		case "yield":
			th.Yield()
		default:
			o.objects.take(th, steps[i:i+1])
		}
		if m != nil && err == nil && m.Remote != ipc.Null {
			_ = k.Send(m.Remote, kernel.Pack(th, request{s.n}).To(m.Remote, ipc.MoveSendOnce))
		}
	}
}

// TestTardy holds the search against all that such programs can come to.
func TestTardy(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(tardies)) {
		for _, weak := range []bool{false, true} {
			r := rand.New(rand.NewPCG(29, 30))
			compared, classes := 0, 0
			for range effort.Of(10) {
				p, text := tardy(r, tardies[name])
				if n := reachesBegun(t, p, explore.Begun{Weak: weak}, 1500, fmt.Sprint(name, " weak ", weak, ": ", text)); n > 0 {
					compared, classes = compared+1, classes+n
				}
			}
			t.Logf("%s, weak %v: %d programs, %d classes", name, weak, compared, classes)
		}
	}
}

// TestTardyAgain holds it against programs of which it once invented outcomes: who has waited since before time passed
// gets a message before all that came later.
func TestTardyAgain(t *testing.T) {
	one := func(whats ...string) (steps []step) {
		for i, what := range whats {
			what, long := strings.CutSuffix(what, " long")
			s := step{what, 0, 10 + 2*i}
			if long {
				s.n++
			}
			steps = append(steps, s)
		}
		return steps
	}
	for _, c := range []struct {
		why     string
		threads [][]step
		limit   int
	}{
		{"another comes later", [][]step{one("receive"), one("sleep long", "receive"), one("sleep long", "send")}, 1},
		{"one comes again", [][]step{one("receive", "receive"), one("receive"), one("sleep", "send", "send")}, 2},
		{"a message in hand takes no room", [][]step{one("receive"), one("sleep", "send", "send now")}, 1},
		{"a message in hand is in no queue", [][]step{one("receive"), one("sleep", "send", "receive now")}, 1},
		{"another who waits a time comes later",
			[][]step{one("receive"), one("sleep", "receive soon long"), one("sleep long", "send")}, 1},
		{"one who waits a time comes later, another not", [][]step{one("receive soon long"), one("sleep", "receive"),
			one("sleep", "send")}, 1},
		{"one waits for room", [][]step{one("send", "send"), one("sleep", "receive now", "send", "receive now")}, 1},
		{"one waits for room, and one a time", [][]step{one("send", "send"), one("sleep", "send soon long"),
			one("sleep long", "receive now")}, 1},
		{"two wait for room", [][]step{one("send", "send"), one("sleep", "send"),
			one("sleep long", "receive", "send now", "receive")}, 1},
	} {
		for _, x := range []shape{{limit: c.limit}, {limit: c.limit, set: true}, {limit: c.limit, apart: true, hosts: 1},
			{limit: c.limit, apart: true, hosts: 2}} {
			for _, weak := range []bool{false, true} {
				p, text := tardyOf(c.threads, x)
				if reachesBegun(t, p, explore.Begun{Weak: weak}, 20000, fmt.Sprint(c.why, " weak ", weak, ": ", text)) == 0 {
					t.Errorf("%s: too much", c.why)
				}
			}
		}
	}
}
