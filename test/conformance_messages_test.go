package test

import (
	"fmt"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// Errors of the header leave the caller's rights as they were. Of several, the one
// that is looked for first wins.
func TestHeaderErrors(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port, send, reply := th.NewPort("port"), pureSend(th), th.NewPort("reply")
		once, dead, single := sendOnce(th, reply), deadName(th), pureSend(th)
		const unknown = 0x7700
		for _, c := range []struct {
			what  string
			dest  ipc.Name
			by    ipc.Disposition
			reply ipc.Name
			how   ipc.Disposition
			want  ipc.Code
		}{
			{"null destination", ipc.Null, ipc.CopySend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"dead destination", ipc.Dead, ipc.CopySend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"unknown destination", unknown, ipc.CopySend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"dead name as destination", dead, ipc.CopySend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"dead name moved", dead, ipc.MoveSend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"dead name moved as send-once", dead, ipc.MoveSendOnce, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"receive right copied", port, ipc.CopySend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"send right made", send, ipc.MakeSend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"send-once right copied", once, ipc.CopySend, 0, 0, ipc.MACH_SEND_INVALID_DEST},
			{"receive right moved", port, ipc.MoveReceive, 0, 0, ipc.MACH_SEND_INVALID_HEADER},
			{"no disposition", send, 0, 0, 0, ipc.MACH_SEND_INVALID_HEADER},
			{"unknown disposition", send, 22, 0, 0, ipc.MACH_SEND_INVALID_HEADER},
			{"reply without disposition", send, ipc.CopySend, reply, 0, ipc.MACH_SEND_INVALID_HEADER},
			{"receive right as reply", send, ipc.CopySend, reply, ipc.MoveReceive, ipc.MACH_SEND_INVALID_HEADER},
			{"bad header before bad destination", unknown, ipc.CopySend, reply, 7, ipc.MACH_SEND_INVALID_HEADER},
			{"unknown reply", send, ipc.CopySend, unknown, ipc.MakeSendOnce, ipc.MACH_SEND_INVALID_REPLY},
			{"reply of the wrong right", send, ipc.CopySend, send, ipc.MakeSendOnce, ipc.MACH_SEND_INVALID_REPLY},
			{"made from a dead reply", send, ipc.CopySend, dead, ipc.MakeSend, ipc.MACH_SEND_INVALID_REPLY},
			{"bad reply before wrong destination right", port, ipc.CopySend, unknown, ipc.CopySend, ipc.MACH_SEND_INVALID_REPLY},
			{"unknown destination before bad reply", unknown, ipc.CopySend, unknown, ipc.CopySend, ipc.MACH_SEND_INVALID_DEST},
			{"one reference moved twice", single, ipc.MoveSend, single, ipc.MoveSend, ipc.MACH_SEND_INVALID_DEST},
			{"a send-once right moved twice", once, ipc.MoveSendOnce, once, ipc.MoveSendOnce, ipc.MACH_SEND_INVALID_DEST},
		} {
			m := ipc.NewMessage(1, ipc.MovingSend(send)).To(c.dest, c.by).ReplyTo(c.reply, c.how)
			wants(th, c.what, th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG, 0, reply, 0, 0), c.want)
			holds(th, c.what, send, ipc.TypeSend, 1)
			holds(th, c.what, single, ipc.TypeSend, 1)
			holds(th, c.what, once, ipc.TypeSendOnce, 0)
			holds(th, c.what, dead, ipc.TypeDeadName, 1)
		}
		wants(th, "neither half", th.Mach().MachMsg(new(ipc.Message), 0, 0, 0, 0, 0), ipc.MACH_MSG_SUCCESS)
	}))
}

