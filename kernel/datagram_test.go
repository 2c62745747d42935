package kernel_test

import (
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// post is a run in which one task sends datagrams to another one on another host, over a wire that set may change, to
// a receiver that begins late, when meanwhile is over.
type post struct {
	n                 int
	shortest, longest kernel.Duration // of the wire
	set               func(th *kernel.Thread)
	late              kernel.Duration
	door              kernel.Door
	faults            kernel.Faults
	got               []int64
	refused           int
	lost              []kernel.FaultKind
}

func (p *post) run(t *testing.T) *kernel.Machine {
	t.Helper()
	cfg := kernel.Config{Door: p.door, Faults: p.faults}
	cfg.Tracer.Event = func(e *kernel.Event) {
		if e.Packet != nil && e.Fault.Kind.Loses() {
			p.lost = append(p.lost, e.Fault.Kind)
		}
	}
	return steps(t, cfg, func(b *kernel.Boot) {
		h0, h1 := b.Host("h0"), b.Host("h1")
		var here, there kernel.Name
		s := b.Server(h1, "receiver", func(th *kernel.Thread) {
			th.Sleep(p.late)
			for {
				p.got = append(p.got, kernel.Must(th.Receive(here)).Int(0))
			}
		})
		c := b.Task(h0, "sender", func(th *kernel.Thread) {
			if p.set != nil {
				p.set(th)
			}
			for i := range p.n {
				if th.SendTimeout(there, ipc.NewMessage(1, i), 0) != nil {
					p.refused++
				}
			}
			th.Sleep(kernel.Minute)
		})
		here = b.DatagramPort(s, "box")
		there = b.Send(s, here, c)
		b.Delay(h0, h1, p.shortest, p.longest)
	})
}

// The sender of datagrams never waits: what the port cannot take is lost when it arrives, and so is what has no way.
func TestDatagramsAreDropped(t *testing.T) {
	full := post{n: 8, late: kernel.Second, door: kernel.First{}}
	full.run(t)
	if !slices.Equal(full.got, []int64{0, 1, 2, 3, 4}) || full.refused != 0 ||
		!slices.Equal(full.lost, []kernel.FaultKind{kernel.FaultFull, kernel.FaultFull, kernel.FaultFull}) {
		t.Errorf("a full port: got %v, lost %v, %d refused", full.got, full.lost, full.refused)
	}
	for name, set := range map[string]func(*kernel.Thread){
		"cut":  func(th *kernel.Thread) { th.CutWire("h0", "h1") },
		"down": func(th *kernel.Thread) { _ = th.CrashHost("h1") },
	} {
		p := post{n: 3, set: set, door: kernel.First{}}
		m := p.run(t)
		if len(p.got) != 0 || p.refused != 0 || m.World().Mislaid != 3 ||
			!slices.Equal(p.lost, []kernel.FaultKind{kernel.FaultNoWay, kernel.FaultNoWay, kernel.FaultNoWay}) {
			t.Errorf("%s: got %v, lost %v, %d refused", name, p.got, p.lost, p.refused)
		}
	}
	healed := post{n: 1, door: kernel.First{}, set: func(th *kernel.Thread) {
		th.CutWire("h0", "h1")
		th.Yield()
		th.HealWire("h0", "h1")
	}}
	healed.run(t)
	if !slices.Equal(healed.got, []int64{0}) {
		t.Errorf("after the wire was mended: got %v", healed.got)
	}
}

// A datagram that is delayed, by a fault or by its wire, holds up none of those behind it.
func TestDatagramsOvertake(t *testing.T) {
	d := &first{kind: kernel.FaultDelay}
	delayed := post{n: 4, door: d, faults: budgets(int(kernel.FaultDelay), 1)}
	delayed.run(t)
	if !slices.Equal(delayed.got, []int64{1, 2, 3, 0}) {
		t.Errorf("the first is delayed: got %v", delayed.got)
	}
	orders := map[string]bool{}
	for seed := range uint64(50) {
		p := post{n: 4, shortest: kernel.Millisecond, longest: 40 * kernel.Millisecond, door: kernel.NewRandom(seed)}
		p.run(t)
		if len(p.got) != 4 {
			t.Fatalf("seed %d: got %v", seed, p.got)
		}
		orders[string([]byte{byte(p.got[0]), byte(p.got[1]), byte(p.got[2]), byte(p.got[3])})] = true
	}
	if len(orders) < 12 {
		t.Errorf("over a wire with delays datagrams came in %d orders of 24", len(orders))
	}
}

// first is a Door that lets one fault of a kind happen, when it first can.
type first struct {
	kernel.First
	kind kernel.FaultKind
	had  bool
}

func (d *first) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointPacket || d.had {
		return 0
	}
	d.had = true
	return 1 + slices.IndexFunc(p.Faults(), func(f kernel.Fault) bool { return f.Kind == d.kind })
}

