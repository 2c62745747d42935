package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// parting returns a random program whose clients ask for an answer, and perhaps end before it comes.
func parting(r *rand.Rand) (*kernel.Program, string) {
	draw := drawing(r)
	serves := draw(3, "receive", "receive", "receive soon", "sleep", "receive now")
	clients := [][]step{draw(2, "ask", "ask", "send", "sleep", "rpc")}
	if r.IntN(2) == 0 {
		clients = append(clients, draw(1, "ask", "send", "sleep"))
	}
	return partingOf(serves, 1+r.IntN(2), clients...)
}

// partingOf returns such a program.
func partingOf(serves []step, limit int, clients ...[]step) (*kernel.Program, string) {
	return &kernel.Program{Name: "parting", Main: func(b *kernel.Boot) {
		var own kernel.Name
		h := b.Host("h")
		server := b.Task(h, "server", func(th *kernel.Thread) {
			if limit == 1 {
				th.SetQueueLimit(own, limit)
			}
			part(th, own, own, serves)
		})
		own = b.Port(server, "requests")
		for i, steps := range clients {
			var to kernel.Name
			t := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) { part(th, to, ipc.Null, steps) })
			to = b.Send(server, own, t)
		}
	}}, fmt.Sprint(serves, limit, clients)
}

// part takes steps at a port.
func part(th *kernel.Thread, port, own kernel.Name, steps []step) {
	k := th.Mach()
	for _, s := range steps {
		var m *ipc.Message
		var err error
		switch s.what {
		case "ask":
			m := kernel.Pack(th, request{s.n}).ReplyTo(th.NewPort(""), ipc.MakeSendOnce)
			_ = k.Send(port, m)
			continue
		case "sleep":
			th.Sleep(1)
			continue
		case "receive":
			m, err = k.Receive(own)
		case "receive soon":
			m, err = k.ReceiveTimeout(own, 1)
		case "receive now":
			m, err = k.ReceiveTimeout(own, 0)
		default:
			far(th, port, own, []step{s})
			continue
		}
		if err == nil && m.Remote != ipc.Null {
			if m.Remote == ipc.Dead {
				th.Printf("dead")
			}
			_ = k.Send(m.Remote, kernel.Pack(th, request{s.n}).To(m.Remote, ipc.MoveSendOnce))
		}
	}
}

// reaches holds a search against all that a program can come to. It returns how many classes it has run, 0 if there is
// too much.
func reaches(t *testing.T, p *kernel.Program, f kernel.Faults, text string) int {
	return reachesBegun(t, p, explore.Begun{Faults: f}, 6000, text)
}

// reachesBegun is reaches for runs of any kind; too much is what comes to more moments.

func reachesBegun(t *testing.T, p *kernel.Program, b explore.Begun, moments int, text string) int {
	c := explore.Reaches(p, b, moments, 1500)
	if c == nil {
		return 0
	}
	if wrong := c.Astray(); wrong != "" {
		t.Errorf("%s: %d outcomes of %d, %d lost: %s", text, len(c.Found), len(c.All), c.Search.Lost, wrong)
	}
	return c.Search.Classes
}

// TestParting holds the search against all that such programs can come to, with faults and without.
func TestParting(t *testing.T) {
	for name, f := range map[string]kernel.Faults{
		"none": {}, "kill": budget(kernel.FaultKill, 1), "crash": budget(kernel.FaultCrash, 1),
		"kills": deaths(2, 0), "both": deaths(1, 1),
	} {
		r := rand.New(rand.NewPCG(25, 26))
		compared, classes := 0, 0
		for range effort.Of(30) {
			p, text := parting(r)
			if n := reaches(t, p, f, name+": "+text); n > 0 {
				compared, classes = compared+1, classes+n
			}
		}
		t.Logf("%s: %d programs, %d classes", name, compared, classes)
	}
}

// deaths returns a budget for so many kills and crashes.
func deaths(kills, crashes uint16) (f kernel.Faults) {
	f[kernel.FaultKill].Most, f[kernel.FaultCrash].Most = kills, crashes
	return f
}

