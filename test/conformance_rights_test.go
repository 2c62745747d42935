package test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// carried runs a sender and a receiver in two tasks. The sender has a right to the
// receiver's port; the receiver gets the first message.
func carried(t *testing.T, send func(th *kernel.Thread, to ipc.Name), got func(th *kernel.Thread, m *ipc.Message)) {
	t.Helper()
	conform(t, func(b *kernel.Boot) {
		var port, to ipc.Name
		h := b.Host("a")
		receiver := b.Task(h, "receiver", func(th *kernel.Thread) {
			m := kernel.Must(th.Mach().Receive(port))
			th.Sleep(20 * kernel.Millisecond) // for the sender to look at what it has left
			got(th, m)
		})
		sender := b.Task(h, "sender", func(th *kernel.Thread) { send(th, to) })
		port = b.Port(receiver, "p")
		to = b.Send(receiver, port, sender)
	})
}

// Each way to carry a right in a body: what it leaves to the sender, and what arrives.
func TestDispositionsThroughMessages(t *testing.T) {
	for _, c := range []struct {
		what     string
		make     func(*kernel.Thread) ipc.Name
		disp     ipc.Disposition
		left     ipc.Type // 0: the name is gone
		refs     int
		arrives  ipc.Disposition
		gets     ipc.Type // 0: a dead right
		mscount  uint32
		srights  bool
		sorights uint32
	}{
		{"the receive right alone", newPort, ipc.MoveReceive, 0, 0, ipc.PortReceive, ipc.TypeReceive, 0, false, 0},
		{"the receive right, a send right stays", sendRight, ipc.MoveReceive, ipc.TypeSend, 1, ipc.PortReceive,
			ipc.TypeReceive, 0, true, 0},
		{"the last send right beside a receive right", sendRight, ipc.MoveSend, ipc.TypeReceive, 0, ipc.PortSend,
			ipc.TypeSend, 1, true, 0},
		{"one of two send rights", twoRefs, ipc.MoveSend, ipc.TypeSendReceive, 1, ipc.PortSend, ipc.TypeSend, 2, true, 0},
		{"a copy", sendRight, ipc.CopySend, ipc.TypeSendReceive, 1, ipc.PortSend, ipc.TypeSend, 1, true, 0},
		{"a new send right", newPort, ipc.MakeSend, ipc.TypeReceive, 0, ipc.PortSend, ipc.TypeSend, 1, true, 0},
		{"a new send-once right", newPort, ipc.MakeSendOnce, ipc.TypeReceive, 0, ipc.PortSendOnce, ipc.TypeSendOnce, 0,
			false, 1},
		{"a copy of a dead name", deadName, ipc.CopySend, ipc.TypeDeadName, 1, ipc.PortSend, 0, 0, false, 0},
		{"a dead name moved as a send right", deadName, ipc.MoveSend, 0, 0, ipc.PortSend, 0, 0, false, 0},
		{"a dead name moved as a send-once right", deadName, ipc.MoveSendOnce, 0, 0, ipc.PortSendOnce, 0, 0, false, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			carried(t, func(th *kernel.Thread, to ipc.Name) {
				n := c.make(th)
				item := ipc.Item{Kind: ipc.KindPort, Disp: c.disp, Num: uint64(n)}
				kernel.Must(th.Mach().Send(to, ipc.NewMessage(1, item)))
				if c.left == 0 {
					gone(th, "the sender's name", n)
				} else {
					holds(th, "the sender's name", n, c.left, c.refs)
				}
				if c.left&ipc.TypeReceive != 0 {
					s := status(th, n)
					th.Check(s.MSCount == c.mscount && s.SRights == c.srights && s.SORights == c.sorights, "status %+v", s)
				}
				th.Sleep(100 * kernel.Millisecond) // the ports live until the receiver has looked
			}, func(th *kernel.Thread, m *ipc.Message) {
				th.Check(m.Items[0].Disp == c.arrives, "arrived as %v", m.Items[0].Disp)
				if c.gets == 0 {
					th.Check(m.Port(0) == ipc.Dead, "a dead right arrives as %v", m.Port(0))
					return
				}
				holds(th, "the receiver's name", m.Port(0), c.gets, 1)
				if c.gets == ipc.TypeReceive {
					s := status(th, m.Port(0))
					th.Check(s.Seqno == 0 && s.MSCount == 0 && s.SRights == c.srights, "status %+v", s)
				}
			})
		})
	}
}

func newPort(th *kernel.Thread) ipc.Name { return th.NewPort("") }

func twoRefs(th *kernel.Thread) ipc.Name {
	n := sendRight(th)
	kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), n, n, ipc.MakeSend))
	return n
}

func pureSend(th *kernel.Thread) ipc.Name {
	n := sendRight(th)
	other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "", false))
	kernel.Must(th.Mach().PortInsertRight(other, 100, n, ipc.MoveReceive))
	return n
}

