package callrpc_test

import (
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/netname/callrpc"
)

// small is the smallest program in which a call may be executed twice.
func small(client func(*kernel.Thread, *callrpc.Client)) *kernel.Program {
	return &kernel.Program{Name: "small", Main: func(b *kernel.Boot) {
		var port, service kernel.Name
		s := b.Server(b.Host("north"), "server", func(th *kernel.Thread) {
			n := 0
			s := callrpc.NewServerAt(th, port)
			callrpc.Handle(th, s, func(th *kernel.Thread, r add) number {
				n += r.N
				th.Check(n == 1, "1 has been added, and the number is %d", n)
				return number{n}
			})
			s.Serve(th)
		})
		c := b.Task(b.Host("south"), "client", func(th *kernel.Thread) {
			client(th, kernel.Must(callrpc.BindTo(th, service)))
		})
		port = b.DatagramPort(s, "counter")
		service = b.Send(s, port, c)
	}}
}

// explored is what came of a search through all orders.
type explored struct {
	runs, failed int
	all          bool // there are no more
	shortest     uint64
	faults       []kernel.Past // of the shortest run that failed
}

func exploreAll(p *kernel.Program, most int, faults kernel.Faults) (x explored) {
	s := explore.NewSearch()
	for x.runs < most {
		l := s.Begin()
		if l == nil {
			x.all = true
			return x
		}
		m := kernel.Must(kernel.New(p, kernel.Config{
			Door: l, Tracer: kernel.Tracer{Log: l}, StepTime: kernel.Timeless, Survive: true, Faults: faults, MaxSteps: 5000,
		}))
		m.Run()
		s.End()
		x.take(m)
		m.Close()
	}
	return x
}

func (x *explored) take(m *kernel.Machine) {
	x.runs++
	w := m.World()
	if len(w.Failures) == 0 {
		return
	}
	if x.failed++; x.shortest == 0 || w.Steps < x.shortest {
		x.shortest, x.faults = w.Steps, append([]kernel.Past(nil), w.Past...)
	}
}

func TestExplore(t *testing.T) {
	twice := func(th *kernel.Thread, c *callrpc.Client) {
		for range 2 {
			if _, err := callrpc.Call[add, number](th, c, add{1}, callrpc.Maybe(20*kernel.Millisecond)); err == nil {
				return
			}
		}
	}
	once := func(th *kernel.Thread, c *callrpc.Client) {
		callrpc.Call[add, number](th, c, add{1}, callrpc.Maybe(20*kernel.Millisecond))
	}
	_ = once
	t.Logf("twice, loss %+v", exploreAll(small(twice), 5000, budget(1, 0)))
	t.Logf("twice, both %+v", exploreAll(small(twice), 5000, budget(1, 1)))
	t.Logf("atmost loss %+v", exploreAll(small(adds(1, callrpc.AtMostOnce())), 20000, budget(1, 0)))
	t.Logf("atmost dup %+v", exploreAll(small(adds(1, callrpc.AtMostOnce())), 20000, budget(0, 1)))
	t.Logf("exactly loss %+v", exploreAll(small(adds(1, callrpc.ExactlyOnce())), 20000, budget(1, 0)))
	t.Logf("exactly dup %+v", exploreAll(small(adds(1, callrpc.ExactlyOnce())), 20000, budget(0, 1)))
}
