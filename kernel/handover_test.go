package kernel

import (
	"testing"

	"machsim/ipc"
)

// Looking where threads stand takes no step, whoever resumed them.
func TestStackTakesNoStep(t *testing.T) {
	m, err := New(&Program{Name: "p", Main: func(b *Boot) {
		for range 3 {
			b.Task(b.Host("a"), "yielder", func(th *Thread) {
				for range 20 {
					th.Yield()
				}
			})
		}
	}}, Config{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for m.Step() {
		steps := m.World().Steps
		for id := range m.threads {
			m.Stack(ThreadID(id))
		}
		if m.World().Steps != steps {
			t.Fatalf("%d steps became %d", steps, m.World().Steps)
		}
	}
	if m.Outcome() != Finished {
		t.Fatal(m.Outcome())
	}
}

// A panic of the kernel comes out of Run past the threads that resumed each other.
func TestPanicOfTheKernelComesOut(t *testing.T) {
	m, err := New(&Program{Name: "p", Main: func(b *Boot) {
		h := b.Host("a")
		var port, calc ipc.Name
		server := b.Server(h, "server", func(th *Thread) {
			for {
				m, err := th.Mach().Receive(port)
				Must(err)
				Must(th.Mach().Reply(m, ipc.NewMessage(0)))
			}
		})
		client := b.Task(h, "client", func(th *Thread) {
			for {
				_, err := th.Mach().RPC(calc, ipc.NewMessage(1))
				Must(err)
			}
		})
		port = b.Port(server, "calc")
		calc = b.Send(server, port, client)
	}}, Config{Seed: 1, Tracer: Tracer{Event: func(e *Event) {
		if e.Step > 60 && e.State.Threads.At(uint32(e.Actor.Thread)).Task == 1 {
			panic("broken")
		}
	}}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	defer func() {
		if v := recover(); v != "broken" || m.World().Steps < 60 {
			t.Errorf("recovered %v after %d steps", v, m.World().Steps)
		}
	}()
	m.Run()
}
