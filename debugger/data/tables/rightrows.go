package tables

import (
	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// transfer is a right that was made, that moved, or that ended.
type transfer struct {
	n, refs                               int
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

// keeps notes the rights that a task had when it ended and had got itself: not those that the program's Main gave it.
func (r *rights) keeps(e *kernel.Event, x *event.Event) {
	for i := range e.Kept {
		k := &e.Kept[i]
		got := k.Type
		if had, ok := r.given[holdingOf(k)]; ok {
			got = beyond(k, &had)
		}
		for _, one := range keptRights {
			if got&one.bit != 0 {
				t := transfer{what: Kept, right: one.right, object: e.State.MeaningName(k.Meaning), to: e.State.TaskName(k.Task)}
				if one.refs {
					t.refs = k.Refs
				}
				r.note(x, t)
			}
		}
	}
}

// beyond are the rights in k that had has not, with as many references. A given right that died is given.
func beyond(k, had *kernel.Kept) ipc.Type {
	const referred = ipc.TypeSend | ipc.TypeSendOnce | ipc.TypeDeadName
	if k.Refs <= had.Refs && had.Type&referred != 0 {
		return k.Type &^ had.Type &^ referred
	}
	return k.Type &^ (had.Type &^ referred)
}

// Kept is what table rights says of a right that its task had when it ended.
const Kept = "kept"

// keptRights are the words for the rights that a name can stand for, and which of them have user references.
var keptRights = []struct {
	bit   ipc.Type
	right string
	refs  bool
}{
	{ipc.TypeReceive, "receive", false},
	{ipc.TypeSend, "send", true},
	{ipc.TypeSendOnce, "send-once", false},
	{ipc.TypeDeadName, "dead name", true},
	{ipc.TypePortSet, "set", false},
}

// holding is where a task has rights to something.
type holding struct {
	task kernel.TaskID
	name ipc.Name
	to   kernel.Identity
}

func holdingOf(k *kernel.Kept) holding { return holding{k.Task, k.Name, k.Identity()} }

// holdings are the rights of all tasks.
func holdings(s *kernel.State) map[holding]kernel.Kept {
	all := map[holding]kernel.Kept{}
	for id := range s.Tasks.All {
		for _, k := range s.Keeps(kernel.TaskID(id), nil) {
			all[holdingOf(&k)] = k
		}
	}
	return all
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
	{"what", Text, "made, moved (in a message that was received), kept (its task had it when it ended, and had got it " +
		"itself), or died (the port or set has ended)",
		textOf(func(m *transfer) string { return m.what })},
	{"right", Text, "receive, send, send-once, dead name, or set", textOf(func(m *transfer) string { return m.right })},
	{"object", Text, "the port or set; of a dead name what it was", textOf(func(m *transfer) string { return m.object })},
	{"from_task", Text, "the task that sent it, if it moved", textOf(func(m *transfer) string { return m.from })},
	{"to_task", Text, "the task that made, received or kept it", textOf(func(m *transfer) string { return m.to })},
	{"refs", Integer, "the user references of a send right or dead name that was kept; else NULL",
		eventOf(func(m *transfer) int { return m.refs })},
	{"thread", Text, "the thread whose step it was", textOf(func(m *transfer) string { return m.thread })},
	{"call", Text, "its call", textOf(func(m *transfer) string { return m.call })},
}

func moved(m *transfer) int { return m.n }
