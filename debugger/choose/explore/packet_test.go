package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// drawing returns a function that draws one to so many steps of a task, which has nothing but its port to do them with.
func drawing(r *rand.Rand) func(most int, calls ...string) []step {
	return func(most int, calls ...string) (all []step) {
		for range 1 + r.IntN(most) {
			all = append(all, step{calls[r.IntN(len(calls))], 0, r.IntN(100)})
		}
		return all
	}
}

// hosts returns a random program: a task or two send to one on another host, which receives, or does away with the
// port.
func hosts(r *rand.Rand) (*kernel.Program, string) {
	draw := drawing(r)
	serves := draw(2, "receive", "receive", "receive now", "status", "destroy", "send", "print", "join",
		"watch", "type")
	clients := [][]step{draw(2, "send", "send", "send now", "rpc", "send right", "send back", "watch", "type", "pass on",
		"move", "spawn")}
	if r.IntN(3) == 0 {
		clients = append(clients, draw(1, "send", "send now"))
	}
	return hostsOf(serves, clients...)
}

// hostsOf returns such a program.
func hostsOf(serves []step, clients ...[]step) (*kernel.Program, string) {
	return &kernel.Program{Name: "hosts", Main: func(b *kernel.Boot) {
		var own kernel.Name
		server := b.Task(b.Host("server"), "server", func(th *kernel.Thread) {
			th.SetQueueLimit(own, 1)
			far(th, own, own, serves)
		})
		own = b.Port(server, "requests")
		h := b.Host("clients")
		for i, steps := range clients {
			var to kernel.Name
			t := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) { far(th, to, ipc.Null, steps) })
			to = b.Send(server, own, t)
		}
	}}, fmt.Sprint(serves, clients)
}

// far takes steps at a port that has a name here.
func far(th *kernel.Thread, port, own kernel.Name, steps []step) {
	k := th.Mach()
	for _, s := range steps {
		switch s.what {
		case "send":
			_ = k.Send(port, kernel.Pack(th, request{s.n}))
		case "send now":
			_ = k.SendTimeout(port, kernel.Pack(th, request{s.n}), 0)
		case "rpc":
			_, _ = k.RPC(port, kernel.Pack(th, request{s.n}))
		case "send right":
			m := kernel.Pack(th, request{s.n})
			m.Items = append(m.Items, ipc.Item{Kind: ipc.KindPort, Num: uint64(th.NewPort("")), Disp: ipc.MakeSend})
			_ = k.Send(port, m)
		case "move":
			m := kernel.Pack(th, request{s.n})
			m.Items = append(m.Items, ipc.Item{Kind: ipc.KindPort, Num: uint64(th.NewPort("")), Disp: ipc.MoveReceive})
			_ = k.Send(port, m)
		case "spawn":
			_, _ = th.Spawn("", "kid", func(th *kernel.Thread) { th.Label("kid") })
		case "pass on":
			m := kernel.Pack(th, request{s.n})
			m.Items = append(m.Items, ipc.Item{Kind: ipc.KindPort, Num: uint64(port), Disp: ipc.CopySend})
			_ = k.Send(port, m)
		case "join":
			set := th.NewPortSet("")
			_ = k.PortMoveMember(k.Self(), own, set)
			if m, err := k.Receive(set); err == nil && m.Remote != ipc.Null {
				_ = k.Send(m.Remote, kernel.Pack(th, request{s.n}).To(m.Remote, ipc.MoveSendOnce))
			}
		case "watch":
			_, _ = k.PortRequestNotification(k.Self(), port, ipc.MACH_NOTIFY_DEAD_NAME, 1, th.NewPort(""), ipc.MakeSendOnce)
		case "type":
			_, _ = k.PortType(k.Self(), port)
		case "send back":
			_ = k.PortDeallocate(k.Self(), port)
		case "receive":
			if m, err := k.Receive(own); err == nil && m.Remote != ipc.Null {
				_ = k.Send(m.Remote, kernel.Pack(th, request{s.n}).To(m.Remote, ipc.MoveSendOnce))
			}
		case "receive now":
			_, _ = k.ReceiveTimeout(own, 0)
		case "status":
			_, _ = k.PortGetReceiveStatus(k.Self(), own)
		case "print":
			th.Printf("%d", s.n)
		case "destroy":
			_ = k.PortDestroy(k.Self(), own)
		}
	}
}

// TestHosts holds the search against all runs of random programs on two hosts.
func TestHosts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compared, runs, classes := 0, 0, 0
	for range effort.Of(6) {
		p, text := hosts(r)
		c := explore.Compare(p, explore.Begun{}, 600)
		if c == nil {
			continue
		}
		compared, runs, classes = compared+1, runs+c.Runs, classes+c.Search.Classes
		if wrong := c.Wrong(); wrong != "" {
			t.Errorf("hosts: %s: %s", text, wrong)
		}
	}
	t.Logf("%d programs, %d runs, %d classes", compared, runs, classes)
}

// TestHostsAgain holds the search against all runs of such programs of which it once missed classes and outcomes: what
// the server does between its send and the receipt that makes room again hid that the other message may arrive before
// that send; so did the set that the server receives from.
func TestHostsAgain(t *testing.T) {
	for _, between := range [][]step{{{what: "join"}}, {{what: "status"}, {what: "receive"}}} {
		p, text := hostsOf(append([]step{{what: "send"}}, between...), []step{{what: "send"}})
		c := explore.Compare(p, explore.Begun{}, 1000)
		if c == nil {
			t.Fatal(text, "has too many runs")
		}
		if wrong := c.Wrong(); wrong != "" {
			t.Errorf("%s: %s", text, wrong)
		}
		t.Logf("%s: %d runs, %d classes", text, c.Runs, c.Search.Classes)
	}
}

// TestHostsFail holds the search against runs by chance of such programs with a fault: it once planned runs in which
// the last task was to be ended, or a message was to arrive where there was no room, and lost what others would have
// shown; or it missed that a message may arrive before another one has taken the room (TestHostsAgain).
func TestHostsFail(t *testing.T) {
	crossed := []step{{what: "send"}, {what: "receive"}}
	for _, c := range []struct {
		serves, client []step
		kind           kernel.FaultKind
	}{
		{nil, nil, kernel.FaultKill}, {nil, []step{{what: "send"}}, kernel.FaultKill},
		{nil, []step{{what: "type"}}, kernel.FaultKill}, {crossed, []step{{what: "rpc"}}, kernel.FaultCrash},
		{crossed, []step{{what: "send"}}, kernel.FaultCrash},
		{[]step{{what: "send"}, {what: "join"}}, []step{{what: "send now"}}, kernel.FaultLoss},
	} {
		p, text := hostsOf(c.serves, c.client)
		x, missed := explore.Sampled(p, explore.Begun{Faults: budget(c.kind, 1)}, 300, 200)
		if x == nil || missed != "" || x.Search.Redundant+x.Search.Lost > 0 {
			t.Errorf("%s: %s", text, missed)
			continue
		}
		t.Logf("%s: %d classes, %d seen by chance", text, x.Search.Classes, len(x.Orders))
	}
}
