// Package test holds the benchmarks, and the tests that hold for machsim as a
// whole: over every sample program, and over the tool as a user runs it.
package test

import (
	"fmt"
	"runtime"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// BenchmarkRoundTrip compares a remote procedure call on the simulated kernel, a
// request with a reply right and its reply, with the nearest thing in plain Go.
func BenchmarkRoundTrip(b *testing.B) {
	b.Run("channels", func(b *testing.B) {
		must(b, channelTrips(b.N))
	})
	b.Run("machsim", func(b *testing.B) {
		b.ReportAllocs()
		machine := newMachine(b, func(boot *kernel.Boot) { rpcPair(boot, b.N) })
		b.ResetTimer()
		finish(b, machine)
	})
}

// BenchmarkTyped compares an RPC of structs with one of messages that are made anew each time.
func BenchmarkTyped(b *testing.B) {
	for name, pair := range map[string]func(*kernel.Boot, int){"raw": messagePair, "structs": structPair} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			machine := newMachine(b, func(boot *kernel.Boot) { pair(boot, b.N) })
			b.ResetTimer()
			finish(b, machine)
		})
	}
}

// served sets up a client and a server with a port between them.
func served(b *kernel.Boot, server, client func(*kernel.Thread, ipc.Name)) {
	h := b.Host("a")
	var port, calc ipc.Name
	s := b.Server(h, "server", func(th *kernel.Thread) { server(th, port) })
	c := b.Task(h, "client", func(th *kernel.Thread) { client(th, calc) })
	port = b.Port(s, "calc")
	calc = b.Send(s, port, c)
}

func messagePair(b *kernel.Boot, n int) {
	served(b, func(th *kernel.Thread, port ipc.Name) {
		for {
			m := kernel.Must(th.Receive(port))
			kernel.Must(th.Reply(m, ipc.NewMessage(0, m.Int(0)+1)))
		}
	}, func(th *kernel.Thread, calc ipc.Name) {
		for i := range int64(n) {
			m := kernel.Must(th.RPC(calc, ipc.NewMessage(1, i)))
			th.Check(m.Int(0) == i+1, "wrong reply")
		}
	})
}

func structPair(b *kernel.Boot, n int) {
	type Next struct{ To int64 }
	type Number struct{ N int64 }
	served(b, func(th *kernel.Thread, port ipc.Name) {
		for {
			m := kernel.Must(kernel.Receive[Next](th, port))
			kernel.Must(kernel.Reply(th, m, Number{m.Body.To + 1}))
		}
	}, func(th *kernel.Thread, calc ipc.Name) {
		for i := range int64(n) {
			got := kernel.Must(kernel.RPC[Next, Number](th, calc, Next{i}))
			th.Check(got.N == i+1, "wrong reply")
		}
	})
}

// rpcPair sets up a client that calls a server n times. Both reuse one message.
func rpcPair(b *kernel.Boot, n int) {
	h := b.Host("a")
	var port, calc ipc.Name
	server := b.Server(h, "server", func(th *kernel.Thread) {
		var m ipc.Message
		opt := ipc.MACH_RCV_MSG
		for {
			kernel.Must(th.Mach().MachMsg(&m, opt, 0, port, 0, ipc.Null))
			m.Items[0].Num++
			m.Local, m.LocalType = ipc.Null, 0
			opt = ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG
		}
	})
	client := b.Task(h, "client", func(th *kernel.Thread) {
		reply, err := th.Mach().ReplyPort()
		kernel.Must(err)
		m := ipc.NewMessage(1, 0)
		for i := range n {
			m.To(calc, ipc.CopySend).ReplyTo(reply, ipc.MakeSendOnce)
			m.Items[0].Num = uint64(i)
			kernel.Must(th.Mach().MachMsg(m, ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG, 0, reply, 0, ipc.Null))
			th.Check(m.Int(0) == int64(i)+1, "wrong reply")
		}
	})
	port = b.Port(server, "calc")
	calc = b.Send(server, port, client)
}

// BenchmarkStep is the cost of one step, with so many threads that all can run, and
// with so many blocked ones beside ten that can.
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{2, 100, 10_000} {
		b.Run(fmt.Sprintf("ready=%d", n), func(b *testing.B) { benchSteps(b, n, 0) })
	}
	for _, n := range []int{0, 1000, 100_000} {
		b.Run(fmt.Sprintf("blocked=%d", n), func(b *testing.B) { benchSteps(b, 10, n) })
	}
}

func benchSteps(b *testing.B, ready, blocked int) {
	machine := newMachine(b, func(boot *kernel.Boot) {
		h := boot.Host("a")
		for i := range blocked {
			boot.Server(h, fmt.Sprint("blocked", i), waitForMessage)
		}
		for i := range ready {
			boot.Task(h, fmt.Sprint("ready", i), func(th *kernel.Thread) {
				for {
					th.Yield()
				}
			})
		}
	})
	for range 4 * (ready + blocked) {
		machine.Step()
	}
	start := machine.World().Steps
	b.ResetTimer()
	for machine.World().Steps < start+uint64(b.N) {
		machine.Step()
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

func waitForMessage(th *kernel.Thread) {
	_, _ = th.Mach().Receive(th.NewPort(""))
}

// BenchmarkThreadMemory is the memory that a thread takes that waits at a port.
func BenchmarkThreadMemory(b *testing.B) {
	for _, n := range []int{1000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("threads=%d", n), func(b *testing.B) {
			for range b.N {
				before := memory()
				machine := newMachine(b, func(boot *kernel.Boot) { waiters(boot, n) })
				machine.Run()
				b.ReportMetric(float64(memory()-before)/float64(n), "bytes/thread")
				machine.Close()
			}
		})
	}
}

// waiters sets up a task whose n threads wait at a port each.
func waiters(b *kernel.Boot, n int) {
	b.Server(b.Host("a"), "waiters", func(th *kernel.Thread) {
		for range n {
			th.CThreads().Fork("", waitForMessage)
		}
	})
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Sleep((1 << 30) * kernel.Millisecond) })
}

func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

func newMachine(tb testing.TB, main func(*kernel.Boot)) *kernel.Machine {
	tb.Helper()
	m, err := kernel.New(&kernel.Program{Name: "bench", Main: main}, kernel.Config{Seed: 1, MaxSteps: 1 << 60})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(m.Close)
	return m
}

func finish(tb testing.TB, m *kernel.Machine) {
	tb.Helper()
	if m.Run() != kernel.Finished {
		tb.Fatalf("%v: %+v", m.Outcome(), m.World().Failure)
	}
}