func pureSendOnce(th *kernel.Thread) ipc.Name { return sendOnce(th, th.NewPort("")) }

func portSet(th *kernel.Thread) ipc.Name { return th.NewPortSet("") }

func TestBodyRightsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		what string
		make func(*kernel.Thread) ipc.Name
		disp ipc.Disposition
		want ipc.Code
	}{
		{"making a send right from a send right", pureSend, ipc.MakeSend, ipc.MACH_SEND_INVALID_RIGHT},
		{"making a send-once right from a send right", pureSend, ipc.MakeSendOnce, ipc.MACH_SEND_INVALID_RIGHT},
		{"moving a receive right that is none", pureSend, ipc.MoveReceive, ipc.MACH_SEND_INVALID_RIGHT},
		{"moving a send-once right that is none", pureSend, ipc.MoveSendOnce, ipc.MACH_SEND_INVALID_RIGHT},
		{"copying from a receive right", newPort, ipc.CopySend, ipc.MACH_SEND_INVALID_RIGHT},
		{"moving a send right from a receive right", newPort, ipc.MoveSend, ipc.MACH_SEND_INVALID_RIGHT},
		{"copying a send-once right", pureSendOnce, ipc.CopySend, ipc.MACH_SEND_INVALID_RIGHT},
		{"a set", portSet, ipc.MoveReceive, ipc.MACH_SEND_INVALID_RIGHT},
		{"making from a dead name", deadName, ipc.MakeSend, ipc.MACH_SEND_INVALID_RIGHT},
		{"an unknown name", func(*kernel.Thread) ipc.Name { return 0x7700 }, ipc.CopySend, ipc.MACH_SEND_INVALID_RIGHT},
		{"an unknown disposition", newPort, 15, ipc.MACH_SEND_INVALID_TYPE},
		{"a disposition too high", newPort, 22, ipc.MACH_SEND_INVALID_TYPE},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				dest, reply, watched := th.NewPort("dest"), th.NewPort("reply"), sendRight(th)
				n := c.make(th)
				m := ipc.NewMessage(1, ipc.MovingSend(watched), ipc.Item{Kind: ipc.KindPort, Disp: c.disp, Num: uint64(n)})
				m.To(dest, ipc.MakeSend).ReplyTo(reply, ipc.MakeSendOnce)
				wants(th, c.what, th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0), c.want)
				// What was taken before the bad item is destroyed, the header's rights too.
				holds(th, "the right of the first item", watched, ipc.TypeReceive, 0)
				poll(th, "the reply right was thrown away", reply, ipc.MACH_NOTIFY_SEND_ONCE)
				silent(th, "nothing was sent", dest)
				th.Check(!status(th, dest).SRights, "the destination right is left over")
			}))
		})
	}
}

func TestNullAndDeadPassThrough(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port := th.NewPort("p")
		for d := ipc.MoveReceive; d <= ipc.MakeSendOnce; d++ {
			kernel.Must(th.Mach().Send(port, ipc.NewMessage(1,
				ipc.Item{Kind: ipc.KindPort, Disp: d, Num: uint64(ipc.Null)},
				ipc.Item{Kind: ipc.KindPort, Disp: d, Num: uint64(ipc.Dead)})))
			m := poll(th, "null and dead", port, 1)
			th.Check(m.Port(0) == ipc.Null && m.Port(1) == ipc.Dead, "with %v: %v", d, m)
		}
		m := ipc.NewMessage(2).To(port, ipc.MakeSend).ReplyTo(ipc.Dead, ipc.CopySend)
		kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0))
		th.Check(poll(th, "dead reply", port, 2).Remote == ipc.Dead, "a dead reply port arrives as another")
		dead := deadName(th)
		m = ipc.NewMessage(3).To(port, ipc.MakeSend).ReplyTo(dead, ipc.MoveSendOnce)
		kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG, 0, 0, 0, 0))
		th.Check(poll(th, "dead name as reply", port, 3).Remote == ipc.Dead, "a dead reply name arrives as another")
		gone(th, "the dead name", dead)
	}))
}

