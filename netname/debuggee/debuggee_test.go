package debuggee_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
	"machsim/netname/debuggee"
	"machsim/test/effort"
)

// run makes a run of a program with hosts ann and bob, and a service on host shared, which may be for others.
func run(t *testing.T, cfg kernel.Config, client, service func(*kernel.Thread)) *kernel.Machine {
	t.Helper()
	m := kernel.Must(kernel.New(&kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
		ann, bob, shared := b.Host("ann"), b.Host("bob"), b.Host("shared")
		b.Shared(shared)
		for _, h := range []kernel.HostID{ann, bob} {
			b.Delay(h, shared, 0, 10*kernel.Millisecond)
		}
		b.Task(ann, "client", client)
		b.Task(shared, "service", service)
		netname.Serve(b)
		debuggee.Serve(b)
	}}, cfg))
	t.Cleanup(m.Close)
	if m.Run() != kernel.Finished {
		t.Fatalf("seed %d: %v %+v", cfg.Seed, m.Outcome(), m.World().Failure)
	}
	return m
}

func idle(th *kernel.Thread) { th.Sleep(kernel.Minute) }

// asked is what was asked of a host at a time, with what was answered.
type asked struct {
	host, real, logical, back kernel.Duration
	before, now, after        kernel.Duration // of Status
	halted                    bool
}

// TestTimes asks about hosts that are halted at random, for random times, and holds the answers against a search
// through all that they stood.
func TestTimes(t *testing.T) {
	asks, halted, stood, within := 0, 0, 0, 0
	for seed := range uint64(effort.Of(20)) {
		rng := rand.New(rand.NewPCG(seed, 7))
		cfg := kernel.Config{Seed: seed}
		for after := 200 + rng.Uint64N(600); after < 4000; after += 100 + rng.Uint64N(600) {
			cfg.Edits = append(cfg.Edits, kernel.Edit{After: after, Kind: kernel.EditHalt, Object: 1 + rng.Uint32N(2),
				Value: fmt.Sprint(rng.Int64N(int64(5 * kernel.Second)))})
		}
		cfg.Agents = kernel.Agents{Delay: rng.Int64N(4000), Tree: seed%2 == 1}
		var all []asked
		m := run(t, cfg, idle, func(th *kernel.Thread) {
			for range 30 {
				th.Sleep(kernel.Duration(rng.IntN(5000)) * kernel.Millisecond)
				all = append(all, askAbout(th, rng))
			}
		})
		for _, a := range all {
			stays := m.World().Hosts.At(uint32(a.host)).Stays
			logical, stands := search(stays, a.real)
			low, _ := search(stays, a.before)
			high, _ := search(stays, a.after)
			switch {
			case a.logical != logical, !stands && a.back != a.real, stands && a.back >= a.real, a.now < low, a.now > high:
				t.Fatalf("seed %d: %+v, but the logical time is %d, and %d to %d: %+v", seed, a, logical, low, high, stays)
			}
			asks++
			for _, is := range []struct {
				so bool
				n  *int
			}{{a.halted, &halted}, {logical != a.real, &stood}, {stands, &within}} {
				if is.so {
					*is.n++
				}
			}
		}
	}
	t.Logf("asked %d times, %d times of one that stood; %d times about a time after a halt, %d within one", asks, halted,
		stood, within)
	if halted == 0 || stood == 0 || within == 0 || stood == asks {
		t.Error("nothing was seen")
	}
}

// askAbout asks about a host, and what time it was there at a time that is past.
func askAbout(th *kernel.Thread, rng *rand.Rand) asked {
	a := asked{host: 1 + kernel.Duration(rng.IntN(2)), before: th.Clock()}
	host := th.HostNames()[a.host-1]
	var err error
	a.halted, a.now, err = debuggee.Status(th, host)
	kernel.Must(a.halted, err)
	a.after = th.Clock()
	a.real = kernel.Duration(rng.Int64N(int64(a.after)))
	a.logical = kernel.Must(debuggee.ToLogical(th, host, a.real))
	a.back = kernel.Must(debuggee.ToReal(th, host, a.logical))
	return a
}

// search returns the logical time at a real one, and whether the host stood then, from all that it stood.
func search(stays kernel.Stays, real kernel.Duration) (logical kernel.Duration, stands bool) {
	logical = real
	for _, s := range stays {
		halt, resume := kernel.Duration(s.Halt), kernel.Duration(s.Resume)
		if halt < real {
			logical -= min(real, resume) - halt
		}
		stands = stands || halt < real && real < resume
	}
	return logical, stands
}

// TestLies has a client that would like to answer itself, and one that sends what is no request. The server's answers
// are those that count, and it goes on.
func TestLies(t *testing.T) {
	edits := []kernel.Edit{{After: 150, Kind: kernel.EditHalt, Object: 1, Value: fmt.Sprint(int64(kernel.Minute))}}
	run(t, kernel.Config{Edits: edits}, func(th *kernel.Thread) {
		server := kernel.Must(netname.Await(th, "", debuggee.Name, kernel.Second))
		own := th.NewPort("own")
		for _, signature := range []kernel.Name{kernel.Null, own, server} {
			err := netname.CheckIn(th, debuggee.Name, signature, own)
			th.Check(err == ipc.NETNAME_NOT_YOURS, "it is %v to answer for the host", err)
		}
		for range 9 {
			kernel.Must(th.Mach().Send(server, ipc.NewMessage(1, ipc.MakingSend(own))))
		}
		halted, now, err := debuggee.Status(th, "ann")
		th.Check(err == nil && !halted && now <= th.Clock(), "%v %v %v", halted, now, err)
		th.Sleep(kernel.Second)
		status := kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), own))
		th.Check(!status.SRights, "the server kept a right")
	}, func(th *kernel.Thread) {
		th.Sleep(30 * kernel.Second)
		halted, now, err := debuggee.Status(th, "ann")
		th.Check(err == nil && halted && now < kernel.Second, "%v %v %v", halted, now, err)
	})
}

// TestOthers asks about hosts that are for others, too, that do not exist, that are down, and that are up again.
func TestOthers(t *testing.T) {
	run(t, kernel.Config{}, idle, func(th *kernel.Thread) {
		ask := func(host string, want error) {
			_, _, err := debuggee.Status(th, host)
			th.Check(err == want, "%s: %v, not %v", host, err, want)
		}
		ask("shared", nil)
		ask("nowhere", ipc.NETNAME_NO_SUCH_HOST)
		kernel.Must(th.CrashHost("bob"))
		ask("bob", ipc.NETNAME_HOST_NOT_FOUND)
		kernel.Must(th.RestartHost("bob"))
		ask("bob", nil)
	})
}