// One name as destination and reply port.
func TestSameNameTwice(t *testing.T) {
	for _, c := range []struct {
		what    string
		refs    int
		by, how ipc.Disposition
		left    ipc.Type
		after   int
	}{
		{"move and copy of one reference", 1, ipc.MoveSend, ipc.CopySend, ipc.TypeReceive, 0},
		{"copy and move of one reference", 1, ipc.CopySend, ipc.MoveSend, ipc.TypeReceive, 0},
		{"move and move of two", 2, ipc.MoveSend, ipc.MoveSend, ipc.TypeReceive, 0},
		{"copy and copy", 1, ipc.CopySend, ipc.CopySend, ipc.TypeSendReceive, 1},
		{"make and make once", 1, ipc.MakeSend, ipc.MakeSendOnce, ipc.TypeSendReceive, 1},
		{"make once and make", 1, ipc.MakeSendOnce, ipc.MakeSend, ipc.TypeSendReceive, 1},
		{"move and make", 1, ipc.MoveSend, ipc.MakeSend, ipc.TypeReceive, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				p := sendRight(th)
				kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), p, ipc.RightSend, c.refs-1))
				m := ipc.NewMessage(1).To(p, c.by).ReplyTo(p, c.how)
				kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0))
				holds(th, "after sending", p, c.left, c.after)
				poll(th, "to itself", p, 1)
			}))
		})
	}
}

// Destination and reply port change sides; the types say which rights they are.
func TestReceivedHeader(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p, reply := th.NewPort("p"), th.NewPort("reply")
		m := ipc.NewMessage(5).To(p, ipc.MakeSend).ReplyTo(reply, ipc.MakeSendOnce)
		kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0))
		m = poll(th, "request", p, 5)
		th.Check(m.Local == p && m.LocalType == ipc.PortSend && m.RemoteType == ipc.PortSendOnce && m.Seqno == 0 &&
			m.Size == 24, "%v", m)
		// The header as it came is good for the answer, with no reply port.
		m.Local = ipc.Null
		kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0))
		m = poll(th, "answer", reply, 5)
		th.Check(m.Local == reply && m.LocalType == ipc.PortSendOnce && m.Remote == ipc.Null, "%v", m)
		for i := range 3 {
			kernel.Must(th.Mach().Send(p, ipc.NewMessage(6)))
			m = poll(th, "numbered", p, 6)
			th.Check(m.Seqno == uint32(i+1), "%v", m)
		}
		kernel.Must(th.Mach().PortSetSeqno(th.Mach().Self(), p, 40))
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(7)))
		th.Check(poll(th, "numbered", p, 7).Seqno == 40, "the sequence number that was set")
		th.Check(status(th, p).Seqno == 41, "%+v", status(th, p))
	}))
}

// What a sender gets back when its message could not be queued.
func TestPseudoReceive(t *testing.T) {
	for _, c := range []struct {
		what string
		opt  ipc.Option
		want ipc.Code
	}{
		{"timed out", ipc.MACH_SEND_TIMEOUT, ipc.MACH_SEND_TIMED_OUT},
		{"bad notify", ipc.MACH_SEND_NOTIFY, ipc.MACH_SEND_INVALID_NOTIFY},
		{"interrupted", 0, ipc.MACH_SEND_INTERRUPTED},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "other", false))
				full := twoRefs(th)
				fill(th, full, 5)
				kernel.Must(th.Mach().PortInsertRight(other, 100, full, ipc.MoveReceive)) // only a send right is left
				made, moved, receive, reply := th.NewPort("made"), pureSend(th), th.NewPort("receive"), th.NewPort("reply")
				once := sendOnce(th, made)
				if c.want == ipc.MACH_SEND_INTERRUPTED {
					own := th.Mach().ThreadSelf()
					fork(th, func(k *kernel.Thread) { k.Sleep(3 * kernel.Millisecond); kernel.Must(k.Mach().ThreadAbort(own)) })
				}
				m := ipc.NewMessage(9, 17, ipc.MakingSend(made), ipc.MovingSend(moved), ipc.MovingReceive(receive),
					ipc.MovingSendOnce(once), ipc.MakingSendOnce(made), ipc.CopyingSend(full))
				m.To(full, ipc.MoveSend).ReplyTo(reply, ipc.MakeSendOnce)
				wants(th, c.what, th.Mach().MachMsg(m, c.opt|ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG, 0, reply, 0, 0x7700), c.want)
				th.Check(m.ID == 9 && m.Int(0) == 17, "%v", m)
				th.Check(m.RemoteType == ipc.MoveSend && m.LocalType == ipc.MoveSendOnce, "header types of %v", m)
				holds(th, "destination", m.Remote, ipc.TypeSend, 3)
				holds(th, "reply", m.Local, ipc.TypeSendOnce, 0)
				for i, want := range []ipc.Disposition{ipc.MoveSend, ipc.MoveSend, ipc.MoveReceive, ipc.MoveSendOnce,
					ipc.MoveSendOnce, ipc.MoveSend} {
					th.Check(m.Items[i+1].Disp == want, "item %d comes back as %v", i+1, m.Items[i+1].Disp)
				}
				th.Check(m.Port(1) == made, "a made send right is not under its receive right's name")
				holds(th, "made", made, ipc.TypeSendReceive, 1)
				holds(th, "moved", m.Port(2), ipc.TypeSend, 1)
				holds(th, "receive", m.Port(3), ipc.TypeReceive, 0)
				holds(th, "once", m.Port(4), ipc.TypeSendOnce, 0)
				silent(th, "no right was lost", reply)
				// It can be sent again as it is.
				kernel.Must(th.Mach().PortExtractRight(other, 100, ipc.MoveReceive))
				poll(th, "room", m.Remote, 0)
				kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, 0, 0, 0, 0))
			}))
		})
	}
}

