package graph_test

import (
	"strconv"
	"strings"
	"testing"

	"machsim/debugger/replay/graph"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testrun"
)

// many makes runs of a program under many seeds.
func many(t *testing.T, main func(b *kernel.Boot), check func(t *testing.T, g *graph.Graph)) {
	t.Helper()
	manyAs(t, kernel.Config{}, main, check)
}

// manyAs makes them with a configuration.
func manyAs(t *testing.T, cfg kernel.Config, main func(b *kernel.Boot), check func(t *testing.T, g *graph.Graph)) {
	t.Helper()
	for cfg.Seed = range uint64(40) {
		seed := cfg.Seed
		g := testrun.Graph(&kernel.Program{Name: "expected", Main: main}, cfg)
		if f := g.Tape.End.Failure; f != nil {
			t.Fatalf("seed %d: %s", seed, f.Text)
		}
		check(t, g)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// laneOf is the lane of a thread, given by its name.
func laneOf(t *testing.T, g *graph.Graph, name string) int {
	t.Helper()
	for i := range g.Tape.Lanes {
		if id := g.Tape.Lanes[i].Thread; id != 0 && g.Tape.End.ThreadName(id) == name {
			return i
		}
	}
	t.Fatalf("there is no thread %s", name)
	return -1
}

// done is the event that completes the k-th call of a kind of a thread, from 0.
func done(t *testing.T, g *graph.Graph, name, op string, k int) int {
	t.Helper()
	lane := laneOf(t, g, name)
	l := &g.Tape.Lanes[lane]
	for i := range l.Done() {
		if c, _, _ := g.Tape.Call(lane, i); c.Op.String() == op {
			if k--; k < 0 {
				return l.Event(l.DoneBy(i) - 1)
			}
		}
	}
	t.Fatalf("%s has no such call of %s", name, op)
	return -1
}

func before(t *testing.T, g *graph.Graph, what string, a, b int) {
	t.Helper()
	if !g.Before(a, b) {
		t.Errorf("%s: event %d is not before %d", what, a+1, b+1)
	}
}

func concurrent(t *testing.T, g *graph.Graph, what string, a, b int) {
	t.Helper()
	if !g.Concurrent(a, b) {
		t.Errorf("%s: events %d and %d are not concurrent", what, a+1, b+1)
	}
}

// apart says that no event of some lanes has anything to do with any of others.
func apart(t *testing.T, g *graph.Graph, one, other []int) {
	t.Helper()
	for _, i := range one {
		for _, j := range other {
			for n := range g.Tape.Lanes[i].Len() {
				for m := range g.Tape.Lanes[j].Len() {
					concurrent(t, g, "apart", g.Tape.Lanes[i].Event(n), g.Tape.Lanes[j].Event(m))
				}
			}
		}
	}
}

func text(s string) *ipc.Message { return ipc.NewMessage(1, s) }

// TestClients: what two clients of a server do is concurrent until a reply joins them.
func TestClients(t *testing.T) {
	client := func(port *ipc.Name) func(th *kernel.Thread) {
		return func(th *kernel.Thread) {
			th.Yield()
			_, err := th.Mach().RPC(*port, text("request"))
			kernel.Must(err)
			th.Yield()
		}
	}
	many(t, func(b *kernel.Boot) {
		h := b.Host("h")
		var to [2]ipc.Name
		var in ipc.Name
		server := b.Task(h, "server", func(th *kernel.Thread) {
			for range 2 {
				m, err := th.Mach().Receive(in)
				kernel.Must(err)
				kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, "reply")))
			}
		})
		in = b.Port(server, "")
		for i, name := range []string{"one", "two"} {
			to[i] = b.Send(server, in, b.Task(h, name, client(&to[i])))
		}
	}, func(t *testing.T, g *graph.Graph) {
		one, two := "one.1", "two.1" // in the order in which they are served
		if !g.Before(begun(t, g, one), done(t, g, "server.1", "mach_msg", 0)) {
			one, two = two, one
		}
		answered := done(t, g, one, "mach_msg", 0)
		concurrent(t, g, "the two requests", begun(t, g, one), begun(t, g, two))
		concurrent(t, g, "the first reply and the second request", answered, begun(t, g, two))
		concurrent(t, g, "what one does after its reply and two before its own", done(t, g, one, "thread_switch", 1),
			done(t, g, two, "thread_switch", 0))
		concurrent(t, g, "the receipts of the replies", answered, done(t, g, two, "mach_msg", 0))
		before(t, g, "the first request and the second reply", begun(t, g, one), done(t, g, two, "mach_msg", 0))
	})
}

