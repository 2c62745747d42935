package kernel_test

import (
	"fmt"
	"reflect"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
)

// A message that takes the short way leaves the same state and log behind, record for record, as one that takes the
// long way: in programs whose clients and servers talk all the time, while others make random calls in the same tasks.
func TestExpressIsTheLongWay(t *testing.T) {
	for seed := range effort.Of(uint64(24)) {
		p := &kernel.Program{Name: "talk", Main: func(b *kernel.Boot) { talkers(b, seed%4 == 0) }}
		cfg := kernel.Config{Seed: seed, MaxSteps: 600, FreeTimers: seed%3 == 1, KeepGoing: true, Lenient: true}
		short, long := kernel.Must(kernel.New(p, cfg)), kernel.Must(kernel.New(p, cfg))
		long.TakeLongWay()
		short.World().IPC.Values, long.World().IPC.Values = &ipc.Values{}, &ipc.Values{}
		for more := true; more; {
			more = short.Step()
			if long.Step() != more {
				t.Fatalf("seed %d: only one of the runs is over", seed)
			}
			if s := short.World(); s.Steps%5 == 0 || !more {
				sameState(t, seed, s, long.World())
			}
		}
		short.Close()
		long.Close()
	}
}

// At a port whose limit is 0 an ordinary sender waits, also where a thread waits for the message, and whoever looks.
func TestExpressWithoutRoom(t *testing.T) {
	p := &kernel.Program{Name: "full", Main: one(func(th *kernel.Thread) {
		port := th.NewPort("p")
		self := th.Mach().Self()
		kernel.Must(th.Mach().PortInsertRight(self, port, port, ipc.MakeSend))
		kernel.Must(th.Mach().PortSetQLimit(self, port, 0))
		fork(th, func(c *kernel.Thread) { _, _ = c.Mach().Receive(port) })
		settle(th)
		send := func() error {
			return th.Mach().SendTimeout(port, ipc.NewMessage(5).To(port, ipc.CopySend), 1)
		}
		wants(th, send(), ipc.MACH_SEND_TIMED_OUT)
		kernel.Must(th.Mach().PortSetQLimit(self, port, 1))
		kernel.Must(send())
	})}
	for _, long := range []bool{false, true} {
		m := kernel.Must(kernel.New(p, kernel.Config{}))
		if long {
			m.TakeLongWay()
		}
		if m.Run() != kernel.Finished {
			t.Errorf("the long way %v: %v", long, m.World().Failure)
		}
		m.Close()
	}
}

func sameState(t *testing.T, seed uint64, short, long *kernel.State) {
	t.Helper()
	a, b := reflect.ValueOf(short).Elem(), reflect.ValueOf(long).Elem()
	for i := range a.NumField() {
		if !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			t.Fatalf("seed %d, after event %d: %s differs", seed, short.Steps, a.Type().Field(i).Name)
		}
	}
	if err := short.Check(); err != nil {
		t.Fatalf("seed %d, after event %d: %v", seed, short.Steps, err)
	}
}

// talkers sets up servers and their clients; with vandals, threads beside them make random calls.
func talkers(b *kernel.Boot, vandals bool) {
	h := b.Host("h0")
	var ports [3]ipc.Name
	var servers [3]kernel.TaskID
	for i := range servers {
		servers[i] = b.Server(h, fmt.Sprint("server", i), func(th *kernel.Thread) {
			th.CThreads().Fork("", func(th *kernel.Thread) { serve(th, ports[i]) })
			if vandals {
				th.CThreads().Fork("", randomCalls)
			}
			serve(th, ports[i])
		})
		ports[i] = b.Port(servers[i], "")
	}
	for i := range 4 {
		var known []ipc.Name
		client := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) {
			if vandals {
				th.CThreads().Fork("", randomCalls)
			}
			for {
				call(th, known[th.Random(len(known))])
			}
		})
		for j, s := range servers {
			known = append(known, b.Send(s, ports[j], client))
		}
	}
}

// serve answers requests, or does something else with them.
func serve(th *kernel.Thread, port ipc.Name) {
	k := th.Mach()
	for {
		m, err := k.Receive(port)
		if err != nil {
			th.Yield()
			continue
		}
		switch th.Random(12) {
		case 0: // keeps the right
		case 1:
			k.Destroy(m)
		case 2:
			_ = k.Send(m.Remote, someMessage(th))
		case 3:
			_, _ = k.PortRequestNotification(k.Self(), m.Remote, ipc.MACH_NOTIFY_DEAD_NAME, 0, port, ipc.MakeSendOnce)
			_ = k.Reply(m, words(th))
		default:
			_ = k.Reply(m, words(th))
		}
	}
}

// call sends a message to a server in one of many ways.
func call(th *kernel.Thread, to ipc.Name) {
	k := th.Mach()
	switch th.Random(11) {
	case 0:
		_ = k.Send(to, words(th))
	case 1:
		_, _ = k.RPC(to, someMessage(th))
	case 2:
		_, _ = k.RPCTimeout(to, words(th), th.Random(3))
	case 3:
		port := th.NewPort("")
		m := words(th).To(to, ipc.CopySend).ReplyTo(port, ipc.MakeSend)
		_ = k.MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG|ipc.MACH_RCV_LARGE|ipc.MACH_RCV_TIMEOUT, 40, port, 2, ipc.Null)
	case 4:
		m := words(th).To(to, ipc.CopySend).ReplyTo(to, ipc.CopySend)
		_ = k.MachMsg(m, ipc.MACH_SEND_MSG, 0, ipc.Null, 0, ipc.Null)
	case 5:
		port, set := th.NewPort(""), th.NewPortSet("")
		th.AddMember(set, port)
		m := words(th).To(to, ipc.CopySend).ReplyTo(port, ipc.MakeSendOnce)
		_ = k.MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG, 0, port, 0, ipc.Null)
		_ = k.MachMsg(m, ipc.MACH_RCV_MSG, 0, set, 0, ipc.Null)
	default:
		_, _ = k.RPC(to, words(th))
	}
}

// words returns a plain message.
func words(th *kernel.Thread) *ipc.Message {
	if th.Random(3) == 0 {
		return ipc.NewMessage(7, "some", "text", th.Random(5))
	}
	return ipc.NewMessage(7, th.Random(1000), true)
}
