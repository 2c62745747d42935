package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/waitfor"
	"machsim/ipc"
	"machsim/kernel"
)

// sink takes the rows of a state: an object, then its fields.
type sink interface {
	object(k Kind, l label)
	field(name, value string, minor bool)
	list(name, unit string, items []string, minor bool)
}

// writer writes the rows of a state to a sink. It leaves out fields with their usual value: the
// empty text, 0 or false.
type writer struct {
	s       *kernel.State
	n       *names
	out     sink
	timers  map[kernel.Actor]string // when the timer of a thread or packet fires
	memory  map[kernel.MemoryID]label
	regions []kernel.MemoryID // memory in the order in which regions mention it
	recurs  bool              // messages are written without their sequence numbers
}

func newWriter(s *kernel.State, out sink) *writer {
	w := &writer{s: s, n: newNames(s), out: out, memory: map[kernel.MemoryID]label{}}
	w.timers = w.timerTexts(0)
	return w
}

// all writes the whole state, ports last: the other rows number them.
func (w *writer) all() {
	w.world()
	w.hosts()
	w.each(w.n.tasks.order(), w.task)
	w.each(w.n.threads.order(), w.thread)
	w.each(w.n.mutexes.order(), w.mutex)
	w.each(w.n.conditions.order(), w.condition)
	w.each(w.n.sets.order(), w.set)
	for _, id := range w.regions {
		w.memoryObject(id)
	}
	w.each(w.n.files.order(), w.file)
	w.wires()
	w.inOrder(slices.Collect(w.s.NetPorts.All), w.net)
	w.packets()
	w.ports()
}

func (w *writer) each(ids []uint32, write func(id uint32)) {
	for _, id := range ids {
		write(id)
	}
}

// inOrder writes the rows of records without a path, in the order of their contents. Equal rows are
// interchangeable.
func (w *writer) inOrder(ids []uint32, write func(id uint32)) {
	if len(ids) < 2 {
		w.each(ids, write)
		return
	}
	text := make(map[uint32]string, len(ids))
	for _, id := range ids {
		text[id] = w.dry(func() { write(id) })
	}
	slices.SortFunc(ids, func(a, b uint32) int { return cmp.Or(natural(text[a], text[b]), cmp.Compare(a, b)) })
	w.each(ids, write)
}

// dry returns the rows that write would write, without numbering ports.
func (w *writer) dry(write func()) string {
	out, t := w.out, &texts{}
	w.out, w.n.ports.dry = t, true
	write()
	w.out, w.n.ports.dry = out, false
	return t.String()
}

// texts is the sink for rows that are compared.
type texts struct{ strings.Builder }

func (t *texts) object(k Kind, l label)                   { fmt.Fprintf(t, "%s %q %q\n", k, l.path, l.name) }
func (t *texts) field(name, value string, _ bool)         { fmt.Fprintf(t, "%s %q\n", name, value) }
func (t *texts) list(name, _ string, it []string, _ bool) { fmt.Fprintf(t, "%s %q\n", name, it) }

// field writes a fact that a person wants to see.
func (w *writer) field(name, value string) {
	if value != "" {
		w.out.field(name, value, false)
	}
}

// detail writes a fact of bookkeeping.
func (w *writer) detail(name, value string) {
	if value != "" {
		w.out.field(name, value, true)
	}
}

func (w *writer) list(name, unit string, items []string) {
	if len(items) > 0 {
		w.out.list(name, unit, items, false)
	}
}

func (w *writer) flag(name string, is bool) {
	if is {
		w.out.field(name, "yes", false)
	}
}

// count formats a number; "" for 0.
func count[T ~int | ~int32 | ~int64 | ~uint8 | ~uint32](n T) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(int64(n), 10)
}

// hex formats a name as programs see it.
func hex(n ipc.Name) string {
	if n == ipc.Null {
		return ""
	}
	return n.String()
}

// source formats a place in a program.
func source(pc uintptr) string {
	if pc == 0 {
		return ""
	}
	return kernel.FrameAt(pc).String()
}

// made writes how many objects of each kind a thread, or Main, has made. The count gives the next
// object of the kind its number.
func (w *writer) made(made []uint32) {
	words := []string{"threads", "tasks", "ports", "mutexes", "conditions", "reply ports", "files"}
	var parts []string
	for i, n := range made {
		if n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", words[i]))
		}
	}
	w.detail(madeSoFar, strings.Join(parts, ", "))
}

// waiters formats the threads of a queue, in order.
func (w *writer) waiters(l ipc.Waiters) []string {
	var all []string
	for id := l.Head; id != 0 && len(all) <= w.s.Threads.Len(); {
		all = append(all, w.n.thread(kernel.ThreadID(id)))
		if !w.s.Threads.Has(id) {
			break
		}
		id = uint32(w.s.Threads.At(id).Next)
	}
	return all
}

// timerTexts formats when each timer fires. Of several that fire at the same time it says which was
// armed first, because that decides their order. Times count from a moment on.
func (w *writer) timerTexts(from int64) map[kernel.Actor]string {
	timers := slices.Clone(w.s.Timers)
	slices.SortFunc(timers, func(a, b kernel.Timer) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Order, b.Order))
	})
	texts := make(map[kernel.Actor]string, len(timers))
	for i := 0; i < len(timers); {
		same := i
		for same < len(timers) && timers[same].At == timers[i].At {
			same++
		}
		for k := i; k < same; k++ {
			text := waitfor.Time(timers[k].Due() - from)
			if timers[k].Stands() {
				text += " by the clock of its host, which stands"
			}
			if same-i > 1 {
				text += fmt.Sprintf(", number %d of %d then", k-i+1, same-i)
			}
			texts[timers[k].Actor()] = text
		}
		i = same
	}
	return texts
}