// begun is the first event of a thread's first message call.
func begun(t *testing.T, g *graph.Graph, name string) int {
	t.Helper()
	lane := laneOf(t, g, name)
	l := &g.Tape.Lanes[lane]
	for n := range l.Len() {
		if c, _, _ := g.Tape.Call(lane, l.CallOf(n)); c.Op.String() == "mach_msg" {
			return l.Event(n)
		}
	}
	t.Fatalf("%s sends nothing", name)
	return -1
}

// senders are two tasks that send to one port each, of one server's, which are one if
// same; with a set the ports are in it. The server receives both messages at the end.
func senders(same, set bool) func(b *kernel.Boot) {
	return func(b *kernel.Boot) {
		h := b.Host("h")
		var ports, to [2]ipc.Name
		server := b.Task(h, "server", func(th *kernel.Thread) {
			from := ports[0]
			if set {
				from = th.NewPortSet("")
				for _, p := range ports {
					kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), p, from))
				}
			}
			th.Sleep(50 * kernel.Millisecond)
			for range 2 {
				_, err := th.Mach().Receive(from)
				kernel.Must(err)
			}
		})
		ports[0] = b.Port(server, "")
		ports[1] = ports[0]
		if !same {
			ports[1] = b.Port(server, "")
		}
		for i, name := range []string{"one", "two"} {
			to[i] = b.Send(server, ports[i], b.Task(h, name, func(th *kernel.Thread) {
				th.Sleep(1 * kernel.Millisecond)
				kernel.Must(th.Mach().Send(to[i], text(name)))
			}))
		}
	}
}

// TestSenders: what two tasks send to one queue is concurrent; each message can be there
// without the other, and the later one is held then.
func TestSenders(t *testing.T) {
	for name, main := range map[string]func(b *kernel.Boot){
		"a port": senders(true, false), "a set with a port": senders(true, true),
		"a set with two ports": senders(false, true),
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			many(t, main, func(t *testing.T, g *graph.Graph) {
				one, two := done(t, g, "one.1", "mach_msg", 0), done(t, g, "two.1", "mach_msg", 0)
				concurrent(t, g, "the two messages", one, two)
				arrival := false
				g.Into(max(one, two), func(e graph.Edge) {
					arrival = arrival || e == graph.Edge{From: min(one, two), Kind: graph.Arrival}
				})
				if !arrival {
					t.Error("it is not told in which order they arrived")
				}
				ready := done(t, g, "server.1", "start", 0)
				if strings.Contains(name, "set") {
					ready = done(t, g, "server.1", "mach_port_move_member", 1)
				}
				for _, e := range []int{one, two} {
					s, err := playCut(g, g.Grow(g.Least(e), ready))
					if err != nil {
						t.Fatal(err)
					}
					want := 0
					if e == max(one, two) {
						want = 1
					}
					if got := len(s.IPC.Held); got != want {
						t.Errorf("with the message of event %d alone, of events %d and %d: %d are held", e+1, one+1, two+1, got)
					}
				}
			})
		})
	}
}

