package kernel_test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// What a thread was woken for goes on to the next when the thread ends before it has run.
// State.Check wants it after every step.

// crowded is a program in which two senders wait for room at a full port, the first of them
// in a task of its own; main makes room for one, and then ends the first by end.
func crowded(end func(th *kernel.Thread, task, thread ipc.Name)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		h := b.Host("a")
		var port, box, toMain, other ipc.Name
		main := b.Task(h, "main", func(th *kernel.Thread) {
			fill(th, port, 5)
			thread, task := kernel.Must(th.Mach().Receive(box)).Port(0), kernel.Must(th.Mach().Receive(box)).Port(0)
			settle(th)
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(port, ipc.NewMessage(200))) })
			settle(th)
			kernel.Must(th.Mach().Receive(port))
			end(th, task, thread)
			settle(th)
			status := kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), port))
			th.Check(status.MsgCount == 5, "%d messages are queued, and a sender waits", status.MsgCount)
		})
		first := b.Task(h, "first", func(th *kernel.Thread) {
			th.Sleep(2 * kernel.Millisecond)
			kernel.Must(th.Mach().Send(toMain, ipc.NewMessage(1, ipc.CopyingSend(th.Mach().ThreadSelf()))))
			kernel.Must(th.Mach().Send(toMain, ipc.NewMessage(2, ipc.CopyingSend(th.Mach().Self()))))
			_ = th.Mach().Send(other, ipc.NewMessage(100))
		})
		port, box = b.Port(main, "port"), b.Port(main, "box")
		toMain, other = b.Send(main, box, first), b.Send(main, port, first)
	}
}

func TestRoomOfAnEndedSenderGoesOn(t *testing.T) {
	ends := map[string]func(th *kernel.Thread, task, thread ipc.Name){
		"thread_terminate": func(th *kernel.Thread, _, thread ipc.Name) { _ = th.Mach().ThreadTerminate(thread) },
		"task_terminate":   func(th *kernel.Thread, task, _ ipc.Name) { _ = th.Mach().TaskTerminate(task) },
		"thread_suspend":   func(th *kernel.Thread, _, thread ipc.Name) { _ = th.Mach().ThreadSuspend(thread) },
		"task_suspend":     func(th *kernel.Thread, task, _ ipc.Name) { _ = th.Mach().TaskSuspend(task) },
		"abort and terminate": func(th *kernel.Thread, _, thread ipc.Name) {
			_ = th.Mach().ThreadAbort(thread)
			_ = th.Mach().ThreadTerminate(thread)
		},
		"suspend and terminate": func(th *kernel.Thread, task, thread ipc.Name) {
			_ = th.Mach().ThreadSuspend(thread)
			_ = th.Mach().TaskTerminate(task)
		},
	}
	for name, end := range ends {
		for seed := range uint64(20) {
			m := steps(t, kernel.Config{Seed: seed}, crowded(end))
			if f := m.World().Failure; f != nil {
				t.Errorf("%s, seed %d: %s", name, seed, f.Text)
				break
			}
		}
	}
}

// A suspended sender is passed over, and goes on with its send when it is resumed.
func TestRoomPassesOverSuspendedSenders(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port, box := th.NewPort("port"), th.NewPort("box")
		fill(th, port, 5)
		for i := range 2 {
			fork(th, func(c *kernel.Thread) {
				kernel.Must(c.Mach().Send(box, ipc.NewMessage(1, ipc.CopyingSend(c.Mach().ThreadSelf()))))
				kernel.Must(c.Mach().Send(port, ipc.NewMessage(int32(100+i))))
			})
			settle(th)
		}
		first := kernel.Must(th.Mach().Receive(box)).Port(0)
		kernel.Must(th.Mach().ThreadSuspend(first))
		kernel.Must(th.Mach().Receive(port))
		settle(th)
		th.Check(kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), port)).MsgCount == 5,
			"a sender sleeps beside room")
		kernel.Must(th.Mach().ThreadResume(first))
		for range 6 {
			kernel.Must(th.Mach().Receive(port))
			settle(th)
		}
	}))
}

// A person at the prompt ends the sender, or its task.
func TestRoomOfAKilledSenderGoesOn(t *testing.T) {
	quiet := crowded(func(*kernel.Thread, ipc.Name, ipc.Name) {})
	for seed := range uint64(20) {
		var after uint64
		var thread, task uint32
		tap := func(s *kernel.State, _ kernel.Actor, _ kernel.Op, _ bool) {
			for id := range s.Threads.All {
				if ts := s.Threads.At(id); after == 0 && ts.Sending() && ts.Wake == kernel.WakeReady && ts.Task != 1 {
					after, thread, task = s.Steps, id, uint32(ts.Task)
				}
			}
		}
		runMain(t, kernel.Config{Seed: seed, Tracer: kernel.Tracer{Step: tap}}, quiet)
		if after == 0 {
			t.Fatalf("seed %d: the sender is not woken", seed)
		}
		for _, e := range []kernel.Edit{
			{After: after, Kind: kernel.EditKillThread, Object: thread},
			{After: after, Kind: kernel.EditKillTask, Object: task},
		} {
			m := steps(t, kernel.Config{Seed: seed, Edits: []kernel.Edit{e}}, quiet)
			if f := m.World().Failure; f != nil {
				t.Fatalf("seed %d, edit %d after event %d: %s", seed, e.Kind, after, f.Text)
			}
		}
	}
}

