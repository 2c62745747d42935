package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/kernel"
	"machsim/test/effort"
)

// unseen is a Door that has what agents tell each other arrive at once. For all else it asks another one, which does
// not notice.
type unseen struct{ kernel.Door }

func (d unseen) Choose(p kernel.Point) int {
	if p.Kind != kernel.PointNext {
		return d.Door.Choose(p)
	}
	for i := range p.N {
		if a := p.Option(i); a.Packet != 0 && p.State().Packets.At(uint32(a.Packet)).Kind >= kernel.PacketStop {
			return i
		}
	}
	return d.Door.Choose(p)
}

// seen makes a run, and returns what its program did: each event of a thread or of a packet of the program, with its
// result and the host's clock, and what was written.
func seen(t *testing.T, main func(*kernel.Boot), cfg kernel.Config) (all []string, m *kernel.Machine) {
	t.Helper()
	cfg.Door = unseen{kernel.NewRandom(cfg.Seed)}
	cfg.Tracer.Event = func(e *kernel.Event) {
		switch {
		case e.Edit != nil, e.Packet != nil && e.Packet.Kind >= kernel.PacketStop:
			return
		case e.Packet != nil:
			all = append(all, fmt.Sprintf("packet %v", e.Packet.Key))
		default:
			host := e.State.Tasks.At(uint32(e.State.Threads.At(uint32(e.Actor.Thread)).Task)).Host
			n := e.Result.N
			if e.Call.Op != kernel.OpRandom && e.Call.Op != kernel.OpClock {
				n = 0 // it may be the number of an event
			}
			if e.Call.Op != kernel.OpHostStays {
				e.Result.Info = nil // another one may have the number of an event, too
			}
			all = append(all, fmt.Sprintf("thread %d %s %t %d %d %v at %d", e.Actor.Thread, e.Call.Op, e.Done, e.Result.Code, n,
				e.Result.Info, e.State.Clock(host)))
		}
	}
	m, err := kernel.New(&kernel.Program{Name: "random", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	for m.Step() {
		if err := m.World().Check(); err != nil {
			t.Fatalf("seed %d, after event %d: %v", cfg.Seed, m.World().Steps, err)
		}
	}
	return all, m
}

// halts are some halts of random hosts, each of which ends by itself.
func halts(rng *rand.Rand) (all []kernel.Edit) {
	for after := uint64(0); after < 300; after += 1 + rng.Uint64N(100) {
		for range 1 + rng.IntN(2) { // two hosts may begin one each
			all = append(all, kernel.Edit{After: after, Kind: kernel.EditHalt, Object: 1 + rng.Uint32N(3),
				Value: fmt.Sprint(rng.IntN(4) * rng.IntN(100_000_000))})
		}
	}
	return all
}

// TestHaltUnseen halts random programs, once or several times, also while a halt is under way, and has them go on.
// Without delays between agents nobody in the program can tell: all threads do the same in the same order, and their
// clocks show the same. Where clocks and timers run on, some program can tell.
func TestHaltUnseen(t *testing.T) {
	stands, overlap, told := 0, 0, 0
	for seed := range uint64(effort.Of(30)) {
		cfg := kernel.Config{Seed: seed, MaxSteps: 400, KeepGoing: true, Weak: seed%4 == 3}
		want, _ := seen(t, randomProgram, cfg)
		cfg.MaxSteps, cfg.Edits = 1000, halts(rand.New(rand.NewPCG(seed, 34)))
		cfg.Agents.Tree = seed%2 == 1
		got, m := seen(t, randomProgram, cfg)
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Fatalf("seed %d: halted, it is another run", seed)
		}
		all := m.World().Halt.Stands
		for i, s := range all {
			stands++
			if slices.ContainsFunc(all[:i], func(o kernel.Stand) bool { return o.Host == s.Host && s.At < o.Until }) {
				overlap++
			}
		}
		cfg.Agents.Runs = true
		if got, _ := seen(t, randomProgram, cfg); len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			told++
		}
	}
	t.Logf("%d halts of hosts, %d of them while another lasted; %d runs can tell if clocks run on", stands, overlap, told)
	if stands == 0 || overlap == 0 || told == 0 {
		t.Error("nothing was seen")
	}
}

// TestHaltNumbers halts random programs at hosts that are told late, also while another halt is under way: a host goes
// on when all halts that it was told of have ended, and no sooner, and each halt reaches every host once.
func TestHaltNumbers(t *testing.T) {
	for seed := range uint64(effort.Of(30)) {
		rng := rand.New(rand.NewPCG(seed, 35))
		cfg := kernel.Config{Seed: seed, MaxSteps: 600, KeepGoing: true, Edits: halts(rng)}
		cfg.Agents = kernel.Agents{Delay: rng.Int64N(2000), Tree: seed%2 == 1, Exempt: []string{"t1*"}}
		_, m := seen(t, randomProgram, cfg)
		s := m.World()
		open, reached := map[kernel.HostID]int32{}, map[[2]int]bool{}
		for _, x := range s.Halt.Stands {
			key := [2]int{int(x.Number), int(x.Host)}
			if reached[key] || x.Ended != 0 && x.Ended <= x.Event {
				t.Fatalf("seed %d: %+v", seed, x)
			}
			if reached[key] = true; x.Ended == 0 {
				open[x.Host]++
			}
		}
		for id := range s.Hosts.All {
			if h := s.Hosts.At(id); h.Halts != open[kernel.HostID(id)] {
				t.Errorf("seed %d: host %d stands by %d halts, %d last", seed, id, h.Halts, open[kernel.HostID(id)])
			}
		}
	}
}

