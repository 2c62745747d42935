package rpc

import (
	"machsim/kernel"
)

// hops is a client that gives up on a server which waits for another server: each on a host of its own.
func hops(patience, work kernel.Duration) *kernel.Program {
	return &kernel.Program{Name: "hops", Doc: "a call that its caller gives up", Main: func(b *kernel.Boot) {
		h0, h1, h2 := b.Host("h0"), b.Host("h1"), b.Host("h2")
		var p1, p2, to1, to2 kernel.Name
		s2 := b.Server(h2, "s2", func(th *kernel.Thread) {
			for {
				m := kernel.Must(th.Mach().Receive(p2))
				th.Sleep(work)
				_ = th.Mach().Reply(m, kernel.NewMessage(0, 1))
			}
		})
		s1 := b.Server(h1, "s1", func(th *kernel.Thread) {
			for {
				m := kernel.Must(th.Mach().Receive(p1))
				got := kernel.Must(th.Mach().RPC(to2, kernel.NewMessage(1, m.Int(0))))
				_ = th.Mach().Reply(m, kernel.NewMessage(0, got.Int(0)))
			}
		})
		c := b.Task(h0, "c", func(th *kernel.Thread) {
			_, _ = th.Mach().RPCTimeout(to1, kernel.NewMessage(1, 21), int(patience/kernel.Millisecond))
			th.Sleep(2 * work)
		})
		p1, p2 = b.Port(s1, "p1"), b.Port(s2, "p2")
		to1, to2 = b.Send(s1, p1, c), b.Send(s2, p2, s1)
	}}
}
