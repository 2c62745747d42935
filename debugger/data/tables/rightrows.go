package tables

import (
	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// transfer is a right that was made, that moved, or that ended.
type transfer struct {
	n                                     int
	what, right, object, from, to, thread string
	call                                  string
}

// note adds a transfer to those of the present event.
func (r *rights) note(x *event.Event, t transfer) {
	t.n = int(x.Number)
	if x.Kind == event.Step {
		t.thread, t.call = x.Thread.Text, x.Op.String()
	}
	r.moves = append(r.moves, t)
}

// receives notes the rights in a message that was received; from is the task of the sender.
func (r *rights) receives(x *event.Event, from string) {
	for i := range x.Got.Items {
		it := &x.Got.Items[i]
		if it.Kind != ipc.KindPort || x.Got.Ports[i].Kind != kernel.PortObject {
			continue
		}
		r.note(x, transfer{
			what: "moved", right: rightOf(it.Disp), object: x.Got.Ports[i].Text, from: from, to: x.Task.Text,
		})
	}
}

// rightOf is the right that an item of a message carries.
func rightOf(d ipc.Disposition) string {
	switch d {
	case ipc.MoveReceive:
		return "receive"
	case ipc.MoveSendOnce, ipc.MakeSendOnce:
		return "send-once"
	}
	return "send"
}

// whole is the right that there is one of for each port or set.
func whole(k kernel.ObjectKind) string {
	if k == kernel.SetObject {
		return "set"
	}
	return "receive"
}

// rightColumns are the columns of the table of rights.
var rightColumns = []derived[transfer]{
	{"n", Event, "the event; NULL for the program's Main", eventOf(moved)},
	{"time_us", Time, "when that was", at("time_us", moved)},
	{"what", Text, "made, moved (in a message that was received), or died (the port or set has ended)",
		textOf(func(m *transfer) string { return m.what })},
	{"right", Text, "receive, send, send-once, or set", textOf(func(m *transfer) string { return m.right })},
	{"object", Text, "the port or set", textOf(func(m *transfer) string { return m.object })},
	{"from_task", Text, "the task that sent it, if it moved", textOf(func(m *transfer) string { return m.from })},
	{"to_task", Text, "the task that made or received it", textOf(func(m *transfer) string { return m.to })},
	{"thread", Text, "the thread whose step it was", textOf(func(m *transfer) string { return m.thread })},
	{"call", Text, "its call", textOf(func(m *transfer) string { return m.call })},
}

func moved(m *transfer) int { return m.n }
