package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/test/effort"
)

// crowded returns a random program whose server has a datagram port with little room, to which a task beside it and one
// or two on another host send.
func crowded(r *rand.Rand) (*kernel.Program, string) {
	draw := drawing(r)
	limit, serves := 1+r.IntN(2), draw(2, "receive", "receive", "receive now", "receive soon", "sleep")
	beside := draw(1, "send", "send now", "send soon", "sleep")
	afar := [][]step{draw(1, "send", "ask", "sleep")}
	if r.IntN(3) == 0 {
		beside, afar = nil, append(afar, draw(1, "send", "ask"))
	}
	return crowdedOf(limit, serves, beside, afar)
}

// crowdedOf returns such a program.
func crowdedOf(limit int, serves, beside []step, afar [][]step) (*kernel.Program, string) {
	return &kernel.Program{Name: "crowded", Main: func(b *kernel.Boot) {
		var box kernel.Name
		server := b.Task(b.Host("hall"), "server", func(th *kernel.Thread) {
			th.SetQueueLimit(box, limit)
			crowd(th, box, serves)
			_, _ = th.Mach().Receive(th.NewPort(""))
		})
		box = b.DatagramPort(server, "box")
		client := func(host, name string, steps []step) {
			var to kernel.Name
			task := b.Task(b.Host(host), name, func(th *kernel.Thread) {
				crowd(th, to, steps)
				_, _ = th.Mach().Receive(th.NewPort(""))
			})
			to = b.Send(server, box, task)
		}
		if beside != nil {
			client("hall", "beside", beside)
		}
		for i, steps := range afar {
			client("desk", fmt.Sprint("afar", i), steps)
		}
	}}, fmt.Sprint(limit, serves, beside, afar)
}

// crowd takes the steps of a task.
func crowd(th *kernel.Thread, port kernel.Name, steps []step) {
	k := th.Mach()
	for _, s := range steps {
		switch s.what {
		case "send":
			_ = k.Send(port, kernel.Pack(th, request{s.n}))
		case "send now":
			_ = k.SendTimeout(port, kernel.Pack(th, request{s.n}), 0)
		case "send soon":
			_ = k.SendTimeout(port, kernel.Pack(th, request{s.n}), 1)
		case "ask":
			_, _ = k.TaskInfo(port)
		case "receive":
			_, _ = k.Receive(port)
		case "receive now":
			_, _ = k.ReceiveTimeout(port, 0)
		case "receive soon":
			_, _ = k.ReceiveTimeout(port, 1)
		case "sleep":
			th.Sleep(1)
		}
	}
}

// TestCrowded holds the search against runs of such programs by chance: with messages that are held back, and so take
// room before they arrive, and with faults.
func TestCrowded(t *testing.T) {
	for name, f := range map[string]kernel.Faults{
		"none": {}, "hold": holding(t), "loss": budget(kernel.FaultLoss, 1), "crash": budget(kernel.FaultCrash, 1),
	} {
		r := rand.New(rand.NewPCG(7, 8))
		compared, classes, seen := 0, 0, 0
		for range effort.Of(24) {
			p, text := crowded(r)
			c, missed := explore.Sampled(p, explore.Begun{Faults: f}, 100, 600)
			if c == nil {
				continue
			}
			compared, classes, seen = compared+1, classes+c.Search.Classes, seen+len(c.Orders)
			if missed != "" || c.Search.Lost > 0 {
				t.Errorf("%s: %s: %d lost, %s", name, text, c.Search.Lost, missed)
			}
		}
		t.Logf("%s: %d programs, %d classes, %d seen by chance", name, compared, classes, seen)
	}
}

// holding returns what holds datagrams to the box back.
func holding(t *testing.T) (f kernel.Faults) {
	if err := f.WithProbe(kernel.Probe{Kind: kernel.ProbeHold, On: "box", Amount: 1500}); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCrowdedAgain holds the search against more runs of such programs of which it once missed classes or outcomes:
// where a call had to wait, and was made after a pause; where a crash found room that another event had made; and where
// the end of a task was planned to come right after a pause.
func TestCrowdedAgain(t *testing.T) {
	for _, c := range []struct {
		serves []string
		beside string
		afar   string
		faults kernel.Faults
	}{
		{[]string{"sleep", "receive now"}, "send", "send", kernel.Faults{}},
		{[]string{"receive"}, "send soon", "send", holding(t)},
		{[]string{"sleep", "receive"}, "send now", "sleep", budget(kernel.FaultCrash, 1)},
		{[]string{"receive now"}, "sleep", "sleep", budget(kernel.FaultKill, 1)},
	} {
		var serves []step
		for _, what := range c.serves {
			serves = append(serves, step{what: what})
		}
		p, text := crowdedOf(1, serves, []step{{c.beside, 0, 1}}, [][]step{{{c.afar, 0, 2}}})
		x, missed := explore.Sampled(p, explore.Begun{Faults: c.faults}, 400, 200)
		if x == nil || missed != "" || x.Search.Redundant+x.Search.Lost > 0 {
			t.Errorf("%s: %s", text, missed)
			continue
		}
		t.Logf("%s: %d classes, %d seen by chance", text, x.Search.Classes, len(x.Orders))
	}
}
