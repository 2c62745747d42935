package netname_test

import (
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname"
)

// Who registers before the name server is there is heard later; so is who looks for a name.
func TestRegisterAndFind(t *testing.T) {
	for seed := range uint64(20) {
		failed(t, seed, "", func(b *kernel.Boot) {
			b.Task(b.Host("a"), "server", func(th *kernel.Thread) {
				port := th.NewPort("port")
				kernel.Must(netname.Register(th, "Service", port))
				kernel.Must(th.Receive(port))
			})
			b.Task(b.Host("b"), "client", func(th *kernel.Thread) {
				port := kernel.Must(netname.Find(th, "service"))
				kernel.Must(th.Send(port, kernel.NewMessage(1)))
			})
			netname.Serve(b)
		})
	}
}

// What can only be a mistake fails the run; what another task has done is an error.
func TestRegisterMistakes(t *testing.T) {
	alone := func(main func(*kernel.Thread)) func(*kernel.Boot) {
		return func(b *kernel.Boot) {
			b.Task(b.Host("a"), "main", main)
			netname.Serve(b)
		}
	}
	failed(t, 1, "the task has no port 0x7700", alone(func(th *kernel.Thread) {
		_ = netname.Register(th, "x", 0x7700)
	}))
	failed(t, 1, "the task has no port null", alone(func(th *kernel.Thread) {
		_ = netname.Register(th, "x", kernel.Null)
	}))
	failed(t, 1, "a name has 1 to 80 bytes", alone(func(th *kernel.Thread) {
		_ = netname.Register(th, strings.Repeat("x", 81), th.NewPort("p"))
	}))
	failed(t, 1, "", alone(func(th *kernel.Thread) {
		port := th.NewPort("p")
		kernel.Must(netname.CheckIn(th, "x", th.NewPort("signature"), port))
		err := netname.Register(th, "x", port)
		th.Check(err == ipc.NETNAME_NOT_YOURS, "%v", err)
		_, err = netname.Find(th, "nowhere")
		th.Check(err == ipc.NETNAME_HOST_NOT_FOUND || err == ipc.NETNAME_NOT_CHECKED_IN, "%v", err)
	}))
}

// failed runs a program that is to fail with a text, or with none not to fail.
func failed(t *testing.T, seed uint64, text string, main func(*kernel.Boot)) {
	t.Helper()
	m := kernel.Must(kernel.New(&kernel.Program{Name: "test", Main: main}, kernel.Config{Seed: seed}))
	defer m.Close()
	outcome := m.Run()
	switch f := m.World().Failure; {
	case text == "" && outcome != kernel.Finished:
		t.Errorf("seed %d: %v %+v", seed, outcome, f)
	case text != "" && (f == nil || !strings.Contains(f.Text, text)):
		t.Errorf("want %q, got %+v", text, f)
	}
}
