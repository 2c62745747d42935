package test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// order takes notifications, in order, and wants these ids.
func order(th *kernel.Thread, what string, note ipc.Name, ids ...int32) {
	for _, id := range ids {
		poll(th, what, note, id)
	}
	silent(th, what+", no more", note)
}

// A notification comes on a send-once right, without reply port.
func TestNotificationHeader(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		note, p := th.NewPort("note"), sendRight(th)
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), note, 0)) // it ignores the limit
		watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		kill(th, p)
		m := poll(th, "dead", note, ipc.MACH_NOTIFY_DEAD_NAME)
		th.Check(m.LocalType == ipc.PortSendOnce && m.Remote == ipc.Null && m.RemoteType == 0 && m.Local == note, "%v", m)
		th.Check(m.Len() == 1 && m.Items[0].Kind == ipc.KindName && m.Port(0) == p, "%v", m)
	}))
}

// Which notification ends the dead-name request of a name, and the references that
// are left.
func TestDeadNameRequests(t *testing.T) {
	self := func(th *kernel.Thread) ipc.Name { return th.Mach().Self() }
	for _, c := range []struct {
		what string
		make func(*kernel.Thread) ipc.Name
		do   func(th *kernel.Thread, n ipc.Name)
		want int32
		refs int // of the dead name; 0: the name is gone
	}{
		{"the port dies", sendRight, kill, ipc.MACH_NOTIFY_DEAD_NAME, 2},
		{"the port of a send-once right dies", pureSendOnceOf, func(th *kernel.Thread, _ ipc.Name) {
			kill(th, lastPort)
		}, ipc.MACH_NOTIFY_DEAD_NAME, 2},
		{"a receive right alone dies", newPort, kill, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"destroyed with its send right", sendRight, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortDestroy(self(th), n))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"a send right is given up", pureSend, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortDeallocate(self(th), n))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"a send right is destroyed", pureSend, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortDestroy(self(th), n))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"a send right is modified away", pureSend, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortModRefs(self(th), n, ipc.RightSend, -1))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"a send right is moved away", pureSend, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().Send(th.NewPort(""), ipc.NewMessage(1, ipc.MovingSend(n))))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"a receive right is moved away", newPort, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().Send(th.NewPort(""), ipc.NewMessage(1, ipc.MovingReceive(n))))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"a send-once right is used", pureSendOnce, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().Send(n, ipc.NewMessage(1)))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
		{"a send-once right is given up", pureSendOnce, func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortDeallocate(self(th), n))
		}, ipc.MACH_NOTIFY_PORT_DELETED, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				note, n := th.NewPort("note"), c.make(th)
				watch(th, n, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
				c.do(th, n)
				th.Check(poll(th, c.what, note, c.want).Port(0) == n, "another name")
				silent(th, "one notification", note)
				if c.refs == 0 {
					gone(th, c.what, n)
					return
				}
				holds(th, c.what, n, ipc.TypeDeadName, c.refs)
			}))
		})
	}
}

var lastPort ipc.Name // of pureSendOnceOf; a run has one at a time

func pureSendOnceOf(th *kernel.Thread) ipc.Name {
	lastPort = th.NewPort("")
	return sendOnce(th, lastPort)
}

