package kernel_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// holdings is everything that the thread's task has, whatever its names: rights with their
// references, and memory.
func holdings(th *kernel.Thread) string {
	names, types, err := th.Mach().PortNames(th.Mach().Self())
	kernel.Must(err)
	var all []string
	for i, n := range names {
		r := ipc.RightSend
		if types[i]&ipc.TypeDeadName != 0 {
			r = ipc.RightDeadName
		}
		all = append(all, fmt.Sprintf("%v of %d", types[i], kernel.Must(th.Mach().PortGetRefs(th.Mach().Self(), n, r))))
	}
	slices.Sort(all)
	return fmt.Sprint(kernel.Must(th.Mach().TaskInfo(th.Mach().Self())).VirtualSize, " bytes ", all)
}

// answering serves requests with id 1: it replies with their first item.
func answering(port ipc.Name) func(*kernel.Thread) {
	return func(th *kernel.Thread) {
		for {
			if m := kernel.Must(th.Mach().Receive(port)); m.ID == 1 {
				_ = th.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)))
			} else {
				th.Mach().Destroy(m)
			}
		}
	}
}

// self sends the port of the thread to box.
func self(th *kernel.Thread, box ipc.Name) {
	kernel.Must(th.Mach().Send(box, ipc.NewMessage(0, ipc.MovingSend(th.Mach().ThreadSelf()))))
}

// An RPC that failed, in whatever way, leaves nothing behind, and those after it get their
// own replies.
func TestRPCsAfterOneThatFailed(t *testing.T) {
	type world struct{ full, quiet, gone, right, box ipc.Name }
	aborted := func(port func(w *world) ipc.Name) func(*kernel.Thread, *world) error {
		return func(th *kernel.Thread, w *world) error {
			self(th, w.box)
			_, err := th.Mach().RPC(port(w), ipc.NewMessage(1, 1, ipc.CopyingSend(w.right)))
			return err
		}
	}
	cases := map[string]struct {
		call func(*kernel.Thread, *world) error
		want ipc.Code
	}{
		"no room": {func(th *kernel.Thread, w *world) error {
			_, err := th.Mach().RPCTimeout(w.full, ipc.NewMessage(1, 1, ipc.CopyingSend(w.right)), 2)
			return err
		}, ipc.MACH_SEND_TIMED_OUT},
		"no reply": {func(th *kernel.Thread, w *world) error {
			_, err := th.Mach().RPCTimeout(w.quiet, ipc.NewMessage(1, 1), 2)
			return err
		}, ipc.MACH_RCV_TIMED_OUT},
		"send aborted":    {aborted(func(w *world) ipc.Name { return w.full }), ipc.MACH_SEND_INTERRUPTED},
		"receive aborted": {aborted(func(w *world) ipc.Name { return w.quiet }), ipc.MACH_RCV_INTERRUPTED},
		"a bad item": {func(th *kernel.Thread, w *world) error {
			_, err := th.Mach().RPC(w.quiet, ipc.NewMessage(1, 1, ipc.MovingReceive(w.right)))
			return err
		}, ipc.MACH_SEND_INVALID_RIGHT},
		"a dead port": {func(th *kernel.Thread, w *world) error {
			_, err := th.Mach().RPC(w.gone, ipc.NewMessage(1, 1))
			return err
		}, ipc.MACH_SEND_INVALID_DEST},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			finish(t, func(b *kernel.Boot) {
				h := b.Host("a")
				var port, full, quiet, box, right ipc.Name
				var w world
				var calc, toMain ipc.Name
				helper := b.Server(h, "helper", func(th *kernel.Thread) {
					fill(th, full, 5)
					th.CThreads().Fork("", func(c *kernel.Thread) {
						for {
							n := kernel.Must(c.Mach().Receive(box)).Port(0)
							c.Sleep(3 * kernel.Millisecond)
							_ = c.Mach().ThreadAbort(n)
							_ = c.Mach().PortDeallocate(c.Mach().Self(), n)
						}
					})
					answering(port)(th)
				})
				client := b.Task(h, "client", func(th *kernel.Thread) {
					th.Sleep(1 * kernel.Millisecond)
					w.gone = kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightDeadName))
					for i := range 3 {
						m := kernel.Must(th.Mach().RPC(calc, ipc.NewMessage(1, i)))
						th.Check(m.Int(0) == int64(i), "the answer to %d is %v", i, m)
						before := holdings(th)
						wants(th, c.call(th, &w), c.want)
						m = kernel.Must(th.Mach().RPC(calc, ipc.NewMessage(1, 100+i)))
						th.Check(m.Int(0) == int64(100+i), "the answer to %d is %v", 100+i, m)
						after := holdings(th)
						th.Check(after == before, "before %s, after %s", before, after)
					}
				})
				port, full, quiet, box = b.Port(helper, "port"), b.Port(helper, "full"), b.Port(helper, "quiet"), b.Port(helper,
					"box")
				right = b.Port(helper, "right")
				calc, toMain = b.Send(helper, port, client), b.Send(helper, box, client)
				w = world{full: b.Send(helper, full, client), quiet: b.Send(helper, quiet, client),
					right: b.Send(helper, right, client), box: toMain}
			})
		})
	}
}

