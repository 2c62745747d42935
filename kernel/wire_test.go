package kernel_test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// twoHosts sets up a server on host b with a port, and a client on host a with a
// send right to it.
func twoHosts(server, client func(th *kernel.Thread, port ipc.Name)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		var here, there ipc.Name
		s := b.Server(b.Host("b"), "server", func(th *kernel.Thread) { server(th, here) })
		c := b.Task(b.Host("a"), "client", func(th *kernel.Thread) { client(th, there) })
		here = b.Port(s, "service")
		there = b.Send(s, here, c)
	}
}

func echo(th *kernel.Thread, port ipc.Name) {
	for {
		m, err := th.Mach().Receive(port)
		if err != nil {
			return
		}
		_ = th.Mach().Reply(m, ipc.NewMessage(0, m.Int(0))) // the client may have given up
	}
}

func TestRPCOverAWire(t *testing.T) {
	finish(t, twoHosts(echo, func(th *kernel.Thread, port ipc.Name) {
		for i := range 10 {
			m := kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1, i)))
			th.Check(m.Int(0) == int64(i), "%v", m)
		}
	}))
}

func TestMessagesOfOneSenderArriveInOrder(t *testing.T) {
	finish(t, twoHosts(func(th *kernel.Thread, port ipc.Name) {
		for i := range 30 {
			m := kernel.Must(th.Mach().Receive(port))
			th.Check(m.Int(0) == int64(i), "message %d came as number %d", m.Int(0), i)
		}
	}, func(th *kernel.Thread, port ipc.Name) {
		for i := range 30 {
			kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, i)))
		}
	}))
}

// Nobody receives: five messages fit at the port, five at the proxy, and one is on
// the wire; a sender that does not wait is then refused.
func TestAFullPortFreezesItsProxy(t *testing.T) {
	finish(t, twoHosts(func(th *kernel.Thread, port ipc.Name) { th.Sleep((1 << 20) * kernel.Millisecond) },
		func(th *kernel.Thread, port ipc.Name) {
			for i := range 10 {
				kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, i)))
			}
			wants(th, th.Mach().SendTimeout(port, ipc.NewMessage(2), 100), ipc.MACH_SEND_TIMED_OUT)
		}))
}

func TestRightsKeepTheirIdentityAcrossWires(t *testing.T) {
	finish(t, twoHosts(func(th *kernel.Thread, port ipc.Name) {
		m := kernel.Must(th.Mach().Receive(port))
		first, second := m.Port(0), m.Port(1)
		th.Check(first == second, "one port came under two names, %v and %v", first, second)
		kernel.Must(th.Mach().Send(first, ipc.NewMessage(5, th.SendRight(first), th.SendRight(port))))
		kernel.Must(th.Mach().Receive(port))
	}, func(th *kernel.Thread, port ipc.Name) {
		mine := th.NewPort("mine")
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, ipc.MakingSend(mine), ipc.MakingSend(mine))))
		m := kernel.Must(th.Mach().Receive(mine))
		th.Check(m.Port(0) == mine, "the port came home as %v, it is %v", m.Port(0), mine)
		th.Check(m.Port(1) == port, "the server's port came as %v, it is %v", m.Port(1), port)
	}))
}

func TestDeathIsHeardOfAcrossAWire(t *testing.T) {
	finish(t, twoHosts(func(th *kernel.Thread, port ipc.Name) {
		kernel.Must(th.Mach().Receive(port))
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
	}, func(th *kernel.Thread, port ipc.Name) {
		notify := th.NewPort("notify")
		kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), port, ipc.MACH_NOTIFY_DEAD_NAME, 0, notify,
			ipc.MakeSendOnce))
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1)))
		m := kernel.Must(th.Mach().Receive(notify))
		th.Check(m.ID == ipc.MACH_NOTIFY_DEAD_NAME && m.Port(0) == port, "%v", m)
		wants(th, th.Mach().Send(port, ipc.NewMessage(2)), ipc.MACH_SEND_INVALID_DEST)
	}))
}

// A server that throws requests away, and one whose host crashes: the client's
// reply right is destroyed, and it hears of that.
func TestAClientHearsThatItsRequestIsLost(t *testing.T) {
	finish(t, twoHosts(func(th *kernel.Thread, port ipc.Name) {
		th.Mach().Destroy(kernel.Must(th.Mach().Receive(port)))
		kernel.Must(th.Mach().Receive(port))
		kernel.Must(th.CrashHost("b"))
		th.Fail("a thread lived on through the crash of its host")
	}, func(th *kernel.Thread, port ipc.Name) {
		for range 2 {
			_, err := th.Mach().RPC(port, ipc.NewMessage(1))
			wants(th, err, ipc.MIG_SERVER_DIED)
		}
		th.Sleep(20_000 * kernel.Millisecond)
		wants(th, th.Mach().Send(port, ipc.NewMessage(1)), ipc.MACH_SEND_INVALID_DEST)
	}))
}