// TestReached counts the hosts that are told of a halt in the time of a call, with 3.5 ms from agent to agent, and
// 8 ms for a call, as measured by Cooper (5.2): two, and by a tree three.
func TestReached(t *testing.T) {
	for _, c := range []struct {
		hosts, star, tree int
	}{{2, 1, 1}, {3, 2, 2}, {5, 2, 3}, {9, 2, 3}, {33, 2, 3}} {
		for _, tree := range []bool{false, true} {
			cfg := kernel.Config{Edits: []kernel.Edit{{Kind: kernel.EditHalt, Object: 1}}}
			cfg.Agents = kernel.Agents{Delay: 3500, Tree: tree}
			_, m := seen(t, func(b *kernel.Boot) {
				for i := range c.hosts {
					b.Task(b.Host(fmt.Sprint("h", i)), "sleeper", func(th *kernel.Thread) { th.Sleep(kernel.Second) })
				}
			}, cfg)
			n := -1 // that where it begins
			for _, s := range m.World().Halt.Stands {
				if s.At < 8000 {
					n++
				}
			}
			if want := map[bool]int{false: c.star, true: c.tree}[tree]; n != want ||
				len(m.World().Halt.Stands) != c.hosts || m.Outcome() != kernel.Halted {
				t.Errorf("%d hosts, tree %t: %d reached, not %d", c.hosts, tree, n, want)
			}
		}
	}
}

// TestStandingAtTheEnd: a run is over when its users have ended, also if a host of servers stands then.
func TestStandingAtTheEnd(t *testing.T) {
	_, m := seen(t, func(b *kernel.Boot) {
		shared := b.Host("shared")
		b.Shared(shared)
		b.Server(b.Host("a"), "server", func(th *kernel.Thread) { _, _ = th.Receive(th.NewPort("port")) })
		b.Task(shared, "user", func(th *kernel.Thread) { th.Sleep(kernel.Second) })
	}, kernel.Config{Edits: []kernel.Edit{{Kind: kernel.EditHalt, Object: 2}}})
	if m.Outcome() != kernel.Finished || !m.World().Hosts.At(2).Stands() {
		t.Error(m.Outcome())
	}
}

// TestAcrossTheEdge: a packet between a host that was halted and one that is for others takes the time of its wire,
// also long after the halt, and so does one to a task that is exempt while its host stands.
func TestAcrossTheEdge(t *testing.T) {
	took := map[string]kernel.Duration{}
	_, m := seen(t, func(b *kernel.Boot) {
		a, shared := b.Host("a"), b.Host("shared")
		b.Shared(shared)
		b.Delay(a, shared, kernel.Millisecond, kernel.Millisecond)
		var ports [2]kernel.Name
		serve := func(i int) func(*kernel.Thread) {
			return func(th *kernel.Thread) {
				for {
					kernel.Must(th.Reply(kernel.Must(th.Receive(ports[i])), kernel.NewMessage(0)))
				}
			}
		}
		client := func(th *kernel.Thread, name string, port kernel.Name) {
			before := th.Clock()
			kernel.Must(th.RPC(port, kernel.NewMessage(1)))
			took[name] = th.Clock() - before
		}
		var toServer, toDebuggee kernel.Name
		b.Attended(a)
		servers := []kernel.TaskID{b.Server(a, "server", serve(0)), b.Server(a, "debuggee-a", serve(1))}
		user := b.Task(shared, "user", func(th *kernel.Thread) {
			th.Sleep(30 * kernel.Second)
			client(th, "exempt", toDebuggee)
			th.Sleep(60 * kernel.Second)
			client(th, "after", toServer)
		})
		for i := range ports {
			ports[i] = b.Port(servers[i], "")
		}
		toServer, toDebuggee = b.Send(servers[0], ports[0], user), b.Send(servers[1], ports[1], user)
	}, kernel.Config{Edits: []kernel.Edit{{After: 6, Kind: kernel.EditHalt, Object: 1, Value: "60000000"}}})
	if d := 3 * kernel.Millisecond; m.Outcome() != kernel.Finished || took["exempt"] > d || took["after"] > d {
		t.Errorf("%v: %v %+v", m.Outcome(), took, m.World().Failure)
	}
}

// TestLogical holds the times of a host that stands now and then against a search through all times.
func TestLogical(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for range effort.Of(200) {
		h, now, delta := &kernel.HostState{}, int64(0), int64(0)
		logical := []int64{}
		for range rng.IntN(5) {
			s := kernel.Stay{Halt: now + rng.Int64N(9)}
			s.Resume = s.Halt + rng.Int64N(9)
			for ; now < s.Resume; now++ {
				logical = append(logical, min(now, s.Halt)-delta)
			}
			delta += s.Resume - s.Halt
			s.Delta = delta
			h.Stays = append(h.Stays, s)
		}
		for range 10 {
			logical = append(logical, now-delta)
			now++
		}
		for now, want := range logical {
			if got := h.Logical(int64(now)); got != want {
				t.Fatalf("%+v: at %d it is %d, not %d", h.Stays, now, got, want)
			}
			if got, want := h.Real(want), slices.Index(logical, want); got != int64(want) {
				t.Fatalf("%+v: %d is at %d, not %d", h.Stays, logical[now], got, want)
			}
		}
	}
}