// stream is a sender of n messages to a receiver of them.
func stream(n int) func(b *kernel.Boot) {
	return func(b *kernel.Boot) {
		h := b.Host("h")
		var in, out ipc.Name
		to := b.Task(h, "to", func(th *kernel.Thread) {
			for range n {
				_, err := th.Mach().Receive(in)
				kernel.Must(err)
			}
		})
		in = b.Port(to, "")
		from := b.Task(h, "from", func(th *kernel.Thread) {
			th.Sleep(1 * kernel.Millisecond)
			for range n {
				kernel.Must(th.Mach().Send(out, text("word")))
			}
		})
		out = b.Send(to, in, from)
	}
}

// TestStream: a sender does not depend on the receiver's progress before the queue could
// be full, nor on whether it waits; after that on as many receipts as it takes.
func TestStream(t *testing.T) {
	const limit = 5 // of a new port's queue
	many(t, stream(9), func(t *testing.T, g *graph.Graph) {
		for i := range 9 {
			sent := done(t, g, "from.1", "mach_msg", i)
			for j := range 9 {
				got := done(t, g, "to.1", "mach_msg", j)
				if i < limit && g.Before(got, sent) {
					t.Errorf("the %d-th receipt, event %d, is before the %d-th sending, event %d", j+1, got+1, i+1, sent+1)
				}
				if j < i-limit && !g.Before(got, sent) {
					t.Errorf("the %d-th receipt, event %d, is not before the %d-th sending, event %d", j+1, got+1, i+1, sent+1)
				}
				if j > i-limit && g.Before(got, sent) {
					t.Errorf("the %d-th receipt, event %d, is before the %d-th sending, event %d", j+1, got+1, i+1, sent+1)
				}
			}
		}
	})
}

// TestStrangers: two pairs of tasks on two hosts, with one wire, have nothing to do with
// each other.
func TestStrangers(t *testing.T) {
	many(t, func(b *kernel.Boot) {
		h, g := b.Host("h"), b.Host("g")
		for _, pair := range []string{"a", "b"} {
			var in, out ipc.Name
			to := b.Task(g, "to-"+pair, func(th *kernel.Thread) {
				for range 4 {
					m, err := th.Mach().Receive(in)
					kernel.Must(err)
					kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, "yes")))
				}
			})
			in = b.Port(to, "")
			from := b.Task(h, "from-"+pair, func(th *kernel.Thread) {
				for range 4 {
					_, err := th.Mach().RPC(out, text("word"))
					kernel.Must(err)
				}
			})
			out = b.Send(to, in, from)
		}
	}, func(t *testing.T, g *graph.Graph) {
		apart(t, g, []int{laneOf(t, g, "from-a.1"), laneOf(t, g, "to-a.1")},
			[]int{laneOf(t, g, "from-b.1"), laneOf(t, g, "to-b.1")})
	})
}

// TestReceivers: two threads that wait at a port have begun to in an order, but that one
// goes on with its message is nothing to the other, nor to the senders.
func TestReceivers(t *testing.T) {
	many(t, func(b *kernel.Boot) {
		h := b.Host("h")
		var in ipc.Name
		var to [2]ipc.Name
		wait := func(th *kernel.Thread) {
			_, err := th.Mach().Receive(in)
			kernel.Must(err)
			th.Yield()
		}
		server := b.Task(h, "server", func(th *kernel.Thread) {
			th.CThreads().Fork("left", wait)
			th.CThreads().Fork("right", wait)
		})
		in = b.Port(server, "")
		for i, name := range []string{"one", "two"} {
			to[i] = b.Send(server, in, b.Task(h, name, func(th *kernel.Thread) {
				th.Sleep(10 * kernel.Millisecond)
				kernel.Must(th.Mach().Send(to[i], text(name)))
			}))
		}
	}, func(t *testing.T, g *graph.Graph) {
		one, two := done(t, g, "one.1", "mach_msg", 0), done(t, g, "two.1", "mach_msg", 0)
		concurrent(t, g, "the two messages", one, two)
		left, right := done(t, g, "server.left", "mach_msg", 0), done(t, g, "server.right", "mach_msg", 0)
		concurrent(t, g, "the two receipts", left, right)
		for _, e := range []int{one, two} {
			for _, name := range []string{"server.left", "server.right"} {
				if l := &g.Tape.Lanes[laneOf(t, g, name)]; g.Before(l.Event(0), e) {
					t.Errorf("%s is before a sender that knows nothing of it", name)
				}
			}
		}
	})
}

