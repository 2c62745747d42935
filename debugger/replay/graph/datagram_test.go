package graph_test

import (
	"testing"

	"machsim/debugger/replay/graph"
	"machsim/ipc"
	"machsim/kernel"
)

// packets are the events by which packets from a host arrived that bring messages to ports of programs.
func packets(g *graph.Graph, from kernel.HostID) (all []int) {
	for i := range g.Tape.Lanes {
		l := &g.Tape.Lanes[i]
		k := l.Packet
		if l.Thread != 0 || l.Edits || k.Kind != kernel.PacketMessage || k.Host != from || k.Port.Kind != kernel.KindPlain {
			continue
		}
		for n := range l.Len() {
			all = append(all, l.Event(n))
		}
	}
	return all
}

// playAll plays all cuts of a small run.
func playAll(t *testing.T, g *graph.Graph) {
	t.Helper()
	cuts := newNaive(g).cuts(2000)
	if cuts == nil {
		t.Fatal("there are too many cuts")
	}
	for _, c := range cuts {
		if _, err := playCut(g, c); err != nil {
			t.Fatalf("cut %v: %v", c, err)
		}
	}
}

// TestRequestToFullPort: a call on a port of another host that takes datagrams is lost if the queue there is full. So
// one that was not comes after what made room, and after nothing if there was room anyway.
func TestRequestToFullPort(t *testing.T) {
	for _, limit := range []int{1, 2} {
		roomy, lost := 0, 0
		var died bool
		many(t, func(b *kernel.Boot) {
			var box, there kernel.Name
			died = false
			server := b.Task(b.Host("hall"), "server", func(th *kernel.Thread) {
				th.SetQueueLimit(box, limit)
				kernel.Must(th.Mach().Receive(box))
				th.Sleep(kernel.Second)
			})
			client := b.Task(b.Host("desk"), "client", func(th *kernel.Thread) {
				kernel.Must(th.Mach().Send(there, text("word")))
				_, err := th.Mach().TaskInfo(there)
				died = err == ipc.MIG_SERVER_DIED
			})
			box = b.DatagramPort(server, "box")
			there = b.Send(server, box, client)
		}, func(t *testing.T, g *graph.Graph) {
			call, got := packets(g, 2)[1], next(g, done(t, g, "server.1", "mach_port_set_qlimit", 0))
			switch {
			case died:
				lost++
			case limit == 1 && call > got:
				roomy++
				before(t, g, "the receipt that makes room, and a call", got, call)
				playAll(t, g)
			default:
				concurrent(t, g, "a receipt, and a call that finds room without", got, call)
			}
		})
		if limit == 1 && (roomy == 0 || lost == 0) || limit == 2 && lost > 0 {
			t.Errorf("limit %d: %d calls found that room was made, %d were lost", limit, roomy, lost)
		}
	}
}

// TestFullByHeld: a datagram that is lost because messages that are held back take the room comes after these.
func TestFullByHeld(t *testing.T) {
	lost := 0
	var faults kernel.Faults
	if err := faults.WithProbe(kernel.Probe{Kind: kernel.ProbeHold, On: "box", Amount: kernel.MaxHold}); err != nil {
		t.Fatal(err)
	}
	manyAs(t, kernel.Config{Faults: faults}, func(b *kernel.Boot) {
		var box kernel.Name
		server := b.Task(b.Host("hall"), "server", func(th *kernel.Thread) {
			th.SetQueueLimit(box, 1)
			th.Sleep(kernel.Second)
		})
		box = b.DatagramPort(server, "box")
		for _, name := range []string{"left", "right"} {
			var there kernel.Name
			task := b.Task(b.Host(name), name, func(th *kernel.Thread) { kernel.Must(th.Mach().Send(there, text("word"))) })
			there = b.Send(server, box, task)
		}
	}, func(t *testing.T, g *graph.Graph) {
		if g.Tape.End.Mislaid > 0 {
			lost++
			left, right := packets(g, 2)[0], packets(g, 3)[0]
			before(t, g, "what takes the room, and what finds none", min(left, right), max(left, right))
			playAll(t, g)
		}
	})
	if lost == 0 {
		t.Error("no datagram was lost")
	}
}