// A message that goes past the queue to somebody who waits for it takes no room: the room
// for which its sender was woken is there for the next.
func TestRoomOfAMessageThatIsHandedOverGoesOn(t *testing.T) {
	for seed := range uint64(60) {
		m := steps(t, kernel.Config{Seed: seed}, one(func(th *kernel.Thread) {
			port := th.NewPort("port")
			kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), port, 1))
			fill(th, port, 1)
			for i := range 2 {
				fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(port, ipc.NewMessage(int32(100+i)))) })
			}
			settle(th)
			for range 3 {
				kernel.Must(th.Mach().Receive(port))
			}
		}))
		if m.Outcome() != kernel.Finished {
			t.Fatalf("seed %d: %v %+v", seed, m.Outcome(), m.World().Failure)
		}
	}
}

// A message with a receive right that leads back to its own port is destroyed at once,
// however full the port.
func TestCircularMessageNeedsNoRoom(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("port")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		fill(th, port, 5)
		kernel.Must(th.Mach().SendTimeout(port, ipc.NewMessage(1, ipc.MovingReceive(port)), 0))
		_, err := th.Mach().PortGetReceiveStatus(th.Mach().Self(), port)
		wants(th, err, ipc.KERN_INVALID_RIGHT)
	}))
}

// A message is received when it is handed over: it ends with the thread that had it in hand,
// and who sent it as a request hears of that.
func TestMessageInHandEndsWithItsReceiver(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port, box := th.NewPort("port"), th.NewPort("box")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		for range 2 {
			fork(th, func(c *kernel.Thread) {
				kernel.Must(c.Mach().Send(box, ipc.NewMessage(1, ipc.CopyingSend(c.Mach().ThreadSelf()))))
				for {
					th := c
					kernel.Must(th.Mach().Reply(kernel.Must(th.Mach().Receive(port)), ipc.NewMessage(0)))
				}
			})
			settle(th)
		}
		first, second := kernel.Must(th.Mach().Receive(box)).Port(0), kernel.Must(th.Mach().Receive(box)).Port(0)
		kernel.Must(th.Mach().ThreadSuspend(first)) // so that it cannot run before it ends
		client := fork(th, func(c *kernel.Thread) {
			_, err := c.Mach().RPC(port, ipc.NewMessage(5))
			wants(c, err, ipc.MIG_SERVER_DIED)
			kernel.Must(c.Mach().RPC(port, ipc.NewMessage(5)))
		})
		settle(th)
		kernel.Must(th.Mach().ThreadTerminate(first))
		th.CThreads().Join(client)
		kernel.Must(th.Mach().ThreadTerminate(second))
	}))
}

// A thread that was woken for a mutex, or by a signal, and ends before it has it, hands it on.
func TestLockOfAnEndedThreadGoesOn(t *testing.T) {
	for name, end := range map[string]func(kernel.Mach, ipc.Name) error{
		"terminate": kernel.Mach.ThreadTerminate,
		"suspend":   kernel.Mach.ThreadSuspend,
	} {
		for seed := range uint64(20) {
			m := steps(t, kernel.Config{Seed: seed}, one(func(th *kernel.Thread) {
				mu, box := th.CThreads().MutexNew("mu"), th.NewPort("box")
				th.CThreads().MutexLock(mu)
				had := 0
				for range 2 {
					fork(th, func(c *kernel.Thread) {
						kernel.Must(c.Mach().Send(box, ipc.NewMessage(1, ipc.CopyingSend(c.Mach().ThreadSelf()))))
						c.CThreads().MutexLock(mu)
						had++
						c.CThreads().MutexUnlock(mu)
					})
					settle(th)
				}
				first := kernel.Must(th.Mach().Receive(box)).Port(0)
				th.CThreads().MutexUnlock(mu)
				_ = end(th.Mach(), first)
				settle(th)
				th.Check(had > 0, "the mutex is free, and a thread waits for it")
				_ = th.Mach().TaskTerminate(th.Mach().Self())
			}))
			if f := m.World().Failure; f != nil {
				t.Fatalf("%s, seed %d: %s", name, seed, f.Text)
			}
		}
	}
}

