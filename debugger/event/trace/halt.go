package trace

import (
	"fmt"

	"machsim/debugger/event"
	"machsim/kernel"
)

// Marker says what goes on a control channel (kernel.Halt).
func Marker(p *event.Packet) string {
	switch p.Kind {
	case kernel.PacketPredicate:
		return fmt.Sprintf("predicate marker %d to %s", p.Stage+1, p.Task.Text)
	case kernel.PacketHalt:
		return fmt.Sprintf("halt marker to %s, after %s", p.Task.Text, p.Path)
	}
	return "report of a halt from " + p.Task.Text
}
