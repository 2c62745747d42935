package trace

import (
	"fmt"

	"machsim/kernel"
)

// Marker says what goes on a control channel (kernel.Halt).
func Marker(s *kernel.State, p *kernel.Packet) string {
	task := s.TaskName(p.Task)
	switch p.Kind {
	case kernel.PacketPredicate:
		return fmt.Sprintf("predicate marker %d to %s", p.Stage+1, task)
	case kernel.PacketHalt:
		return fmt.Sprintf("halt marker to %s, after %s", task, p.Path)
	}
	return "report of a halt from " + task
}

// arrival says what has come of a marker.
func arrival(e *kernel.Event) string {
	for _, h := range e.State.Halt.Halted {
		if h.Event == e.Step {
			return ", which halts"
		}
	}
	return ""
}