// A receive right in its own queue would never be heard of again: it is destroyed.
func TestCircularRights(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		note := th.NewPort("note")
		p := sendRight(th)
		watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		kernel.Must(th.Mach().Send(p, ipc.NewMessage(1, ipc.MovingReceive(p))))
		poll(th, "its own receive right", note, ipc.MACH_NOTIFY_DEAD_NAME)
		holds(th, "the name", p, ipc.TypeDeadName, 2)

		a, b := sendRight(th), sendRight(th)
		watch(th, a, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		watch(th, b, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		kernel.Must(th.Mach().Send(a, ipc.NewMessage(1, ipc.MovingReceive(b))))
		silent(th, "a is still held", note)
		kernel.Must(th.Mach().Send(b, ipc.NewMessage(1, ipc.MovingReceive(a))))
		got := map[ipc.Name]bool{}
		for range 2 {
			got[poll(th, "a chain of two", note, ipc.MACH_NOTIFY_DEAD_NAME).Port(0)] = true
		}
		th.Check(got[a] && got[b], "%v", got)
	}))
}

// A receive right that moves takes its queue and its blocked senders along.
func TestMovedReceiveRight(t *testing.T) {
	carried(t, func(th *kernel.Thread, to ipc.Name) {
		p := th.NewPort("p")
		kernel.Must(th.Mach().PortSetSeqno(th.Mach().Self(), p, 9))
		fill(th, p, 5)
		sent := 0
		for i := range 2 {
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(p, ipc.NewMessage(int32(100+i)))); sent++ })
			settle(th)
		}
		var waited error
		q := th.NewPort("q")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), q, q, ipc.MakeSend))
		fork(th, func(c *kernel.Thread) { _, waited = c.Mach().Receive(q) })
		settle(th)
		kernel.Must(th.Mach().Send(to, ipc.NewMessage(1, ipc.MovingReceive(p), ipc.MovingReceive(q))))
		settle(th)
		wants(th, "who waited", waited, ipc.MACH_RCV_PORT_DIED)
		holds(th, "q", q, ipc.TypeSend, 1)
		th.Check(sent == 0, "a blocked sender was woken by the move")
		th.Sleep(100 * kernel.Millisecond)
		th.Check(sent == 2, "%d blocked senders were let in", sent)
	}, func(th *kernel.Thread, m *ipc.Message) {
		p := m.Port(0)
		for i := range 7 {
			want := int32(i)
			if i >= 5 {
				want += 95
			}
			m := kernel.Must(th.Mach().Receive(p))
			th.Check(m.ID == want && m.Seqno == uint32(i) && m.Local == p, "message %d: %v", i, m)
			th.Sleep(2 * kernel.Millisecond)
		}
		th.Sleep(100 * kernel.Millisecond)
	})
}

