package session_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/event/history"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs/lease"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// TestHeldSaysWhy goes to random positions: each message that is held says by which event it came, the kernel's
// notifications too, and before which others it may not arrive. Once these have come, it is held no longer.
func TestHeldSaysWhy(t *testing.T) {
	held, kernels := heldSayWhy(t, &lease.Program, kernel.Config{Seed: 2, MaxSteps: 400})
	for _, seed := range append([]uint64{4, 20, 21, 25}, others(effort.Of(8))...) {
		h, k := heldSayWhy(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 400))
		held, kernels = held+h, kernels+k
	}
	t.Logf("%d messages are held, %d of the kernel", held, kernels)
	if kernels == 0 {
		t.Error("there are too few")
	}
}

func others(n int) (seeds []uint64) {
	for i := range n {
		seeds = append(seeds, uint64(30+i))
	}
	return seeds
}

func heldSayWhy(t *testing.T, p *kernel.Program, cfg kernel.Config) (held, kernels int) {
	t.Helper()
	s := testsession.Open(t, p, cfg)
	g := testsession.Graph(s)
	rng := rand.New(rand.NewPCG(cfg.Seed, 2))
	h, err := s.History(history.Enqueue)
	must(t, err)
	for range 15 {
		cut := g.Start()
		for range rng.IntN(4) {
			cut = g.Grow(cut, rng.IntN(s.Len()))
		}
		must(t, s.MoveTo(graph.At(cut)))
		for _, d := range s.Held() {
			if held++; d.Kernel {
				kernels++
			}
			if d.Event < 0 || len(d.After) == 0 {
				t.Fatalf("%s, seed %d at %s: %+v", p.Name, cfg.Seed, s.Format(graph.At(cut)), d)
			}
			st := s.State()
			port := st.IPC.Ports.At(uint32(st.IPC.Msgs.At(uint32(d.Message)).Dest))
			own := h.Of(d.Port) // of a port that is at home and has a queue of its own
			with := cut
			for _, e := range d.After {
				brings := func(r history.Row) bool { return int(r.Event) == e+1 }
				if port.Kind == kernel.KindPlain && port.Set == 0 && !slices.ContainsFunc(own, brings) {
					t.Errorf("%s, seed %d at %s: %+v: event %d brings nothing to its queue", p.Name, cfg.Seed,
						s.Format(graph.At(cut)), d, e)
				}
				with = g.Grow(with, e)
			}
			must(t, s.MoveTo(graph.At(with)))
			if slices.ContainsFunc(s.Held(), func(x session.Delay) bool {
				return x.Event == d.Event && x.Port == d.Port && x.Message == d.Message
			}) {
				t.Errorf("%s, seed %d at %s: %+v is still held at %s", p.Name, cfg.Seed, s.Format(graph.At(cut)), d,
					s.Format(graph.At(with)))
			}
			must(t, s.MoveTo(graph.At(cut)))
		}
	}
	return held, kernels
}

// bereaved is a program in which the death of a port brings a notification to two queues, at each of which a letter has
// arrived before.
var bereaved = &kernel.Program{Name: "bereaved", Main: func(b *kernel.Boot) {
	h := b.Host("host")
	var dying ipc.Name
	owner := b.Task(h, "owner", func(th *kernel.Thread) {
		th.Sleep(kernel.Second)
		kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), dying))
	})
	dying = b.Port(owner, "dying")
	for _, name := range []string{"left", "right"} {
		var box, there, to ipc.Name
		heir := b.Task(h, "heir of "+name, func(th *kernel.Thread) {
			k := th.Mach()
			kernel.Must(k.PortRequestNotification(k.Self(), there, ipc.MACH_NOTIFY_DEAD_NAME, 1, box, ipc.MakeSendOnce))
			th.Sleep(2 * kernel.Second)
			for range 2 {
				kernel.Must(k.Receive(box))
			}
		})
		box, there = b.Port(heir, name), b.Send(owner, dying, heir)
		sender := b.Task(h, "sender to "+name, func(th *kernel.Thread) {
			kernel.Must(th.Mach().Send(to, ipc.NewMessage(1, 0)))
		})
		to = b.Send(heir, box, sender)
	}
}}

// TestHeldAtTwoQueues holds the two notifications: each waits for the letter that arrives at its own queue.
func TestHeldAtTwoQueues(t *testing.T) {
	for seed := range uint64(4) {
		s := testsession.Open(t, bereaved, kernel.Config{Seed: seed})
		h, err := s.History(history.Enqueue)
		must(t, err)
		left, right := h.Of("left"), h.Of("right")
		must(t, s.MoveTo(s.Least(int(left[1].Event)-1)))
		want := map[string]uint64{"left": left[0].Event, "right": right[0].Event}
		held := s.Held()
		for _, d := range held {
			if len(d.After) != 1 || uint64(d.After[0]+1) != want[d.Port] {
				t.Errorf("seed %d: %+v; %v come first", seed, d, want)
			}
		}
		if len(held) != 2 {
			t.Errorf("seed %d: %+v are held", seed, held)
		}
	}
}
