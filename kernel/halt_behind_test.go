package kernel

import (
	"fmt"
	"testing"

	"machsim/ipc"
)

// TestMarkersBehind takes away the message in front of halt markers, in two ways: its port
// leaves the set in whose queue they are, or it is dropped. The markers have come to the
// task then, and a receive gets nothing.
func TestMarkersBehind(t *testing.T) {
	for _, leave := range []bool{true, false} {
		cfg := Config{Halt: &Halt{Stages: [][]string{{"sender"}}}}
		var got []int32
		m := behind(t, cfg, leave, &got)
		for m.Step() && len(m.World().Halt.Halted) == 0 {
		}
		if first := m.World().IPC.First(0, 1); !leave {
			cfg.Edits = []Edit{{After: m.World().Steps, Kind: EditDrop, Object: uint32(first)}}
			m = behind(t, cfg, leave, &got)
			for m.Step() && m.World().Edits == 0 {
			}
			if first := m.World().IPC.First(0, 1); first != 0 {
				t.Errorf("a marker is left at the head of a queue: %+v", m.World().IPC.Msgs.At(uint32(first)))
			}
		}
		m.Run()
		if n := len(m.World().Halt.Halted); n == 0 || len(got) != 0 {
			t.Errorf("leave %t: %d tasks have halted, and %d is received", leave, n, got)
		}
	}
}

// behind makes a program whose sender halts when it has sent a message, and whose receiver
// then looks for one: got are the ids of those that it gets.
func behind(t *testing.T, cfg Config, leave bool, got *[]int32) *Machine {
	var in, to [2]ipc.Name
	ready := false
	program := &Program{Name: "sets", Main: func(b *Boot) {
		h := b.Host("a")
		receiver := b.Task(h, "receiver", func(th *Thread) {
			set := th.NewPortSet("set")
			for _, p := range in {
				Must(th.Mach().PortMoveMember(th.Mach().Self(), p, set))
			}
			ready = true
			for range 40 {
				th.Yield()
			}
			if leave {
				Must(th.Mach().PortMoveMember(th.Mach().Self(), in[0], ipc.Null))
			}
			if m, err := th.Mach().ReceiveTimeout(set, 0); err == nil {
				*got = append(*got, m.ID)
			}
		})
		sender := b.Task(h, "sender", func(th *Thread) {
			for !ready {
				th.Yield()
			}
			Must(th.Mach().Send(to[0], ipc.NewMessage(1)))
			th.Label("halt here")
		})
		for i := range in {
			in[i] = b.Port(receiver, fmt.Sprint("port", i))
			to[i] = b.Send(receiver, in[i], sender)
		}
	}}
	cfg.Door = slowMarkers{&labels{NewRandom(1), []string{"halt here"}}}
	m, err := New(program, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// slowMarkers is a Door that lets halt markers arrive when nothing else can be done.
type slowMarkers struct{ Door }

func (d slowMarkers) Choose(p Point) int {
	for {
		c := d.Door.Choose(p)
		a := Actor{}
		if p.Kind == PointNext {
			a = p.Option(c)
		}
		if a.Packet == 0 || p.State().Packets.At(uint32(a.Packet)).Kind == PacketPredicate {
			return c
		}
	}
}
