package view

import (
	"fmt"

	"machsim/kernel"
)

// halt writes the progress of a halting by messages (kernel.Halt).
func (w *writer) halt() {
	h := &w.s.Halt
	if len(h.Issued) == 0 {
		return
	}
	w.out.object(Halting, label{path: "halting", name: "halting"})
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
}

// marker formats the task and the predicate of a marker, and the tasks that have halted before.
func (w *writer) marker(p *kernel.Packet) {
	if p.Task != 0 {
		w.field("task", w.n.task(p.Task))
		w.detail("predicate", count(p.Stage))
		w.detail("after", p.Path)
	}
}
