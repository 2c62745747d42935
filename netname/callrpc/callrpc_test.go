package callrpc_test

import (
	"testing"

	"machsim/kernel"
	"machsim/netname/callrpc"
	"machsim/test/effort"
)

type (
	add    struct{ N int }
	get    struct{}
	number struct{ N int }
)

// counter is a program in which a client adds to a number on a server, and looks at it.
func counter(client func(*kernel.Thread, *callrpc.Client)) *kernel.Program {
	return &kernel.Program{Name: "counter", Main: func(b *kernel.Boot) {
		var port, service kernel.Name
		s := b.Server(b.Host("north"), "server", func(th *kernel.Thread) { serve(th, port, 1) })
		c := b.Task(b.Host("south"), "client", func(th *kernel.Thread) {
			client(th, kernel.Must(callrpc.BindTo(th, service)))
		})
		port = b.DatagramPort(s, "counter")
		service = b.Send(s, port, c)
	}}
}

// serve is a server that counts.
func serve(th *kernel.Thread, port kernel.Name, workers int) {
	n := 0
	th.Watch("number", &n)
	s := callrpc.NewServerAt(th, port)
	s.Workers = workers
	callrpc.Handle(th, s, func(_ *kernel.Thread, r add) number {
		n += r.N
		return number{n}
	})
	callrpc.Handle(th, s, func(*kernel.Thread, get) number { return number{n} })
	s.Serve(th)
}

// packets counts the packets with a mark that are sent, by their steps.
type packets map[string]int

func (p packets) event(e *kernel.Event) {
	if e.Call == nil || e.Call.Msg == 0 || e.Phase != 0 || e.Msg == nil {
		return
	}
	if mark, ok := kernel.MarkOf(e.Msg.Items); ok {
		p[mark.Step.String()]++
	}
}

// run makes a run, and returns its machine.
func run(t *testing.T, p *kernel.Program, c kernel.Config) *kernel.Machine {
	t.Helper()
	m := kernel.Must(kernel.New(p, c))
	t.Cleanup(m.Close)
	m.Run()
	return m
}

// fine makes a run that has to end well.
func fine(t *testing.T, p *kernel.Program, c kernel.Config) {
	t.Helper()
	m := kernel.Must(kernel.New(p, c))
	defer m.Close()
	if out := m.Run(); out != kernel.Finished {
		t.Fatalf("seed %d: %v after %d events: %+v", c.Seed, out, m.World().Steps, m.World().Failure)
	}
}

func budget(loss, dup int) (f kernel.Faults) {
	f[kernel.FaultLoss].Most, f[kernel.FaultDup].Most = uint16(loss), uint16(dup)
	return f
}

// Without losses a call of Maybe is two packets, and one of ExactlyOnce three (figures 3.2 and 3.3 of Cooper's thesis).
func TestPackets(t *testing.T) {
	for _, c := range []struct {
		protocol callrpc.Protocol
		packets  int
	}{
		{callrpc.Maybe(kernel.Second), 2},
		{callrpc.ExactlyOnce(), 3},
		{callrpc.AtMostOnce(), 2},
	} {
		p := packets{}
		program := counter(func(th *kernel.Thread, client *callrpc.Client) {
			for i := range 10 {
				sum := kernel.Must(callrpc.Call[add, number](th, client, add{1}, c.protocol))
				th.Check(sum.N == i+1, "after %d calls the sum is %d", i+1, sum.N)
			}
		})
		fine(t, program, kernel.Config{Seed: 1, Tracer: kernel.Tracer{Event: p.event, Before: true}})
		sum := 0
		for _, n := range p {
			sum += n
		}
		if sum != 10*c.packets {
			t.Errorf("10 calls are packets %v; want %d each", p, c.packets)
		}
	}
}

// stubborn makes a call by Maybe until it is answered.
func stubborn(th *kernel.Thread, c *callrpc.Client) {
	for {
		_, err := callrpc.Call[add, number](th, c, add{1}, callrpc.Maybe(20*kernel.Millisecond))
		if err == nil {
			return
		}
		th.Check(err == callrpc.TimedOut, "%v", err)
	}
}

// adds makes n calls by a protocol, and checks what came of them.
func adds(n int, p callrpc.Protocol) func(*kernel.Thread, *callrpc.Client) {
	return func(th *kernel.Thread, c *callrpc.Client) {
		for i := range n {
			sum := kernel.Must(callrpc.Call[add, number](th, c, add{1}, p))
			th.Check(sum.N == i+1, "after %d calls the sum is %d", i+1, sum.N)
		}
	}
}

// A client that tries again adds twice when a reply is lost.
func TestMaybeAddsTwice(t *testing.T) {
	p := counter(func(th *kernel.Thread, c *callrpc.Client) {
		stubborn(th, c)
		n := kernel.Must(callrpc.Call[get, number](th, c, get{}, callrpc.ExactlyOnce())).N
		th.Check(n == 1, "one was added once, and the number is %d", n)
	})
	for seed := range uint64(2000) {
		m := kernel.Must(kernel.New(p, kernel.Config{Seed: seed, Faults: budget(2, 0)}))
		out := m.Run()
		m.Close()
		if out == kernel.Failed {
			t.Logf("wrong with seed %d: %s", seed, m.World().Failure.Text)
			return
		}
	}
	t.Error("no run of 2000 is wrong")
}

// The protocols that try again by themselves add once, if three in ten packets are lost and one in ten is doubled.
func TestLossy(t *testing.T) {
	for _, p := range []callrpc.Protocol{callrpc.ExactlyOnce(), callrpc.AtMostOnce()} {
		for seed := range effort.Of(uint64(200)) {
			fine(t, counter(adds(4, p)), rates(seed, 30, 10))
		}
	}
}
