package kernel_test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// fork runs a body as another thread of the task.
func fork(th *kernel.Thread, body func(*kernel.Thread)) kernel.ThreadID {
	return th.CThreads().Fork("", body)
}

// settle lets all others go as far as they can.
func settle(th *kernel.Thread) { th.Sleep(5 * kernel.Millisecond) }

func fill(th *kernel.Thread, port ipc.Name, n int) {
	for i := range n {
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(int32(i))))
	}
}

func TestBlockedSendersWakeInOrder(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		fill(th, port, 5)
		for i := range 3 {
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(port, ipc.NewMessage(int32(100+i)))) })
			settle(th)
		}
		for i := range 5 {
			th.Check(kernel.Must(th.Mach().Receive(port)).ID == int32(i), "order of the queue")
			settle(th)
		}
		for i := range 3 {
			m := kernel.Must(th.Mach().Receive(port))
			th.Check(m.ID == int32(100+i), "sender %d was let in as number %d", m.ID-100, i)
		}
	}))
}

// A sender that comes when there is room takes it, though another waits that was
// woken but has not run: the woken one waits again, with its whole time.
func TestSendersBarge(t *testing.T) {
	overtaken := 0
	for seed := range uint64(60) {
		m := steps(t, kernel.Config{Seed: seed}, one(func(th *kernel.Thread) {
			port := th.NewPort("p")
			fill(th, port, 5)
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().SendTimeout(port, ipc.NewMessage(100), 50)) })
			settle(th)
			kernel.Must(th.Mach().Receive(port))
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(port, ipc.NewMessage(200))) })
			settle(th)
			for range 6 {
				m := kernel.Must(th.Mach().Receive(port))
				if m.ID >= 100 {
					th.Printf("%d", m.ID)
				}
			}
		}))
		if m.Outcome() != kernel.Finished {
			t.Fatalf("seed %d: %v %+v", seed, m.Outcome(), m.World().Failure)
		}
		if m.World().Console[0].Text == "200" {
			overtaken++
		}
	}
	if overtaken == 0 || overtaken == 60 {
		t.Errorf("the waiting sender was overtaken in %d of 60 runs", overtaken)
	}
}

func TestSendTimeouts(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		fill(th, port, 5)
		m := ipc.NewMessage(9, ipc.MakingSend(port))
		start := th.Clock()
		wants(th, th.Mach().SendTimeout(port, m, 20), ipc.MACH_SEND_TIMED_OUT)
		took := th.Clock() - start
		th.Check(took >= 20_000 && took < 21_000, "the timeout of 20 ms took %d us", took)
		th.Check(m.Items[0].Disp == ipc.MakeSend && m.Port(0) == port, "the message comes back as %v", m)
		start = th.Clock()
		wants(th, th.Mach().SendTimeout(port, ipc.NewMessage(9), 0), ipc.MACH_SEND_TIMED_OUT)
		th.Check(th.Clock()-start < 1000, "a timeout of 0 took time")
		fork(th, func(c *kernel.Thread) { c.Sleep(10 * kernel.Millisecond); kernel.Must(c.Mach().Receive(port)) })
		kernel.Must(th.Mach().SendTimeout(port, ipc.NewMessage(10), 20))
	}))
}

func TestReceiveTimeouts(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		_, err := th.Mach().ReceiveTimeout(port, 0)
		wants(th, err, ipc.MACH_RCV_TIMED_OUT)
		start := th.Clock()
		_, err = th.Mach().ReceiveTimeout(port, 30)
		wants(th, err, ipc.MACH_RCV_TIMED_OUT)
		took := th.Clock() - start
		th.Check(took >= 30_000 && took < 31_000, "took %d us", took)
		fork(th, func(c *kernel.Thread) {
			c.Sleep(10 * kernel.Millisecond)
			kernel.Must(c.Mach().Send(port, ipc.NewMessage(1)))
		})
		kernel.Must(th.Mach().ReceiveTimeout(port, 30))
	}))
}