func TestDeadNameRequestDetails(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self, note, other := th.Mach().Self(), th.NewPort("note"), th.NewPort("other")
		ask := func(n ipc.Name, id int32, sync int, to ipc.Name, d ipc.Disposition) (ipc.Name, error) {
			return th.Mach().PortRequestNotification(self, n, id, sync, to, d)
		}
		// A second request gives the first right back; null cancels.
		p := sendRight(th)
		prev := kernel.Must(ask(p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note, ipc.MakeSendOnce))
		th.Check(prev == ipc.Null, "%v", prev)
		prev = kernel.Must(ask(p, ipc.MACH_NOTIFY_DEAD_NAME, 0, other, ipc.MakeSendOnce))
		holds(th, "the first request's right", prev, ipc.TypeSendOnce, 0)
		kernel.Must(th.Mach().Send(prev, ipc.NewMessage(3)))
		poll(th, "it leads to the first port", note, 3)
		prev = kernel.Must(ask(p, ipc.MACH_NOTIFY_DEAD_NAME, 0, ipc.Null, ipc.MakeSendOnce))
		holds(th, "cancelled", p, ipc.TypeSendReceive, 1)
		kernel.Must(th.Mach().PortDeallocate(self, prev))
		poll(th, "its right", other, ipc.MACH_NOTIFY_SEND_ONCE)
		kill(th, p)
		silent(th, "cancelled", other)

		// On a dead name at once, with one more reference.
		_, err := ask(p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note, ipc.MakeSendOnce)
		wants(th, "dead name, sync 0", err, ipc.KERN_INVALID_ARGUMENT)
		_, err = ask(p, ipc.MACH_NOTIFY_DEAD_NAME, 1, ipc.Null, ipc.MakeSendOnce)
		wants(th, "dead name, no notify", err, ipc.KERN_INVALID_ARGUMENT)
		kernel.Must(ask(p, ipc.MACH_NOTIFY_DEAD_NAME, 1, note, ipc.MakeSendOnce))
		poll(th, "at once", note, ipc.MACH_NOTIFY_DEAD_NAME)
		holds(th, "dead", p, ipc.TypeDeadName, 2)
		kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightDeadName, 65535-2))
		_, err = ask(p, ipc.MACH_NOTIFY_DEAD_NAME, 1, note, ipc.MakeSendOnce)
		wants(th, "full", err, ipc.KERN_UREFS_OVERFLOW)

		// A dead notify right is refused before anything else is looked at.
		for _, dead := range []ipc.Name{ipc.Dead, p} {
			_, err = ask(0x7700, 5, 9, dead, ipc.MoveSendOnce)
			wants(th, "dead notify", err, ipc.KERN_INVALID_CAPABILITY)
		}
		// A notification to a port that died evaporates.
		q := sendRight(th)
		watch(th, q, ipc.MACH_NOTIFY_DEAD_NAME, 0, other)
		kill(th, other)
		kill(th, q)
		holds(th, "dead, though nobody was told", q, ipc.TypeDeadName, 2)
	}))
}

func TestNoSenders(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self, note, box := th.Mach().Self(), th.NewPort("note"), th.NewPort("box")
		none := func(what string) int64 { return poll(th, what, note, ipc.MACH_NOTIFY_NO_SENDERS).Int(0) }
		p := th.NewPort("p")
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 0, note)
		th.Check(none("at once, there are none") == 0, "count")
		th.Check(!status(th, p).NSRequest, "the request is still there")
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 1, note)
		silent(th, "armed: sync is above the count of rights made", note)
		th.Check(status(th, p).NSRequest, "the request is not there")

		kernel.Must(th.Mach().PortInsertRight(self, p, p, ipc.MakeSend)) // the receiver's own right counts
		kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightSend, 3))    // references of one task are one right
		once := sendOnce(th, p)                                          // send-once rights never count
		kernel.Must(th.Mach().Send(box, ipc.NewMessage(1, ipc.CopyingSend(p))))
		kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightSend, -4))
		silent(th, "one is in transit", note)
		m := poll(th, "transit", box, 1)
		silent(th, "one has arrived", note)
		kernel.Must(th.Mach().PortDeallocate(self, m.Port(0)))
		th.Check(none("the last is gone") == 1, "count")
		silent(th, "once only", note)
		kernel.Must(th.Mach().PortInsertRight(self, p, p, ipc.MakeSend))
		kernel.Must(th.Mach().PortDeallocate(self, p))
		silent(th, "it must be asked for again", note)
		kernel.Must(th.Mach().PortDeallocate(self, once))
		poll(th, "send-once", p, ipc.MACH_NOTIFY_SEND_ONCE)

		// Destination and reply rights in transit count, until they are received or destroyed.
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 3, note)
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(2)))
		silent(th, "the destination right of a queued message", note)
		poll(th, "received", p, 2)
		th.Check(none("received") == 3, "count")
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 4, note)
		kernel.Must(th.Mach().MachMsg(ipc.NewMessage(3).To(box, ipc.MakeSend).ReplyTo(p, ipc.MakeSend), ipc.MACH_SEND_MSG,
			0, 0, 0, 0))
		silent(th, "the reply right of a queued message", note)
		kill(th, box)
		th.Check(none("destroyed with the message") == 4, "count")

		// Death of the port turns the request into a send-once notification.
		kernel.Must(th.Mach().PortInsertRight(self, p, p, ipc.MakeSend))
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 0, note)
		kill(th, p)
		order(th, "death", note, ipc.MACH_NOTIFY_SEND_ONCE)
		// Setting the count back makes an old sync good.
		q := th.NewPort("q")
		kernel.Must(th.Mach().PortSetMSCount(self, q, 7))
		watch(th, q, ipc.MACH_NOTIFY_NO_SENDERS, 7, note)
		th.Check(none("sync is the count") == 7, "count")
	}))
}

