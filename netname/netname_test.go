package netname_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// seeds is how many schedules each test tries.
const seeds = 40

// everySeed runs a program under several seeds; all runs must finish.
func everySeed(t *testing.T, main func(*kernel.Boot)) {
	t.Helper()
	for seed := range uint64(seeds) {
		m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, kernel.Config{Seed: seed, MaxSteps: 1e5})
		if err != nil {
			t.Fatal(err)
		}
		outcome := m.Run()
		m.Close()
		if outcome != kernel.Finished {
			t.Fatalf("seed %d: %v %+v", seed, outcome, m.World().Failure)
		}
		if err := m.World().IPC.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// onHosts runs a task on the first of some hosts.
func onHosts(t *testing.T, body func(*kernel.Thread), hosts ...string) {
	t.Helper()
	everySeed(t, func(b *kernel.Boot) {
		for _, h := range hosts {
			b.Host(h)
		}
		netname.Serve(b)
		b.Task(b.Host(hosts[0]), "test", body)
	})
}

// want fails the run unless err is the code.
func want(th *kernel.Thread, err error, code ipc.Code) {
	if code == 0 {
		th.Check(err == nil, "got %v, want success", err)
		return
	}
	th.Check(errors.Is(err, code), "got %v, want %v", err, code)
}

// call is one step of a script; names stand for ports of the task.
type call struct {
	do         string // in, out, up, die
	host       string
	name       string
	sign, port string
	code       ipc.Code
	found      string
}

// Await waits as long as it is told, and one that may wait for ever does.
func TestAwaitForEver(t *testing.T) {
	onHosts(t, func(th *kernel.Thread) {
		_, err := netname.Await(th, "", "late", -kernel.Forever)
		want(th, err, ipc.NETNAME_NOT_CHECKED_IN)
		th.CThreads().Fork("", func(c *kernel.Thread) {
			c.Sleep(100 * kernel.Millisecond)
			kernel.Must(netname.CheckIn(c, "late", ipc.Null, c.NewPort("late")))
		})
		_, err = netname.Await(th, "", "late", kernel.Forever)
		want(th, err, 0)
	}, "a")
}

func TestLocal(t *testing.T) {
	long := strings.Repeat("n", netname.MaxName)
	for name, script := range map[string][]call{
		"check in, look up, check out": {
			{do: "up", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "in", name: "x", port: "p"},
			{do: "up", name: "x", found: "p"},
			{do: "up", host: "alpha", name: "x", found: "p"},
			{do: "up", host: "*", name: "x", found: "p"},
			{do: "out", name: "x"},
			{do: "up", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "up", host: "alpha", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "up", host: "*", name: "x", code: ipc.NETNAME_HOST_NOT_FOUND},
			{do: "out", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
		},
		"case is folded": {
			{do: "in", name: "Bank", port: "p"},
			{do: "up", name: "bANK", found: "p"},
			{do: "in", name: "BANK", port: "q"},
			{do: "up", name: "bank", found: "q"},
			{do: "out", name: "bank"},
			{do: "up", name: "Bank", code: ipc.NETNAME_NOT_CHECKED_IN},
		},
		"the same signature replaces": {
			{do: "in", name: "x", sign: "s", port: "p"},
			{do: "in", name: "x", sign: "s", port: "q"},
			{do: "up", name: "x", found: "q"},
			{do: "out", name: "x", sign: "s"},
		},
		"another signature does not": {
			{do: "in", name: "x", sign: "s", port: "p"},
			{do: "in", name: "x", sign: "r", port: "q", code: ipc.NETNAME_NOT_YOURS},
			{do: "in", name: "x", port: "q", code: ipc.NETNAME_NOT_YOURS},
			{do: "up", name: "x", found: "p"},
			{do: "out", name: "x", sign: "r", code: ipc.NETNAME_NOT_YOURS},
			{do: "out", name: "x", code: ipc.NETNAME_NOT_YOURS},
			{do: "up", name: "x", found: "p"},
		},
		"null is a signature": {
			{do: "in", name: "x", port: "p"},
			{do: "in", name: "x", sign: "s", port: "q", code: ipc.NETNAME_NOT_YOURS},
			{do: "in", name: "x", port: "q"},
			{do: "up", name: "x", found: "q"},
			{do: "out", name: "x"},
		},
		"the port may be its own signature, and have several names": {
			{do: "in", name: "x", sign: "p", port: "p"},
			{do: "in", name: "y", sign: "p", port: "p"},
			{do: "out", name: "x", sign: "p"},
			{do: "up", name: "y", found: "p"},
			{do: "die", port: "p"},
			{do: "up", name: "y", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "in", name: "y", port: "q"},
			{do: "up", name: "y", found: "q"},
		},
		"an entry dies with its port": {
			{do: "in", name: "x", sign: "s", port: "p"},
			{do: "in", name: "y", sign: "s", port: "q"},
			{do: "die", port: "p"},
			{do: "up", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "up", name: "y", found: "q"},
			{do: "in", name: "x", port: "q"},
			{do: "up", name: "x", found: "q"},
		},
		"an entry dies with its signature": {
			{do: "in", name: "x", sign: "s", port: "p"},
			{do: "in", name: "y", sign: "s", port: "q"},
			{do: "in", name: "z", port: "q"},
			{do: "die", port: "s"},
			{do: "up", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "up", name: "y", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "up", name: "z", found: "q"},
			{do: "out", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "in", name: "x", port: "p"},
			{do: "up", name: "x", found: "p"},
		},
		"replacing makes the old port's death harmless": {
			{do: "in", name: "x", port: "p"},
			{do: "in", name: "x", port: "q"},
			{do: "die", port: "p"},
			{do: "up", name: "x", found: "q"},
		},
		"bad arguments": {
			{do: "in", name: "x", port: "", code: ipc.NETNAME_INVALID_PORT},
			{do: "up", name: "x", code: ipc.NETNAME_NOT_CHECKED_IN},
			{do: "up", host: "nowhere", name: "x", code: ipc.NETNAME_NO_SUCH_HOST},
			{do: "in", name: long, port: "p"},
			{do: "up", name: long, found: "p"},
			{do: "in", name: long + "n", port: "p", code: ipc.MIG_BAD_ARGUMENTS},
			{do: "up", name: long + "n", code: ipc.MIG_BAD_ARGUMENTS},
			{do: "out", name: long + "n", code: ipc.MIG_BAD_ARGUMENTS},
		},
		"a dead port": {
			{do: "die", port: "p"},
			{do: "in", name: "x", port: "p", code: ipc.NETNAME_INVALID_PORT},
			{do: "in", name: "x", port: "q"},
			{do: "in", name: "x", port: "p", code: ipc.NETNAME_INVALID_PORT},
			{do: "up", name: "x", found: "q"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			onHosts(t, func(th *kernel.Thread) { play(th, script) }, "alpha")
		})
	}
}

func play(th *kernel.Thread, script []call) {
	ports := map[string]ipc.Name{"": ipc.Null}
	for _, name := range []string{"p", "q", "r", "s"} {
		ports[name] = th.NewPort(name)
	}
	for i, c := range script {
		var err error
		switch c.do {
		case "in":
			err = netname.CheckIn(th, c.name, ports[c.sign], ports[c.port])
		case "out":
			err = netname.CheckOut(th, c.name, ports[c.sign])
		case "die":
			// A send right keeps the name, as a dead one.
			kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), ports[c.port], ports[c.port], ipc.MakeSend))
			err = th.Mach().PortModRefs(th.Mach().Self(), ports[c.port], ipc.RightReceive, -1)
		case "up":
			var port ipc.Name
			port, err = netname.LookUp(th, c.host, c.name)
			th.Check(port == ports[c.found], "step %d: found %v, want %s = %v", i, port, c.found, ports[c.found])
		}
		if c.code != 0 || err != nil {
			th.Check(errors.Is(err, c.code), "step %d, %s %s: got %v, want %v", i, c.do, c.name, err, c.code)
		}
	}
}

