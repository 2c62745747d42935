package event_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
)

// An event is a value: what it says of a run when that is over is what it said when it happened,
// whatever the program and the kernel have done with their memory since.
func TestEventsCanBeKept(t *testing.T) {
	for seed := range effort.Of(uint64(12)) {
		keep(t, randprog.Program(seed, randprog.Large), randprog.Config(seed, 800))
	}
	for _, p := range programs.All {
		keep(t, p, kernel.Config{Seed: 1, MaxSteps: 1500})
	}
	keep(t, &kernel.Program{Name: "writer", Main: writer}, kernel.Config{Seed: 1})
	keep(t, &kernel.Program{Name: "renamed", Main: renamed}, kernel.Config{Seed: 1})
}

// renamed has a thread that gets another name after it has made a port.
func renamed(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		box := th.NewPort("")
		_ = th.Send(box, ipc.NewMessage(7))
		th.CThreads().SetName(th.ID(), "clerk")
		_, _ = th.Receive(box)
	})
}

// Two objects with one name, and one id used again, have identities of their own; a port that is known
// on two hosts has one.
func TestIdentities(t *testing.T) {
	ports := map[kernel.Identity]string{}
	sees := func(e *kernel.Event) {
		x := event.Of(e)
		for _, v := range []event.Value{x.About, x.Operand(kernel.FieldName2)} {
			if v.Kind == kernel.PortObject && v.Serves == kernel.KindPlain {
				ports[v.Identity] = v.Text
			}
		}
		if x.Packet != nil && x.Packet.Port.Kind == kernel.PortObject {
			ports[x.Packet.Port.Identity] = "far " + x.Packet.Port.Text
		}
	}
	m, err := kernel.New(&kernel.Program{Name: "twins", Main: func(b *kernel.Boot) {
		var near, far kernel.Name
		server := b.Task(b.Host("a"), "server", func(th *kernel.Thread) { _, _ = th.Receive(near) })
		near = b.Port(server, "twin")
		client := b.Task(b.Host("b"), "client", func(th *kernel.Thread) {
			th.ClosePort(th.NewPort("twin"))
			th.ClosePort(th.NewPort("twin"))
			_ = th.Send(far, ipc.NewMessage(1))
		})
		far = b.Send(server, near, client)
	}}, kernel.Config{Seed: 1, Tracer: kernel.Tracer{Before: true, Event: sees}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	names := slices.Sorted(maps.Values(ports))
	if want := []string{"far twin", "twin", "twin"}; !slices.Equal(names, want) {
		t.Errorf("the ports are %v, want %v", ports, want)
	}
}

// writer writes into the messages that it has sent and received.
func writer(b *kernel.Boot) {
	b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
		box, m := th.NewPort("box"), ipc.NewMessage(7, 1, "x")
		_ = th.Send(box, m)
		m.Items[0].Num = 2
		if m, err := th.Receive(box); err == nil {
			m.Items[0].Num = 3
			th.Yield()
		}
	})
}

// keep runs a program, and keeps its events as values; a Reader makes the same of each as [event.Of].
func keep(t *testing.T, p *kernel.Program, cfg kernel.Config) {
	t.Helper()
	var kept []*event.Event
	var said []trace.Row
	r, looks, shown := event.NewReader(), event.NewReader(), event.NewReader()
	cfg.Tracer = kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		alone := event.Of(e)
		kept = append(kept, r.Of(e))
		said = append(said, trace.Of(alone))
		for _, x := range []*event.Event{kept[len(kept)-1], looks.Look(e)} {
			if !reflect.DeepEqual(alone, x) {
				t.Fatalf("%s, seed %d, event %d by itself is %+v, among others %+v", p.Name, cfg.Seed, e.Step, alone, x)
			}
		}
		shown.Show(e)
		if got := shown.About(); got != alone.About && alone.Packet == nil {
			t.Fatalf("%s, seed %d, event %d is about %+v, as a value %+v", p.Name, cfg.Seed, e.Step, got, alone.About)
		}
		if !alone.Sends() {
			return
		}
		if got, m := shown.Destination(), alone.Message; m != nil && got != m.To || m == nil && got != (event.Value{}) {
			t.Fatalf("%s, seed %d, event %d sends to %+v, as a value %+v", p.Name, cfg.Seed, e.Step, got, m)
		}
	}}
	m, err := kernel.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	m.Run()
	m.Close()
	for i, e := range kept {
		if d := cmp.Diff(said[i], trace.Of(e)); d != "" {
			t.Fatalf("%s, seed %d, event %d has changed: %s", p.Name, cfg.Seed, e.Number, d)
		}
	}
}

// Everything that can be said of an event stands in it by its kind, with the names as they were
// before it.
func TestParts(t *testing.T) {
	by := map[kernel.Op]*event.Event{}
	cfg := kernel.Config{Seed: 1, Lines: true, Tracer: kernel.Tracer{Before: true, Event: func(e *kernel.Event) {
		by[e.Call.Op] = event.Of(e)
	}}}
	m, err := kernel.New(&kernel.Program{Name: "test", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			box, bag := th.NewPort("box"), th.NewPortSet("bag")
			_ = th.Mach().PortMoveMember(th.Mach().Self(), box, bag)
			_ = th.Send(box, ipc.NewMessage(7, 1, "x"))
			_, _ = th.Receive(bag)
			_ = th.Mach().PortDestroy(th.Mach().Self(), box)
		})
	}}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	got := by[kernel.OpMachMsg]
	if g := got.Got; g == nil || g.ID != 7 || len(g.Items) != 2 || g.Sent == 0 || g.To.Text != "box" ||
		got.Set.Text != "bag" {
		t.Errorf("the receive is %+v", got)
	}
	if got.Thread.Text != "main.1" || got.Task.Text != "main" || got.Host.Text != "a" ||
		got.Place().File != "event_test.go" {
		t.Errorf("the receive was made by %s of %s on %s at %v", got.Thread.Text, got.Task.Text, got.Host.Text, got.Place())
	}
	gone := by[kernel.OpPortDestroy]
	name := gone.Operand(kernel.FieldName2)
	if name.Kind != kernel.PortObject || name.Text != "box" || !gone.Operand(kernel.FieldName).Own || gone.Code != 0 {
		t.Errorf("box is destroyed by %+v", gone)
	}
	into := by[kernel.OpPortMoveMember].Operand(kernel.FieldName3)
	if into.Kind != kernel.SetObject || into.Text != "bag" {
		t.Errorf("box moves into %+v", into)
	}
}
