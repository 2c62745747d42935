package explore_test

import (
	"fmt"
	"math/rand/v2"

	"machsim/ipc"
	"machsim/kernel"
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