func TestVersion(t *testing.T) {
	onHosts(t, func(th *kernel.Thread) {
		v, err := netname.Version(th)
		want(th, err, 0)
		th.Check(strings.HasSuffix(v, "on alpha"), "version %q", v)
	}, "alpha")
}

// The server gives up all that it was sent.
func TestReferences(t *testing.T) {
	onHosts(t, func(th *kernel.Thread) {
		port, sign := th.NewPort("port"), th.NewPort("sign")
		for range 3 {
			want(th, netname.CheckIn(th, "x", sign, port), 0)
			want(th, netname.CheckIn(th, "x", port, port), ipc.NETNAME_NOT_YOURS)
			want(th, netname.CheckOut(th, "x", port), ipc.NETNAME_NOT_YOURS)
			found, err := netname.LookUp(th, "", "x")
			want(th, err, 0)
			want(th, th.Mach().PortDeallocate(th.Mach().Self(), found), 0)
			want(th, netname.CheckOut(th, "x", sign), 0)
		}
		_, err := th.Mach().RPC(kernel.Must(th.Mach().PortsLookup(th.Mach().Self()))[0],
			ipc.NewMessage(7, ipc.MakingSend(port), ipc.MovingReceive(th.NewPort("gift"))))
		want(th, err, 0)
		th.Sleep(1 * kernel.Millisecond)
		for _, p := range []ipc.Name{port, sign} {
			status := kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), p))
			th.Check(!status.SRights, "the server kept a right")
		}
	}, "alpha")
}