// TestReaches is TestParting for other random programs.
func TestReaches(t *testing.T) {
	for name, draw := range map[string]func(*rand.Rand) (*kernel.Program, string){
		"crowded": crowded, "hosts": hosts, "ending": ending,
		"refusals": func(r *rand.Rand) (*kernel.Program, string) { return program(r, kinds["refusals"]) },
		"talking":  func(r *rand.Rand) (*kernel.Program, string) { return talking(r, 1) },
		"apart":    func(r *rand.Rand) (*kernel.Program, string) { return talking(r, 2) },
	} {
		for kind, f := range map[string]kernel.Faults{
			"none": {}, "kill": budget(kernel.FaultKill, 1), "crash": budget(kernel.FaultCrash, 1), "hold": holding(t),
			"loss": budget(kernel.FaultLoss, 1), "kills": deaths(2, 0), "crashes": deaths(0, 2), "both": deaths(1, 1),
		} {
			r := rand.New(rand.NewPCG(27, 28))
			compared, n := 0, effort.Of(4)
			if name == "crowded" && f[kernel.FaultKill].Most+f[kernel.FaultCrash].Most > 0 {
				n /= 4 // few of these are small enough
			}
			for range n {
				p, text := draw(r)
				if reaches(t, p, f, name+", "+kind+": "+text) > 0 {
					compared++
				}
			}
			t.Logf("%s, %s: %d programs", name, kind, compared)
		}
	}
}

// TestTwoDeaths holds it against all that small programs can come to of whose three tasks two may be killed.
func TestTwoDeaths(t *testing.T) {
	type made struct {
		limit            int
		serves, one, two string
	}
	var all []made
	for _, serves := range []string{"receive", "receive,receive now", "receive,receive"} {
		for _, one := range []string{"send", "rpc", "sleep", "ask", "rpc,sleep", "send,sleep", ""} {
			for _, two := range []string{"sleep", "send", ""} {
				all = append(all, made{1, serves, one, two}, made{2, serves, one, two})
			}
		}
	}
	steps := func(whats string) (steps []step) {
		for i, what := range strings.FieldsFunc(whats, func(r rune) bool { return r == ',' }) {
			steps = append(steps, step{what, 0, 10 + i})
		}
		return steps
	}
	for _, m := range effort.Some(all, 30) {
		p, text := partingOf(steps(m.serves), m.limit, steps(m.one), steps(m.two))
		c := explore.Reaches(p, explore.Begun{Faults: deaths(2, 0)}, 16000, 5000)
		if c == nil {
			t.Errorf("%s: too much", text)
		} else if wrong := c.Astray(); wrong != "" {
			t.Errorf("%s: %d outcomes of %d: %s", text, len(c.Found), len(c.All), wrong)
		}
	}
}

