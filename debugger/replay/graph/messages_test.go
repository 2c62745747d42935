package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"machsim/debugger/replay/graph"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/testrun"
)

// talk is a random program of tasks that send each other messages, and end. Whatever its schedule, every message is
// received before its receiver ends, so that nobody can see more of another than its messages.
type talk struct {
	hosts int
	delay kernel.Duration // of each wire, the longest
	tasks []speaker
}

// speaker is a task: what it does, in order.
type speaker struct {
	host int
	acts []act
	got  []int32 // ids of the messages that it received, in order
}

// act is one call: to send a message with an id to a task, with a right to the same port or without; to receive; or a
// label, which is nobody's business. (A right to the sender's port would show whether that has ended.)
type act struct {
	to     int // a task, or one of the following
	id     int32
	rights bool
}

const (
	aLabel = -1 - iota
	aReceive
)

// newTalk makes a program from one of its schedules: so no receive waits for ever, and no queue is full.
func newTalk(seed uint64) *talk {
	rng := rand.New(rand.NewPCG(seed, 7))
	p := &talk{hosts: 1 + rng.IntN(3), tasks: make([]speaker, 2+rng.IntN(3))}
	p.delay = kernel.Duration(rng.IntN(2)*rng.IntN(4)) * kernel.Millisecond
	for i := range p.tasks {
		p.tasks[i].host = rng.IntN(p.hosts)
	}
	pending, sent := make([]int, len(p.tasks)), make([]int, len(p.tasks))
	receive := func(i int) {
		for ; pending[i] > 0; pending[i]-- {
			p.tasks[i].acts = append(p.tasks[i].acts, act{to: aReceive})
		}
	}
	for id := range int32(2 + rng.IntN(7)) {
		from, to := rng.IntN(len(p.tasks)), rng.IntN(len(p.tasks))
		switch {
		case rng.IntN(3) == 0:
			receive(from)
		case from == to || sent[to] == ipc.DefaultQLimit-1:
			p.tasks[from].acts = append(p.tasks[from].acts, act{to: aLabel})
		default:
			p.tasks[from].acts = append(p.tasks[from].acts, act{to: to, id: id + 1, rights: rng.IntN(4) == 0})
			pending[to]++
			sent[to]++
		}
	}
	for i := range p.tasks {
		receive(i)
	}
	return p
}

func (p *talk) boot(b *kernel.Boot) {
	var hosts []kernel.HostID
	for i := range p.hosts {
		hosts = append(hosts, b.Host(fmt.Sprint("h", i)))
		for j := range i {
			b.Delay(hosts[j], hosts[i], 0, p.delay)
		}
	}
	var tasks []kernel.TaskID
	rights, own := make([][]ipc.Name, len(p.tasks)), make([]ipc.Name, len(p.tasks))
	for i := range p.tasks {
		p.tasks[i].got = nil
		rights[i] = make([]ipc.Name, len(p.tasks))
		tasks = append(tasks, b.Task(hosts[p.tasks[i].host], fmt.Sprint("t", i), func(th *kernel.Thread) {
			p.tasks[i].run(th, own[i], rights[i])
		}))
		own[i] = b.Port(tasks[i], "")
	}
	for i := range tasks {
		for j := range tasks {
			if i != j {
				rights[i][j] = b.Send(tasks[j], own[j], tasks[i])
			}
		}
	}
}

func (s *speaker) run(th *kernel.Thread, own ipc.Name, rights []ipc.Name) {
	for _, a := range s.acts {
		switch {
		case a.to == aLabel:
			th.Label("here")
		case a.to == aReceive:
			s.got = append(s.got, kernel.Must(th.Mach().Receive(own)).ID)
		case a.rights:
			kernel.Must(th.Mach().Send(rights[a.to], ipc.NewMessage(a.id, ipc.CopyingSend(rights[a.to]))))
		default:
			kernel.Must(th.Mach().Send(rights[a.to], ipc.NewMessage(a.id, "word")))
		}
	}
}

// stamp is how many events of each task come before an event, with itself.
type stamp []int

// order computes the order of the threads' events as Lamport defines it: that of each thread, and a message is sent
// before it is received. It knows nothing of locations. The stamps stand by task and event.
func (p *talk) order(t *testing.T, g *graph.Graph) (events [][]int, stamps [][]stamp) {
	t.Helper()
	n := len(p.tasks)
	from := map[int]int{} // the event that sent the message that an event received
	sender := map[int32]int{}
	for i, s := range p.tasks {
		sends := 0
		for _, a := range s.acts {
			if a.to >= 0 {
				sender[a.id] = done(t, g, fmt.Sprintf("t%d.1", i), "mach_msg", sends)
			}
			if a.to != aLabel {
				sends++
			}
		}
	}
	task := map[int]int{}
	events, stamps = make([][]int, n), make([][]stamp, n)
	for i, s := range p.tasks {
		name := fmt.Sprintf("t%d.1", i)
		calls, received := 0, 0
		for _, a := range s.acts {
			if a.to == aReceive {
				from[done(t, g, name, "mach_msg", calls)] = sender[s.got[received]]
				received++
			}
			if a.to != aLabel {
				calls++
			}
		}
		l := &g.Tape.Lanes[laneOf(t, g, name)]
		for k := range l.Len() {
			task[l.Event(k)] = i
		}
	}
	place := map[int]int{}
	for e := range g.Tape.Len() {
		i, ok := task[e]
		if !ok {
			continue // it is the arrival of a packet
		}
		now := make(stamp, n)
		if k := len(stamps[i]); k > 0 {
			copy(now, stamps[i][k-1])
		}
		if s, ok := from[e]; ok {
			for j, v := range stamps[task[s]][place[s]] {
				now[j] = max(now[j], v)
			}
		}
		place[e] = len(events[i])
		events[i] = append(events[i], e)
		now[i] = len(events[i])
		stamps[i] = append(stamps[i], now)
	}
	return events, stamps
}

// TestMessagesAlone holds the order of runs, weak ones too, of tasks on several hosts that send messages and end,
// against the one that their messages make: nothing that nobody can see makes an order.
func TestMessagesAlone(t *testing.T) {
	ordered, apart := 0, 0
	for seed := range effort.Of(uint64(150)) {
		p := newTalk(seed)
		g := testrun.Graph(&kernel.Program{Name: "talk", Main: p.boot}, kernel.Config{Seed: seed, Weak: seed%3 == 0})
		if f := g.Tape.End.Failure; f != nil {
			t.Fatalf("seed %d: %s", seed, f.Text)
		}
		events, stamps := p.order(t, g)
		for i := range events {
			for j := range events {
				for k, a := range events[i] {
					for l, b := range events[j] {
						want := stamps[j][l][i] > k && a != b
						if want {
							ordered++
						} else {
							apart++
						}
						if got := g.Before(a, b); got != want {
							t.Fatalf("seed %d: event %d before %d: %t, by the messages %t", seed, a+1, b+1, got, want)
						}
					}
				}
			}
		}
	}
	t.Logf("%d pairs in order, %d not", ordered, apart)
}