// Requests that no client of this package makes.
func TestBadRequests(t *testing.T) {
	onHosts(t, func(th *kernel.Thread) {
		server := kernel.Must(th.Mach().PortsLookup(th.Mach().Self()))[0]
		port := th.NewPort("port")
		for _, c := range []struct {
			m    *ipc.Message
			code ipc.Code
		}{
			{ipc.NewMessage(1039), ipc.MIG_BAD_ID},
			{ipc.NewMessage(1045, ipc.MakingSend(port)), ipc.MIG_BAD_ID},
			{ipc.NewMessage(1040, "x"), ipc.MIG_BAD_ARGUMENTS},
			{ipc.NewMessage(1040, "x", 1, 2), ipc.MIG_BAD_ARGUMENTS},
			{ipc.NewMessage(1040, "x", ipc.MakingSendOnce(port), ipc.MakingSend(port)), ipc.MIG_BAD_ARGUMENTS},
			{ipc.NewMessage(1041), ipc.MIG_BAD_ARGUMENTS},
			{ipc.NewMessage(1043, 1), ipc.MIG_BAD_ARGUMENTS},
			{ipc.NewMessage(1043), 0},
		} {
			reply := kernel.Must(th.Mach().RPC(server, c.m))
			th.Check(ipc.Code(reply.Int(0)) == c.code, "got %v, want %v", ipc.Code(reply.Int(0)), c.code)
			_ = th.Mach().Send(server, c.m) // and without a wish for a reply
		}
		want(th, netname.CheckIn(th, "x", ipc.Null, port), 0)
	}, "alpha")
}