// The no-senders request goes along with the receive right.
func TestNoSendersMoves(t *testing.T) {
	carried(t, func(th *kernel.Thread, to ipc.Name) {
		p, note := sendRight(th), th.NewPort("note")
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 0, note)
		watch(th, p, ipc.MACH_NOTIFY_PORT_DESTROYED, 0, note)
		kernel.Must(th.Mach().Send(to, ipc.NewMessage(1, ipc.MovingReceive(p))))
		silent(th, "moved", note)
		th.Sleep(50 * kernel.Millisecond)
		kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), p))
		th.Check(poll(th, "no senders", note, ipc.MACH_NOTIFY_NO_SENDERS).Int(0) == 0, "count")
		th.Sleep(100 * kernel.Millisecond)
		m := poll(th, "the holder's death", note, ipc.MACH_NOTIFY_PORT_DESTROYED)
		th.Check(m.Items[0].Disp == ipc.PortReceive, "%v", m)
		poll(th, "with its queue", m.Port(0), 77)
	}, func(th *kernel.Thread, m *ipc.Message) {
		s := status(th, m.Port(0))
		th.Check(s.NSRequest && s.PDRequest, "%+v", s)
		th.Sleep(60 * kernel.Millisecond)
		kernel.Must(th.Mach().MachMsg(ipc.NewMessage(77).To(m.Port(0), ipc.MakeSendOnce), ipc.MACH_SEND_MSG, 0, 0, 0, 0))
	})
}

// Each way to lose a receive right sends it on when somebody asked for it.
func TestPortDestroyed(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(th *kernel.Thread, n ipc.Name)
	}{
		{"mod_refs", kill},
		{"destroy", func(th *kernel.Thread, n ipc.Name) { kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), n)) }},
		{"in a message", func(th *kernel.Thread, n ipc.Name) {
			box := th.NewPort("box")
			kernel.Must(th.Mach().Send(box, ipc.NewMessage(1, ipc.MovingReceive(n))))
			kill(th, box)
		}},
		{"with its task", func(th *kernel.Thread, n ipc.Name) {
			other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "other", false))
			kernel.Must(th.Mach().PortInsertRight(other, 100, n, ipc.MoveReceive))
			kernel.Must(th.Mach().TaskTerminate(other))
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				note, p := th.NewPort("note"), th.NewPort("p")
				send := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "sender", false))
				kernel.Must(th.Mach().PortInsertRight(send, 200, p, ipc.MakeSend))
				fill(th, p, 2)
				watch(th, p, ipc.MACH_NOTIFY_PORT_DESTROYED, 0, note)
				c.do(th, p)
				m := poll(th, c.what, note, ipc.MACH_NOTIFY_PORT_DESTROYED)
				n := m.Port(0)
				holds(th, "saved", n, ipc.TypeReceive, 0)
				s := status(th, n)
				th.Check(s.MsgCount == 2 && s.SRights && !s.PDRequest && s.MSCount == 0 && s.Seqno == 0, "%+v", s)
				poll(th, "its first message", n, 0)
				th.Check(kernel.Must(th.Mach().PortType(send, 200)) == ipc.TypeSend, "the sender's right died")
			}))
		})
	}
}

