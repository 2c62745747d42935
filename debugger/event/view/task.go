package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

func (w *writer) task(id uint32) {
	t := w.s.Tasks.At(id)
	w.out.object(Task, w.n.tasks.of(id))
	if t.Ended {
		w.field("state", "ended")
	} else {
		w.field("state", "alive")
	}
	w.field("host", w.n.host(t.Host))
	w.flag("server", t.Server)
	w.field("suspended", count(t.Suspend))
	w.stopped(t.Suspend, t.Stopped)
	w.flag("halted", t.Stands)
	w.detail("priority", count(t.Priority))
	w.detail("number of its task", count(t.Label.Serial))
	w.detail("own name", hex(t.Self))
	if !t.Ended { // because the ids of its port and space may have been reused
		w.detail("port", w.n.port(t.Port))
		w.space(t.Space)
	}
	w.keptPorts(t.Specials[:], t.Slots[:])
	w.threads(t)
	w.cthreads(t)
	w.regionsOf(id, t)
	w.made([]uint32{t.Made})
	w.detail(cpuOfEnded, micros(t.CPU))
}

func micros(us int64) string {
	if us == 0 {
		return ""
	}
	return fmt.Sprint(us, " us")
}

// specials names the special ports by number.
var specials = map[int]string{
	kernel.SpecialKernel: "special port", kernel.SpecialException: "exception port",
}

// keptPorts writes the send rights that the kernel keeps for a task or thread.
func (w *writer) keptPorts(special, registered []ipc.PortID) {
	for i, p := range special {
		if p == 0 {
			continue
		}
		name := specials[i]
		if name == "" {
			name = fmt.Sprint("special port ", i)
		}
		w.detail(name, w.n.port(p))
	}
	for i, p := range registered {
		if p != 0 {
			w.detail(fmt.Sprint("registered port ", i), w.n.port(p))
		}
	}
}

func (w *writer) threads(t *kernel.TaskState) {
	w.list("threads", "thread", text.Each(t.Threads, w.n.thread))
}

func (w *writer) cthreads(t *kernel.TaskState) {
	w.field("limit of C threads", count(t.Limit))
	w.list("C threads that wait to start", "thread", w.waiters(t.Queued))
	w.detail("C threads running", count(t.Running))
	w.detail("C threads", count(t.Count))
	w.detail("keys", count(t.Keys))
}

// space writes the meaning of a task's names, in the order of the names.
func (w *writer) space(id ipc.SpaceID) {
	if !w.s.IPC.Spaces.Has(uint32(id)) {
		return
	}
	sp := w.s.IPC.Spaces.At(uint32(id))
	var names []ipc.NamedEntry
	w.s.IPC.LookNames(id, func(n ipc.Name, e *ipc.Entry) { names = append(names, ipc.NamedEntry{Name: n, Entry: *e}) })
	slices.SortFunc(names, func(a, b ipc.NamedEntry) int { return cmp.Compare(a.Name, b.Name) })
	for i := range names {
		w.field("name "+names[i].Name.String(), w.entry(&names[i].Entry))
	}
	w.detail("notify port", w.n.port(sp.Notify))
	w.detail("hears of all dead ports", yes(sp.Announce))
	w.detail("enabled set", hex(sp.Enabled))
}

// entry formats the meaning of a name.
func (w *writer) entry(e *ipc.Entry) string {
	text := ""
	switch e.Type {
	case ipc.TypePortSet:
		text = "set " + w.n.sets.of(e.Object).ref()
	case ipc.TypeDeadName:
		text = "dead name"
		if e.Object != 0 {
			text += " of " + w.n.port(ipc.PortID(e.Object))
		}
	case ipc.TypeSendReceive:
		text = "send and receive right to " + w.n.port(ipc.PortID(e.Object))
	default:
		text = e.Type.String() + " right to " + w.n.port(ipc.PortID(e.Object))
	}
	if e.URefs > 1 {
		text += fmt.Sprintf(", %d references", e.URefs)
	}
	var more []string
	if e.Request != 0 {
		more = append(more, "dead-name request")
	}
	if e.Accept != 0 {
		more = append(more, "forced message not accepted")
	}
	if e.Compat {
		more = append(more, "of Mach 2.5")
	}
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	return text
}