// A name is where it was checked in.
func TestHosts(t *testing.T) {
	everySeed(t, func(b *kernel.Boot) {
		alpha, beta := b.Host("alpha"), b.Host("beta")
		b.Host("gamma")
		netname.Serve(b)
		b.Task(beta, "service", func(th *kernel.Thread) {
			port := th.NewPort("service")
			want(th, netname.CheckIn(th, "service", ipc.Null, port), 0)
			m := kernel.Must(th.Mach().Receive(port))
			kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, "hello")))
			th.Sleep(60_000 * kernel.Millisecond)
		})
		b.Task(alpha, "client", func(th *kernel.Thread) {
			port, err := netname.Await(th, "beta", "service", 10_000*kernel.Millisecond)
			want(th, err, 0)
			again, err := netname.LookUp(th, "*", "service")
			want(th, err, 0)
			th.Check(again == port, "one port under two names")
			th.Check(kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1))).Text(0) == "hello", "wrong reply")
			_, err = netname.LookUp(th, "", "service")
			want(th, err, ipc.NETNAME_NOT_CHECKED_IN)
			_, err = netname.LookUp(th, "gamma", "service")
			want(th, err, ipc.NETNAME_NOT_CHECKED_IN)
			_, err = netname.LookUp(th, "*", "nothing")
			want(th, err, ipc.NETNAME_HOST_NOT_FOUND)
			_, err = netname.LookUp(th, "delta", "service")
			want(th, err, ipc.NETNAME_NO_SUCH_HOST)
		})
	})
}

// When two hosts have a name, either may answer.
func TestTwoAnswers(t *testing.T) {
	count := map[string]int{}
	everySeed(t, func(b *kernel.Boot) {
		alpha := b.Host("alpha")
		for _, name := range []string{"beta", "gamma"} {
			h := b.Host(name)
			b.Server(h, "service-"+name, func(th *kernel.Thread) {
				port := th.NewPort("service")
				want(th, netname.CheckIn(th, "service", ipc.Null, port), 0)
				for {
					m := kernel.Must(th.Mach().Receive(port))
					kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, th.HostName())))
				}
			})
		}
		netname.Serve(b)
		b.Task(alpha, "client", func(th *kernel.Thread) {
			th.Sleep(10 * kernel.Millisecond)
			port := kernel.Must(netname.LookUp(th, "*", "service"))
			count[kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1))).Text(0)]++
		})
	})
	if count["beta"] == 0 || count["gamma"] == 0 {
		t.Errorf("answers: %v", count)
	}
}

// A server that waits for others serves meanwhile, and remembers every look-up.
func TestKeepsServing(t *testing.T) {
	everySeed(t, func(b *kernel.Boot) {
		alpha := b.Host("alpha")
		b.Host("beta")
		netname.Serve(b)
		for i := range 8 {
			b.Task(alpha, fmt.Sprint("waiter", i), func(th *kernel.Thread) {
				_, err := netname.LookUp(th, "*", "nothing")
				want(th, err, ipc.NETNAME_HOST_NOT_FOUND)
				th.Check(th.Clock() > 1_000_000, "gave up too early")
			})
		}
		b.Task(alpha, "other", func(th *kernel.Thread) {
			th.Sleep(100 * kernel.Millisecond)
			want(th, netname.CheckIn(th, "x", ipc.Null, th.NewPort("x")), 0)
			_, err := netname.LookUp(th, "*", "x")
			want(th, err, 0)
			th.Check(th.Clock() < 500_000, "had to wait")
		})
	})
}

// A broadcast finds a name that is checked in while it is going on.
func TestLateCheckIn(t *testing.T) {
	everySeed(t, func(b *kernel.Boot) {
		alpha, beta := b.Host("alpha"), b.Host("beta")
		netname.Serve(b)
		b.Task(alpha, "client", func(th *kernel.Thread) {
			_, err := netname.LookUp(th, "*", "service")
			want(th, err, 0)
		})
		b.Task(beta, "service", func(th *kernel.Thread) {
			th.Sleep(2500 * kernel.Millisecond)
			want(th, netname.CheckIn(th, "service", ipc.Null, th.NewPort("service")), 0)
			th.Sleep(2000 * kernel.Millisecond)
		})
	})
}

