package kernel_test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

func runMain(t *testing.T, cfg kernel.Config, main func(*kernel.Boot)) *kernel.Machine {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	m.Run()
	return m
}

func TestRPC(t *testing.T) {
	var port ipc.Name
	sum := int64(0)
	m := runMain(t, kernel.Config{Seed: 1}, func(b *kernel.Boot) {
		h := b.Host("a")
		server := b.Server(h, "server", func(th *kernel.Thread) {
			for {
				req, err := th.Mach().Receive(port)
				kernel.Must(err)
				kernel.Must(th.Mach().Reply(req, ipc.NewMessage(0, req.Int(0)+1)))
			}
		})
		var calc ipc.Name
		client := b.Task(h, "client", func(th *kernel.Thread) {
			for i := range 100 {
				r, err := th.Mach().RPC(calc, ipc.NewMessage(1, i))
				kernel.Must(err)
				sum += r.Int(0)
			}
		})
		port = b.Port(server, "calc")
		calc = b.Send(server, port, client)
	})
	if m.Outcome() != kernel.Finished {
		t.Fatalf("outcome %v, %+v", m.Outcome(), m.World().Failure)
	}
	if sum != 5050 {
		t.Fatalf("sum = %d", sum)
	}
	if err := m.World().IPC.Check(); err != nil {
		t.Fatal(err)
	}
}

// steps runs a program, checking the whole state after every step.
func steps(t *testing.T, cfg kernel.Config, main func(*kernel.Boot)) *kernel.Machine {
	t.Helper()
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	for m.Step() {
		if err := m.World().Check(); err != nil {
			t.Fatalf("after event %d: %v", m.World().Steps, err)
		}
	}
	return m
}

// finish runs a program under several seeds and wants each run to end well.
func finish(t *testing.T, main func(*kernel.Boot)) {
	t.Helper()
	for seed := range uint64(20) {
		m := steps(t, kernel.Config{Seed: seed}, main)
		if m.Outcome() != kernel.Finished {
			t.Fatalf("seed %d: %v %+v", seed, m.Outcome(), m.World().Failure)
		}
	}
}

func one(body func(*kernel.Thread)) func(*kernel.Boot) {
	return func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }
}

// wants fails the program unless a call was answered with a code.
func wants(th *kernel.Thread, got error, want ipc.Code) {
	th.Check(got == want.Err(), "got %v, want %v", got, want)
}