func TestSignalOfAnEndedThreadGoesOn(t *testing.T) {
	for _, locked := range []bool{false, true} {
		for seed := range uint64(20) {
			m := steps(t, kernel.Config{Seed: seed}, one(func(th *kernel.Thread) {
				mu, k, box := th.CThreads().MutexNew("mu"), th.CThreads().ConditionNew("k"), th.NewPort("box")
				woken := 0
				for range 2 {
					fork(th, func(c *kernel.Thread) {
						kernel.Must(c.Mach().Send(box, ipc.NewMessage(1, ipc.CopyingSend(c.Mach().ThreadSelf()))))
						c.CThreads().MutexLock(mu)
						c.CThreads().ConditionWait(k, mu)
						woken++
						c.CThreads().MutexUnlock(mu)
					})
					settle(th)
				}
				first := kernel.Must(th.Mach().Receive(box)).Port(0)
				if locked {
					th.CThreads().MutexLock(mu)
				}
				th.CThreads().ConditionSignal(k)
				if locked {
					settle(th) // the first is on its way out of condition_wait, and waits for the mutex
				}
				_ = th.Mach().ThreadTerminate(first)
				if locked {
					th.CThreads().MutexUnlock(mu)
				}
				settle(th)
				th.Check(woken > 0, "the signal is lost")
				_ = th.Mach().TaskTerminate(th.Mach().Self())
			}))
			if f := m.World().Failure; f != nil {
				t.Fatalf("locked %v, seed %d: %s", locked, seed, f.Text)
			}
		}
	}
}

// Messages from other hosts that were refused at a full port are let in when there is room,
// whatever becomes of the one that was let try first.
func TestRefusedPacketsAreLetIn(t *testing.T) {
	acts := map[string]func(*kernel.Thread, ipc.Name){
		"received": func(th *kernel.Thread, port ipc.Name) { kernel.Must(th.Mach().Receive(port)) },
		"a higher limit": func(th *kernel.Thread, port ipc.Name) {
			kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), port, 8))
		},
		"crash": func(th *kernel.Thread, port ipc.Name) { kernel.Must(th.Mach().Receive(port)); _ = th.CrashHost("h1") },
		"cut": func(th *kernel.Thread, port ipc.Name) {
			kernel.Must(th.Mach().Receive(port))
			th.CutWire("h0", "h1")
		},
		"terminate": func(th *kernel.Thread, port ipc.Name) { kernel.Must(th.Mach().Receive(port)) },
	}
	for name, act := range acts {
		for seed := range uint64(20) {
			m := steps(t, kernel.Config{Seed: seed}, func(b *kernel.Boot) {
				var port ipc.Name
				sink := b.Task(b.Host("h0"), "sink", func(th *kernel.Thread) {
					fill(th, port, 5)
					th.Sleep(50 * kernel.Millisecond)
					act(th, port)
					th.Sleep(50 * kernel.Millisecond)
					want := uint32(5)
					if name == "a higher limit" {
						want = 8
					}
					status := kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), port))
					th.Check(status.MsgCount == want, "%s: %d messages are queued, and packets wait outside", name, status.MsgCount)
				})
				port = b.Port(sink, "port")
				for i := range 3 {
					var to ipc.Name
					from := b.Task(b.Host(fmt.Sprint("h", i+1)), fmt.Sprint("from", i), func(th *kernel.Thread) {
						kernel.Must(th.Mach().Send(to, ipc.NewMessage(int32(i))))
						if name == "terminate" {
							th.Sleep(50 * kernel.Millisecond)
						}
					})
					to = b.Send(sink, port, from)
				}
			})
			if f := m.World().Failure; f != nil {
				t.Fatalf("seed %d: %s", seed, f.Text)
			}
		}
	}
}

// A port that moves to another host brings its limit along: senders that waited for room in
// the proxy's queue there have it now.
func TestRoomAtANewHome(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		var port, box, toPort, toBox ipc.Name
		h0, h1 := b.Host("h0"), b.Host("h1")
		old := b.Task(h0, "old", func(th *kernel.Thread) {
			kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), port, 16))
			th.CutWire("h0", "h1")
			th.Sleep(20 * kernel.Millisecond)
			th.HealWire("h0", "h1")
			kernel.Must(th.Mach().Send(toBox, ipc.NewMessage(1, ipc.MovingReceive(port))))
		})
		home := b.Task(h1, "home", func(th *kernel.Thread) {
			th.Sleep(10 * kernel.Millisecond)
			sender := fork(th, func(c *kernel.Thread) { fill(c, toPort, 8) })
			kernel.Must(th.Mach().Receive(box))
			th.CThreads().Join(sender)
		})
		port, box = b.Port(old, "port"), b.Port(home, "box")
		toPort, toBox = b.Send(old, port, home), b.Send(home, box, old)
	})
}