func TestACutWireDelaysThenLoses(t *testing.T) {
	finish(t, twoHosts(echo, func(th *kernel.Thread, port ipc.Name) {
		th.CutWire("a", "b")
		_, err := th.Mach().RPCTimeout(port, ipc.NewMessage(1, 1), 1000)
		wants(th, err, ipc.MACH_RCV_TIMED_OUT)
		th.HealWire("a", "b")
		m := kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1, 2)))
		th.Check(m.Int(0) == 2, "%v", m)
		th.CutWire("a", "b")
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, 3))) // accepted here, lost on the way
		th.Sleep(20_000 * kernel.Millisecond)
		wants(th, th.Mach().Send(port, ipc.NewMessage(1)), ipc.MACH_SEND_INVALID_DEST)
	}))
}

func TestWireDelays(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		twoHosts(echo, func(th *kernel.Thread, port ipc.Name) {
			start := th.Clock()
			kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1, 1)))
			took := th.Clock() - start
			th.Check(took >= 6000 && took < 11_000, "a round trip over a wire of 3 to 5 ms took %d us", took)
		})(b)
		b.Delay(b.Host("a"), b.Host("b"), 3*kernel.Millisecond, 5*kernel.Millisecond)
	})
}

// The receive right moves from host to host; what was sent before and after arrives
// once, in order.
func TestAReceiveRightMovesBetweenHosts(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		hosts := []kernel.HostID{b.Host("a"), b.Host("b"), b.Host("c")}
		next := make([]ipc.Name, 3) // how each holder reaches the next
		inbox := make([]ipc.Name, 3)
		tasks := make([]kernel.TaskID, 3)
		for i := range tasks {
			tasks[i] = b.Task(hosts[i], fmt.Sprint("holder", i), func(th *kernel.Thread) {
				m := kernel.Must(th.Mach().Receive(inbox[i]))
				port, seen := m.Port(0), m.Int(1)
				th.Check(m.Items[0].Disp == ipc.PortReceive, "%v", m)
				for seen < int64(4*(i+1)) {
					m := kernel.Must(th.Mach().Receive(port))
					th.Check(m.Int(0) == seen, "holder %d got %d, wanted %d", i, m.Int(0), seen)
					seen++
				}
				if i < 2 {
					kernel.Must(th.Mach().Send(next[i], ipc.NewMessage(1, ipc.MovingReceive(port), seen)))
				}
			})
		}
		for i := range tasks {
			inbox[i] = b.Port(tasks[i], fmt.Sprint("inbox", i))
		}
		for i := range 2 {
			next[i] = b.Send(tasks[i+1], inbox[i+1], tasks[i])
		}
		var first, target, own ipc.Name
		creator := b.Task(hosts[1], "creator", func(th *kernel.Thread) {
			kernel.Must(th.Mach().Send(first, ipc.NewMessage(1, ipc.MovingReceive(own), 0)))
		})
		first = b.Send(tasks[0], inbox[0], creator)
		own = b.Port(creator, "wanderer")
		sender := b.Task(b.Host("d"), "sender", func(th *kernel.Thread) {
			for i := range 12 {
				kernel.Must(th.Mach().Send(target, ipc.NewMessage(2, i)))
			}
		})
		target = b.Send(creator, own, sender)
	})
}

func TestNoSendersAcrossAWire(t *testing.T) {
	finish(t, twoHosts(func(th *kernel.Thread, port ipc.Name) {
		reply := kernel.Must(th.Mach().Receive(port)).Port(0)
		notify := th.NewPort("notify")
		kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), port, ipc.MACH_NOTIFY_NO_SENDERS, 0, notify,
			ipc.MakeSendOnce))
		m := kernel.Must(th.Mach().Receive(notify))
		th.Check(m.ID == ipc.MACH_NOTIFY_NO_SENDERS, "%v", m)
		kernel.Must(th.Mach().Send(reply, ipc.NewMessage(9)))
	}, func(th *kernel.Thread, port ipc.Name) {
		mine := th.NewPort("mine")
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, ipc.MakingSend(mine))))
		kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), port))
		kernel.Must(th.Mach().Receive(mine))
	}))
}

