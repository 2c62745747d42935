package trace

import (
	"fmt"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// Debugger is who makes edits.
const Debugger = "the debugger"

// Edit puts a change that is made at a debugger into words; m is the message that is
// dropped, nil if that is not known.
func Edit(s *kernel.State, e *kernel.Edit, m *ipc.Msg) string { return quote.Line(edit(s, e, m)) }

func edit(s *kernel.State, e *kernel.Edit, m *ipc.Msg) string {
	switch e.Kind {
	case kernel.EditSet:
		return fmt.Sprintf("set %s = %s in %s", e.Name, e.Value, s.ThreadName(kernel.ThreadID(e.Object)))
	case kernel.EditDrop:
		return "drop " + dropped(s, m)
	case kernel.EditInject:
		return "inject " + body(e.ID, e.Items, nil) + " at " + known(s, ipc.PortID(e.Object))
	case kernel.EditKillThread:
		return "kill thread " + s.ThreadName(kernel.ThreadID(e.Object))
	case kernel.EditKillTask:
		return "kill task " + s.TaskName(kernel.TaskID(e.Object))
	case kernel.EditCrash:
		return "crash host " + s.HostName(kernel.HostID(e.Object))
	}
	return "change something"
}

func dropped(s *kernel.State, m *ipc.Msg) string {
	if m == nil {
		return "a message"
	}
	l := line{e: new(kernel.Event), s: s}
	return fmt.Sprintf("%s of #%d to %s", body(m.ID, m.Items, l.port), m.Sent, known(s, m.Dest))
}