func TestAwait(t *testing.T) {
	onHosts(t, func(th *kernel.Thread) {
		_, err := netname.Await(th, "", "nothing", 100*kernel.Millisecond)
		want(th, err, ipc.NETNAME_NOT_CHECKED_IN)
		th.Check(th.Clock() >= 100_000, "gave up too early")
		_, err = netname.Await(th, "nowhere", "nothing", 1_000_000*kernel.Millisecond)
		want(th, err, ipc.NETNAME_NO_SUCH_HOST)
		th.Check(th.Clock() < 1_000_000, "should not have waited")
	}, "alpha")
}

// The death of a port is seen on all hosts.
func TestRemoteDeath(t *testing.T) {
	everySeed(t, func(b *kernel.Boot) {
		alpha, beta := b.Host("alpha"), b.Host("beta")
		netname.Serve(b)
		b.Task(beta, "service", func(th *kernel.Thread) {
			want(th, netname.CheckIn(th, "service", ipc.Null, th.NewPort("service")), 0)
			th.Sleep(1000 * kernel.Millisecond)
		}) // its port dies with it
		b.Task(alpha, "client", func(th *kernel.Thread) {
			_, err := netname.Await(th, "beta", "service", 500*kernel.Millisecond)
			want(th, err, 0)
			th.Sleep(2000 * kernel.Millisecond)
			_, err = netname.LookUp(th, "beta", "service")
			want(th, err, ipc.NETNAME_NOT_CHECKED_IN)
			_, err = netname.LookUp(th, "*", "service")
			want(th, err, ipc.NETNAME_HOST_NOT_FOUND)
		})
	})
}

// serviceOn is a task that stays where it has checked in.
func serviceOn(b *kernel.Boot, host string) {
	b.Server(b.Host(host), "service", func(th *kernel.Thread) {
		port := th.NewPort("service")
		want(th, netname.CheckIn(th, "service", ipc.Null, port), 0)
		_, _ = th.Mach().Receive(port)
	})
}

func TestCutWire(t *testing.T) {
	for _, cut := range []int{1, 100_000} { // shorter and longer than the network's patience
		everySeed(t, func(b *kernel.Boot) {
			alpha := b.Host("alpha")
			serviceOn(b, "beta")
			netname.Serve(b)
			b.Task(alpha, "client", func(th *kernel.Thread) {
				kernel.Must(netname.Await(th, "beta", "service", 500*kernel.Millisecond))
				th.CutWire("alpha", "beta")
				for _, host := range []string{"beta", "*"} {
					_, err := netname.LookUp(th, host, "service")
					want(th, err, ipc.NETNAME_HOST_NOT_FOUND)
				}
				th.Sleep(kernel.Duration(cut) * kernel.Millisecond)
				th.HealWire("alpha", "beta")
				for _, host := range []string{"beta", "*"} {
					_, err := netname.LookUp(th, host, "service")
					want(th, err, 0)
				}
			})
		})
	}
}

func TestCrash(t *testing.T) {
	everySeed(t, func(b *kernel.Boot) {
		alpha := b.Host("alpha")
		serviceOn(b, "beta")
		netname.Serve(b)
		b.Task(alpha, "client", func(th *kernel.Thread) {
			kernel.Must(netname.Await(th, "beta", "service", 500*kernel.Millisecond))
			kernel.Must(th.CrashHost("beta"))
			for _, host := range []string{"beta", "*"} {
				_, err := netname.LookUp(th, host, "service")
				want(th, err, ipc.NETNAME_HOST_NOT_FOUND)
			}
			kernel.Must(th.RestartHost("beta"))
			_, err := netname.LookUp(th, "beta", "service")
			want(th, err, ipc.NETNAME_NOT_CHECKED_IN)
			kernel.Must(th.Spawn("beta", "service", func(th *kernel.Thread) {
				port := th.NewPort("service")
				want(th, netname.CheckIn(th, "service", ipc.Null, port), 0)
				_ = kernel.Must(th.Mach().Receive(port))
			}))
			port, err := netname.Await(th, "*", "service", 500*kernel.Millisecond)
			want(th, err, 0)
			want(th, th.Mach().Send(port, ipc.NewMessage(1)), 0)
		})
	})
}

