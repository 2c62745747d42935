package harness

import (
	"fmt"

	"lab/student"

	"machsim/kernel"
)

// town is hosts with a station each, and one with a judge, who is reached without delay and never crashes.
type town struct {
	n, wire int
	judge   kernel.Name
	in      []kernel.Name
}

func name(i int) string { return fmt.Sprint("station", i) }

// build makes the town. A station can ask the judge at the port that it is given.
func (t *town) build(b *kernel.Boot, judge func(*kernel.Thread),
	station func(th *kernel.Thread, s student.Station, judge kernel.Name)) {
	court := b.Task(b.Host("court"), "judge", judge)
	t.judge = b.Port(court, "judge")
	tasks, hosts, known := make([]kernel.TaskID, t.n), make([]kernel.HostID, t.n), make([]student.Station, t.n)
	asks := make([]kernel.Name, t.n)
	for i := range t.n {
		hosts[i] = b.Host(name(i))
		tasks[i] = b.Server(hosts[i], name(i), func(th *kernel.Thread) {
			th.SetQueueLimit(known[i].In, 16)
			station(th, known[i], asks[i])
		})
		known[i] = student.Station{Me: i, In: b.DatagramPort(tasks[i], name(i)), Ring: make([]kernel.Name, t.n)}
		asks[i] = b.Send(court, t.judge, tasks[i])
	}
	for i := range t.n {
		for j := range t.n {
			known[i].Ring[j] = known[i].In
			if i != j {
				known[i].Ring[j] = b.Send(tasks[j], known[j].In, tasks[i])
			}
			if i < j {
				b.Delay(hosts[i], hosts[j], kernel.Millisecond, kernel.Duration(t.wire)*kernel.Millisecond)
			}
		}
	}
}

// over ends all stations, which would go on for ever.
func (t *town) over(th *kernel.Thread) {
	for i := range t.n {
		_ = th.CrashHost(name(i)) // it may be down already
	}
}
