package callrpc_test

import (
	"testing"

	"machsim/kernel"
	"machsim/netname"
	"machsim/netname/callrpc"
	"machsim/test/effort"
)

// stricken is a program whose server's host crashes some time, and comes back with a server that has a number, or with
// 0 one of its own. executed counts, over both.
func stricken(as uint32, p callrpc.Protocol, executed *int, err *error) *kernel.Program {
	server := func(th *kernel.Thread) {
		s := callrpc.NewServer(th, "counter")
		if as != 0 {
			s.Number = as
		}
		callrpc.Handle(th, s, func(th *kernel.Thread, r add) number {
			th.Sleep(kernel.Duration(th.Random(20)) * kernel.Millisecond)
			*executed++
			return number{*executed}
		})
		s.Serve(th)
	}
	return &kernel.Program{Name: "stricken", Main: func(b *kernel.Boot) {
		*executed, *err = 0, nil
		north, south := b.Host("north"), b.Host("south")
		b.Delay(north, south, 0, 5*kernel.Millisecond)
		b.Server(north, "server", server)
		b.OnRestart(north, server)
		netname.Serve(b)
		b.Server(b.Host("sky"), "lightning", func(th *kernel.Thread) {
			th.Sleep(kernel.Duration(th.Random(60)) * kernel.Millisecond)
			kernel.Must(th.CrashHost("north"))
			th.Sleep(kernel.Duration(th.Random(200)) * kernel.Millisecond)
			kernel.Must(th.RestartHost("north"))
		})
		b.Task(south, "client", func(th *kernel.Thread) {
			c, failed := callrpc.Bind(th, "counter")
			if failed == nil {
				_, failed = callrpc.Call[add, number](th, c, add{1}, p)
			}
			*err = failed
		})
	}}
}

// A server that comes back under another number executes no call of the one before: who made it learns that.
func TestRestart(t *testing.T) {
	for _, p := range []callrpc.Protocol{callrpc.ExactlyOnce(), callrpc.AtMostOnce()} {
		became := map[string]int{}
		for seed := range effort.Of(uint64(300)) {
			var executed int
			var err error
			fine(t, stricken(0, p.Every(20*kernel.Millisecond), &executed, &err), rates(seed, 10, 10))
			switch {
			case executed > 1:
				t.Fatalf("seed %d: executed %d times", seed, executed)
			case err == nil && executed != 1:
				t.Fatalf("seed %d: answered, and executed %d times", seed, executed)
			case err == callrpc.Restarted && executed == 0:
				became["restarted, not executed"]++
			case err == callrpc.Restarted:
				became["restarted, executed"]++
			case err == nil:
				became["answered"]++
			default:
				became[err.Error()]++
			}
		}
		t.Log(became)
		for _, seen := range []string{"restarted, executed", "restarted, not executed", "answered"} {
			if became[seen] == 0 {
				t.Errorf("no run is: %s", seen)
			}
		}
	}
}

// Under the same number it executes them, and so one may be executed twice, as Cooper's thesis says.
func TestRestartUnderTheSameNumber(t *testing.T) {
	for seed := range effort.Of(uint64(300)) {
		var executed int
		var err error
		fine(t, stricken(7, callrpc.ExactlyOnce().Every(20*kernel.Millisecond), &executed, &err), rates(seed, 10, 10))
		if executed == 2 {
			t.Logf("seed %d: executed twice, and the client was told %v", seed, err)
			return
		}
	}
	t.Error("no call was executed twice")
}