// Where the names of rights come from when they arrive.
func TestArrivalsMerge(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		box := th.NewPort("box")
		arrive := func(it ipc.Item) ipc.Name {
			kernel.Must(th.Mach().Send(box, ipc.NewMessage(1, it)))
			return poll(th, "arrival", box, 1).Port(0)
		}
		p := th.NewPort("p")
		th.Check(arrive(ipc.MakingSend(p)) == p, "a send right joins the receive right")
		holds(th, "joined", p, ipc.TypeSendReceive, 1)
		th.Check(arrive(ipc.CopyingSend(p)) == p, "a second send right joins the first")
		holds(th, "joined", p, ipc.TypeSendReceive, 2)
		once, again := arrive(ipc.MakingSendOnce(p)), arrive(ipc.MakingSendOnce(p))
		th.Check(once != p && again != p && once != again, "send-once rights %v, %v beside %v", once, again, p)
		holds(th, "once", once, ipc.TypeSendOnce, 1)

		// The receive right leaves and comes back under the name of the send right.
		th.Check(arrive(ipc.MovingReceive(p)) == p, "the receive right joins the send right")
		holds(th, "back", p, ipc.TypeSendReceive, 2)
		th.Check(status(th, p).MSCount == 0, "the make-send count survives a journey")
		kernel.Must(th.Mach().PortModRefs(self, p, ipc.RightSend, 65532))
		holds(th, "full", p, ipc.TypeSendReceive, 65534)
		th.Check(arrive(ipc.CopyingSend(p)) == p, "one more")
		holds(th, "the count sticks", p, ipc.TypeSendReceive, 65534)
		wants(th, "one more by hand", th.Mach().PortModRefs(self, p, ipc.RightSend, 1), ipc.KERN_UREFS_OVERFLOW)
		// A moved reference of many raises the count of senders, a single one does not.
		kernel.Must(th.Mach().PortDeallocate(self, once))
		poll(th, "once", p, ipc.MACH_NOTIFY_SEND_ONCE)
	}))
}

func TestRightsWhosePortDiesOnTheWay(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		box, p := th.NewPort("box"), sendRight(th)
		kernel.Must(th.Mach().Send(box, ipc.NewMessage(1, ipc.CopyingSend(p), ipc.MakingSendOnce(p)).ReplyTo(p,
			ipc.MakeSendOnce)))
		kill(th, p)
		m := poll(th, "message", box, 1)
		th.Check(m.Port(0) == ipc.Dead && m.Port(1) == ipc.Dead && m.Remote == ipc.Dead, "%v", m)
		holds(th, "the sender's own name", p, ipc.TypeDeadName, 1)
	}))
}

// A stale name fails: its slot is used again under another generation.
func TestStaleNames(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a := th.NewPort("a")
		kill(th, a)
		b := th.NewPort("b")
		th.Check(a>>8 == b>>8 && a != b, "%#x after %#x: the slot is used again with a new generation", b, a)
		gone(th, "the old name", a)
		wants(th, "send to a stale name", th.Mach().Send(a, ipc.NewMessage(1)), ipc.MACH_SEND_INVALID_DEST)
		_, err := th.Mach().Receive(a)
		wants(th, "receive from a stale name", err, ipc.MACH_RCV_INVALID_NAME)
		x, y := th.NewPort("x"), th.NewPort("y")
		kill(th, x)
		kill(th, y)
		n := kernel.Must(th.Mach().PortAllocate(self, ipc.RightPortSet))
		th.Check(n>>8 == y>>8, "%#x: the slot freed last, %#x, is used first", n, y)
	}))
}

func TestAllocateAndName(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		for _, r := range []ipc.Right{ipc.RightSend, ipc.RightSendOnce, 5, 99} {
			_, err := th.Mach().PortAllocate(self, r)
			wants(th, "allocate", err, ipc.KERN_INVALID_VALUE)
			wants(th, "allocate_name", th.Mach().PortAllocateName(self, r, 1000), ipc.KERN_INVALID_VALUE)
		}
		for _, n := range []ipc.Name{ipc.Null, ipc.Dead} {
			wants(th, "allocate_name of null or dead", th.Mach().PortAllocateName(self, ipc.RightReceive, n),
				ipc.KERN_INVALID_VALUE)
		}
		kernel.Must(th.Mach().PortAllocateName(self, ipc.RightDeadName, 1001))
		holds(th, "a dead name", 1001, ipc.TypeDeadName, 1)
		wants(th, "name in use", th.Mach().PortAllocateName(self, ipc.RightReceive, 1001), ipc.KERN_NAME_EXISTS)
		wants(th, "bad right before name in use", th.Mach().PortAllocateName(self, ipc.RightSend, 1001),
			ipc.KERN_INVALID_VALUE)
		kernel.Must(th.Mach().PortAllocateName(self, ipc.RightReceive, 1002))
		s := status(th, 1002)
		th.Check(s == ipc.ReceiveStatus{QLimit: 5}, "a new port: %+v", s)
		kernel.Must(th.Mach().PortAllocateName(self, ipc.RightPortSet, 1003))
		holds(th, "a set", 1003, ipc.TypePortSet, 0)

		wants(th, "rename to null", th.Mach().PortRename(self, 1001, ipc.Null), ipc.KERN_INVALID_VALUE)
		wants(th, "rename to a name in use", th.Mach().PortRename(self, 1001, 1002), ipc.KERN_NAME_EXISTS)
		wants(th, "rename to itself", th.Mach().PortRename(self, 1001, 1001), ipc.KERN_NAME_EXISTS)
		wants(th, "rename of nothing to a name in use", th.Mach().PortRename(self, 7777, 1002), ipc.KERN_NAME_EXISTS)
		wants(th, "rename of nothing", th.Mach().PortRename(self, 7777, 7778), ipc.KERN_INVALID_NAME)
		wants(th, "rename of nothing to null", th.Mach().PortRename(self, 7777, ipc.Null), ipc.KERN_INVALID_VALUE)
	}))
}

