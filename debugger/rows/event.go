package rows

import (
	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// Rows returns events of a run as a trace shows them, from one to before another.
func (x Records) Rows(from, to int) (all []trace.Row, err error) {
	r := event.NewReader()
	err = x.past.Events(from, to, func(e *kernel.Event) { all = append(all, trace.Of(r.Look(e))) })
	return all, err
}

// Change is a change that was made at the debugger.
type Change struct {
	Event int
	Text  string
}

// ChangeOf describes the change that an event makes; end is the state at the end of the run.
func ChangeOf(end *kernel.State, at int, e *kernel.Edit) Change {
	return Change{at, trace.Edit(event.Changed(end, e, nil))}
}

// SentText is what a message says without rights to ports, whose names only a state knows; of a packet of a program's
// own protocol what the program says (kernel.Unmarked).
func SentText(id int32, items []ipc.Item) string {
	return trace.Message(&event.Message{ID: id, Items: kernel.Unmarked(items)})
}

// Sent is what the message says that an event sends; "" if it sends none.
func Sent(e *kernel.Event) string {
	if m := event.Of(e).Message; m != nil {
		return trace.Message(m)
	}
	return ""
}

// Reply is what came back to a call with an event by which a message was received: that there is no reply, or what it
// says.
func Reply(e *kernel.Event) (code ipc.Code, said string) {
	m := event.Of(e).Got
	if m.ID == ipc.MACH_NOTIFY_SEND_ONCE {
		return ipc.MIG_SERVER_DIED, ""
	}
	return 0, trace.Message(m)
}