// A message for somebody who waits is handed over, and does not count against the
// limit; with a limit of 0 every ordinary sender waits.
func TestHandOverDoesNotCount(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), port, 1))
		for range 2 {
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Receive(port)) })
		}
		settle(th)
		for i := range 3 {
			kernel.Must(th.Mach().SendTimeout(port, ipc.NewMessage(int32(i)), 0))
		}
		status := kernel.Must(th.Mach().PortGetReceiveStatus(th.Mach().Self(), port))
		th.Check(status.MsgCount == 1 && status.Seqno == 2, "%+v", status)
		settle(th)
		kernel.Must(th.Mach().Receive(port))
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), port, 0))
		fork(th, func(c *kernel.Thread) { _, _ = c.Mach().ReceiveTimeout(port, 20) })
		settle(th)
		wants(th, th.Mach().SendTimeout(port, ipc.NewMessage(5), 0), ipc.MACH_SEND_TIMED_OUT)
	}))
}

func TestReceiversAreServedInOrder(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		var got [3]int32
		for i := range got {
			fork(th, func(c *kernel.Thread) { got[i] = kernel.Must(c.Mach().Receive(port)).ID })
			settle(th)
		}
		fill(th, port, 3)
		settle(th)
		th.Check(got == [3]int32{0, 1, 2}, "%v", got)
	}))
}

func TestWaitingReceiverLearnsWhatHappensToItsPort(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(th *kernel.Thread, port, set ipc.Name)
		want ipc.Code
	}{
		{"destroyed", func(th *kernel.Thread, port, set ipc.Name) {
			kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
		}, ipc.MACH_RCV_PORT_DIED},
		{"moved away", func(th *kernel.Thread, port, set ipc.Name) {
			other := th.NewPort("other")
			kernel.Must(th.Mach().Send(other, ipc.NewMessage(1, ipc.MovingReceive(port))))
		}, ipc.MACH_RCV_PORT_DIED},
		{"put into a set", func(th *kernel.Thread, port, set ipc.Name) {
			kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), port, set))
		}, ipc.MACH_RCV_PORT_CHANGED},
	} {
		t.Run(c.what, func(t *testing.T) {
			finish(t, one(func(th *kernel.Thread) {
				port, set := th.NewPort("p"), th.NewPortSet("s")
				var err error
				fork(th, func(r *kernel.Thread) { _, err = r.Mach().Receive(port) })
				settle(th)
				c.do(th, port, set)
				settle(th)
				wants(th, err, c.want)
			}))
		})
	}
}

func TestSets(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a, b, set := th.NewPort("a"), th.NewPort("b"), th.NewPortSet("set")
		kernel.Must(th.Mach().Send(b, ipc.NewMessage(1)))
		kernel.Must(th.Mach().PortMoveMember(self, a, set))
		_, err := th.Mach().Receive(a)
		wants(th, err, ipc.MACH_RCV_IN_SET)
		var first *ipc.Message
		fork(th, func(c *kernel.Thread) { first = kernel.Must(c.Mach().Receive(set)) })
		settle(th)
		kernel.Must(th.Mach().PortMoveMember(self, b, set)) // brings its message to who waits
		settle(th)
		th.Check(first != nil && first.ID == 1 && first.Local == b, "%v", first)
		fill(th, a, 2)
		kernel.Must(th.Mach().Send(b, ipc.NewMessage(7)))
		fill(th, a, 1)
		var got []int32
		for range 4 {
			got = append(got, kernel.Must(th.Mach().Receive(set)).ID)
		}
		th.Check(fmt.Sprint(got) == "[0 1 7 0]", "one queue in order of arrival, not %v", got)

		var died error
		fork(th, func(c *kernel.Thread) { _, died = c.Mach().Receive(set) })
		settle(th)
		kernel.Must(th.Mach().PortModRefs(self, a, ipc.RightReceive, -1))
		settle(th)
		th.Check(died == nil, "the death of a member ended the wait: %v", died)
		kernel.Must(th.Mach().PortDestroy(self, set))
		settle(th)
		wants(th, died, ipc.MACH_RCV_PORT_DIED)
		wants(th, th.Mach().PortMoveMember(self, b, ipc.Null), ipc.KERN_NOT_IN_SET)
	}))
}