// A right keeps everything when it is renamed: references, membership, requests, and
// whoever waits for a message.
func TestRename(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self, set, note := th.Mach().Self(), th.NewPortSet("set"), th.NewPort("note")
		p := twoRefs(th)
		watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		kernel.Must(th.Mach().PortMoveMember(self, p, set))
		kernel.Must(th.Mach().PortRename(self, p, 500))
		holds(th, "renamed", 500, ipc.TypeSendReceive|ipc.TypeDNRequest, 2)
		silent(th, "rename is no deletion", note)
		th.Check(status(th, 500).Set == set, "membership is lost")
		kernel.Must(th.Mach().PortRename(self, set, 600))
		th.Check(status(th, 500).Set == 600, "the set has a new name")
		kernel.Must(th.Mach().PortMoveMember(self, 500, ipc.Null))
		var m *ipc.Message
		fork(th, func(c *kernel.Thread) { m = kernel.Must(c.Mach().Receive(500)) })
		settle(th)
		kernel.Must(th.Mach().PortRename(self, 500, 700))
		kernel.Must(th.Mach().Send(700, ipc.NewMessage(9)))
		settle(th)
		th.Check(m != nil && m.Local == 700, "the waiting receiver got %v", m)
		kill(th, 700)
		d := poll(th, "death", note, ipc.MACH_NOTIFY_DEAD_NAME)
		th.Check(d.Port(0) == 700, "%v", d)
		holds(th, "dead", 700, ipc.TypeDeadName, 3)
	}))
}

