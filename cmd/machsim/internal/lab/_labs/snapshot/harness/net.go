package harness

import (
	"fmt"

	"machsim/kernel"
)

// net is who is there: members, and last somebody who hears them all. There is a channel from each to each.
type net struct {
	members int
	apart   bool            // each has a host of its own, and each channel is a port
	tasks   []kernel.TaskID // by member
	in      [][]kernel.Name // by receiver and sender, the port of a channel
	out     [][]kernel.Name // by sender and receiver, the right to it
}

// params are those of all programs.
var params = []kernel.Param{
	{Name: "turns", Default: "3", Doc: "members do nothing for fewer turns than this, at random"},
	{Name: "apart", Default: "true", Doc: "each has a host of its own; otherwise all are on one"},
	{Name: "slow", Default: "0", Doc: "a message takes up to so many ms, at random"},
}

// newNet makes the members and the hearer, and the channels between them.
func newNet(b *kernel.Boot, members int, name, hearer string, body, hear func(*member)) {
	t := &net{members: members, apart: b.Bool("apart")}
	names := []string{}
	for i := range members {
		names = append(names, fmt.Sprint(name, i))
	}
	for i, name := range append(names, hearer) {
		h := b.Host("office")
		if t.apart && i < members {
			h = b.Host(name)
		}
		run := body
		if i == members {
			run = hear
		}
		t.tasks = append(t.tasks, b.Task(h, name, func(th *kernel.Thread) { run(t.open(th, i)) }))
		t.in, t.out = append(t.in, make([]kernel.Name, members+1)), append(t.out, make([]kernel.Name, members+1))
	}
	t.connect(b)
	if t.apart {
		delay(b, names, b.Milliseconds("slow", 0, 1000))
	}
}

// delay says how long messages take between members.
func delay(b *kernel.Boot, names []string, slow kernel.Duration) {
	for i, x := range names {
		for _, y := range names[:i] {
			b.Delay(b.Host(x), b.Host(y), 0, slow)
		}
	}
}

// connect makes the channels. On one host there is one port for all channels to a member: port sets would make far more
// orders of events than there are.
func (t *net) connect(b *kernel.Boot) {
	for to, receiver := range t.tasks {
		all := kernel.Null
		for from, sender := range t.tasks {
			if from == to {
				continue
			}
			if all == kernel.Null || t.apart {
				all = b.Port(receiver, fmt.Sprintf("channel %d to %d", from, to))
			}
			t.in[to][from] = all
			t.out[from][to] = b.Send(receiver, all, sender)
		}
	}
}

// member is a task with its ends of the channels.
type member struct {
	th      *kernel.Thread
	number  int
	members int
	out     []kernel.Name
	all     kernel.Name // from which all that comes is received
}

// open opens a member's ends of the channels.
func (t *net) open(th *kernel.Thread, i int) *member {
	m := &member{th: th, number: i, members: t.members, out: t.out[i]}
	if !t.apart {
		m.all = t.in[i][(i+1)%(t.members+1)]
		return m
	}
	m.all = th.NewPortSet("channels")
	for from, port := range t.in[i] {
		if from != i {
			th.SetQueueLimit(port, 16) // more than anybody sends while nobody receives
			th.AddMember(m.all, port)
		}
	}
	return m
}

// hearer is the number of whoever hears all members.
func (m *member) hearer() int { return m.members }

// sends sends to another member, or to the hearer. One who has gone home hears nothing.
func sends[T any](m *member, to int, what T) { _ = kernel.Send(m.th, m.out[to], what) }

// other is another member: nobody else is sent what students send.
func (m *member) other(to int) int {
	m.th.Check(to >= 0 && to < m.members && to != m.number, "number %d sends to number %d", m.number, to)
	return to
}

// any is another member, at random.
func (m *member) any() int { return (m.number + 1 + m.th.Random(m.members-1)) % m.members }
