package trace

import (
	"fmt"

	"machsim/debugger/event"
	"machsim/kernel"
)

// Marker says what goes on a control channel (kernel.Halt, kernel.Agents).
func Marker(p *event.Packet) string {
	switch p.Kind {
	case kernel.PacketPredicate:
		return fmt.Sprintf("predicate marker %d to %s", p.Stage+1, p.Task.Text)
	case kernel.PacketStop:
		return fmt.Sprintf("halt %d reaches %s, told by %s", p.Halt, p.To.Text, p.From.Text)
	case kernel.PacketResume:
		if p.From.Text == p.To.Text {
			return fmt.Sprintf("halt %d ends at %s: its time is over", p.Halt, p.To.Text)
		}
		return fmt.Sprintf("halt %d ends at %s, told by %s", p.Halt, p.To.Text, p.From.Text)
	case kernel.PacketHalt:
		return fmt.Sprintf("halt marker to %s, after %s", p.Task.Text, p.Path)
	}
	return "report of a halt from " + p.Task.Text
}