// Only ordinary senders heed the limit, but every message counts.
func TestSendOnceRightsIgnoreTheLimit(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p := th.NewPort("p")
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), p, 1))
		for i := range 3 {
			once := sendOnce(th, p)
			kernel.Must(th.Mach().MachMsg(ipc.NewMessage(int32(i)).To(once, ipc.MoveSendOnce),
				ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, 0, 0, 0, 0))
			gone(th, "a used send-once right", once)
		}
		th.Check(status(th, p).MsgCount == 3, "%+v", status(th, p))
		entered := false
		fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(p, ipc.NewMessage(9))); entered = true })
		for i := range 3 {
			settle(th)
			th.Check(!entered, "a sender came in with %d messages there", 3-i)
			poll(th, "once", p, int32(i))
		}
		settle(th)
		th.Check(entered, "the sender was not woken")
		poll(th, "the sender's", p, 9)
	}))
}

// A sender that blocks, or whose message is on its way, has sent when the port dies.
func TestSendersToADyingPort(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p, reply, item := sendRight(th), th.NewPort("reply"), th.NewPort("item")
		fill(th, p, 5)
		var codes [3]error
		for i := range codes {
			fork(th, func(c *kernel.Thread) {
				m := ipc.NewMessage(9, ipc.MakingSendOnce(item)).To(p, ipc.CopySend).ReplyTo(reply, ipc.MakeSendOnce)
				codes[i] = c.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_SEND_TIMEOUT, 0, 0, 1000, 0)
			})
		}
		settle(th)
		kill(th, p)
		settle(th)
		for i := range codes {
			wants(th, "blocked sender", codes[i], ipc.MACH_MSG_SUCCESS)
			poll(th, "its reply right", reply, ipc.MACH_NOTIFY_SEND_ONCE)
			poll(th, "its item", item, ipc.MACH_NOTIFY_SEND_ONCE)
		}
		silent(th, "exactly one each", reply)
		wants(th, "sending to a dead name", th.Mach().Send(p, ipc.NewMessage(1)), ipc.MACH_SEND_INVALID_DEST)
	}))
}

// The timeout holds for each half of a combined call, and a send that did not
// succeed skips the receive.
func TestCombinedCalls(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		const both = ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG | ipc.MACH_SEND_TIMEOUT | ipc.MACH_RCV_TIMEOUT
		p, in := th.NewPort("p"), th.NewPort("in")
		fill(th, p, 5)
		fork(th, func(c *kernel.Thread) { c.Sleep(30 * kernel.Millisecond); poll(c, "room", p, 0) })
		start := th.Clock()
		wants(th, "no answer", th.Mach().MachMsg(ipc.NewMessage(9).To(p, ipc.MakeSend), both, 0, in, 40, 0),
			ipc.MACH_RCV_TIMED_OUT)
		took := th.Clock() - start
		th.Check(took >= 70_000 && took < 75_000, "30 ms for room and 40 ms for no answer took %d us", took)
		kernel.Must(th.Mach().Send(in, ipc.NewMessage(3)))
		m := ipc.NewMessage(9).To(p, ipc.MakeSend)
		wants(th, "no room", th.Mach().MachMsg(m, both, 0, in, 10, 0), ipc.MACH_SEND_TIMED_OUT)
		note := th.NewPort("note")
		wants(th, "forced", th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG|ipc.MACH_SEND_NOTIFY, 0, in, 0, note),
			ipc.MACH_SEND_WILL_NOTIFY)
		poll(th, "the receive half was skipped", in, 3)
		kernel.Must(th.Mach().Send(in, ipc.NewMessage(4)))
		poll(th, "room", p, 1)
		poll(th, "room", p, 2)
		kernel.Must(th.Mach().MachMsg(m.To(p, ipc.MakeSend).ReplyTo(0, 0), both, 0, in, 10, 0))
		th.Check(m.ID == 4 && m.Local == in, "%v", m)
		for _, n := range []ipc.Name{ipc.Null, ipc.Dead, 0x7700, sendOnce(th, in), deadName(th)} {
			_, err := th.Mach().Receive(n)
			wants(th, "receiving from what is no receive right", err, ipc.MACH_RCV_INVALID_NAME)
		}
	}))
}