// A message that found no room is as it was, and so are the rights and memory of the task: all
// that moved can be sent again.
func TestSendWithoutRoomChangesNothing(t *testing.T) {
	sendRight := func(th *kernel.Thread) ipc.Name {
		n := th.NewPort("")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), n, n, ipc.MakeSend))
		return n
	}
	for name, message := range map[string]func(th *kernel.Thread, addr uint64) *ipc.Message{
		"nothing": func(*kernel.Thread, uint64) *ipc.Message { return ipc.NewMessage(1, 2, "text") },
		"copy": func(th *kernel.Thread, _ uint64) *ipc.Message {
			return ipc.NewMessage(1, ipc.CopyingSend(sendRight(th)))
		},
		"make": func(th *kernel.Thread, _ uint64) *ipc.Message {
			return ipc.NewMessage(1, ipc.MakingSend(th.NewPort("")))
		},
		"move": func(th *kernel.Thread, _ uint64) *ipc.Message {
			return ipc.NewMessage(1, ipc.MovingSend(sendRight(th)), ipc.MovingReceive(th.NewPort("")))
		},
		"a dead name": func(th *kernel.Thread, _ uint64) *ipc.Message {
			return ipc.NewMessage(1, ipc.CopyingSend(kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightDeadName))))
		},
		"reply": func(th *kernel.Thread, _ uint64) *ipc.Message {
			return ipc.NewMessage(1).ReplyTo(sendRight(th), ipc.CopySend)
		},
		"memory": func(_ *kernel.Thread, addr uint64) *ipc.Message {
			return ipc.NewMessage(1, ipc.OutOfLine(addr, 5, false))
		},
		"moved memory": func(_ *kernel.Thread, addr uint64) *ipc.Message {
			return ipc.NewMessage(1, ipc.OutOfLine(addr, page, true))
		},
	} {
		finish(t, func(b *kernel.Boot) {
			var full, toFull ipc.Name
			h := b.Host("a")
			sink := b.Server(h, "sink", func(th *kernel.Thread) {
				fill(th, full, 5)
				th.Sleep(100 * kernel.Millisecond)
				for {
					th.Mach().Destroy(kernel.Must(th.Mach().Receive(full)))
				}
			})
			sender := b.Task(h, "sender", func(th *kernel.Thread) {
				th.Sleep(1 * kernel.Millisecond)
				addr := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, page, true))
				th.Mach().Poke(addr, []byte("text"))
				m := message(th, addr)
				before := holdings(th)
				for range 3 {
					wants(th, th.Mach().SendTimeout(toFull, m, 1), ipc.MACH_SEND_TIMED_OUT)
					th.Check(holdings(th) == before, "%s: before %s, after %s", name, before, holdings(th))
				}
				kernel.Must(th.Mach().Send(toFull, m))
			})
			full = b.Port(sink, "full")
			toFull = b.Send(sink, full, sender)
		})
	}
}

