package test

import (
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// named is a program on hosts a and b, each with its name server; the body runs on a.
func named(body func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) {
		a := b.Host("a")
		b.Host("b")
		netname.Serve(b)
		b.Task(a, "main", body)
	}
}

func lookUp(th *kernel.Thread, host, name string) error {
	_, err := netname.LookUp(th, host, name)
	return err
}

func TestNamesOfOneHost(t *testing.T) {
	conform(t, named(func(th *kernel.Thread) {
		p, q, signature, other := th.NewPort("p"), th.NewPort("q"), th.NewPort("signature"), th.NewPort("other")
		kernel.Must(netname.CheckIn(th, "Bank", signature, p))
		for _, host := range []string{"", "a", "*"} {
			n, err := netname.LookUp(th, host, "bANK")
			th.Check(err == nil && n == p, "on %q: %v, %v", host, n, err)
		}
		wants(th, "another signature", netname.CheckIn(th, "BANK", other, q), ipc.NETNAME_NOT_YOURS)
		wants(th, "no signature", netname.CheckIn(th, "BANK", ipc.Null, q), ipc.NETNAME_NOT_YOURS)
		th.Check(kernel.Must(netname.LookUp(th, "", "bank")) == p, "a refused check-in changed the entry")
		kernel.Must(netname.CheckIn(th, "bank", signature, q))
		th.Check(kernel.Must(netname.LookUp(th, "", "bank")) == q, "the port was not replaced")
		wants(th, "check-out with another", netname.CheckOut(th, "bank", other), ipc.NETNAME_NOT_YOURS)
		kernel.Must(netname.CheckOut(th, "BANK", signature))
		wants(th, "check-out again", netname.CheckOut(th, "bank", signature), ipc.NETNAME_NOT_CHECKED_IN)
		for host, want := range map[string]ipc.Code{
			"": ipc.NETNAME_NOT_CHECKED_IN, "a": ipc.NETNAME_NOT_CHECKED_IN, "b": ipc.NETNAME_NOT_CHECKED_IN,
			"*": ipc.NETNAME_HOST_NOT_FOUND, "c": ipc.NETNAME_NO_SUCH_HOST,
		} {
			wants(th, "look-up on "+host, lookUp(th, host, "bank"), want)
		}
		// Anyone who gives no signature owns what was checked in without one.
		kernel.Must(netname.CheckIn(th, "free", ipc.Null, p))
		wants(th, "a signature where there is none", netname.CheckIn(th, "free", other, q), ipc.NETNAME_NOT_YOURS)
		kernel.Must(netname.CheckIn(th, "free", ipc.Null, q))
		kernel.Must(netname.CheckOut(th, "free", ipc.Null))
		wants(th, "null port", netname.CheckIn(th, "x", ipc.Null, ipc.Null), ipc.NETNAME_INVALID_PORT)
		wants(th, "dead port", netname.CheckIn(th, "x", ipc.Null, deadName(th)), ipc.NETNAME_INVALID_PORT)
		kernel.Must(netname.CheckIn(th, strings.Repeat("n", 80), ipc.Null, p))
		v, err := netname.Version(th)
		th.Check(err == nil && v != "", "version %q, %v", v, err)
	}))
}

// An entry goes when its port or its signature dies.
func TestNamesOfDeadPorts(t *testing.T) {
	for _, signature := range []bool{false, true} {
		conform(t, named(func(th *kernel.Thread) {
			p, sign := th.NewPort("p"), th.NewPort("sign")
			kernel.Must(netname.CheckIn(th, "x", sign, p))
			if signature {
				kill(th, sign)
			} else {
				kill(th, p)
			}
			settle(th)
			wants(th, "look-up", lookUp(th, "", "x"), ipc.NETNAME_NOT_CHECKED_IN)
			kernel.Must(netname.CheckIn(th, "x", ipc.Null, th.NewPort("new")))
		}))
	}
}

// A port found on another host: success means only that the proxy took the message.
func TestRemoteSends(t *testing.T) {
	conform(t, func(b *kernel.Boot) {
		a, far := b.Host("a"), b.Host("b")
		netname.Serve(b)
		got := 0
		b.Task(far, "server", func(th *kernel.Thread) {
			p := th.NewPort("p")
			kernel.Must(netname.CheckIn(th, "svc", ipc.Null, p))
			th.Sleep(300 * kernel.Millisecond)
			for got < 10 {
				m := kernel.Must(th.Mach().Receive(p))
				th.Check(m.ID == int32(got), "message %d comes as number %d", m.ID, got)
				got++
			}
			kill(th, p)
		})
		b.Task(a, "client", func(th *kernel.Thread) {
			p := kernel.Must(netname.Await(th, "*", "svc", 200*kernel.Millisecond))
			again := kernel.Must(netname.LookUp(th, "b", "SVC"))
			th.Check(p == again, "one port, two names: %v and %v", p, again)
			note := th.NewPort("note")
			watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
			for i := range 10 { // five there and five in the proxy
				kernel.Must(th.Mach().SendTimeout(p, ipc.NewMessage(int32(i)), 20))
			}
			wants(th, "both queues are full", th.Mach().SendTimeout(p, ipc.NewMessage(10), 20), ipc.MACH_SEND_TIMED_OUT)
			m := kernel.Must(th.Mach().ReceiveTimeout(note, 60_000))
			th.Check(m.ID == ipc.MACH_NOTIFY_DEAD_NAME && m.Port(0) == p && got == 10, "%v after %d messages", m, got)
		})
	})
}

// Messages to a host that has crashed are accepted, then lost; the death comes late.
func TestSilentLoss(t *testing.T) {
	conform(t, func(b *kernel.Boot) {
		a, far := b.Host("a"), b.Host("b")
		netname.Serve(b)
		b.Server(far, "server", func(th *kernel.Thread) {
			p := th.NewPort("p")
			kernel.Must(netname.CheckIn(th, "svc", ipc.Null, p))
			for {
				kernel.Must(th.Mach().Receive(p))
			}
		})
		b.Task(a, "client", func(th *kernel.Thread) {
			p := kernel.Must(netname.Await(th, "*", "svc", 200*kernel.Millisecond))
			note, item := th.NewPort("note"), th.NewPort("item")
			watch(th, p, ipc.MACH_NOTIFY_DEAD_NAME, 0, note)
			kernel.Must(th.CrashHost("b"))
			kernel.Must(th.Mach().SendTimeout(p, ipc.NewMessage(1, ipc.MakingSendOnce(item)), 0))
			silent(th, "the death is not known yet", note)
			m := kernel.Must(th.Mach().ReceiveTimeout(note, 60_000))
			th.Check(m.ID == ipc.MACH_NOTIFY_DEAD_NAME && m.Port(0) == p, "%v", m)
			poll(th, "the lost message's right", item, ipc.MACH_NOTIFY_SEND_ONCE)
			wants(th, "look-up on the dead host", lookUp(th, "b", "svc"), ipc.NETNAME_HOST_NOT_FOUND)
			wants(th, "look-up everywhere", lookUp(th, "*", "svc"), ipc.NETNAME_HOST_NOT_FOUND)
		})
	})
}
