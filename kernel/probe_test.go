package kernel_test

import (
	"cmp"
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// probed are the faults of a run with probes.
func probed(t *testing.T, all ...kernel.Probe) (f kernel.Faults) {
	t.Helper()
	for _, p := range all {
		if err := f.WithProbe(p); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// Random programs keep the whole state together with probes, and the same seed gives the same run.
func TestRandomProgramsWithProbes(t *testing.T) {
	f := probed(t, []kernel.Probe{
		{Kind: kernel.ProbeHold, On: "p1", Amount: 300}, {Kind: kernel.ProbeHold, On: "p2", Amount: 2000},
		{Kind: kernel.ProbeHold, On: "p5", Amount: 10}, {Kind: kernel.ProbeSlow, On: "t1", Amount: 7},
		{Kind: kernel.ProbeSleep, On: "t2", Amount: 300},
	}...)
	held, slept := 0, 0
	for seed := range uint64(60) {
		cfg := kernel.Config{MaxSteps: 800, Weak: seed%3 == 1, KeepGoing: true, Faults: f}
		if seed%4 == 3 {
			for k := range f {
				if kernel.FaultKind(k).Budgeted() {
					cfg.Faults[k].Most = 2
				}
			}
		}
		cfg.Door = kernel.NewRandom(seed)
		cfg.Tracer.Event = func(e *kernel.Event) {
			if e.Packet != nil && e.Packet.Held() {
				held++
			}
			for _, p := range e.Disk {
				if p.Kind == kernel.ProbeSleep {
					slept++
				}
			}
		}
		first := runRandom(t, randomProgram, cfg, true)
		cfg.Door = kernel.NewRandom(seed)
		if again := runRandom(t, randomProgram, cfg, false); again != first {
			t.Fatalf("seed %d: hash %x, then %x", seed, first, again)
		}
	}
	if held < 20 || slept < 20 {
		t.Errorf("%d messages were held back, and %d calls came after a sleep", held, slept)
	}
}

// inOrder is a program whose sender sends three messages to a port p of a receiver, on one host or another.
func inOrder(hosts int) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		all := []kernel.HostID{b.Host("a"), 0}
		if all[1] = all[0]; hosts == 2 {
			all[1] = b.Host("b")
		}
		var p, to kernel.Name
		receiver := b.Task(all[1], "receiver", func(th *kernel.Thread) {
			for i := range 3 {
				m := kernel.Must(th.Mach().Receive(p))
				th.Check(m.ID == int32(i), "message %d comes as number %d", m.ID, i)
			}
		})
		sender := b.Task(all[0], "sender", func(th *kernel.Thread) {
			th.Sleep(kernel.Second) // until the receiver waits
			for i := range 3 {
				kernel.Must(th.Mach().Send(to, ipc.NewMessage(int32(i))))
				th.Sleep(kernel.Second)
			}
		})
		p = b.Port(receiver, "p")
		to = b.Send(receiver, p, sender)
	}
}

// latencies are the times from the sends of messages to their receptions, in microseconds.
func latencies(t *testing.T, hosts int, f kernel.Faults) (all []int64) {
	t.Helper()
	sent := map[uint64]int64{}
	cfg := kernel.Config{Door: kernel.First{}, Faults: f}
	cfg.Tracer.Event = func(e *kernel.Event) {
		switch {
		case e.Call == nil || e.Call.Op != kernel.OpMachMsg || !e.Done:
		case e.Call.Opt&ipc.MACH_SEND_MSG != 0:
			sent[e.Step] = e.Time
		default:
			all = append(all, e.Time-sent[uint64(e.Result.N)])
		}
	}
	if f := steps(t, cfg, inOrder(hosts)).World().Failure; f != nil {
		t.Error(f)
	}
	return all
}

// A probe holds each message to a port back for exactly its time, on one host and over a wire.
func TestHold(t *testing.T) {
	for hosts := 1; hosts <= 2; hosts++ {
		plain := latencies(t, hosts, kernel.Faults{})
		held := latencies(t, hosts, probed(t, kernel.Probe{Kind: kernel.ProbeHold, On: "p", Amount: 2000}))
		if len(plain) != 3 || len(held) != 3 {
			t.Fatalf("%d hosts: %v, and with the probe %v", hosts, plain, held)
		}
		for i := range plain {
			if held[i] != plain[i]+2000 {
				t.Errorf("%d hosts: %v, and with the probe %v", hosts, plain, held)
			}
		}
	}
}

// Messages that are held back come in the order in which they were sent, whatever the Door chooses; they have their
// room in the queue, so that a sender waits for it as without the probe; and they are gone with their port.
func TestHoldKeepsOrder(t *testing.T) {
	f := probed(t, kernel.Probe{Kind: kernel.ProbeHold, On: "p", Amount: 500})
	for seed := range uint64(40) {
		most := 0
		cfg := kernel.Config{Door: kernel.NewRandom(seed), Weak: seed%2 == 1, Faults: f}
		cfg.Tracer.Event = func(e *kernel.Event) {
			n := 0
			for id := range e.State.Packets.All {
				if e.State.Packets.At(id).Held() {
					n++
				}
			}
			most = max(most, n)
		}
		m := steps(t, cfg, func(b *kernel.Boot) {
			host := b.Host("a")
			var p, to kernel.Name
			receiver := b.Task(host, "receiver", func(th *kernel.Thread) {
				for i := range 20 {
					m := kernel.Must(th.Mach().Receive(p))
					th.Check(m.ID == int32(i), "message %d comes as number %d", m.ID, i)
				}
			})
			sender := b.Task(host, "sender", func(th *kernel.Thread) {
				for i := range 24 { // the last are to a port that dies
					if th.Mach().Send(to, ipc.NewMessage(int32(i))) != nil {
						return
					}
				}
			})
			p = b.Port(receiver, "p")
			to = b.Send(receiver, p, sender)
		})
		if f := m.World().Failure; f != nil || most != ipc.DefaultQLimit {
			t.Errorf("seed %d: %d messages are held back at once; %v", seed, most, f)
		}
	}
}

// A slow thread takes so many times as long for each step, all threads of a task if that is named; one that sleeps does
// so before as many calls as its share says.
func TestSlowAndSleep(t *testing.T) {
	run := func(all ...kernel.Probe) (steps map[string]int64, calls, sleeps int) {
		steps = map[string]int64{}
		cfg := kernel.Config{Door: kernel.NewRandom(7), Faults: probed(t, all...)}
		cfg.Tracer.Event = func(e *kernel.Event) {
			if e.Actor.Thread == 0 {
				return
			}
			st := e.State.Threads.At(uint32(e.Actor.Thread))
			steps[e.State.AsGiven().ThreadName(e.Actor.Thread)] = st.Cost
			if calls++; len(e.Disk) > 0 {
				sleeps++
			}
		}
		finishes(t, cfg, func(b *kernel.Boot) {
			for _, name := range []string{"a", "b"} {
				b.Task(b.Host("h"), name, func(th *kernel.Thread) {
					for range 500 {
						th.Yield()
					}
				})
			}
		})
		return steps, calls, sleeps
	}
	cost, _, sleeps := run(kernel.Probe{Kind: kernel.ProbeSlow, On: "a", Amount: 3})
	if cost["a.1"] != 30 || cost["b.1"] != 10 || sleeps != 0 {
		t.Errorf("steps take %v, and %d calls come after a sleep", cost, sleeps)
	}
	_, calls, sleeps := run(kernel.Probe{Kind: kernel.ProbeSleep, On: "b.1", Amount: 100})
	if sleeps < 30 || sleeps > 75 {
		t.Errorf("%d of %d calls, half of which are of b, come after a sleep", sleeps, calls)
	}
}

// finishes runs a program to its end.
func finishes(t *testing.T, cfg kernel.Config, main func(*kernel.Boot)) {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if out := m.Run(); out != kernel.Finished {
		t.Fatalf("%v %+v", out, m.World().Failure)
	}
}

// A probe for which the run has had nothing is told of, and the sleeps of the others are among what has happened.
func TestMissed(t *testing.T) {
	all := []kernel.Probe{
		{Kind: kernel.ProbeHold, On: "p", Amount: 10}, {Kind: kernel.ProbeHold, On: "q", Amount: 10},
		{Kind: kernel.ProbeHold, On: "sender.1.p1", Amount: 10}, {Kind: kernel.ProbeHold, On: "nobody.1.p1", Amount: 10},
		{Kind: kernel.ProbeSlow, On: "sender", Amount: 2}, {Kind: kernel.ProbeSlow, On: "p", Amount: 2},
		{Kind: kernel.ProbeSleep, On: "receiver.1", Amount: 1000}, {Kind: kernel.ProbeSleep, On: "receiver.2", Amount: 5},
	}
	want := []kernel.Probe{all[5], all[1], all[3], all[7]} // as the kinds stand
	calls := 0
	cfg := kernel.Config{Door: kernel.NewRandom(1), Faults: probed(t, all...)}
	cfg.Tracer.Event = func(e *kernel.Event) { calls += len(e.Disk) }
	s := steps(t, cfg, inOrder(2)).World()
	slices.SortFunc(want, func(a, b kernel.Probe) int { return cmp.Compare(a.Kind, b.Kind) })
	if got := s.Missed(); !slices.Equal(got, want) {
		t.Errorf("%v have had nothing, and not %v", got, want)
	}
	if len(s.Past) != calls || calls == 0 || s.Past[0].Kind != kernel.ProbeSleep {
		t.Errorf("%d sleeps of %d have happened: %v", len(s.Past), calls, s.Past)
	}
}
