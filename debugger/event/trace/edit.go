package trace

import (
	"fmt"
	"strconv"

	"machsim/debugger/event"
	"machsim/debugger/event/waitfor"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Debugger is who makes edits.
const Debugger = "the debugger"

// Edit puts a change that is made at a debugger into words; m is the message that is
// dropped or injected, nil if that is not known.
func Edit(c *event.Change, m *event.Message) string { return quote.Line(edit(c, m)) }

func edit(c *event.Change, m *event.Message) string {
	switch c.Kind {
	case kernel.EditSet, kernel.EditAssign:
		return fmt.Sprintf("set %s = %s in %s", c.Name, c.Value, c.Object.Text)
	case kernel.EditCall:
		return fmt.Sprintf("call %s.%s in %s", c.Name, c.Value, c.Object.Text)
	case kernel.EditDrop:
		if m == nil {
			return "drop a message"
		}
		return fmt.Sprintf("drop %s of #%d to %s", Message(m), m.Sent, c.Object.Text)
	case kernel.EditField:
		if m == nil {
			return "change a message"
		}
		return fmt.Sprintf("set %s = %s in %s of #%d to %s", c.Name, c.Value, Message(m), m.Sent, c.Object.Text)
	case kernel.EditMove:
		if m == nil {
			return "move a message"
		}
		return fmt.Sprintf("move %s of #%d to place %d in the queue of %s", Message(m), m.Sent, c.Place+1, c.Object.Text)
	case kernel.EditAbort:
		return "abort " + c.Object.Text
	case kernel.EditInject:
		return "inject " + Message(m) + " at " + c.Object.Text
	case kernel.EditRPC:
		return fmt.Sprintf("call rpc %s %s from %s", c.Object.Text, Message(m), c.Name)
	case kernel.EditKillThread:
		return "kill thread " + c.Object.Text
	case kernel.EditKillTask:
		return "kill task " + c.Object.Text
	case kernel.EditCrash:
		return "crash host " + c.Object.Text
	case kernel.EditCut:
		return fmt.Sprintf("cut the wire between %s and %s", c.Name, c.Object.Text)
	case kernel.EditHeal:
		return fmt.Sprintf("heal the wire between %s and %s", c.Name, c.Object.Text)
	case kernel.EditHalt:
		if us, err := strconv.ParseInt(c.Value, 10, 64); err == nil {
			return fmt.Sprintf("halt %s for %s", c.Object.Text, waitfor.Time(us))
		}
		return "halt " + c.Object.Text
	case kernel.EditResume:
		return fmt.Sprintf("end halt %d", c.Place)
	}
	return "change something"
}
