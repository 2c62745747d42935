package view

import (
	"fmt"

	"machsim/debugger/event/waitfor"
	"machsim/kernel"
)

// halt writes the progress of a halting by messages (kernel.Halt).
func (w *writer) halt() {
	h := &w.s.Halt
	if len(h.Issued)+len(h.Calls) == 0 {
		return
	}
	w.out.object(Halting, label{path: "halting", name: "halting"})
	w.halts()
	w.field("debugger process knows", yes(h.Begun))
	var issued, armed, halted []string
	for _, stage := range h.Issued {
		issued = append(issued, fmt.Sprint("predicate ", stage+1))
	}
	for _, a := range h.Armed {
		armed = append(armed, fmt.Sprintf("%s for predicate %d, since event %d", w.n.task(a.Task), a.Stage+1, a.Event))
	}
	for _, t := range h.Halted {
		halted = append(halted, fmt.Sprintf("%s at event %d, after %q", w.n.task(t.Task), t.Event, t.Path))
	}
	w.list("sent out", "predicate", issued)
	w.list("watch", "task", armed)
	w.list("halted", "task", halted)
	w.snapshot()
}

// snapshot lists the channels of a snapshot (kernel.Halt.Snapshot).
func (w *writer) snapshot() {
	h := &w.s.Halt
	var marked, closed, caught []string
	for _, m := range h.Marked {
		marked = append(marked, fmt.Sprintf("%s to %s", w.n.task(m.Task), w.n.port(m.Port)))
	}
	for _, x := range h.Closed {
		closed = append(closed, fmt.Sprintf("from %s to %s of %s with event %d", w.n.task(x.From), w.n.port(x.Port),
			w.n.task(x.To), x.Event))
	}
	for _, x := range h.Caught {
		caught = append(caught, fmt.Sprintf("message %d from %s to %s of %s, known with event %d", x.Sent, w.n.task(x.From),
			w.n.port(x.Port), w.n.task(x.To), x.Event))
	}
	w.list("marked", "channel", marked)
	w.list("closed", "channel", closed)
	w.list("in channels", "message", caught)
}

// halts lists the halts of hosts that go on (kernel.Agents).
func (w *writer) halts() {
	h := &w.s.Halt
	var calls, stands []string
	for _, c := range h.Calls {
		calls = append(calls, fmt.Sprintf("at %s with event %d, resumed with %s", w.n.host(c.Host), c.Event,
			ended(c.Resumed)))
	}
	for _, x := range h.Stands {
		stands = append(stands, fmt.Sprintf("halt %d: %s with event %d at %s, told by %s, until %s at %s", x.Number,
			w.n.host(x.Host), x.Event, waitfor.Time(x.At), w.n.host(x.From), ended(x.Ended), waitfor.Time(x.Until)))
	}
	w.list("halts", "halt", calls)
	w.list("reached", "host", stands)
}

// ended is the number of an event that may not have come yet.
func ended(event uint64) string {
	if event == 0 {
		return "none yet"
	}
	return fmt.Sprint("event ", event)
}

// stays lists the times for which a host stood.
func (w *writer) stays(h *kernel.HostState) {
	var all []string
	for i := range h.Stays {
		s := &h.Stays[i]
		if i == len(h.Stays)-1 && h.Stands() {
			all = append(all, fmt.Sprintf("since %s", waitfor.Time(s.Halt)))
		} else {
			all = append(all, fmt.Sprintf("from %s to %s, in all %s", waitfor.Time(s.Halt), waitfor.Time(s.Resume),
				waitfor.Time(s.Delta)))
		}
	}
	w.field("halts for which it stands", count(h.Halts))
	w.list("stood", "time", all)
}

// marker formats the task and the predicate of a marker, and the tasks that have halted before.
func (w *writer) marker(p *kernel.Packet) {
	if p.Halt != 0 {
		w.field("halt", count(p.Halt))
	}
	if p.Task != 0 {
		w.field("task", w.n.task(p.Task))
		w.detail("predicate", count(p.Stage))
		w.detail("after", p.Path)
	}
}