// The receive right goes away while datagrams are on their way, to the host of their sender or to a third one: they
// come after it.
func TestDatagramsFollow(t *testing.T) {
	for _, to := range []string{"h0", "h2"} {
		var got []int64
		steps(t, kernel.Config{Door: kernel.First{}}, func(b *kernel.Boot) {
			h0, h1 := b.Host("h0"), b.Host("h1")
			h2 := b.Host("h2")
			hosts := map[string]kernel.HostID{"h0": h0, "h2": h2}
			var here, there, inbox, give kernel.Name
			s := b.Task(h1, "first", func(th *kernel.Thread) {
				th.Sleep(kernel.Millisecond)
				kernel.Must(th.Send(give, ipc.NewMessage(7, ipc.MovingReceive(here))))
			})
			next := b.Server(hosts[to], "next", func(th *kernel.Thread) {
				port := kernel.Must(th.Receive(inbox)).Port(0)
				for {
					got = append(got, kernel.Must(th.Receive(port)).Int(0))
				}
			})
			c := b.Task(h0, "sender", func(th *kernel.Thread) {
				for i := range 3 {
					kernel.Must(th.Send(there, ipc.NewMessage(1, i)))
				}
				th.Sleep(kernel.Minute)
			})
			here = b.DatagramPort(s, "box")
			there = b.Send(s, here, c)
			inbox = b.Port(next, "inbox")
			give = b.Send(next, inbox, s)
			b.Delay(h0, h1, 5*kernel.Millisecond, 5*kernel.Millisecond)
		})
		if slices.Sort(got); !slices.Equal(got, []int64{0, 1, 2}) {
			t.Errorf("to %s: got %v", to, got)
		}
	}
}

// So does a call on the port, of which the caller gets the answer.
func TestCallsFollow(t *testing.T) {
	var err error
	steps(t, kernel.Config{Door: kernel.First{}}, func(b *kernel.Boot) {
		h0, h1 := b.Host("h0"), b.Host("h1")
		var here, there, inbox, give kernel.Name
		s := b.Task(h1, "first", func(th *kernel.Thread) {
			kernel.Must(th.Send(give, ipc.NewMessage(7, ipc.MovingReceive(here))))
		})
		next := b.Server(h0, "next", func(th *kernel.Thread) {
			kernel.Must(th.Receive(inbox))
			th.Sleep(kernel.Minute)
		})
		c := b.Task(h0, "caller", func(th *kernel.Thread) {
			th.Sleep(3 * kernel.Millisecond)
			_, err = th.Mach().TaskInfo(there)
		})
		here = b.DatagramPort(s, "box")
		there = b.Send(s, here, c)
		inbox = b.Port(next, "inbox")
		give = b.Send(next, inbox, s)
		b.Delay(h0, h1, 5*kernel.Millisecond, 5*kernel.Millisecond)
	})
	if err != ipc.KERN_INVALID_ARGUMENT {
		t.Errorf("the call answers %v", err)
	}
}