// A slow wire delays look-ups, no more.
func TestSlowWire(t *testing.T) {
	everySeed(t, func(b *kernel.Boot) {
		alpha, beta := b.Host("alpha"), b.Host("beta")
		b.Delay(alpha, beta, 300*kernel.Millisecond, 900*kernel.Millisecond)
		serviceOn(b, "beta")
		netname.Serve(b)
		b.Task(alpha, "client", func(th *kernel.Thread) {
			for range 10 {
				kernel.Must(netname.LookUp(th, "*", "service"))
			}
		})
	})
}

// Two tasks check the same name in: one of them gets it.
func TestRace(t *testing.T) {
	first := map[string]int{}
	everySeed(t, func(b *kernel.Boot) {
		alpha := b.Host("alpha")
		netname.Serve(b)
		winners := []string{}
		for _, name := range []string{"a", "b"} {
			b.Task(alpha, name, func(th *kernel.Thread) {
				port := th.NewPort("mine")
				err := netname.CheckIn(th, "x", port, port)
				if err == nil {
					winners = append(winners, name)
					first[name]++
				} else {
					want(th, err, ipc.NETNAME_NOT_YOURS)
				}
				th.Sleep(1000 * kernel.Millisecond)
				th.Check(len(winners) == 1, "winners: %v", winners)
			})
		}
	})
	if first["a"] == 0 || first["b"] == 0 {
		t.Errorf("winners: %v", first)
	}
}

// Without a server there is a plain answer.
func TestNoServer(t *testing.T) {
	everySeed(t, func(b *kernel.Boot) {
		b.Task(b.Host("alpha"), "client", func(th *kernel.Thread) {
			_, err := netname.LookUp(th, "", "x")
			want(th, err, ipc.MACH_SEND_INVALID_DEST)
		})
	})
}

// When all is over the servers hold no names but those that they began with.
func TestNoLeaks(t *testing.T) {
	script := func(b *kernel.Boot, work bool) {
		alpha, beta := b.Host("alpha"), b.Host("beta")
		netname.Serve(b)
		b.Task(beta, "service", func(th *kernel.Thread) {
			if work {
				port, sign := th.NewPort("port"), th.NewPort("sign")
				want(th, netname.CheckIn(th, "service", sign, port), 0)
				want(th, netname.CheckIn(th, "service", ipc.Null, port), ipc.NETNAME_NOT_YOURS)
				want(th, netname.CheckIn(th, "other", port, port), 0)
			}
			th.Sleep(10_000 * kernel.Millisecond)
		})
		b.Task(alpha, "client", func(th *kernel.Thread) {
			if work {
				for _, host := range []string{"*", "beta"} {
					port := kernel.Must(netname.Await(th, host, "service", 1000*kernel.Millisecond))
					want(th, th.Mach().PortDeallocate(th.Mach().Self(), port), 0)
					_, err := netname.LookUp(th, host, "nothing")
					th.Check(err != nil, "found nothing")
				}
			}
			th.Sleep(20_000 * kernel.Millisecond)
		})
	}
	names := func(seed uint64, work bool) (count []int) {
		m, err := kernel.New(&kernel.Program{Name: "test", Main: func(b *kernel.Boot) { script(b, work) }},
			kernel.Config{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if m.Run() != kernel.Finished {
			t.Fatalf("seed %d: %+v", seed, m.World().Failure)
		}
		w := m.World()
		for id := range w.Tasks.All {
			if task := w.Tasks.At(id); task.Server {
				all, _ := w.IPC.PortNames(task.Space)
				count = append(count, len(all))
			}
		}
		return count
	}
	for seed := range uint64(seeds) {
		if idle, busy := names(seed, false), names(seed, true); fmt.Sprint(idle) != fmt.Sprint(busy) {
			t.Fatalf("seed %d: %v names at first, %v at the end", seed, idle, busy)
		}
	}
}