// Each call on each kind of right: the code, or success.
func TestCallsRefuseTheWrongRight(t *testing.T) {
	kinds := []struct {
		what string
		make func(*kernel.Thread) ipc.Name
	}{
		{"receive", newPort}, {"send", pureSend}, {"send-receive", sendRight}, {"send-once", pureSendOnce},
		{"set", portSet}, {"dead name", deadName}, {"unknown", func(*kernel.Thread) ipc.Name { return 0x7700 }},
	}
	const (
		ok = ipc.KERN_SUCCESS
		ir = ipc.KERN_INVALID_RIGHT
		iv = ipc.KERN_INVALID_VALUE
		in = ipc.KERN_INVALID_NAME
		uo = ipc.KERN_UREFS_OVERFLOW
	)
	mod := func(r ipc.Right, delta int) func(*kernel.Thread, ipc.Name) error {
		return func(th *kernel.Thread, n ipc.Name) error { return th.Mach().PortModRefs(th.Mach().Self(), n, r, delta) }
	}
	for _, c := range []struct {
		what string
		do   func(th *kernel.Thread, n ipc.Name) error
		want [7]ipc.Code
	}{
		{"deallocate", func(th *kernel.Thread, n ipc.Name) error { return th.Mach().PortDeallocate(th.Mach().Self(), n) },
			[7]ipc.Code{ir, ok, ok, ok, ir, ok, in}},
		{"destroy", func(th *kernel.Thread, n ipc.Name) error { return th.Mach().PortDestroy(th.Mach().Self(), n) },
			[7]ipc.Code{ok, ok, ok, ok, ok, ok, in}},
		{"set_qlimit 16", func(th *kernel.Thread, n ipc.Name) error {
			return th.Mach().PortSetQLimit(th.Mach().Self(), n, 16)
		}, [7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"set_qlimit 0", func(th *kernel.Thread, n ipc.Name) error {
			return th.Mach().PortSetQLimit(th.Mach().Self(), n, 0)
		}, [7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"set_qlimit 17", func(th *kernel.Thread, n ipc.Name) error {
			return th.Mach().PortSetQLimit(th.Mach().Self(), n, 17)
		}, [7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
		{"set_mscount", func(th *kernel.Thread, n ipc.Name) error {
			return th.Mach().PortSetMSCount(th.Mach().Self(), n, 3)
		}, [7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"set_seqno", func(th *kernel.Thread, n ipc.Name) error { return th.Mach().PortSetSeqno(th.Mach().Self(), n, 3) },
			[7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"get_receive_status", func(th *kernel.Thread, n ipc.Name) error {
			_, err := th.Mach().PortGetReceiveStatus(th.Mach().Self(), n)
			return err
		}, [7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"get_set_status", func(th *kernel.Thread, n ipc.Name) error {
			_, err := th.Mach().PortGetSetStatus(th.Mach().Self(), n)
			return err
		}, [7]ipc.Code{ir, ir, ir, ir, ok, ir, in}},
		{"get_refs of a right that is not there", func(th *kernel.Thread, n ipc.Name) error {
			got, err := th.Mach().PortGetRefs(th.Mach().Self(), n, ipc.RightSendOnce)
			if err == nil && got > 1 {
				th.Fail("%d references", got)
			}
			return err
		}, [7]ipc.Code{ok, ok, ok, ok, ok, ok, in}},
		{"get_refs of no right", func(th *kernel.Thread, n ipc.Name) error {
			_, err := th.Mach().PortGetRefs(th.Mach().Self(), n, 5)
			return err
		}, [7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
		{"move_member out", func(th *kernel.Thread, n ipc.Name) error {
			return th.Mach().PortMoveMember(th.Mach().Self(), n, ipc.Null)
		}, [7]ipc.Code{ipc.KERN_NOT_IN_SET, ir, ipc.KERN_NOT_IN_SET, ir, ir, ir, in}},
		{"move_member into a port", func(th *kernel.Thread, n ipc.Name) error {
			return th.Mach().PortMoveMember(th.Mach().Self(), n, th.NewPort(""))
		}, [7]ipc.Code{ir, ir, ir, ir, ir, ir, in}},
		{"move_member into nothing", func(th *kernel.Thread, n ipc.Name) error {
			return th.Mach().PortMoveMember(th.Mach().Self(), n, 0x7700)
		}, [7]ipc.Code{in, ir, in, ir, ir, ir, in}},
		{"mod_refs of no right", mod(5, 0), [7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
		{"mod_refs set -1", mod(ipc.RightPortSet, -1), [7]ipc.Code{ir, ir, ir, ir, ok, ir, in}},
		{"mod_refs set +1", mod(ipc.RightPortSet, 1), [7]ipc.Code{ir, ir, ir, ir, iv, ir, in}},
		{"mod_refs receive 0", mod(ipc.RightReceive, 0), [7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"mod_refs receive -2", mod(ipc.RightReceive, -2), [7]ipc.Code{iv, ir, iv, ir, ir, ir, in}},
		{"mod_refs send-once +1", mod(ipc.RightSendOnce, 1), [7]ipc.Code{ir, ir, ir, iv, ir, ir, in}},
		{"mod_refs send-once -1", mod(ipc.RightSendOnce, -1), [7]ipc.Code{ir, ir, ir, ok, ir, ir, in}},
		{"mod_refs send -2", mod(ipc.RightSend, -2), [7]ipc.Code{ir, iv, iv, ir, ir, ir, in}},
		{"mod_refs send to the maximum", mod(ipc.RightSend, 65533), [7]ipc.Code{ir, ok, ok, ir, ir, ir, in}},
		{"mod_refs send over the maximum", mod(ipc.RightSend, 65534), [7]ipc.Code{ir, uo, uo, ir, ir, ir, in}},
		{"mod_refs dead name to the maximum", mod(ipc.RightDeadName, 65534), [7]ipc.Code{ir, ir, ir, ir, ir, ok, in}},
		{"mod_refs dead name over the maximum", mod(ipc.RightDeadName, 65535), [7]ipc.Code{ir, ir, ir, ir, ir, uo, in}},
		{"mod_refs dead name -2", mod(ipc.RightDeadName, -2), [7]ipc.Code{ir, ir, ir, ir, ir, iv, in}},
		{"mod_refs by far too much", mod(ipc.RightDeadName, 1<<32), [7]ipc.Code{ir, ir, ir, ir, ir, uo, in}},
		{"request of port-destroyed", request(ipc.MACH_NOTIFY_PORT_DESTROYED, 0), [7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"request of port-destroyed with sync", request(ipc.MACH_NOTIFY_PORT_DESTROYED, 1),
			[7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
		{"request of no-senders", request(ipc.MACH_NOTIFY_NO_SENDERS, 0), [7]ipc.Code{ok, ir, ok, ir, ir, ir, in}},
		{"request of dead-name", request(ipc.MACH_NOTIFY_DEAD_NAME, 0),
			[7]ipc.Code{ok, ok, ok, ok, ir, ipc.KERN_INVALID_ARGUMENT, in}},
		{"request of dead-name with sync", request(ipc.MACH_NOTIFY_DEAD_NAME, 1), [7]ipc.Code{ok, ok, ok, ok, ir, ok, in}},
		{"request of port-deleted", request(ipc.MACH_NOTIFY_PORT_DELETED, 0), [7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
		{"request of msg-accepted", request(ipc.MACH_NOTIFY_MSG_ACCEPTED, 0), [7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
		{"request of send-once", request(ipc.MACH_NOTIFY_SEND_ONCE, 0), [7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
		{"request of nothing known", request(5, 0), [7]ipc.Code{iv, iv, iv, iv, iv, iv, iv}},
	} {
		t.Run(c.what, func(t *testing.T) {
			m := play(t, kernel.Config{Seed: 1}, alone(func(th *kernel.Thread) {
				for i, k := range kinds {
					wants(th, c.what+" on "+k.what, c.do(th, k.make(th)), c.want[i])
				}
			}))
			if m.Outcome() != kernel.Finished {
				t.Fatalf("%v, %+v", m.Outcome(), m.World().Failure)
			}
		})
	}
}

func request(id int32, sync int) func(*kernel.Thread, ipc.Name) error {
	return func(th *kernel.Thread, n ipc.Name) error {
		_, err := th.Mach().PortRequestNotification(th.Mach().Self(), n, id, sync, th.NewPort(""), ipc.MakeSendOnce)
		return err
	}
}

// The calls work on the space of any task whose port one holds.
func TestInsertIntoAnotherTask(t *testing.T) {
	for _, c := range []struct {
		what        string
		name        ipc.Name
		right       func(th *kernel.Thread, known ipc.Name) ipc.Name
		disposition ipc.Disposition
		want        ipc.Code
	}{
		{"a new name", 900, func(_ *kernel.Thread, _ ipc.Name) ipc.Name { return 0 }, ipc.MakeSend,
			ipc.KERN_INVALID_CAPABILITY},
		{"a dead right", 900, func(th *kernel.Thread, _ ipc.Name) ipc.Name { return deadName(th) }, ipc.CopySend,
			ipc.KERN_INVALID_CAPABILITY},
		{"a fresh port", 900, func(th *kernel.Thread, _ ipc.Name) ipc.Name { return th.NewPort("") }, ipc.MakeSend, 0},
		{"a receive right", 900, func(th *kernel.Thread, _ ipc.Name) ipc.Name { return th.NewPort("") }, ipc.MoveReceive, 0},
		{"under the name null", ipc.Null, func(th *kernel.Thread, _ ipc.Name) ipc.Name { return th.NewPort("") },
			ipc.MakeSend, ipc.KERN_INVALID_VALUE},
		{"under the name dead", ipc.Dead, func(th *kernel.Thread, _ ipc.Name) ipc.Name { return th.NewPort("") },
			ipc.MakeSend, ipc.KERN_INVALID_VALUE},
		{"no port disposition", 900, func(th *kernel.Thread, _ ipc.Name) ipc.Name { return th.NewPort("") }, 3,
			ipc.KERN_INVALID_VALUE},
		{"under the port's name", 800, func(_ *kernel.Thread, known ipc.Name) ipc.Name { return known }, ipc.MakeSend, 0},
		{"under another name", 900, func(_ *kernel.Thread, known ipc.Name) ipc.Name { return known }, ipc.MakeSend,
			ipc.KERN_RIGHT_EXISTS},
		{"under another name that is in use", 801, func(_ *kernel.Thread, known ipc.Name) ipc.Name { return known },
			ipc.MakeSend, ipc.KERN_RIGHT_EXISTS},
		{"under a name in use", 801, func(th *kernel.Thread, _ ipc.Name) ipc.Name { return th.NewPort("") }, ipc.MakeSend,
			ipc.KERN_NAME_EXISTS},
		{"a send-once right under a new name", 900, func(_ *kernel.Thread, known ipc.Name) ipc.Name { return known },
			ipc.MakeSendOnce, 0},
		{"a send-once right under the port's name", 800, func(_ *kernel.Thread, known ipc.Name) ipc.Name { return known },
			ipc.MakeSendOnce, ipc.KERN_NAME_EXISTS},
	} {
		t.Run(c.what, func(t *testing.T) {
			conform(t, alone(func(th *kernel.Thread) {
				other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "other", false))
				known := th.NewPort("known")
				kernel.Must(th.Mach().PortInsertRight(other, 800, known, ipc.MakeSend))
				kernel.Must(th.Mach().PortAllocateName(other, ipc.RightReceive, 801))
				wants(th, c.what, th.Mach().PortInsertRight(other, c.name, c.right(th, known), c.disposition), c.want)
				if c.want == 0 && c.name == 800 {
					th.Check(kernel.Must(th.Mach().PortGetRefs(other, 800, ipc.RightSend)) == 2, "no reference was added")
				}
			}))
		})
	}
}

func TestExtractFromAnotherTask(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		other := kernel.Must(th.Mach().TaskCreate(th.Mach().Self(), "other", false))
		kernel.Must(th.Mach().PortAllocateName(other, ipc.RightReceive, 800))
		kernel.Must(th.Mach().PortAllocateName(other, ipc.RightDeadName, 801))
		extract := func(n ipc.Name, d ipc.Disposition) (ipc.Name, error) { return th.Mach().PortExtractRight(other, n, d) }
		for _, c := range []struct {
			what string
			name ipc.Name
			disp ipc.Disposition
			want ipc.Code
		}{
			{"no disposition", 800, 5, ipc.KERN_INVALID_VALUE},
			{"no disposition of no name", 5555, 5, ipc.KERN_INVALID_VALUE},
			{"no name", 5555, ipc.CopySend, ipc.KERN_INVALID_NAME},
			{"a send right that is not there", 800, ipc.CopySend, ipc.KERN_INVALID_RIGHT},
			{"a send-once right that is not there", 800, ipc.MoveSendOnce, ipc.KERN_INVALID_RIGHT},
			{"made from a dead name", 801, ipc.MakeSend, ipc.KERN_INVALID_RIGHT},
		} {
			_, err := extract(c.name, c.disp)
			wants(th, c.what, err, c.want)
		}
		n := kernel.Must(extract(800, ipc.MakeSend))
		holds(th, "extracted", n, ipc.TypeSend, 1)
		th.Check(kernel.Must(extract(800, ipc.MakeSend)) == n, "the second send right has another name")
		once := kernel.Must(extract(800, ipc.MakeSendOnce))
		holds(th, "extracted", once, ipc.TypeSendOnce, 0)
		th.Check(kernel.Must(extract(800, ipc.MoveReceive)) == n, "the receive right does not join the send right")
		holds(th, "extracted", n, ipc.TypeSendReceive, 2)
		_, err := th.Mach().PortType(other, 800)
		wants(th, "the name there", err, ipc.KERN_INVALID_NAME)
		th.Check(kernel.Must(extract(801, ipc.CopySend)) == ipc.Dead, "a dead name gives a living right")
		th.Check(kernel.Must(extract(801, ipc.MoveSend)) == ipc.Dead, "a dead name gives a living right")
		_, err = th.Mach().PortType(other, 801)
		wants(th, "the dead name there", err, ipc.KERN_INVALID_NAME)
	}))
}

// Every call of the family checks its task first.
func TestPortCallsCheckTheTask(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		port := sendRight(th)
		calls := map[string]func(task ipc.Name) error{
			"allocate":      func(k ipc.Name) error { _, err := th.Mach().PortAllocate(k, 99); return err },
			"allocate_name": func(k ipc.Name) error { return th.Mach().PortAllocateName(k, ipc.RightReceive, 0) },
			"names":         func(k ipc.Name) error { _, _, err := th.Mach().PortNames(k); return err },
			"type":          func(k ipc.Name) error { _, err := th.Mach().PortType(k, 7777); return err },
			"rename":        func(k ipc.Name) error { return th.Mach().PortRename(k, 7777, 0) },
			"destroy":       func(k ipc.Name) error { return th.Mach().PortDestroy(k, 7777) },
			"deallocate":    func(k ipc.Name) error { return th.Mach().PortDeallocate(k, 7777) },
			"get_refs":      func(k ipc.Name) error { _, err := th.Mach().PortGetRefs(k, 7777, 9); return err },
			"mod_refs":      func(k ipc.Name) error { return th.Mach().PortModRefs(k, 7777, 9, 0) },
			"set_qlimit":    func(k ipc.Name) error { return th.Mach().PortSetQLimit(k, 7777, 99) },
			"set_mscount":   func(k ipc.Name) error { return th.Mach().PortSetMSCount(k, 7777, 0) },
			"set_seqno":     func(k ipc.Name) error { return th.Mach().PortSetSeqno(k, 7777, 0) },
			"status":        func(k ipc.Name) error { _, err := th.Mach().PortGetReceiveStatus(k, 7777); return err },
			"set_status":    func(k ipc.Name) error { _, err := th.Mach().PortGetSetStatus(k, 7777); return err },
			"move_member":   func(k ipc.Name) error { return th.Mach().PortMoveMember(k, 7777, 0) },
			"insert_right":  func(k ipc.Name) error { return th.Mach().PortInsertRight(k, 7777, port, ipc.CopySend) },
			"extract_right": func(k ipc.Name) error { _, err := th.Mach().PortExtractRight(k, 7777, 5); return err },
			"request": func(k ipc.Name) error {
				_, err := th.Mach().PortRequestNotification(k, 7777, 1, 0, ipc.Null, ipc.MakeSendOnce)
				return err
			},
		}
		dead := deadName(th)
		thread := th.Mach().ThreadSelf()
		for what, call := range calls {
			wants(th, what+" on a port", call(port), ipc.KERN_INVALID_TASK)
			wants(th, what+" on a thread", call(thread), ipc.KERN_INVALID_TASK)
			wants(th, what+" on a dead name", call(dead), ipc.MACH_SEND_INVALID_DEST)
			wants(th, what+" on an unknown name", call(0x7700), ipc.MACH_SEND_INVALID_DEST)
			wants(th, what+" on null", call(ipc.Null), ipc.MACH_SEND_INVALID_DEST)
		}
	}))
}

// The names of a space come with their types, the dead ones among them.
func TestPortNames(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		want := map[ipc.Name]ipc.Type{}
		names, types, err := th.Mach().PortNames(th.Mach().Self())
		kernel.Must(err)
		for i, n := range names {
			want[n] = types[i]
		}
		p, note := sendRight(th), th.NewPort("note")
		want[p], want[note] = ipc.TypeSendReceive|ipc.TypeDNRequest, ipc.TypeReceive
		want[sendOnce(th, note)] = ipc.TypeSendOnce
		want[th.NewPortSet("")] = ipc.TypePortSet
		q := sendRight(th)
		kill(th, q)
		want[q] = ipc.TypeDeadName
		watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
		names, types, err = th.Mach().PortNames(th.Mach().Self())
		kernel.Must(err)
		th.Check(len(names) == len(want) && len(types) == len(want), "%d names, want %d", len(names), len(want))
		for i, n := range names {
			th.Check(want[n] == types[i], "%#x is %v, want %v", n, types[i], want[n])
		}
	}))
}

// References of the kinds of right that count none are always one.
func TestReferences(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		refs := func(n ipc.Name, r ipc.Right) int { return kernel.Must(th.Mach().PortGetRefs(th.Mach().Self(), n, r)) }
		p, set := sendRight(th), th.NewPortSet("")
		once, dead := sendOnce(th, p), deadName(th)
		for _, c := range []struct {
			name ipc.Name
			want [5]int // send, receive, send-once, set, dead name
		}{
			{p, [5]int{1, 1, 0, 0, 0}}, {once, [5]int{0, 0, 1, 0, 0}}, {set, [5]int{0, 0, 0, 1, 0}},
			{dead, [5]int{0, 0, 0, 0, 1}},
		} {
			for r, want := range c.want {
				th.Check(refs(c.name, ipc.Right(r)) == want, "right %d of %#x", r, c.name)
			}
		}
		// A dead name keeps the references of the right that it was.
		kernel.Must(th.Mach().PortModRefs(th.Mach().Self(), p, ipc.RightSend, 4))
		kill(th, p)
		holds(th, "dead", p, ipc.TypeDeadName, 5)
		holds(th, "dead", once, ipc.TypeDeadName, 1)
		wants(th, "send references of a dead name", th.Mach().PortModRefs(th.Mach().Self(), p, ipc.RightSend, -1),
			ipc.KERN_INVALID_RIGHT)
		wants(th, "a dead send-once right", th.Mach().PortModRefs(th.Mach().Self(), once, ipc.RightSendOnce, -1),
			ipc.KERN_INVALID_RIGHT)
		kernel.Must(th.Mach().PortDeallocate(th.Mach().Self(), p))
		holds(th, "dead", p, ipc.TypeDeadName, 4)
		kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), p))
		gone(th, "destroyed whatever its references", p)
	}))
}

func TestQueueLimitWakesSenders(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		p := th.NewPort("p")
		fill(th, p, 5)
		sent := 0
		for range 4 {
			fork(th, func(c *kernel.Thread) { kernel.Must(c.Mach().Send(p, ipc.NewMessage(9))); sent++ })
		}
		settle(th)
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), p, 7))
		settle(th)
		th.Check(sent == 2, "raising the limit by 2 let %d in", sent)
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), p, 1))
		th.Check(status(th, p).MsgCount == 7, "lowering the limit lost messages: %+v", status(th, p))
		kernel.Must(th.Mach().Receive(p))
		settle(th)
		th.Check(sent == 2, "a sender was let in above the limit")
		kernel.Must(th.Mach().PortSetQLimit(th.Mach().Self(), p, 16))
		settle(th)
		th.Check(sent == 4, "%d were let in", sent)
	}))
}