// The order of what happens when a port dies: blocked senders, the no-senders
// request, the queue from its head, the dead-name requests in order of their slots.
func TestOrderOfDeath(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		note, p := th.NewPort("note"), sendRight(th)
		first, second, inner := th.NewPort("first"), th.NewPort("second"), sendRight(th)
		others := []ipc.Name{kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "x", false)),
			kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "y", false))}
		for _, k := range others {
			kernel.Must(th.Mach().PortInsertRight(k, 100, p, ipc.MakeSend))
			_, err := th.Mach().PortRequestNotification(k, 100, ipc.MACH_NOTIFY_DEAD_NAME, 0, note, ipc.MakeSendOnce)
			kernel.Must(err)
		}
		watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 0, note)
		watch(th, inner, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(1, ipc.MakingSendOnce(note), ipc.MovingReceive(inner),
			ipc.MakingSendOnce(first))))
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(2, ipc.MakingSendOnce(second), ipc.MakingSendOnce(note))))
		kill(th, p)
		got := []*ipc.Message{
			poll(th, "1: the no-senders request", note, ipc.MACH_NOTIFY_SEND_ONCE),
			poll(th, "2: the first message's item", note, ipc.MACH_NOTIFY_SEND_ONCE),
			poll(th, "3: the port that died with it", note, ipc.MACH_NOTIFY_DEAD_NAME),
			poll(th, "4: the second message's item", note, ipc.MACH_NOTIFY_SEND_ONCE),
			poll(th, "5: slot 1", note, ipc.MACH_NOTIFY_DEAD_NAME),
			poll(th, "6: slot 2", note, ipc.MACH_NOTIFY_DEAD_NAME),
			poll(th, "7: slot 3", note, ipc.MACH_NOTIFY_DEAD_NAME),
		}
		th.Check(got[2].Port(0) == inner && got[4].Port(0) == 100 && got[6].Port(0) == p, "%v", got)
		silent(th, "no more", note)
	}))
}

// mod_refs and destroy on a name with both rights differ in what is told.
func TestDestroyDiffersFromModRefs(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(th *kernel.Thread, n ipc.Name)
		want []int32
	}{
		{"mod_refs", kill, []int32{ipc.MACH_NOTIFY_SEND_ONCE, ipc.MACH_NOTIFY_DEAD_NAME}},
		{"destroy", func(th *kernel.Thread, n ipc.Name) { kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), n)) },
			[]int32{ipc.MACH_NOTIFY_NO_SENDERS, ipc.MACH_NOTIFY_PORT_DELETED}},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				note, p := th.NewPort("note"), sendRight(th)
				watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 0, note)
				watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
				c.do(th, p)
				order(th, c.what, note, c.want...)
			}))
		})
	}
}

