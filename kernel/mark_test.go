package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// TestUnmarked reads what a program says in packets of protocols that put more, or nothing, before it.
func TestUnmarked(t *testing.T) {
	type (
		body  struct{ Text string }
		inner struct{ Body body }
		whole struct {
			Mark kernel.Mark
			X    inner
			Key  string
			Body body
		}
		plain struct {
			Mark   kernel.Mark
			Amount int
			Of     body
		}
		none struct {
			Mark kernel.Mark
			Body struct{}
		}
		empty struct {
			Mark kernel.Mark
		}
	)
	const want = `whole{Mark:request 3.7 by maybe, try 2 X:{Body:{Text:"no"}} Key:"k" Body:{Text:"yes"}}
whole{Text:"yes"}
plain{Mark:request 3.7 by maybe, try 2 Amount:4 Of:{Text:"of"}}
plain{Amount:4 Of:{Text:"of"}}
none{Mark:request 3.7 by maybe, try 2 Body:{}}
none{}
empty{Mark:request 3.7 by maybe, try 2}
empty{}
inner{Body:{Text:"plain"}}
inner{Body:{Text:"plain"}}
`
	var said strings.Builder
	m := kernel.Mark{Caller: 3, Call: 7, Try: 2, Protocol: "maybe"}
	p := &kernel.Program{Name: "mark", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			for _, packet := range []*ipc.Message{
				kernel.Pack(th, whole{m, inner{body{"no"}}, "k", body{"yes"}}), kernel.Pack(th, plain{m, 4, body{"of"}}),
				kernel.Pack(th, none{Mark: m}), kernel.Pack(th, empty{m}), kernel.Pack(th, inner{body{"plain"}}),
			} {
				for _, items := range [][]ipc.Item{packet.Items, kernel.Unmarked(packet.Items)} {
					fmt.Fprintln(&said, kernel.MessageText(1, items, 0, (*ipc.Item).String))
				}
			}
		})
	}}
	run := kernel.Must(kernel.New(p, kernel.Config{Seed: 1}))
	defer run.Close()
	if run.Run(); run.Outcome() != kernel.Finished {
		t.Fatal(run.World().Failure)
	}
	if said.String() != want {
		t.Errorf("got\n%s", said.String())
	}
}

// TestMark has a packet with a Mark, and one that only looks like it, read by whoever has nothing but their items.
func TestMark(t *testing.T) {
	type request struct {
		Mark   kernel.Mark
		Amount int
	}
	type other struct{ Mark, Amount int }
	want := kernel.Mark{Step: kernel.MarkReply, Caller: 3, Call: 7, Try: 2, Protocol: "maybe"}
	p := &kernel.Program{Name: "mark", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
			if got, ok := kernel.MarkOf(kernel.Pack(th, request{want, 10}).Items); !ok || got != want {
				t.Errorf("a packet is marked %+v, %v; want %+v", got, ok, want)
			}
			m := kernel.Pack(th, request{want, 10})
			m.Items[0].Num = 99
			for _, items := range [][]ipc.Item{m.Items, nil, kernel.Pack(th, other{1, 2}).Items} {
				if got, ok := kernel.MarkOf(items); ok {
					t.Errorf("what is no mark is read as %+v", got)
				}
			}
			th.Calling(want, "add it")()
			th.Serving(want, "add")()
		})
	}}
	var names []string
	m := kernel.Must(kernel.New(p, kernel.Config{Seed: 1, Tracer: kernel.Tracer{Event: func(e *kernel.Event) {
		if e.Call != nil && e.Call.Op == kernel.OpSpan {
			names = append(names, e.Call.Text)
		}
	}}}))
	defer m.Close()
	m.Run()
	if len(names) != 2 {
		t.Fatalf("the spans are %q", names)
	}
	for i, procedure := range []string{"add_it", "add"} {
		got, ok := kernel.MarkedSpanOf(names[i])
		if !ok || got.Procedure != procedure || got.Serves != (i == 1) || got.Caller != 3 || got.Call != 7 ||
			got.Protocol != "maybe" {
			t.Errorf("%q is read as %+v, %v", names[i], got, ok)
		}
	}
	for _, name := range []string{"", "call", "call add 3 maybe", "call add 3.-1 maybe", "serve add 99999999999.1 maybe"} {
		if got, ok := kernel.MarkedSpanOf(name); ok {
			t.Errorf("%q is read as %+v", name, got)
		}
	}
}