// TestLock: who frees a mutex does not depend on those who wait for it.
func TestLock(t *testing.T) {
	many(t, func(b *kernel.Boot) {
		b.Task(b.Host("h"), "task", func(th *kernel.Thread) {
			m := th.CThreads().MutexNew("")
			th.CThreads().MutexLock(m)
			for _, name := range []string{"left", "right"} {
				th.CThreads().Fork(name, func(th *kernel.Thread) {
					th.CThreads().MutexLock(m)
					th.CThreads().MutexUnlock(m)
				})
			}
			th.Sleep(10 * kernel.Millisecond)
			th.CThreads().MutexUnlock(m)
			th.Yield()
		})
	}, func(t *testing.T, g *graph.Graph) {
		freed := done(t, g, "task.1", "mutex_unlock", 0)
		for _, name := range []string{"task.left", "task.right"} {
			l := &g.Tape.Lanes[laneOf(t, g, name)]
			concurrent(t, g, "the wait and the unlock", l.Event(1), freed)
			before(t, g, "the unlock and the lock", freed, done(t, g, name, "mutex_lock", 0))
		}
	})
}

// TestNames: two threads that use ports of their own have nothing to do with each other,
// though their task's names are in one space.
func TestNames(t *testing.T) {
	many(t, func(b *kernel.Boot) {
		b.Task(b.Host("h"), "task", func(th *kernel.Thread) {
			for _, name := range []string{"left", "right"} {
				th.CThreads().Fork(name, func(th *kernel.Thread) {
					for range 3 {
						p := th.NewPort("")
						kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), p, p, ipc.MakeSend))
						kernel.Must(th.Mach().Send(p, text("own")))
						_, err := th.Mach().Receive(p)
						kernel.Must(err)
					}
				})
			}
		})
	}, func(t *testing.T, g *graph.Graph) {
		apart(t, g, []int{laneOf(t, g, "task.left")}, []int{laneOf(t, g, "task.right")})
	})
}

// TestReuse: the kernel uses the numbers of what is gone again; that is nothing between
// the tasks that make and destroy things.
func TestReuse(t *testing.T) {
	life := func(th *kernel.Thread) {
		for range 4 {
			p, set := th.NewPort(""), th.NewPortSet("")
			kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), p, set))
			kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), p, p, ipc.MakeSend))
			kernel.Must(th.Mach().Send(p, text("own")))
			_, err := th.Mach().Receive(set)
			kernel.Must(err)
			kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), p))
			kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), set))
			at, err := th.Mach().VMAllocate(th.Mach().Self(), 0, kernel.PageSize, true)
			kernel.Must(err)
			th.Mach().Poke(at, []byte{1})
			kernel.Must(th.Mach().VMDeallocate(th.Mach().Self(), at, kernel.PageSize))
		}
	}
	many(t, func(b *kernel.Boot) {
		h := b.Host("h")
		b.Task(h, "one", life)
		b.Task(h, "two", life)
	}, func(t *testing.T, g *graph.Graph) {
		apart(t, g, []int{laneOf(t, g, "one.1")}, []int{laneOf(t, g, "two.1")})
	})
}

// TestRequest: who is told of a port's death has asked before.
func TestRequest(t *testing.T) {
	many(t, func(b *kernel.Boot) {
		h := b.Host("h")
		var in, out ipc.Name
		owner := b.Task(h, "owner", func(th *kernel.Thread) {
			th.Sleep(10 * kernel.Millisecond)
			kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), in))
		})
		in = b.Port(owner, "")
		out = b.Send(owner, in, b.Task(h, "asker", func(th *kernel.Thread) {
			note := th.NewPort("")
			_, err := th.Mach().PortRequestNotification(th.Mach().Self(), out, ipc.MACH_NOTIFY_DEAD_NAME, 0, note,
				ipc.MakeSendOnce)
			kernel.Must(err)
			_, err = th.Mach().Receive(note)
			kernel.Must(err)
		}))
	}, func(t *testing.T, g *graph.Graph) {
		asked := done(t, g, "asker.1", "mach_port_request_notification", 0)
		died := done(t, g, "owner.1", "mach_port_destroy", 0)
		before(t, g, "the request and the death it tells of", asked, died)
	})
}