// Forcing a message in.
func TestSendNotify(t *testing.T) {
	const force = ipc.MACH_SEND_MSG | ipc.MACH_SEND_NOTIFY
	conform(t, alone(func(th *kernel.Thread) {
		p, note := sendRight(th), th.NewPort("note")
		msg := func(id int32) *ipc.Message { return ipc.NewMessage(id).To(p, ipc.CopySend) }
		for i := range 5 { // there is room: an ordinary send, whatever notify is
			kernel.Must(th.Mach().MachMsg(msg(int32(i)), force, 0, 0, 0, ipc.Null))
		}
		wants(th, "bad notify", th.Mach().MachMsg(msg(5), force, 0, 0, 0, ipc.Null), ipc.MACH_SEND_INVALID_NOTIFY)
		kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), p)) // of the message handed back
		start := th.Clock()
		wants(th, "with timeout", th.Mach().MachMsg(msg(5), force|ipc.MACH_SEND_TIMEOUT, 0, 0, 20, note),
			ipc.MACH_SEND_WILL_NOTIFY)
		th.Check(th.Clock()-start >= 20_000, "the timeout was not waited for")
		holds(th, "pending", p, ipc.TypeSendReceive|ipc.TypeMARequest, 1)
		wants(th, "a second", th.Mach().MachMsg(msg(6), force, 0, 0, 0, note), ipc.MACH_SEND_NOTIFY_IN_PROGRESS)
		kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), p))
		for i := range 5 {
			poll(th, "queued", p, int32(i))
		}
		silent(th, "not accepted yet", note)
		poll(th, "forced", p, 5)
		th.Check(poll(th, "accepted", note, ipc.MACH_NOTIFY_MSG_ACCEPTED).Port(0) == p, "another name")
		holds(th, "accepted", p, ipc.TypeSendReceive, 1)

		// The name is null when the right is gone meanwhile; the port's death gives a
		// send-once notification.
		other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "other", false))
		for i := range 5 {
			kernel.Must(th.Mach().Send(p, ipc.NewMessage(int32(i))))
		}
		wants(th, "forced", th.Mach().MachMsg(msg(7), force, 0, 0, 0, note), ipc.MACH_SEND_WILL_NOTIFY)
		kernel.Must(th.Mach().PortInsertRight(other, 100, p, ipc.MoveReceive))
		kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), p))
		p = kernel.Must(th.Mach().PortExtractRight(other, 100, ipc.MoveReceive))
		for range 6 {
			kernel.Must(th.Mach().Receive(p))
		}
		th.Check(poll(th, "accepted", note, ipc.MACH_NOTIFY_MSG_ACCEPTED).Port(0) == ipc.Null,
			"a name for a right that is gone")
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), p, p, ipc.MakeSend))
		fill(th, p, 5)
		wants(th, "forced", th.Mach().MachMsg(msg(8), force, 0, 0, 0, note), ipc.MACH_SEND_WILL_NOTIFY)
		kill(th, p)
		poll(th, "the destination died", note, ipc.MACH_NOTIFY_SEND_ONCE)
	}))
}

// Cancelling the port-deleted notification of the last reference that is moved.
func TestSendCancel(t *testing.T) {
	const cancel = ipc.MACH_SEND_MSG | ipc.MACH_SEND_CANCEL
	conform(t, alone(func(th *kernel.Thread) {
		note, elsewhere := th.NewPort("note"), th.NewPort("elsewhere")
		for _, c := range []struct {
			opt    ipc.Option
			notify ipc.Name
			told   bool
		}{
			{ipc.MACH_SEND_MSG, ipc.Null, true}, {cancel, note, false}, {cancel, elsewhere, true},
		} {
			p := pureSend(th)
			watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
			kernel.Must(th.Mach().MachMsg(ipc.NewMessage(1).To(p, ipc.MoveSend), c.opt, 0, 0, 0, c.notify))
			gone(th, "the moved right", p)
			if c.told {
				th.Check(poll(th, "moved away", note, ipc.MACH_NOTIFY_PORT_DELETED).Port(0) == p, "another name")
			}
			silent(th, "once at most", note)
		}
		p := pureSend(th)
		for _, n := range []ipc.Name{0x7700, p} {
			wants(th, "notify is no receive right", th.Mach().MachMsg(ipc.NewMessage(1).To(p, ipc.MoveSend), cancel, 0, 0, 0,
				n), ipc.MACH_SEND_INVALID_NOTIFY)
			wants(th, "bad notify before bad destination",
				th.Mach().MachMsg(ipc.NewMessage(1).To(0x7700, ipc.MoveSend), cancel, 0, 0, 0, n), ipc.MACH_SEND_INVALID_NOTIFY)
			wants(th, "bad header before bad notify", th.Mach().MachMsg(ipc.NewMessage(1).To(p, 0), cancel, 0, 0, 0, n),
				ipc.MACH_SEND_INVALID_HEADER)
		}
		holds(th, "untouched", p, ipc.TypeSend, 1)
	}))
}