func TestARestartedHost(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		var here, there ipc.Name
		s := b.Server(b.Host("b"), "server", func(th *kernel.Thread) { echo(th, here) })
		c := b.Task(b.Host("a"), "client", func(th *kernel.Thread) {
			kernel.Must(th.Mach().RPC(there, ipc.NewMessage(1, 1)))
			kernel.Must(th.CrashHost("b"))
			wants(th, th.CrashHost("b"), ipc.KERN_FAILURE)
			_, err := th.Spawn("b", "late", func(*kernel.Thread) {})
			wants(th, err, ipc.KERN_INVALID_HOST)
			kernel.Must(th.RestartHost("b"))
			wants(th, th.RestartHost("b"), ipc.KERN_FAILURE)
			th.Sleep(100 * kernel.Millisecond)
			wants(th, th.Mach().Send(there, ipc.NewMessage(1, 1)), ipc.MACH_SEND_INVALID_DEST)
			kernel.Must(th.Spawn("b", "late", func(c *kernel.Thread) { c.Printf("on %s", c.HostName()) }))
		})
		here = b.Port(s, "service")
		there = b.Send(s, here, c)
	})
}

func TestATaskOnAnotherHostIsControlled(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		b.Host("b")
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			task := kernel.Must(th.Spawn("b", "child", func(c *kernel.Thread) { c.Sleep((1 << 30) * kernel.Millisecond) }))
			kernel.Must(th.Mach().TaskSuspend(task))
			info := kernel.Must(th.Mach().TaskInfo(task))
			th.Check(info.Suspend == 1 && info.Threads == 1, "%+v", info)
			kernel.Must(th.Mach().TaskTerminate(task))
			th.Sleep(100 * kernel.Millisecond)
			wants(th, th.Mach().TaskSuspend(task), ipc.MACH_SEND_INVALID_DEST)
		})
	})
}

func TestManyTasksOnManyHosts(t *testing.T) {
	m := runMain(t, kernel.Config{Seed: 1}, func(b *kernel.Boot) {
		const hosts, each = 50, 20
		var all []kernel.TaskID
		ports := make([]ipc.Name, hosts*each)
		next := make([]ipc.Name, hosts*each)
		for i := range hosts * each {
			h := b.Host(fmt.Sprint("h", i%hosts))
			all = append(all, b.Task(h, fmt.Sprint("t", i), func(th *kernel.Thread) {
				if i == 0 {
					kernel.Must(th.Mach().Send(next[0], ipc.NewMessage(1, 0)))
				}
				m := kernel.Must(th.Mach().Receive(ports[i]))
				if i != 0 {
					kernel.Must(th.Mach().Send(next[i], ipc.NewMessage(1, m.Int(0)+1)))
				} else {
					th.Check(m.Int(0) == hosts*each-1, "%v", m)
				}
			}))
			ports[i] = b.Port(all[i], "")
		}
		for i := range all {
			j := (i + 1) % len(all)
			next[i] = b.Send(all[j], ports[j], all[i])
		}
	})
	if m.Outcome() != kernel.Finished {
		t.Fatalf("%v %+v", m.Outcome(), m.World().Failure)
	}
	if err := m.World().Check(); err != nil {
		t.Fatal(err)
	}
}

// News of a death that cannot get through does not keep a run going in which nothing
// else can happen; it comes through when the wire is healed.
func TestNewsWaitsForAWay(t *testing.T) {
	gone := func(th *kernel.Thread, port ipc.Name) {
		th.DelayWire("a", "b", 1*kernel.Millisecond, 1*kernel.Millisecond)
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
	}
	for _, healed := range []bool{false, true} {
		m := steps(t, kernel.Config{Seed: 1}, twoHosts(gone, func(th *kernel.Thread, port ipc.Name) {
			notify := th.NewPort("notify")
			kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), port, ipc.MACH_NOTIFY_DEAD_NAME, 0, notify,
				ipc.MakeSendOnce))
			th.Sleep(1 * kernel.Millisecond)
			th.CutWire("a", "b")
			if healed {
				th.Sleep(60_000 * kernel.Millisecond)
				th.HealWire("a", "b")
			}
			kernel.Must(th.Mach().Receive(notify))
		}))
		m.Run()
		if want := map[bool]kernel.Outcome{false: kernel.Stuck, true: kernel.Finished}[healed]; m.Outcome() != want {
			t.Errorf("healed %t: %v, not %v", healed, m.Outcome(), want)
		}
		m.Close()
	}
}
