package kernel_test

import (
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// What a distributed program has to deal with is an error.
func TestEverydayErrors(t *testing.T) {
	is := func(th *kernel.Thread, err error, want kernel.Code) {
		th.Check(err == want, "want %v, got %v", want, err)
	}
	finish(t, one(func(th *kernel.Thread) {
		port := th.NewPort("port")
		th.SetQueueLimit(port, 1)
		kernel.Must(kernel.Send(th, port, goodbye{}))
		is(th, kernel.SendTimeout(th, port, goodbye{}, 2*kernel.Millisecond), kernel.MACH_SEND_TIMED_OUT)
		kernel.Must(kernel.Receive[goodbye](th, port))
		_, err := kernel.ReceiveTimeout[goodbye](th, port, kernel.Microsecond)
		is(th, err, kernel.MACH_RCV_TIMED_OUT)
		_, err = kernel.RPCTimeout[goodbye, goodbye](th, port, goodbye{}, kernel.Millisecond)
		is(th, err, kernel.MACH_RCV_TIMED_OUT)
		request := kernel.Must(kernel.Receive[goodbye](th, port))
		is(th, kernel.Reply(th, request, goodbye{}), kernel.MACH_SEND_INVALID_DEST)
		kernel.Must(kernel.Send(th, port, goodbye{}))
		request = kernel.Must(kernel.Receive[goodbye](th, port))
		is(th, kernel.Reply(th, request, goodbye{}), kernel.MACH_SEND_INVALID_HEADER)
		kernel.Must(th.Mach().PortInsertRight(th.Mach().Self(), port, port, ipc.MakeSend))
		th.ClosePort(port)
		is(th, kernel.Send(th, port, goodbye{}), kernel.MACH_SEND_INVALID_DEST)
		_, err = kernel.RPC[goodbye, goodbye](th, port, goodbye{})
		is(th, err, kernel.MACH_SEND_INVALID_DEST)
	}))
	finish(t, served(func(th *kernel.Thread, port kernel.Name) {
		kernel.Must(kernel.Receive[goodbye](th, port)) // and is gone
	}, func(th *kernel.Thread, port kernel.Name) {
		_, err := kernel.RPC[goodbye, goodbye](th, port, goodbye{})
		is(th, err, kernel.MIG_SERVER_DIED)
	}))
}

// What can only be a mistake fails the run, on the line of the call.
func TestEverydayMistakes(t *testing.T) {
	const unknown = kernel.Name(0x7700)
	for want, mistake := range map[string]func(*kernel.Thread, kernel.Name){
		"kernel.Send to 0x7700, a name that the task does not have, or no longer (MACH_SEND_INVALID_DEST)": func(
			th *kernel.Thread, _ kernel.Name) {
			_ = kernel.Send(th, unknown, goodbye{})
		},
		"kernel.RPC to null, which is no port: nothing was found": func(th *kernel.Thread, _ kernel.Name) {
			_, _ = kernel.RPC[goodbye, goodbye](th, kernel.Null, goodbye{})
		},
		"th.Receive from 0x7700, a name that": func(th *kernel.Thread, _ kernel.Name) { _, _ = th.Receive(unknown) },
		"kernel.Send: MACH_SEND_INVALID_RIGHT": func(th *kernel.Thread, port kernel.Name) {
			_ = kernel.Send(th, port, carrier{Copy: unknown})
		},
		"th.Reply to message 1: it has been answered already": func(th *kernel.Thread, port kernel.Name) {
			kernel.Must(th.Send(port, kernel.NewMessage(1).ReplyTo(port, ipc.MakeSendOnce)))
			request := kernel.Must(th.Receive(port))
			kernel.Must(th.Reply(request, kernel.NewMessage(0)))
			_ = th.Reply(request, kernel.NewMessage(0)) // twice
		},
		"kernel.Send to 0x400, of which the task has the port-set right alone": func(th *kernel.Thread, _ kernel.Name) {
			_ = kernel.Send(th, th.NewPortSet("set"), goodbye{})
		},
		"th.Send to 0x7700, a name": func(th *kernel.Thread, _ kernel.Name) {
			_ = th.Send(unknown, kernel.NewMessage(1))
		},
		"kernel.SendTimeout to 0x7700, a name": func(th *kernel.Thread, _ kernel.Name) {
			_ = kernel.SendTimeout(th, unknown, goodbye{}, kernel.Second)
		},
		"kernel.Receive from 0x7700, a name": func(th *kernel.Thread, _ kernel.Name) {
			_, _ = kernel.Receive[goodbye](th, unknown)
		},
		"kernel.ReceiveTimeout from 0x7700, a name": func(th *kernel.Thread, _ kernel.Name) {
			_, _ = kernel.ReceiveTimeout[goodbye](th, unknown, kernel.Second)
		},
		"kernel.Reply to message 1: it has been answered already": func(th *kernel.Thread, _ kernel.Name) {
			request := kernel.NewMessage(1)
			request.Remote, request.RemoteType = unknown, ipc.MoveSendOnce
			_ = kernel.Reply(th, &kernel.Received[goodbye]{Message: request}, goodbye{})
		},
		`th.CutWire: there is no host "moon"; the hosts are a`: func(th *kernel.Thread, _ kernel.Name) {
			th.CutWire("a", "moon")
		},
		`th.HealWire: no wire goes from "a" to itself`: func(th *kernel.Thread, _ kernel.Name) {
			th.HealWire("a", "a")
		},
		"th.DelayWire: a delay from 2ms to 1ms": func(th *kernel.Thread, _ kernel.Name) {
			th.DelayWire("a", "a", 2*kernel.Millisecond, kernel.Millisecond)
		},
		`th.CrashHost: there is no host "moon"`:   func(th *kernel.Thread, _ kernel.Name) { _ = th.CrashHost("moon") },
		`th.RestartHost: there is no host "moon"`: func(th *kernel.Thread, _ kernel.Name) { _ = th.RestartHost("moon") },
		`th.Spawn: there is no host "moon"`: func(th *kernel.Thread, _ kernel.Name) {
			_, _ = th.Spawn("moon", "", func(*kernel.Thread) {})
		},
		"th.SetQueueLimit of": func(th *kernel.Thread, port kernel.Name) { th.SetQueueLimit(port, 17) },
	} {
		m := kernel.Must(kernel.New(&kernel.Program{Name: "test", Main: one(func(th *kernel.Thread) {
			mistake(th, th.NewPort("port"))
			th.Printf("went on")
		})}, kernel.Config{Seed: 1}))
		m.Run()
		switch f := m.World().Failure; {
		case f == nil || f.Kind != kernel.Misuse || !strings.Contains(f.Text, want):
			t.Errorf("want %q, got %+v", want, f)
		case len(m.World().Console) > 0:
			t.Errorf("%s: the run went on", want)
		case !strings.Contains(kernel.Frames(m.Stack(f.Thread))[0].String(), "everyday_test.go"):
			t.Errorf("%s: at %v", want, kernel.Frames(m.Stack(f.Thread)))
		}
		m.Close()
	}
}

// A Duration is shown as people write it, and rounds up to Mach's milliseconds.
func TestDuration(t *testing.T) {
	for d, want := range map[kernel.Duration]string{
		0: "0s", 1: "1µs", -1500: "-1.5ms", 20 * kernel.Millisecond: "20ms", 1500 * kernel.Millisecond: "1.5s",
		kernel.Hour: "3600s", kernel.Second + 1: "1.000001s",
	} {
		if d.String() != want {
			t.Errorf("%d is %q and not %q", int64(d), d, want)
		}
	}
	finish(t, one(func(th *kernel.Thread) {
		start := th.Clock()
		th.Sleep(1500 * kernel.Microsecond)
		slept := th.Clock() - start
		th.Check(slept >= 2*kernel.Millisecond && slept < 3*kernel.Millisecond, "slept for %s", slept)
		th.Sleep(-kernel.Second)
	}))
}