// A dead-name request on the reply right, made by the receive itself.
func TestReceiveNotify(t *testing.T) {
	const watching = ipc.MACH_RCV_MSG | ipc.MACH_RCV_NOTIFY
	conform(t, alone(func(th *kernel.Thread) {
		p, note := th.NewPort("p"), th.NewPort("note")
		ask := func(d ipc.Disposition) ipc.Name {
			reply := th.NewPort("reply")
			kernel.Must(th.Mach().MachMsg(ipc.NewMessage(1).To(p, ipc.MakeSend).ReplyTo(reply, d), ipc.MACH_SEND_MSG, 0, 0, 0,
				0))
			return reply
		}
		reply := ask(ipc.MakeSendOnce)
		m := new(ipc.Message)
		kernel.Must(th.Mach().MachMsg(m, watching, 0, p, 0, note))
		holds(th, "reply right", m.Remote, ipc.TypeSendOnce|ipc.TypeDNRequest, 0)
		kill(th, reply)
		th.Check(poll(th, "the client is gone", note, ipc.MACH_NOTIFY_DEAD_NAME).Port(0) == m.Remote, "another name")
		holds(th, "reply right", m.Remote, ipc.TypeDeadName, 2)

		reply = ask(ipc.MakeSendOnce)
		kernel.Must(th.Mach().MachMsg(m, watching, 0, p, 0, note))
		right := m.Remote
		kernel.Must(th.Mach().MachMsg(ipc.NewMessage(2).To(right, ipc.MoveSendOnce), ipc.MACH_SEND_MSG, 0, 0, 0, 0))
		poll(th, "answer", reply, 2)
		th.Check(poll(th, "the right was used", note, ipc.MACH_NOTIFY_PORT_DELETED).Port(0) == right, "another name")

		reply = ask(ipc.MakeSendOnce)
		wants(th, "bad notify", th.Mach().MachMsg(m, watching, 0, p, 0, 0x7700), ipc.MACH_RCV_INVALID_NOTIFY)
		th.Check(m.Local == p && m.Remote == ipc.Null && len(m.Items) == 0, "only the header: %v", m)
		poll(th, "the message was destroyed", reply, ipc.MACH_NOTIFY_SEND_ONCE)
	}))
}

func TestTooLarge(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p, reply, item := th.NewPort("p"), th.NewPort("reply"), th.NewPort("item")
		big := func() {
			m := ipc.NewMessage(8, "0123456789", ipc.MakingSendOnce(item)).To(p, ipc.MakeSend).ReplyTo(reply, ipc.MakeSendOnce)
			kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0))
		}
		big()
		m := new(ipc.Message)
		wants(th, "kept", th.Mach().MachMsg(m, ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE, 30, p, 0, 0), ipc.MACH_RCV_TOO_LARGE)
		need := int(m.Size)
		th.Check(need > 30 && status(th, p).MsgCount == 1, "size %d", need)
		kernel.Must(th.Mach().MachMsg(m, ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE, need, p, 0, 0))
		th.Mach().Destroy(m)
		poll(th, "reply right", reply, ipc.MACH_NOTIFY_SEND_ONCE)
		poll(th, "item", item, ipc.MACH_NOTIFY_SEND_ONCE)
		big()
		wants(th, "consumed", th.Mach().MachMsg(m, ipc.MACH_RCV_MSG, need-1, p, 0, 0), ipc.MACH_RCV_TOO_LARGE)
		th.Check(int(m.Size) == need && m.Local == p && m.Remote == ipc.Null && len(m.Items) == 0 && m.ID == 8,
			"only the header: %v", m)
		poll(th, "reply right", reply, ipc.MACH_NOTIFY_SEND_ONCE)
		poll(th, "item", item, ipc.MACH_NOTIFY_SEND_ONCE)
		silent(th, "consumed", p)

		// Who waits with too small a buffer is turned away, and the next one gets it.
		var small, large error
		fork(th, func(c *kernel.Thread) {
			small = c.Mach().MachMsg(new(ipc.Message), ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE, 30, p, 0, 0)
		})
		settle(th)
		fork(th, func(c *kernel.Thread) {
			large = c.Mach().MachMsg(new(ipc.Message), ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE, 500, p, 0, 0)
		})
		settle(th)
		big()
		settle(th)
		wants(th, "the small buffer", small, ipc.MACH_RCV_TOO_LARGE)
		wants(th, "the large buffer", large, ipc.MACH_MSG_SUCCESS)
	}))
}