// A send-once right that was made for a message that found no room is in the message.
func TestSendWithoutRoomKeepsItsSendOnceRight(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		full, port := th.NewPort("full"), th.NewPort("port")
		fill(th, full, 5)
		m := ipc.NewMessage(1, ipc.MakingSendOnce(port))
		for range 3 {
			wants(th, th.Mach().SendTimeout(full, m, 1), ipc.MACH_SEND_TIMED_OUT)
			status := kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), port))
			th.Check(status.SORights == 1 && status.MsgCount == 0, "%+v", status)
		}
		th.Mach().Destroy(m)
		got := kernel.Must(th.Mach().Receive(port))
		th.Check(got.ID == ipc.MACH_NOTIFY_SEND_ONCE, "%v", got)
	}))
}

// A server that replies to a client that has gone keeps nothing: no dead name, and nothing of
// what the reply was to carry away.
func TestReplyToAClientThatHasGone(t *testing.T) {
	for name, end := range map[string]func(th *kernel.Thread, client kernel.ThreadID, port ipc.Name){
		"the thread has ended": func(th *kernel.Thread, client kernel.ThreadID, _ ipc.Name) { th.CThreads().Join(client) },
		"died on the way":      func(*kernel.Thread, kernel.ThreadID, ipc.Name) {},
	} {
		t.Run(name, func(t *testing.T) {
			finish(t, one(func(th *kernel.Thread) {
				port := th.NewPort("port")
				addr := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, page, true))
				made := th.NewPort("made")
				for i := range 3 {
					moved := th.NewPort("moved")
					kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), moved, moved, ipc.MakeSend))
					client := fork(th, func(c *kernel.Thread) {
						_, err := c.Mach().RPCTimeout(port, ipc.NewMessage(1), 5)
						wants(c, err, ipc.MACH_RCV_TIMED_OUT)
					})
					if name == "died on the way" {
						th.CThreads().Join(client)
					}
					m := kernel.Must(th.Mach().Receive(port))
					end(th, client, port)
					before := holdings(th)
					err := th.Mach().Reply(m, ipc.NewMessage(0, ipc.MovingSend(moved), ipc.MovingReceive(moved),
						ipc.MakingSendOnce(made), ipc.CopyingSend(port), ipc.OutOfLine(addr, page, i == 2)))
					wants(th, err, ipc.MACH_SEND_INVALID_DEST)
					th.Check(holdings(th) != before, "the right is still here")
					_, err = th.Mach().PortType(th.Mach().Self(), moved)
					wants(th, err, ipc.KERN_INVALID_NAME)
					got := kernel.Must(th.Mach().Receive(made))
					th.Check(got.ID == ipc.MACH_NOTIFY_SEND_ONCE, "%v", got)
					names, types, err := th.Mach().PortNames(th.Mach().Self())
					kernel.Must(err)
					th.Check(len(names) == 4, "%v %v", names, types) // task, notify port, port, made, and no more
				}
				_, err := th.Mach().VMRead(th.Mach().Self(), addr, 4)
				wants(th, err, ipc.KERN_INVALID_ADDRESS)
				wants(th, th.Mach().Reply(&ipc.Message{}, ipc.NewMessage(0)), ipc.MACH_SEND_INVALID_HEADER)
			}))
		})
	}
}