// A set that is destroyed lets its members go with their messages.
func TestSetsAndTheirMembers(t *testing.T) {
	conform(t, alone(func(th *kernel.Thread) {
		self := th.Mach().Self()
		a, b, one, two := th.NewPort("a"), th.NewPort("b"), th.NewPortSet("one"), th.NewPortSet("two")
		kernel.Must(th.Mach().PortMoveMember(self, a, one))
		kernel.Must(th.Mach().PortMoveMember(self, a, one)) // again is no change
		kernel.Must(th.Mach().PortMoveMember(self, b, one))
		members := kernel.Must(th.Mach().PortGetSetStatus(self, one))
		th.Check(len(members) == 2, "%v", members)
		kernel.Must(th.Mach().Send(a, ipc.NewMessage(1)))
		kernel.Must(th.Mach().Send(b, ipc.NewMessage(2)))
		kernel.Must(th.Mach().Send(a, ipc.NewMessage(3)))
		kernel.Must(th.Mach().PortMoveMember(self, a, two)) // from set to set, with its messages
		th.Check(status(th, a).Set == two, "%+v", status(th, a))
		poll(th, "a's first", two, 1)
		poll(th, "b's", one, 2)
		kernel.Must(th.Mach().PortModRefs(self, two, ipc.RightPortSet, -1))
		gone(th, "the set", two)
		th.Check(status(th, a).Set == ipc.Null, "%+v", status(th, a))
		wants(th, "out of no set", th.Mach().PortMoveMember(self, a, ipc.Null), ipc.KERN_NOT_IN_SET)
		poll(th, "a's second", a, 3)
		wants(th, "a set in a set", th.Mach().PortMoveMember(self, one, th.NewPortSet("")), ipc.KERN_INVALID_RIGHT)
		_, err := th.Mach().Receive(b)
		wants(th, "receiving from a member", err, ipc.MACH_RCV_IN_SET)
	}))
}
