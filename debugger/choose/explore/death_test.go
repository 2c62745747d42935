package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/test/effort"
)

// served has a server on one host answer a request from another, and end then; so may its client, who asks once more.
func served(more bool) *kernel.Program {
	return &kernel.Program{Name: "served", Main: func(b *kernel.Boot) {
		var own, to kernel.Name
		server := b.Task(b.Host("server"), "server", func(th *kernel.Thread) {
			m, _ := kernel.Receive[request](th, own)
			kernel.Reply(th, m, m.Body)
		})
		own = b.Port(server, "requests")
		client := b.Task(b.Host("client"), "client", func(th *kernel.Thread) {
			_, _ = kernel.RPC[request, request](th, to, request{})
			if more {
				_ = kernel.Send(th, to, request{})
			}
		})
		to = b.Send(server, own, client)
	}}
}

// closed has two tasks of one host, one of which sends to a port that the other one destroys.
func closed() *kernel.Program {
	return &kernel.Program{Name: "closed", Main: func(b *kernel.Boot) {
		var own, to kernel.Name
		h := b.Host("host")
		server := b.Task(h, "server", func(th *kernel.Thread) { _ = th.Mach().PortDestroy(th.Mach().Self(), own) })
		own = b.Port(server, "requests")
		client := b.Task(h, "client0", func(th *kernel.Thread) { _ = kernel.Send(th, to, request{}) })
		to = b.Send(server, own, client)
	}}
}

// TestDeathOfServed follows the news that a port has died to another host, beside what is done with rights to it there.
func TestDeathOfServed(t *testing.T) {
	for want, more := range map[int]bool{5: false, 13: true} {
		c := explore.Compare(served(more), explore.Begun{}, 6000)
		if c == nil {
			t.Fatal("there are too many runs")
		}
		if wrong := c.Wrong(); wrong != "" {
			t.Errorf("asks again %v: %s", more, wrong)
		}
		t.Logf("asks again %v: %d runs, %d classes", more, c.Runs, c.Search.Classes)
		if c.Search.Classes != want {
			t.Errorf("asks again %v: %d classes; want %d", more, c.Search.Classes, want)
		}
	}
}

// ending returns a random program in which a server on one host ends while tasks on others have rights to its port.
func ending(r *rand.Rand) (*kernel.Program, string) {
	calls := []string{"send", "send now", "rpc", "nothing", "forget"}
	does := [][]string{{calls[r.IntN(5)]}, {calls[r.IntN(5)]}}[:1+r.IntN(2)]
	if len(does) == 1 {
		does[0] = append(does[0], calls[r.IntN(5)])
	}
	apart, takes := r.IntN(2) == 0, r.IntN(3)
	return endingOf(does, apart, takes), fmt.Sprint(does, apart, takes)
}

// endingOf returns one whose server takes some requests, if they are there, and whose clients do something each, on
// hosts apart or on one.
func endingOf(does [][]string, apart bool, takes int) *kernel.Program {
	return &kernel.Program{Name: "ending", Main: func(b *kernel.Boot) {
		var own kernel.Name
		server := b.Task(b.Host("server"), "server", func(th *kernel.Thread) {
			for range takes {
				if m, err := kernel.ReceiveTimeout[request](th, own, 0); err == nil {
					kernel.Reply(th, m, m.Body)
				}
			}
		})
		own = b.Port(server, "requests")
		h := b.Host("client")
		for i, does := range does {
			if i > 0 && apart {
				h = b.Host("other")
			}
			var to kernel.Name
			client := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) { asksFor(th, to, does) })
			to = b.Send(server, own, client)
		}
	}}
}

func asksFor(th *kernel.Thread, to kernel.Name, does []string) {
	for _, what := range does {
		switch what {
		case "send":
			_ = kernel.Send(th, to, request{})
		case "send now":
			_ = kernel.SendTimeout(th, to, request{}, 0)
		case "rpc":
			_, _ = kernel.RPC[request, request](th, to, request{})
		case "forget":
			_ = th.Mach().PortDeallocate(th.Mach().Self(), to)
		}
	}
}

// TestEnding holds the search against all runs of such programs.
func TestEnding(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	compared, runs := 0, 0
	for range effort.Of(8) {
		p, text := ending(r)
		if n := compare(t, p, nil, 0, text); n > 0 {
			compared, runs = compared+1, runs+n
		}
	}
	t.Logf("%d programs, %d runs", compared, runs)
}

// TestEnded holds two searches against all runs in which a step was taken for one that commutes with others, or for one
// that does not: the end of the server, when the packet of the last loss of rights to its port was before it; and a
// message that was sent after that end, before it.
func TestEnded(t *testing.T) {
	compare(t, endingOf([][]string{{"nothing", "rpc"}}, false, 1), nil, 0, "the end after the last loss of rights")
	compare(t, endingOf([][]string{{"send", "send now"}}, false, 0), nil, 0, "a message sent after the end")
}