// Every send-once right makes exactly one message, however it ends.
func TestSendOnceMakesOneMessage(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(th *kernel.Thread, once ipc.Name)
		want int32
	}{
		{"used", func(th *kernel.Thread, n ipc.Name) { kernel.Must(th.Mach().Send(n, ipc.NewMessage(9))) }, 9},
		{"deallocated", func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), n))
		}, ipc.MACH_NOTIFY_SEND_ONCE},
		{"destroyed", func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), n))
		}, ipc.MACH_NOTIFY_SEND_ONCE},
		{"mod_refs", func(th *kernel.Thread, n ipc.Name) {
			kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), n, ipc.RightSendOnce, -1))
		}, ipc.MACH_NOTIFY_SEND_ONCE},
		{"with a task", func(th *kernel.Thread, n ipc.Name) {
			other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "other", false))
			kernel.Must(th.Mach().PortInsertRight(other, 100, n, ipc.MoveSendOnce))
			kernel.Must(th.Mach().TaskTerminate(other))
		}, ipc.MACH_NOTIFY_SEND_ONCE},
		{"in a queue that dies", func(th *kernel.Thread, n ipc.Name) {
			box := th.NewPort("box")
			kernel.Must(th.Mach().Send(box, ipc.NewMessage(1, ipc.MovingSendOnce(n))))
			kill(th, box)
		}, ipc.MACH_NOTIFY_SEND_ONCE},
		{"in a send that fails", func(th *kernel.Thread, n ipc.Name) {
			m := ipc.NewMessage(1, ipc.MovingSendOnce(n), ipc.CopyingSend(0x7700)).To(th.NewPort(""), ipc.MakeSend)
			wants(th, "bad item", th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0), ipc.MACH_SEND_INVALID_RIGHT)
		}, ipc.MACH_NOTIFY_SEND_ONCE},
		{"as the notify of a request whose port dies", func(th *kernel.Thread, n ipc.Name) {
			p := sendRight(th)
			_, err := th.Mach().PortRequestNotification(th.Mach().Self(), p, ipc.MACH_NOTIFY_NO_SENDERS, 0, n, ipc.MoveSendOnce)
			kernel.Must(err)
			kill(th, p)
		}, ipc.MACH_NOTIFY_SEND_ONCE},
		{"in the hand of a thread that is terminated", func(th *kernel.Thread, n ipc.Name) {
			full := th.NewPort("full")
			fill(th, full, 5)
			k := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(c *kernel.Thread) {
				_ = c.Mach().Send(full, ipc.NewMessage(1, ipc.MovingSendOnce(n)))
			}))
			kernel.Must(th.Mach().ThreadResume(k))
			settle(th)
			kernel.Must(th.Mach().ThreadTerminate(k))
		}, ipc.MACH_NOTIFY_SEND_ONCE},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				p := th.NewPort("p")
				once := sendOnce(th, p)
				c.do(th, once)
				gone(th, c.what, once)
				order(th, c.what, p, c.want)
				th.Check(status(th, p).SORights == 0, "%+v", status(th, p))
			}))
		})
	}
}

// The end of a task ends its rights as destroying each would; whoever asked is told.
func TestDeathOfATask(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		note := th.NewPort("note")
		other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "other", false))
		p, q := th.NewPort("p"), th.NewPort("q")
		kernel.Must(th.Mach().PortInsertRight(other, 100, p, ipc.MakeSend))
		watch(th, p, ipc.MACH_NOTIFY_NO_SENDERS, 0, note)
		_, err := th.Mach().PortRequestNotification(other, 100, ipc.MACH_NOTIFY_DEAD_NAME, 0, note, ipc.MakeSendOnce)
		kernel.Must(err)
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), q, q, ipc.MakeSend))
		kernel.Must(th.Mach().PortInsertRight(other, 101, q, ipc.MoveReceive))
		watch(th, q, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		watch(th, other, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		kernel.Must(th.Mach().TaskTerminate(other))
		ids := map[int32][]ipc.Name{}
		for range 4 {
			m := kernel.Must(th.Mach().ReceiveTimeout(note, 0))
			n := ipc.Null
			if m.ID != ipc.MACH_NOTIFY_NO_SENDERS {
				n = m.Port(0)
			}
			if len(ids) == 0 {
				th.Check(m.ID == ipc.MACH_NOTIFY_DEAD_NAME && n == other, "the task port dies first, not %v", m)
			}
			ids[m.ID] = append(ids[m.ID], n)
		}
		th.Check(len(ids[ipc.MACH_NOTIFY_DEAD_NAME]) == 2 && len(ids[ipc.MACH_NOTIFY_NO_SENDERS]) == 1, "%v", ids)
		th.Check(ids[ipc.MACH_NOTIFY_PORT_DELETED][0] == 100, "%v", ids)
		silent(th, "no more", note)
		holds(th, "the port that died with it", q, ipc.TypeDeadName, 2)
	}))
}