// Messages of a set come in order of arrival; a port that joins brings its own to the
// end, and takes them along when it leaves.
func TestSetQueue(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a, b, c, set := th.NewPort("a"), th.NewPort("b"), th.NewPort("c"), th.NewPortSet("set")
		send := func(to ipc.Name, id int32) { kernel.Must(th.Mach().Send(to, ipc.NewMessage(id))) }
		kernel.Must(th.Mach().PortMoveMember(self, a, set))
		kernel.Must(th.Mach().PortMoveMember(self, b, set))
		send(c, 1)
		send(a, 2)
		send(b, 3)
		send(a, 4)
		kernel.Must(th.Mach().PortMoveMember(self, c, set))
		send(b, 5)
		kernel.Must(th.Mach().PortMoveMember(self, a, ipc.Null))
		var got []string
		for range 3 {
			m := kernel.Must(th.Mach().Receive(set))
			th.Check(m.Local == b || m.Local == c, "%v", m)
			got = append(got, fmt.Sprint(m.ID, m.Seqno))
		}
		th.Check(fmt.Sprint(got) == "[3 0 1 0 5 1]", "%v", got)
		silent(th, "the set", set)
		poll(th, "left", a, 2)
		poll(th, "left", a, 4)
		// A sender blocked on a port is not let in by its joining a set.
		fill(th, a, 5)
		sent := false
		fork(th, func(k *kernel.Thread) { kernel.Must(k.Mach().Send(a, ipc.NewMessage(9))); sent = true })
		settle(th)
		kernel.Must(th.Mach().PortMoveMember(self, a, set))
		settle(th)
		th.Check(!sent, "joining a set made room")
		kernel.Must(th.Mach().Receive(set))
		settle(th)
		th.Check(sent, "no room was made")
	}))
}