// A run that asks for the weaker promise takes from any member, and wakes anybody.
func TestWeakRunsChooseMembersAndWaiters(t *testing.T) {
	members, waiters := map[string]bool{}, map[string]bool{}
	for seed := range uint64(60) {
		m := steps(t, kernel.Config{Seed: seed, Weak: true}, one(func(th *kernel.Thread) {
			a, b, set := th.NewPort("a"), th.NewPort("b"), th.NewPortSet("set")
			kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), a, set))
			kernel.Must(th.Mach().PortMoveMember(th.Mach().Self(), b, set))
			kernel.Must(th.Mach().Send(a, ipc.NewMessage(1)))
			kernel.Must(th.Mach().Send(b, ipc.NewMessage(2)))
			th.Printf("%d", kernel.Must(th.Mach().Receive(set)).ID)
			p := th.NewPort("p")
			first := 0
			for i := range 2 {
				fork(th, func(c *kernel.Thread) {
					kernel.Must(c.Mach().Receive(p))
					first = 10*first + i + 1
				})
				settle(th)
			}
			kernel.Must(th.Mach().Send(p, ipc.NewMessage(1)))
			settle(th)
			th.Printf("%d", first)
			kernel.Must(th.Mach().Send(p, ipc.NewMessage(1)))
		}))
		members[m.World().Console[0].Text] = true
		waiters[m.World().Console[1].Text] = true
	}
	if len(members) != 2 || len(waiters) != 2 {
		t.Errorf("members %v, waiters %v", members, waiters)
	}
}

func TestLargeMessages(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		big := func() { kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, make([]byte, 100)))) }
		var m ipc.Message
		big()
		wants(th, th.Mach().MachMsg(&m, ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE, 50, port, 0, ipc.Null), ipc.MACH_RCV_TOO_LARGE)
		th.Check(m.Size == 24+4+100, "size %d", m.Size)
		wants(th, th.Mach().MachMsg(&m, ipc.MACH_RCV_MSG, 50, port, 0, ipc.Null), ipc.MACH_RCV_TOO_LARGE)
		_, err := th.Mach().ReceiveTimeout(port, 0)
		wants(th, err, ipc.MACH_RCV_TIMED_OUT)

		// Of two that wait, the first wants large ones left alone.
		var large, any error
		var small ipc.Message
		fork(th, func(c *kernel.Thread) {
			large = c.Mach().MachMsg(&small, ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE, 50, port, 0, ipc.Null)
		})
		settle(th)
		fork(th, func(c *kernel.Thread) { _, any = c.Mach().Receive(port) })
		settle(th)
		big()
		settle(th)
		wants(th, large, ipc.MACH_RCV_TOO_LARGE)
		wants(th, any, ipc.KERN_SUCCESS)
	}))
}

// A sender that waits when its destination dies has succeeded, for all it knows.
func TestBlockedSenderSucceedsWhenThePortDies(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port, mine := th.NewPort("p"), th.NewPort("mine")
		fill(th, port, 5)
		var sent error = ipc.KERN_FAILURE
		fork(th, func(c *kernel.Thread) {
			m := ipc.NewMessage(9).ReplyTo(mine, ipc.MakeSendOnce)
			sent = c.Mach().Send(port, m)
		})
		settle(th)
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), port, ipc.RightReceive, -1))
		settle(th)
		wants(th, sent, ipc.KERN_SUCCESS)
		th.Check(kernel.Must(th.Mach().Receive(mine)).ID == ipc.MACH_NOTIFY_SEND_ONCE,
			"the reply right vanished without a word")
	}))
}