// TestEnds: tasks that can send to each other end independently, whoever comes first, as long as
// no thread can see a difference.
func TestEnds(t *testing.T) {
	type party struct {
		own, other ipc.Name
		name       string
	}
	for what, body := range map[string]func(th *kernel.Thread, p *party){
		"no message": func(*kernel.Thread, *party) {},
		"a message without rights": func(th *kernel.Thread, p *party) {
			kernel.Must(th.Mach().Send(p.other, text("word")))
		},
		"a message with a right to reply": func(th *kernel.Thread, p *party) {
			reply := th.NewPort("")
			kernel.Must(th.Mach().Send(p.other, text("word").ReplyTo(reply, ipc.MakeSendOnce)))
		},
		"messages in a set": func(th *kernel.Thread, p *party) {
			set := th.NewPortSet("")
			kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), p.own, set))
			kernel.Must(th.Mach().Send(p.other, text("word")))
		},
		"dead-name requests": func(th *kernel.Thread, p *party) {
			note := th.NewPort("")
			kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), p.other, ipc.MACH_NOTIFY_DEAD_NAME, 0, note,
				ipc.MakeSendOnce))
		},
		"no-senders requests": func(th *kernel.Thread, p *party) {
			note := th.NewPort("")
			kernel.Must(th.Mach().PortRequestNotification(th.Mach().Self(), p.own, ipc.MACH_NOTIFY_NO_SENDERS, 0, note,
				ipc.MakeSendOnce))
		},
		"rights counted": func(th *kernel.Thread, p *party) {
			kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), p.other, ipc.RightSend, 1))
			kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), p.other))
		},
		"ports of Mach 2.5": func(th *kernel.Thread, p *party) {
			own := kernel.Must(th.Mach25().PortAllocate(th.Mach().Self()))
			kernel.Must(th.Mach().Send(p.other, ipc.NewMessage(1, ipc.CopyingSend(own))))
		},
	} {
		for _, hosts := range []int{1, 2} {
			t.Run(strings.ReplaceAll(what, " ", "-")+"/"+strconv.Itoa(hosts), func(t *testing.T) {
				ended, reversed := 0, 0
				many(t, func(b *kernel.Boot) {
					h := []kernel.HostID{b.Host("h"), 0}
					h[1] = h[0]
					if hosts == 2 {
						h[1] = b.Host("g")
					}
					parties := []*party{{name: "a"}, {name: "b"}}
					var tasks []kernel.TaskID
					for i, p := range parties {
						tasks = append(tasks, b.Task(h[i], p.name, func(th *kernel.Thread) {
							body(th, p)
							th.Sleep(10 * kernel.Millisecond) // nobody finds the other gone
						}))
						p.own = b.Port(tasks[i], "")
					}
					for i, p := range parties {
						p.other = b.Send(tasks[1-i], parties[1-i].own, tasks[i])
					}
				}, func(t *testing.T, g *graph.Graph) {
					last := func(name string) int {
						l := &g.Tape.Lanes[laneOf(t, g, name)]
						return l.Event(l.Len() - 1)
					}
					a, b := last("a.1"), last("b.1")
					concurrent(t, g, "the ends", a, b)
					ended++
					if a > b {
						reversed++
					}
				})
				if reversed == 0 || reversed == ended {
					t.Errorf("of %d runs task a ended last in %d", ended, reversed)
				}
			})
		}
	}
}