// A thread's own reply port goes with it, however it ends.
func TestReplyPortGoesWithItsThread(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port, box := th.NewPort("port"), th.NewPort("box")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), box, box, ipc.MakeSend))
		fork(th, answering(port))
		_ = kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1, 0)))
		settle(th)
		before := holdings(th)
		ends := []func(*kernel.Thread){
			func(*kernel.Thread) {},
			func(c *kernel.Thread) { c.Exit(1) },
			func(c *kernel.Thread) { _ = c.Mach().ThreadTerminate(c.Mach().ThreadSelf()) },
			func(c *kernel.Thread) { self(c, box); c.Sleep(100 * kernel.Millisecond) },
			func(c *kernel.Thread) { self(c, box); _, _ = c.Mach().RPC(box, ipc.NewMessage(2)) },
		}
		for i, end := range ends {
			child := fork(th, func(c *kernel.Thread) {
				kernel.Must(c.Mach().RPC(port, ipc.NewMessage(1, 1)))
				end(c)
			})
			th.CThreads().Detach(child)
			if i >= 3 {
				n := kernel.Must(th.Mach().Receive(box)).Port(0)
				settle(th)
				kernel.Must(th.Mach().ThreadTerminate(n))
				_ = th.Mach().PortDeallocate(th.Mach().Self(), n)
			}
			settle(th)
			if i == 4 {
				th.Mach().Destroy(kernel.Must(th.Mach().Receive(box))) // its request
			}
			if i == 2 {
				kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), deadName(th)))
			}
			th.Check(holdings(th) == before, "end %d: before %s, after %s", i, before, holdings(th))
		}
		_ = th.Mach().TaskTerminate(th.Mach().Self())
	}))
}

// deadName returns the task's first dead name.
func deadName(th *kernel.Thread) ipc.Name {
	names, types, err := th.Mach().PortNames(th.Mach().Self())
	kernel.Must(err)
	return names[slices.IndexFunc(types, func(t ipc.Type) bool { return t&ipc.TypeDeadName != 0 })]
}

// A request may be sent again: a reply does not overwrite it.
func TestRequestIsLeftAlone(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("port")
		server := fork(th, func(c *kernel.Thread) {
			for range 3 {
				m := kernel.Must(c.Mach().Receive(port))
				kernel.Must(c.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)+1)))
			}
		})
		request := ipc.NewMessage(1, 5)
		for range 3 {
			th.Check(kernel.Must(th.Mach().RPC(port, request)).Int(0) == 6, "%v", request)
		}
		th.CThreads().Join(server)
	}))
}

// Destroy goes by the dispositions of the items, and frees out-of-line memory.
func TestDestroy(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		h := b.Host("a")
		var box, toBox ipc.Name
		receiver := b.Task(h, "receiver", func(th *kernel.Thread) {
			before := holdings(th)
			for range 2 {
				first := kernel.Must(th.Mach().Receive(box)) // a send right to a port whose receive right comes next
				m := kernel.Must(th.Mach().Receive(box))
				port := first.Port(0)
				th.Mach().Destroy(m)
				ty := kernel.Must(th.Mach().PortType(th.Mach().Self(), port))
				th.Check(ty&ipc.TypeDeadName != 0, "the receive right is still here: %v", ty)
				th.Mach().Destroy(first)
				th.Check(holdings(th) == before, "before %s, after %s", before, holdings(th))
			}
		})
		sender := b.Task(h, "sender", func(th *kernel.Thread) {
			addr := kernel.Must(th.Mach().VMAllocate(th.Mach().Self(), 0, 3*page, true))
			for i := range 2 {
				port := th.NewPort("port")
				kernel.Must(th.Mach().Send(toBox, ipc.NewMessage(1, ipc.MakingSend(port))))
				m := ipc.NewMessage(2, ipc.MovingReceive(port), ipc.OutOfLine(addr, 2*page, false), ipc.OutOfLine(addr, 0, false))
				if i == 1 {
					m = ipc.NewMessage(2, ipc.OutOfLine(addr, 5, false)).ReplyTo(port, ipc.MakeSendOnce)
					m.Items = append(m.Items, ipc.MakingSend(port), ipc.MovingReceive(port))
				}
				kernel.Must(th.Mach().Send(toBox, m))
			}
		})
		box = b.Port(receiver, "box")
		toBox = b.Send(receiver, box, sender)
	})
}