func TestNotifyWhenAccepted(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port, notify := th.NewPort("p"), th.NewPort("notify")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		fill(th, port, 5)
		send := func() error {
			m := ipc.NewMessage(50).To(port, ipc.CopySend)
			return th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_NOTIFY, 0, ipc.Null, 0, notify)
		}
		wants(th, send(), ipc.MACH_SEND_WILL_NOTIFY)
		wants(th, send(), ipc.MACH_SEND_NOTIFY_IN_PROGRESS)
		for range 6 {
			kernel.Must(th.Mach().Receive(port))
		}
		m := kernel.Must(th.Mach().Receive(notify))
		th.Check(m.ID == ipc.MACH_NOTIFY_MSG_ACCEPTED && m.Port(0) == port, "%v", m)
		kernel.Must(send()) // there is room: nothing to notify of
	}))
}

func TestMach25Calls(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port, reply := th.NewPort("p"), th.NewPort("reply")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		to := func(id int32) *ipc.Message { return ipc.NewMessage(id, 5).To(port, ipc.CopySend) }
		for i := range 5 {
			kernel.Must(th.Mach25().MsgSend(to(int32(i)), 0, 0))
		}
		wants(th, th.Mach25().MsgSend(to(6), ipc.SEND_TIMEOUT, 10), ipc.SEND_TIMED_OUT)
		wants(th, th.Mach25().MsgSend(to(6), ipc.SEND_NOTIFY, 0), ipc.SEND_WILL_NOTIFY)
		wants(th, th.Mach25().MsgSend(to(6), ipc.SEND_NOTIFY, 0), ipc.SEND_NOTIFY_IN_PROGRESS)
		wants(th, th.Mach25().MsgSend(ipc.NewMessage(1).To(77, ipc.CopySend), 0, 0), ipc.SEND_INVALID_PORT)
		m := &ipc.Message{Header: ipc.Header{Local: port, Size: 24}}
		wants(th, th.Mach25().MsgReceive(m, 0, 0), ipc.RCV_TOO_LARGE)
		m.Local, m.Size = port, 0
		kernel.Must(th.Mach25().MsgReceive(m, 0, 0))
		th.Check(m.ID == 0, "%v", m)
		for range 5 {
			m.Local, m.Size = port, 0
			kernel.Must(th.Mach25().MsgReceive(m, 0, 0))
		}
		accepted := kernel.Must(th.Mach().Receive(th.Mach25().TaskNotify()))
		th.Check(accepted.ID == ipc.MACH_NOTIFY_MSG_ACCEPTED, "%v", accepted)
		m.Local, m.Size = port, 0
		wants(th, th.Mach25().MsgReceive(m, ipc.RCV_TIMEOUT, 10), ipc.RCV_TIMED_OUT)
		m.Local = 77
		wants(th, th.Mach25().MsgReceive(m, 0, 0), ipc.RCV_INVALID_PORT)

		fork(th, func(c *kernel.Thread) {
			q := kernel.Must(c.Mach().Receive(port))
			kernel.Must(c.Mach().Reply(q, ipc.NewMessage(0, q.Int(0)+1)))
		})
		rpc := to(7).ReplyTo(reply, ipc.MakeSend)
		kernel.Must(th.Mach25().MsgRPC(rpc, 0, 0, 0, 0))
		th.Check(rpc.Int(0) == 6 && rpc.ID == 107, "%v", rpc)
	}))
}

// A message to a task port is no call: the kernel does not know its id.
func TestKernelPortsAnswerBadID(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		m := kernel.Must(th.Mach().RPC(th.Mach().Self(), ipc.NewMessage(3400)))
		th.Check(m.ID == 3500 && ipc.Code(m.Int(0)) == ipc.MIG_BAD_ID, "%v", m)
	}))
}

