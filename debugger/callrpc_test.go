package debugger_test

import (
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/programs"
)

type (
	twice  struct{ N int }
	number struct {
		N    int
		Half uint8
		Of   []pair
		Name string
		Raw  []byte
		OK   bool
	}
	pair  struct{ A, B int }
	taken struct{ To kernel.Name }
	never struct{}
)

// calculator has a server that answers twice, receives never without an answer, and ends at taken.
var calculator = &kernel.Program{Name: "calculator", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	var port, far kernel.Name
	server := b.Server(h, "server", func(th *kernel.Thread) {
		for {
			m := kernel.Must(kernel.Receive[any](th, port, twice{}, number{}, never{}, taken{}))
			switch r := m.Body.(type) {
			case twice:
				kernel.Must(kernel.Reply(th, m, twice{2 * r.N}))
			case number:
				kernel.Must(kernel.Reply(th, m, r))
			case taken:
				return
			}
		}
	})
	client := b.Task(b.Host("b"), "client", func(th *kernel.Thread) {
		n := 3
		th.Watch("n", &n)
		for range 20 {
			th.Yield()
		}
		kernel.Must(kernel.RPC[twice, twice](th, far, twice{n}))
	})
	port = b.Port(server, "calc")
	far = b.Send(server, port, client)
}}

// TestCallRPC calls servers for tasks that do something else: each fork is made again by its recording, where the reply
// is the same. What cannot be called changes nothing.
func TestCallRPC(t *testing.T) {
	d, err := debugger.Open(ctx, debugger.Source{Program: calculator, Seed: 5}, debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	for _, c := range []struct{ request, port, from, reply, why string }{
		{"twice{N: 4}", "calc", "client", "twice{N:8}", ""},
		{"twice{n + $k}", "calc", "client", "twice{N:14}", ""},
		{"twice{}", "calc", "server", "twice{N:0}", ""},
		{`number{N: -3, Half: 200, Of: []pair{{1, 2}, {B: 4}}, Name: "x y", Raw: "\x01", OK: true}`, "calc", "client",
			`number{N:-3 Half:200 Of:[{A:1 B:2} {A:0 B:4}] Name:"x y" Raw:1 bytes OK:true}`, ""},
		{"never{}", "calc", "client", "", "MACH_RCV_TIMED_OUT"},
		{"7(1, true)", "calc", "client", "", "at the end of the run it waits for a reply"},
		{"taken{}", "calc", "client", "", ""},
		{"taken{N: 1}", "calc", "client", "", ""},
		{"twice{N: 1}", "nobody", "client", "", ""},
		{"twice{N: 1}", "calc", "nobody", "", ""},
		{"twice{N: 1.5}", "calc", "client", "", ""},
		{"number{Of: 3}", "calc", "client", "", ""},
		{"number{Of: []pair{{C: 3}}}", "calc", "client", "", ""},
		{"number{1, 2}", "calc", "client", "", ""},
		{"twice", "calc", "client", "", ""},
		{"twice(1)", "calc", "client", "", ""},
		{"7(nobody)", "calc", "client", "", ""},
		{"thrice{}", "calc", "client", "", ""},
		{"{N: 1}", "calc", "client", "", ""},
		{"twice{N: 1", "calc", "client", "", ""},
	} {
		to(t, d, "20")
		_, err = d.Let(ctx, "k", debugger.Scope{}, "4")
		must(t, err)
		_, err := d.Fork(ctx, debugger.Fork{Change: debugger.CallRPC{Port: c.port, Request: c.request, From: c.from}})
		if (err != nil) != (c.reply+c.why == "") {
			t.Errorf("%s: %v", c.request, err)
		}
		if err != nil {
			if here, err := d.Run(ctx); err != nil || here.Number != 0 {
				t.Errorf("%s made fork %d, %v", c.request, here.Number, err)
			}
			continue
		}
		data, err := d.Data(ctx)
		must(t, err)
		again, err := debugger.Open(ctx, debugger.Source{Program: calculator, Data: data}, debugger.Options{})
		must(t, err)
		var here []debugger.Here
		for _, d := range []*debugger.Debugger{d, again} {
			r, err := d.Reply(ctx)
			must(t, err)
			if r.Text != c.reply || !strings.HasPrefix(r.Why, c.why) {
				t.Errorf("%s: the reply is %s, %s", c.request, r.Text, r.Why)
			}
			here = append(here, r.Motion.Here)
		}
		if here[0].Time != here[1].Time || here[0].Run.Hash != here[1].Run.Hash {
			t.Errorf("%s: the recording comes to %+v, and the fork came to %+v", c.request, here[1], here[0])
		}
		again.Close()
		_, err = d.Enter(ctx, 0)
		must(t, err)
	}
	if _, err := d.Reply(ctx); err == nil {
		t.Error("there is a reply in a run in which nobody was called")
	}
}

// TestCallRPCDies calls a server that dies meanwhile, and one of a run that ends meanwhile.
func TestCallRPCDies(t *testing.T) {
	d, err := debugger.Open(ctx, debugger.Source{Program: calculator, Seed: 5}, debugger.Options{})
	must(t, err)
	t.Cleanup(d.Close)
	to(t, d, "20")
	for _, c := range []struct {
		kill debugger.Change
		want string
	}{{debugger.Kill{Name: "server"}, "MIG_SERVER_DIED"}, {debugger.Kill{Name: "client.rpc1"}, "it was ended before"}} {
		_, err = d.Fork(ctx, debugger.Fork{Change: debugger.CallRPC{Port: "calc", Request: "never{}", From: "client"}})
		must(t, err)
		if r, err := d.Reply(ctx); err != nil || r.Why == "" {
			t.Fatal(r, err)
		}
		_, err = d.Step(ctx, debugger.Step{Back: true})
		must(t, err)
		if _, err = d.Fork(ctx, debugger.Fork{Change: c.kill}); err != nil {
			t.Fatal(err)
		}
		if r, err := d.Reply(ctx); err != nil || !strings.HasPrefix(r.Why, c.want) {
			t.Errorf("%v: %+v, %v", c.kill, r, err)
		}
		_, err = d.Enter(ctx, 0)
		must(t, err)
	}
}

// TestCallRPCLive calls servers in a live run, which goes on as a run whose recording is opened.
func TestCallRPCLive(t *testing.T) {
	d := begun(t, programs.Find("bank-fixed"), 4, 77)
	to(t, d, "77")
	for i, want := range []string{"balance{Amount:100}", "balance{Amount:0}", "balance{Amount:50}"} {
		request := []string{"get{1}", "put{Account: 1, Balance: 50}", "get{Account: 1}"}[i]
		r, err := d.Fork(ctx, debugger.Fork{Change: debugger.CallRPC{Port: "bank", Request: request, From: "teller1.1"}})
		if err != nil || r.Parent != "" {
			t.Fatal(r.Parent, err)
		}
		got, err := d.Reply(ctx)
		if err != nil || got.Text != want || got.Motion.Here.Run.Events > 77+40*(i+1) {
			t.Fatalf("%s: %+v, %v", request, got, err)
		}
	}
	data, err := d.Data(ctx)
	must(t, err)
	again, err := debugger.Open(ctx, debugger.Source{Program: programs.Find("bank-fixed"), Data: data}, debugger.Options{})
	must(t, err)
	t.Cleanup(again.Close)
	if r, err := again.Reply(ctx); err != nil || r.Text != "balance{Amount:50}" {
		t.Errorf("%+v, %v", r, err)
	}
}
