package kernel

import (
	"fmt"
	"testing"

	"machsim/ipc"
)

// labels is a Door that answers whether a predicate is met by the label that the thread has
// come to.
type labels struct {
	Door
	of []string // by stage
}

func (l *labels) Choose(p Point) int {
	if p.Kind != PointPredicate {
		return l.Door.Choose(p)
	}
	c := &p.State().Threads.At(uint32(p.Thread)).Call
	if c.Op == OpLabel && c.Text == l.of[p.Stage] {
		return 1
	}
	return 0
}

// ring is a program in which a token goes round among tasks on three hosts; each task says
// so by a label.
func ring(b *Boot) {
	const n = 3
	var tasks [n]TaskID
	var in, next [n]ipc.Name
	for i := range n {
		tasks[i] = b.Task(b.Host(fmt.Sprint("host", i)), fmt.Sprint("node", i), func(th *Thread) {
			for round := range 20 {
				if i > 0 || round > 0 {
					Must(th.Mach().Receive(in[i]))
				}
				th.Label(fmt.Sprint("token ", i))
				Must(th.Mach().Send(next[i], ipc.NewMessage(1)))
			}
		})
	}
	for i := range n {
		in[i] = b.Port(tasks[i], "in")
	}
	for i := range n {
		next[i] = b.Send(tasks[(i+1)%n], in[(i+1)%n], tasks[i])
	}
}

// TestHalt halts a ring once node1 has had the token and, because of that, node2. Every
// task halts, for a reason that its path tells.
func TestHalt(t *testing.T) {
	halt := &Halt{Stages: [][]string{{"node1"}, {"node2"}}}
	longest := 0
	for seed := range uint64(200) {
		door := &labels{NewRandom(seed), []string{"token 1", "token 2"}}
		m, err := New(&Program{Name: "ring", Main: ring}, Config{Door: door, Halt: halt})
		if err != nil {
			t.Fatal(err)
		}
		for m.Step() {
			if err := m.World().Check(); err != nil {
				t.Fatalf("seed %d, after event %d: %v", seed, m.World().Steps, err)
			}
		}
		s := m.World()
		if m.Outcome() == Finished {
			continue // the markers were too slow
		}
		if m.Outcome() != Halted || len(s.Halt.Halted) != 3 {
			t.Fatalf("seed %d: %v with %+v", seed, m.Outcome(), s.Halt)
		}
		first := s.Halt.Halted[0]
		if s.TaskName(first.Task) != "node2" || first.Path != "" {
			t.Fatalf("seed %d: the first to halt is %s, after %q", seed, s.TaskName(first.Task), first.Path)
		}
		for _, h := range s.Halt.Halted[1:] {
			longest = max(longest, len(h.Path))
			if h.Path[:5] != "node2" {
				t.Errorf("seed %d: %s has halted after %q", seed, s.TaskName(h.Task), h.Path)
			}
		}
		m.Close()
	}
	if longest < len("node2, node0") {
		t.Error("no task halted after two others")
	}
}

// TestHaltAcyclic halts a producer by what its consumer meets, from which no channel leads
// to it: that takes the debugger process (Miller and Choi, figure 2).
func TestHaltAcyclic(t *testing.T) {
	program := &Program{Name: "pipe", Main: func(b *Boot) {
		h := b.Host("a")
		var in, out ipc.Name
		consumer := b.Task(h, "consumer", func(th *Thread) {
			for range 50 {
				Must(th.Mach().Receive(in))
				th.Label("got")
			}
		})
		producer := b.Task(h, "producer", func(th *Thread) {
			for range 50 {
				Must(th.Mach().Send(out, ipc.NewMessage(1)))
			}
		})
		in = b.Port(consumer, "in")
		out = b.Send(consumer, in, producer)
	}}
	halted := 0
	for seed := range uint64(50) {
		door := &labels{NewRandom(seed), []string{"got"}}
		m, err := New(program, Config{Door: door, Halt: &Halt{Stages: [][]string{{"cons*"}}}})
		if err != nil {
			t.Fatal(err)
		}
		if m.Run() == Halted {
			halted++
			if last := m.World().Halt.Halted[1]; last.Path != "consumer, the debugger" {
				t.Errorf("seed %d: the producer halted after %q", seed, last.Path)
			}
			for id := range m.World().IPC.Msgs.All {
				if msg := m.World().IPC.Msgs.At(id); msg.ID == MarkerID && (msg.Next != 0 || msg.Prev == 0) {
					t.Errorf("seed %d: the producer's halt marker is not the last behind messages", seed)
				}
			}
		}
		m.Close()
	}
	if halted < 40 {
		t.Errorf("of 50 runs %d were halted", halted)
	}
}