// The death of a port is announced at the notify port of every task that can send
// to it (Mach 2.5).
func TestPortDeathIsAnnounced(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		var own, theirs ipc.Name
		h := b.Host("a")
		owner := b.Task(h, "owner", func(th *kernel.Thread) {
			th.Sleep(5 * kernel.Millisecond)
			kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), own, ipc.RightReceive, -1))
		})
		holder := b.Task(h, "holder", func(th *kernel.Thread) {
			m := kernel.Must(th.Mach().Receive(th.Mach25().TaskNotify()))
			th.Check(m.ID == ipc.MACH_NOTIFY_PORT_DELETED && m.Port(0) == theirs, "%v", m)
		})
		own = b.Port(owner, "p")
		theirs = b.Send(owner, own, holder)
	})
}

func TestRPCTimeoutGivesUpItsReplyPort(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("slow")
		fork(th, func(c *kernel.Thread) {
			for i := range 3 {
				m := kernel.Must(c.Mach().Receive(port))
				if i == 0 {
					c.Sleep(50 * kernel.Millisecond)
				}
				_ = c.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)))
			}
		})
		_, err := th.Mach().RPCTimeout(port, ipc.NewMessage(1, 1), 10)
		wants(th, err, ipc.MACH_RCV_TIMED_OUT)
		for i := 2; i < 4; i++ {
			m := kernel.Must(th.Mach().RPC(port, ipc.NewMessage(1, i)))
			th.Check(m.Int(0) == int64(i), "the reply to request %d is taken for that to %d", m.Int(0), i)
		}
	}))
}

// Timers that fire whenever the strategy likes: a timeout may win though the message
// comes at once.
func TestFreeTimers(t *testing.T) {
	timedOut := 0
	for seed := range uint64(40) {
		m := steps(t, kernel.Config{Seed: seed, FreeTimers: true}, one(func(th *kernel.Thread) {
			port := th.NewPort("p")
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(port, ipc.NewMessage(1))) })
			if _, err := th.Mach().ReceiveTimeout(port, 60_000); err != nil {
				th.Printf("timed out")
			}
		}))
		timedOut += len(m.World().Console)
	}
	if timedOut == 0 || timedOut == 40 {
		t.Errorf("%d of 40 runs timed out", timedOut)
	}
}

func TestRPCConventions(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port, slow := th.NewPort("p"), th.NewPort("slow")
		fork(th, func(c *kernel.Thread) {
			for _, id := range []int32{0, 7} {
				kernel.Must(c.Mach().Reply(kernel.Must(c.Mach().Receive(port)), ipc.NewMessage(id)))
			}
			// The reply right is a send right, and its queue is full.
			wants(c, c.Mach().Reply(kernel.Must(c.Mach().Receive(port)), ipc.NewMessage(0)), ipc.MACH_SEND_TIMED_OUT)
		})
		m := kernel.Must(th.Mach().RPC(port, ipc.NewMessage(5)))
		th.Check(m.ID == 105, "%v", m)
		_, err := th.Mach().RPC(port, ipc.NewMessage(5))
		wants(th, err, ipc.MIG_REPLY_MISMATCH)
		fill(th, slow, 5)
		kernel.Must(th.Mach().Send(port, ipc.NewMessage(6).ReplyTo(slow, ipc.MakeSend)))
	}))
}

func TestOptionsThatWantANotifyPort(t *testing.T) {
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		m := ipc.NewMessage(1).To(port, ipc.CopySend)
		wants(th, th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_CANCEL, 0, ipc.Null, 0, ipc.Null),
			ipc.MACH_SEND_INVALID_NOTIFY)
		kernel.Must(th.Mach().Send(port, m))
		wants(th, th.Mach().MachMsg(m, ipc.MACH_RCV_MSG|ipc.MACH_RCV_NOTIFY, 0, port, 0, ipc.Null),
			ipc.MACH_RCV_INVALID_NOTIFY)
	}))
}