// The message calls of Mach 2.5 and their codes.
func TestMach25Messages(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p, reply, item := sendRight(th), th.NewPort("reply"), th.NewPort("item")
		msg := func(items ...any) *ipc.Message { return ipc.NewMessage(7, items...).To(p, ipc.CopySend) }
		for what, m := range map[string]*ipc.Message{
			"unknown destination": ipc.NewMessage(1).To(0x7700, ipc.CopySend),
			"dead destination":    ipc.NewMessage(1).To(deadName(th), ipc.CopySend),
			"unknown reply":       msg().ReplyTo(0x7700, ipc.CopySend),
			"bad right":           msg(ipc.MovingSendOnce(p)),
			"bad type":            msg(ipc.Item{Kind: 77}),
		} {
			wants(th, what, th.Mach25().MsgSend(m, 0, 0), ipc.SEND_INVALID_PORT)
		}
		wants(th, "bad memory", th.Mach25().MsgSend(msg(ipc.OutOfLine(0x5000_0000, 10, false)), 0, 0),
			ipc.SEND_INVALID_MEMORY)
		for range 5 {
			kernel.Must(th.Mach25().MsgSend(msg(), ipc.SEND_TIMEOUT, 0))
		}
		wants(th, "full", th.Mach25().MsgSend(msg(ipc.MakingSendOnce(item)), ipc.SEND_TIMEOUT, 10), ipc.SEND_TIMED_OUT)
		poll(th, "the message was destroyed", item, ipc.MACH_NOTIFY_SEND_ONCE)
		wants(th, "forced", th.Mach25().MsgRPC(msg().ReplyTo(reply, ipc.MakeSend), ipc.SEND_NOTIFY, 0, 0, 0),
			ipc.SEND_WILL_NOTIFY)
		wants(th, "forced again", th.Mach25().MsgSend(msg(), ipc.SEND_NOTIFY, 0), ipc.SEND_NOTIFY_IN_PROGRESS)
		var aborted error
		own := th.Mach().ThreadSelf()
		fork(th, func(c *kernel.Thread) { c.Sleep(5 * kernel.Millisecond); kernel.Must(c.Mach().ThreadAbort(own)) })
		aborted = th.Mach25().MsgSend(msg(), ipc.SEND_INTERRUPT, 0)
		wants(th, "send aborted", aborted, ipc.SEND_INTERRUPTED)
		for range 6 {
			m := &ipc.Message{Header: ipc.Header{Local: p}}
			kernel.Must(th.Mach25().MsgReceive(m, ipc.RCV_TIMEOUT, 0))
		}
		th.Check(poll(th, "accepted", th.Mach25().TaskNotify(), ipc.MACH_NOTIFY_MSG_ACCEPTED).Port(0) == p, "another name")
		empty := &ipc.Message{Header: ipc.Header{Local: p}}
		wants(th, "empty", th.Mach25().MsgReceive(empty, ipc.RCV_TIMEOUT|ipc.RCV_NO_SENDERS, 10), ipc.RCV_TIMED_OUT)
		fork(th, func(c *kernel.Thread) { c.Sleep(5 * kernel.Millisecond); kernel.Must(c.Mach().ThreadAbort(own)) })
		wants(th, "receive aborted", th.Mach25().MsgReceive(empty, ipc.RCV_INTERRUPT, 0), ipc.RCV_INTERRUPTED)

		kernel.Must(th.Mach25().MsgSend(msg("a long text"), 0, 0))
		large := &ipc.Message{Header: ipc.Header{Local: p, Size: 25}}
		wants(th, "too large", th.Mach25().MsgReceive(large, 0, 0), ipc.RCV_TOO_LARGE)
		large.Local = p
		kernel.Must(th.Mach25().MsgReceive(large, 0, 0))
		th.Check(large.Text(0) == "a long text", "%v", large)

		set := th.NewPortSet("set")
		fork(th, func(c *kernel.Thread) {
			c.Sleep(5 * kernel.Millisecond)
			kernel.Must(c.Mach().PortMoveMember(c.Mach().Self(), p, set))
		})
		wants(th, "put into a set", th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: p}}, 0, 0),
			ipc.RCV_PORT_CHANGE)
		wants(th, "in a set", th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: p}}, 0, 0), ipc.RCV_INVALID_PORT)
		fork(th, func(c *kernel.Thread) { c.Sleep(5 * kernel.Millisecond); kill(c, reply) })
		wants(th, "died", th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: reply}}, 0, 0), ipc.RCV_INVALID_PORT)
	}))
}

// Remote calls by the conventions of MIG.
func TestCallConventions(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p := th.NewPort("server")
		fork(th, func(c *kernel.Thread) {
			m := kernel.Must(c.Mach().Receive(p))
			c.Check(m.RemoteType == ipc.PortSendOnce, "the reply right is %v", m.RemoteType)
			kernel.Must(c.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)+1)))
			m = kernel.Must(c.Mach().Receive(p))
			c.Mach().Destroy(m) // the request is thrown away
			kernel.Must(c.Mach().Receive(p))
			kill(c, p) // the second of two dies in the queue, the first in the server's hand
		})
		m := kernel.Must(th.Mach().RPC(p, ipc.NewMessage(40, 5)))
		th.Check(m.ID == 140 && m.Int(0) == 6, "%v", m)
		_, err := th.Mach().RPC(p, ipc.NewMessage(41))
		wants(th, "thrown away", err, ipc.MIG_SERVER_DIED)
		var second error
		fork(th, func(c *kernel.Thread) {
			c.Sleep(1 * kernel.Millisecond)
			_, second = c.Mach().RPC(p, ipc.NewMessage(43))
		})
		_, err = th.Mach().RPCTimeout(p, ipc.NewMessage(42), 50)
		wants(th, "never answered", err, ipc.MACH_RCV_TIMED_OUT)
		th.Check(second == ipc.MIG_SERVER_DIED.Err() || second == ipc.MACH_SEND_INVALID_DEST.Err(), "%v", second)
	}))
}
