package debugger

import (
	"context"
	"slices"

	"machsim/debugger/edits"
	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
)

// The objects of the present position, as rows.
type (
	Task      = rows.Task      // a task
	Host      = rows.Host      // a host
	Port      = rows.Port      // a port, its queue and the rights to it
	Right     = rows.Right     // the right that a task has to a port
	Message   = rows.Message   // a message that is there
	Mutex     = rows.Mutex     // a mutex, who holds it and who waits
	Condition = rows.Condition // a condition, and who waits
	Timer     = rows.Timer     // a timer
	Wire      = rows.Wire      // a wire that is cut or slow
	Packet    = rows.Packet    // something on a wire
	File      = rows.File      // a file on the disk of a host
	Halt      = rows.Halt      // a halt at a host
)

// rowsOf asks for rows of the present position.
func rowsOf[T any](ctx context.Context, d *Debugger, what string, all func(*session.Session) []T) ([]T, error) {
	return look(ctx, d, what, func(context.Context) ([]T, error) { return all(d.s()), nil })
}

// Tasks lists the tasks, those that have ended too. Name servers are among them if Servers says so.
func (d *Debugger) Tasks(ctx context.Context) ([]Task, error) {
	return rowsOf(ctx, d, "tasks", func(s *session.Session) []Task {
		return slices.DeleteFunc(s.Tasks(), func(t Task) bool { return d.in().Hides(kernel.TaskID(t.ID)) })
	})
}

// Hosts lists the hosts.
func (d *Debugger) Hosts(ctx context.Context) ([]Host, error) {
	return rowsOf(ctx, d, "hosts", (*session.Session).Hosts)
}

// Ports lists the ports; those of the kernel's own, and the local ends of ports on other hosts,
// only if all are wanted.
func (d *Debugger) Ports(ctx context.Context, all bool) ([]Port, error) {
	return rowsOf(ctx, d, "ports", func(s *session.Session) []Port {
		return slices.DeleteFunc(s.Ports(), func(x Port) bool {
			return !all && (x.Kernel || d.in().HidesPort(s.State(), ipc.PortID(x.ID)))
		})
	})
}

// Port returns a port with its messages.
func (d *Debugger) Port(ctx context.Context, name string) (Port, error) {
	return look(ctx, d, "port", func(context.Context) (Port, error) { return d.s().Port(name) })
}

// Messages lists the messages: queued, held, in hand, on a wire.
func (d *Debugger) Messages(ctx context.Context) ([]Message, error) {
	return rowsOf(ctx, d, "messages", (*session.Session).Messages)
}

// Message returns the message that an event sent.
func (d *Debugger) Message(ctx context.Context, sent uint64) (Message, error) {
	return look(ctx, d, "message", func(context.Context) (Message, error) {
		for _, m := range d.s().Messages() {
			if m.Sent == sent {
				return m, nil
			}
		}
		return Message{}, d.edits().NoMessage(sent)
	})
}

// Mutexes lists the mutexes.
func (d *Debugger) Mutexes(ctx context.Context) ([]Mutex, error) {
	return rowsOf(ctx, d, "mutexes", (*session.Session).Mutexes)
}

// Conditions lists the conditions.
func (d *Debugger) Conditions(ctx context.Context) ([]Condition, error) {
	return rowsOf(ctx, d, "conditions", (*session.Session).Conditions)
}

// Timers lists the timers, the earliest first.
func (d *Debugger) Timers(ctx context.Context) ([]Timer, error) {
	return rowsOf(ctx, d, "timers", (*session.Session).Timers)
}

// Wires lists the wires that a program has changed.
func (d *Debugger) Wires(ctx context.Context) ([]Wire, error) {
	return rowsOf(ctx, d, "wires", (*session.Session).Wires)
}

// Packets lists what is on the wires.
func (d *Debugger) Packets(ctx context.Context) ([]Packet, error) {
	return rowsOf(ctx, d, "packets", (*session.Session).Packets)
}

// Files lists the files on the disk of a host, or with "" of all hosts: of one name, or with "" all of them. Of
// contents there are at most so many bytes.
func (d *Debugger) Files(ctx context.Context, host, name string, most int) ([]File, error) {
	return look(ctx, d, "files", func(context.Context) ([]File, error) {
		return d.s().Files(host, name, int64(max(most, 0)))
	})
}

// Kind is a kind of objects that have names.
type Kind = edits.Kind

// The kinds of objects.
const (
	Threads    Kind = "thread"
	Tasks      Kind = "task"
	Hosts      Kind = "host"
	Ports      Kind = "port"
	Mutexes    Kind = "mutex"
	Conditions Kind = "condition"
)

// Names lists the names of the objects of some kinds at the present position.
func (d *Debugger) Names(ctx context.Context, kinds ...Kind) ([]string, error) {
	return look(ctx, d, "names", func(context.Context) (all []string, err error) {
		for _, k := range kinds {
			for _, n := range d.s().Named(edits.ObjectKinds[k]) {
				all = append(all, n.Name)
			}
		}
		return all, nil
	})
}

// FindThread returns the name of the thread that is meant: by a part of it that no other has; a dot
// is the one in focus. The thread may be made later in the run.
func (d *Debugger) FindThread(ctx context.Context, name string) (string, error) {
	return look(ctx, d, "thread", func(context.Context) (string, error) {
		id, err := d.in().Thread(name)
		if err != nil {
			return "", err
		}
		return d.s().ThreadName(id), nil
	})
}

// HistoryObjects lists the objects that histories tell of, once one has been asked for.
func (d *Debugger) HistoryObjects(ctx context.Context) ([]string, error) {
	return rowsOf(ctx, d, "history", (*session.Session).HistoryObjects)
}
