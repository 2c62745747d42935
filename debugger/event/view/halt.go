package view

import (
	"fmt"

	"machsim/debugger/event/text"
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
	w.list("sent out", "predicate", text.Each(h.Issued, func(stage int32) string {
		return fmt.Sprint("predicate ", stage+1)
	}))
	w.list("watch", "task", text.Each(h.Armed, func(a kernel.Armed) string {
		return fmt.Sprintf("%s for predicate %d, since event %d", w.n.task(a.Task), a.Stage+1, a.Event)
	}))
	w.list("halted", "task", text.Each(h.Halted, func(t kernel.HaltedTask) string {
		return fmt.Sprintf("%s at event %d, after %q", w.n.task(t.Task), t.Event, t.Path)
	}))
	w.snapshot()
}

// snapshot lists the channels of a snapshot (kernel.Halt.Snapshot).
func (w *writer) snapshot() {
	h := &w.s.Halt
	w.list("marked", "channel", text.Each(h.Marked, func(m kernel.Marked) string {
		return fmt.Sprintf("%s to %s", w.n.task(m.Task), w.n.port(m.Port))
	}))
	w.list("closed", "channel", text.Each(h.Closed, func(x kernel.Closed) string {
		return fmt.Sprintf("from %s to %s of %s with event %d", w.n.task(x.From), w.n.port(x.Port), w.n.task(x.To), x.Event)
	}))
	w.list("in channels", "message", text.Each(h.Caught, func(x kernel.Caught) string {
		return fmt.Sprintf("message %d from %s to %s of %s, known with event %d", x.Sent, w.n.task(x.From),
			w.n.port(x.Port), w.n.task(x.To), x.Event)
	}))
}

// halts lists the halts of hosts that go on (kernel.Agents).
func (w *writer) halts() {
	h := &w.s.Halt
	w.list("halts", "halt", text.Each(h.Calls, func(c kernel.HaltCall) string {
		return fmt.Sprintf("at %s with event %d, resumed with %s", w.n.host(c.Host), c.Event, ended(c.Resumed))
	}))
	w.list("reached", "host", text.Each(h.Stands, func(x kernel.Stand) string {
		return fmt.Sprintf("halt %d: %s with event %d at %s, told by %s, until %s at %s", x.Number, w.n.host(x.Host),
			x.Event, waitfor.Time(x.At), w.n.host(x.From), ended(x.Ended), waitfor.Time(x.Until))
	}))
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
