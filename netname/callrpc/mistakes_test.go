package callrpc_test

import (
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/netname/callrpc"
)

type (
	token struct{ Right kernel.Name }
	odd   struct{ Odd bool }
)

// What can only be a mistake fails the run, in words; what the other side makes of it is an error.
func TestMistakes(t *testing.T) {
	soon := callrpc.ExactlyOnce().Within(kernel.Second)
	for want, client := range map[string]func(*kernel.Thread, *callrpc.Client){
		"a token carries a right": func(th *kernel.Thread, c *callrpc.Client) {
			_, _ = callrpc.Call[token, number](th, c, token{}, soon)
		},
		"a message of the kernel's own": func(th *kernel.Thread, c *callrpc.Client) {
			_, _ = callrpc.Call[kernel.NoSenders, number](th, c, kernel.NoSenders{}, soon)
		},
		"the server has a handler for add already": func(th *kernel.Thread, c *callrpc.Client) {
			s := callrpc.NewServer(th, "another")
			callrpc.Handle(th, s, func(_ *kernel.Thread, r add) number { return number(r) })
			callrpc.Handle(th, s, func(_ *kernel.Thread, r add) number { return number(r) })
		},
		"": func(th *kernel.Thread, c *callrpc.Client) {
			_, err := callrpc.Call[odd, number](th, c, odd{}, soon)
			th.Check(err == callrpc.NoProcedure, "no such procedure: %v", err)
			_, err = callrpc.Call[add, odd](th, c, add{1}, soon)
			wrong, is := err.(*kernel.WrongMessage)
			th.Check(is && strings.Contains(wrong.Came, "number"), "another reply: %v", err)
			_, err = callrpc.Call[add, number](th, c, add{1}, callrpc.AtMostOnce().Every(0).Within(0))
			th.Check(err == callrpc.TimedOut, "no time: %v", err)
			_, err = callrpc.BindTo(th, ipc.Dead)
			th.Check(err == callrpc.Unreachable, "a dead port: %v", err)
		},
	} {
		m := run(t, counter(client), kernel.Config{Seed: 1})
		f := m.World().Failure
		if want == "" && f != nil || want != "" && (f == nil || !strings.Contains(f.Text, want)) {
			t.Errorf("want %q, got %+v", want, f)
		}
	}
}

// Whoever has the right to a server's port can send anything there: the server goes on.
func TestStrangers(t *testing.T) {
	p := counter(func(th *kernel.Thread, c *callrpc.Client) { adds(1, callrpc.ExactlyOnce())(th, c) })
	main := p.Main
	p.Main = func(b *kernel.Boot) {
		main(b)
		var port kernel.Name
		s := b.Server(b.Host("north"), "other", func(th *kernel.Thread) { serve(th, port, 2) })
		port = b.DatagramPort(s, "other")
		var to kernel.Name
		x := b.Task(b.Host("east"), "stranger", func(th *kernel.Thread) {
			for step := range kernel.MarkStep(6) {
				mark := kernel.Mark{Step: step, Caller: 7, Call: 1, Try: 1, Protocol: "exactly-once"}
				kernel.Must(kernel.Send(th, to, marked{mark, 5}))
				kernel.Must(kernel.Send(th, to, add{1}))
				th.Sleep(kernel.Millisecond)
			}
			adds(1, callrpc.AtMostOnce())(th, kernel.Must(callrpc.BindTo(th, to)))
		})
		to = b.Send(s, port, x)
	}
	for seed := range uint64(20) {
		fine(t, p, kernel.Config{Seed: seed})
	}
}

type marked struct {
	Mark kernel.Mark
	N    int
}