// TestRoomByHeld: a message that was held back has its room until it comes to a receiver that waits. Who takes the room
// then comes after its arrival, and after the receiver began to wait.
func TestRoomByHeld(t *testing.T) {
	waited := 0
	var faults kernel.Faults
	if err := faults.WithProbe(kernel.Probe{Kind: kernel.ProbeHold, On: "box", Amount: 100}); err != nil {
		t.Fatal(err)
	}
	manyAs(t, kernel.Config{Faults: faults}, func(b *kernel.Boot) {
		var box, right kernel.Name
		server := b.Task(b.Host("hall"), "server", func(th *kernel.Thread) {
			th.SetQueueLimit(box, 1)
			kernel.Must(th.Mach().Receive(box))
			th.Sleep(kernel.Second)
		})
		sender := b.Task(b.Host("hall"), "sender", func(th *kernel.Thread) {
			kernel.Must(th.Mach().Send(right, text("word")))
			th.Sleep(kernel.Millisecond) // else it waits for room, and the arrival wakes it
			kernel.Must(th.Mach().Send(right, text("word")))
		})
		box = b.Port(server, "box")
		right = b.Send(server, box, sender)
	}, func(t *testing.T, g *graph.Graph) {
		waits := next(g, done(t, g, "server.1", "mach_port_set_qlimit", 0))
		came, second := packets(g, 1)[0], done(t, g, "sender.1", "mach_msg", 1)
		if waits < came && came < second {
			waited++
			before(t, g, "the arrival of the first message, and the second one", came, second)
			before(t, g, "the wait for the first message, and the second one", waits, second)
			concurrent(t, g, "the wait for the first message, and its arrival", waits, came)
		}
		playAll(t, g)
	})
	if waited == 0 {
		t.Error("no receiver waited")
	}
}

// TestPassedByHeld: room that a thread was woken for is passed on when the thread is ended first. If a message that is
// held back has taken it meanwhile, there is none, and the end comes after that.
func TestPassedByHeld(t *testing.T) {
	taken := 0
	var faults kernel.Faults
	if err := faults.WithProbe(kernel.Probe{Kind: kernel.ProbeHold, On: "box", Amount: 1000}); err != nil {
		t.Fatal(err)
	}
	manyAs(t, kernel.Config{Faults: faults}, func(b *kernel.Boot) {
		var box, own, right kernel.Name
		server := b.Task(b.Host("hall"), "server", func(th *kernel.Thread) {
			k := th.Mach()
			th.SetQueueLimit(box, 1)
			kernel.Must(k.Send(own, text("word")))
			waiter := kernel.Must(k.ThreadCreate(k.Self(), func(th *kernel.Thread) { _ = th.Mach().Send(own, text("word")) }))
			kernel.Must(k.ThreadResume(waiter))
			th.Sleep(20 * kernel.Millisecond)
			kernel.Must(k.Receive(box))
			_ = k.ThreadTerminate(waiter) // it may have ended
			th.Sleep(kernel.Second)
		})
		taker := b.Task(b.Host("hall"), "taker", func(th *kernel.Thread) {
			th.Sleep(19 * kernel.Millisecond)
			for range 200 {
				if th.Mach().SendTimeout(right, text("word"), 0) == nil {
					return
				}
			}
		})
		box = b.Port(server, "box")
		own, right = b.Send(server, box, server), b.Send(server, box, taker)
	}, func(t *testing.T, g *graph.Graph) {
		made, ends := done(t, g, "server.1", "mach_msg", 1), done(t, g, "server.1", "thread_terminate", 0)
		takes, waiter := laneOf(t, g, "taker.1"), &g.Tape.Lanes[laneOf(t, g, "server.1.1")]
		sent := -1
		for n := range g.Tape.Lanes[takes].Done() {
			if c, _, _ := g.Tape.Call(takes, n); c.Op == kernel.OpMachMsg {
				sent = g.Tape.Lanes[takes].Event(g.Tape.Lanes[takes].DoneBy(n) - 1)
			}
		}
		if waiter.Len() > 1 && waiter.Event(waiter.Len()-1) < made && made < sent && sent < ends {
			taken++
			before(t, g, "what takes the room, and the end of who was woken for it", sent, ends)
		}
	})
	if taken == 0 {
		t.Error("nobody took the room of who was woken for it")
	}
}