// next is the event of a thread after one of its events.
func next(g *graph.Graph, event int) int {
	return g.Tape.Lanes[g.Tape.Lane(event)].Event(g.Tape.Nth(event) + 1)
}

// TestSingleWaiter: in a weak run, too, a message that one thread waits for is sent whether it waits already or not.
func TestSingleWaiter(t *testing.T) {
	waited := 0
	manyAs(t, kernel.Config{Weak: true}, func(b *kernel.Boot) {
		var port, own kernel.Name
		server := b.Task(b.Host("h"), "server", func(th *kernel.Thread) {
			th.Label("up")
			kernel.Must(th.Mach().Receive(own))
		})
		client := b.Task(b.Host("h"), "client", func(th *kernel.Thread) { kernel.Must(th.Mach().Send(port, text("word"))) })
		own = b.Port(server, "box")
		port = b.Send(server, own, client)
	}, func(t *testing.T, g *graph.Graph) {
		waits, sent := next(g, done(t, g, "server.1", "label", 0)), done(t, g, "client.1", "mach_msg", 0)
		if waits < sent {
			waited++
		}
		if g.Before(waits, sent) {
			t.Errorf("the message sent by event %d is not sent before the receiver waits, at %d", sent+1, waits+1)
		}
	})
	if waited == 0 {
		t.Error("no receiver waited before the message was sent")
	}
}

// TestMemory: threads that read the same memory, or use memory that has nothing to do with each
// other's, do so independently; a read comes after the write before it.
func TestMemory(t *testing.T) {
	many(t, func(b *kernel.Boot) {
		b.Task(b.Host("h"), "task", func(th *kernel.Thread) {
			var at [3]uint64
			for i := range at {
				at[i] = kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, kernel.PageSize, true))
			}
			th.Mach().Poke(at[2], []byte{1})
			for i, name := range []string{"left", "right"} {
				th.CThreads().Fork(name, func(th *kernel.Thread) {
					th.Mach().Poke(at[i], []byte{1})
					th.Mach().Peek(at[2], 1)
					kernel.Must(th.Mach().VMRead(th.Mach().Self(), at[2], 1))
				})
			}
		})
	}, func(t *testing.T, g *graph.Graph) {
		apart(t, g, []int{laneOf(t, g, "task.left")}, []int{laneOf(t, g, "task.right")})
	})
	many(t, func(b *kernel.Boot) {
		b.Task(b.Host("h"), "task", func(th *kernel.Thread) {
			at := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, kernel.PageSize, true))
			th.CThreads().Fork("left", func(th *kernel.Thread) { th.Mach().Poke(at, []byte{1}) })
			th.CThreads().Fork("right", func(th *kernel.Thread) {
				th.Sleep(10 * kernel.Millisecond)
				th.Mach().Peek(at, 1)
			})
		})
	}, func(t *testing.T, g *graph.Graph) {
		before(t, g, "a write and the read after it", done(t, g, "task.left", "poke", 0), done(t, g, "task.right", "peek", 0))
	})
}

// TestLooks: who is only looked at does not wait for that, with what it does next or its end.
func TestLooks(t *testing.T) {
	many(t, func(b *kernel.Boot) {
		b.Task(b.Host("h"), "looker", func(th *kernel.Thread) {
			of := kernel.Must(th.Spawn("", "looked", func(th *kernel.Thread) { th.Sleep(10 * kernel.Millisecond) }))
			thread := kernel.Must(th.Mach().TaskThreads(of))[0]
			kernel.Must(th.Mach().TaskInfo(of))
			kernel.Must(th.Mach().ThreadInfo(thread))
		})
	}, func(t *testing.T, g *graph.Graph) {
		l := &g.Tape.Lanes[laneOf(t, g, "looked.1")]
		concurrent(t, g, "a look at a task and the task's end", done(t, g, "looker.1", "task_info", 0), l.Event(l.Len()-1))
		concurrent(t, g, "a look at a thread and its end", done(t, g, "looker.1", "thread_info", 0), l.Event(l.Len()-1))
	})
}