// TestReachesAgain holds the search against all that programs can come to of which it once missed outcomes, or invented
// some.
func TestReachesAgain(t *testing.T) {
	all := func(whats ...string) (steps []step) {
		for i, what := range whats {
			steps = append(steps, step{what, 0, 10 + i})
		}
		return steps
	}
	none, kill := kernel.Faults{}, budget(kernel.FaultKill, 1)
	look := func() (*kernel.Program, string) {
		return disturbedBy(all("send", "status"), [][]step{all("receive"), {{"receive", 1, 10}}}, 2)
	}
	rpc := func() (*kernel.Program, string) {
		begin := func(b *kernel.Boot) { boot(b, [][]step{all("rpc"), nil}, 1, true) }
		return &kernel.Program{Name: "rpc", Main: begin}, "rpc"
	}
	room := func() (*kernel.Program, string) {
		return crowdedOf(1, all("sleep", "receive soon"), all("send soon"), [][]step{all("sleep")})
	}
	talks := func() (*kernel.Program, string) {
		begin := func(b *kernel.Boot) { boot(b, [][]step{all("receive"), all("rpc")}, 1, true) }
		return &kernel.Program{Name: "talks", Main: begin}, "talks"
	}
	drop := func() (*kernel.Program, string) {
		return &kernel.Program{Name: "drop", Main: func(b *kernel.Boot) {
			var box kernel.Name
			server := b.Task(b.Host("hall"), "server", func(th *kernel.Thread) {
				th.SetQueueLimit(box, 1)
				crowd(th, box, all("receive", "receive soon"))
			})
			box = b.DatagramPort(server, "box")
			for _, name := range []string{"one", "two"} {
				var to kernel.Name
				t := b.Task(b.Host(name), name, func(th *kernel.Thread) { crowd(th, to, all("send")) })
				to = b.Send(server, box, t)
				b.Delay(b.Host("hall"), b.Host(name), kernel.Millisecond, kernel.Millisecond)
			}
		}}, "drop"
	}
	refused := func() (*kernel.Program, string) {
		threads := [][]step{{{"send", 0, 10}, {"receive", 1, 11}, {"send", 0, 12}},
			{{"send now", 1, 20}, {"send", 1, 21}, {"send now", 0, 22}}}
		return task(func(th *kernel.Thread) { start(th, threads, 1, ipc.Null) }), fmt.Sprint(threads)
	}
	part := func(serves []step, limit int, clients ...[]step) func() (*kernel.Program, string) {
		return func() (*kernel.Program, string) { return partingOf(serves, limit, clients...) }
	}
	handed := func() (*kernel.Program, string) {
		return disturbedBy([]step{{"send", 1, 60}, {"terminate", 1, 87}},
			[][]step{{{"sleep", 1, 54}, {"receive soon", 1, 39}}, {{"receive soon", 1, 40}}}, 1)
	}
	inHand := func(what string) func() (*kernel.Program, string) {
		return func() (*kernel.Program, string) {
			return disturbedApart([]step{{"send", 0, 7}, {"send", 0, 46}, {what, 0, 64}}, [][]step{all("receive", "sleep")}, 1)
		}
	}
	aborted := func() (*kernel.Program, string) {
		return disturbedBy([]step{{"send", 0, 7}, {"abort", 0, 43}},
			[][]step{{{"receive", 0, 21}, {"send", 0, 42}}, {{"send soon", 0, 99}}}, 1)
	}
	member := func() (*kernel.Program, string) {
		return disturbedBy(all("move in", "send", "send"), [][]step{all("receive set")}, 1)
	}
	for _, c := range []struct {
		why    string
		p      func() (*kernel.Program, string)
		faults kernel.Faults
	}{
		{"the fault in a plan that another one has as its beginning", room, kill},
		{"the sender ends before the message is received", part(all("receive"), 2, all("ask")), none},
		{"the sender is killed before the message is received", rpc, kill},
		{"the end that was not the last", part(all("receive", "receive"), 2, all("send"), all("ask")), kill},
		{"a fault that leaves only one", part(nil, 2, nil, nil), budget(kernel.FaultKill, 2)},
		{"a plan that forces a fault", part(all("sleep"), 2, all("sleep"), nil), budget(kernel.FaultKill, 2)},
		{"a fault before an end that is older than another fault", talks, deaths(2, 0)},
		{"what another fault has ended", part(all("receive"), 2, all("sleep"), nil), deaths(2, 0)},
		{"faults before an event that come one after the other", part(all("receive"), 2, all("rpc"), all("sleep")),
			deaths(2, 0)},
		{"a send before the death of its port", part([]step{{"receive now", 0, 92}}, 2,
			[]step{{"send", 0, 86}, {"send", 0, 60}}, []step{{"send", 0, 89}}), deaths(2, 0)},
		{"a fault where a run goes on in vain", part([]step{{"receive now", 0, 24}}, 2, []step{{"ask", 0, 4}},
			[]step{{"sleep", 0, 71}}), deaths(2, 0)},
		{"who waits when time passes", part(all("sleep", "receive"), 1, all("send"), all("send")), none},
		{"who has waited for the message", look, none},
		{"who goes on later with a message in hand", refused, none},
		{"a datagram in hand takes no room", drop, none},
		{"who began after the send, and might have waited before it", handed, none},
		{"the next message comes, and the thread with one in hand ends", inHand("terminate"), none},
		{"the next message comes, and the thread with one in hand is suspended", inHand("suspend"), none},
		{"the next message comes, and the task with one in hand ends", inHand("end"), none},
		{"the next message comes, and the task with one in hand is suspended", inHand("suspend task"), none},
		{"who receives from a set makes room in a queue", member, none},
		{"whose wait for room is aborted needs none", aborted, none},
	} {
		p, text := c.p()
		if reaches(t, p, c.faults, c.why+": "+text) == 0 {
			t.Errorf("%s: too much", c.why)
		}
	}
}

// TestLost explores programs of which some runs once did not follow their path.
func TestLost(t *testing.T) {
	for _, kind := range []kernel.FaultKind{kernel.FaultKill, kernel.FaultCrash} {
		p, text := hostsOf([]step{{what: "status"}, {what: "destroy"}}, []step{{what: "type"}})
		lastLoss := endingOf([][]string{{"nothing"}, {"nothing"}}, false, 1)
		for i, p := range []*kernel.Program{p, lastLoss, lastLoss} {
			c := explore.Reaches(p, explore.Begun{Faults: budget(kind, max(i, 1))}, 6000, 1500)
			if c == nil || c.Search.Lost > 0 || c.Astray() != "" {
				t.Errorf("%d %v, %s: a run is lost, or %+v is wrong", max(i, 1), kind, text, c)
			}
		}
	}
}
