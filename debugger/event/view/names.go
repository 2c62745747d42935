package view

import (
	"slices"
	"strconv"

	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// label holds the names of an object.
type label struct {
	path  string // its creator and its number there; does not depend on its given name
	name  string // as printed; made unique among its kind
	maker string // the thread that made it, "" for Main; makes equal given names unique
}

// unknown replaces an invalid id, which no sound state has.
const unknown = "?"

// index holds the labels of the records of one table.
type index struct {
	labels []label  // by id
	order  []uint32 // ids in the order of their paths
}

// newIndex labels the records that all visits.
func newIndex(capacity uint32, all func(func(uint32) bool), of func(id uint32) label) index {
	x := index{labels: make([]label, capacity)}
	for id := range all {
		x.order = append(x.order, id)
		x.labels[id] = of(id)
		x.labels[id].name = quote.Line(x.labels[id].name)
	}
	x.sort()
	return x
}

// sort orders the ids and makes equal names unique.
func (x *index) sort() {
	slices.SortFunc(x.order, func(a, b uint32) int { return natural(x.labels[a].path, x.labels[b].path) })
	bearers := make(map[string]int, len(x.order))
	for _, id := range x.order {
		bearers[x.labels[id].name]++
	}
	seen := make(map[string]int, len(x.order))
	for _, id := range x.order {
		l := &x.labels[id]
		l.name = l.unique(seen, bearers)
	}
}

// unique returns a unique name for an object: with its maker if several objects have the name, and
// with a number if that is not enough.
func (l label) unique(seen map[string]int, bearers map[string]int) string {
	if l.maker != "" && bearers[l.name] > 1 {
		return unused(seen, l.name+" ("+l.maker+")")
	}
	return unused(seen, l.name)
}

// unused returns a name; if it is taken, it appends the first number that makes it new. seen has the names that are
// taken, each with the first number that may not be taken with it: a program may make a million ports of one name.
func unused(seen map[string]int, name string) string {
	free, n := name, max(2, seen[name])
	for ; seen[free] > 0; n++ {
		free = name + " #" + strconv.Itoa(n)
	}
	seen[free], seen[name] = 2, n
	return free
}

// of returns the label of a record.
func (x *index) of(id uint32) label {
	if int(id) < len(x.labels) && x.labels[id].path != "" {
		return x.labels[id]
	}
	return label{path: unknown, name: unknown}
}

// names labels everything in a state that has a virtual name.
type names struct {
	s                                         *kernel.State
	tasks, threads, mutexes, conditions, sets index
	ports                                     portNames
	paths                                     []string // of threads, filled on demand
}

func newNames(s *kernel.State) *names {
	n := &names{s: s, paths: make([]string, s.Threads.Cap())}
	n.tasks = newIndex(s.Tasks.Cap(), s.Tasks.All, func(id uint32) label {
		return label{path: n.taskPath(id), name: s.TaskName(kernel.TaskID(id))}
	})
	n.threads = newIndex(s.Threads.Cap(), s.Threads.All, func(id uint32) label {
		return label{path: n.threadPath(id), name: s.ThreadName(kernel.ThreadID(id))}
	})
	n.mutexes = newIndex(s.Mutexes.Cap(), s.Mutexes.All, func(id uint32) label {
		return n.made(s.Mutexes.At(id).Label, "m", s.MutexName(kernel.MutexID(id)))
	})
	n.conditions = newIndex(s.Conditions.Cap(), s.Conditions.All, func(id uint32) label {
		return n.made(s.Conditions.At(id).Label, "c", s.ConditionName(kernel.ConditionID(id)))
	})
	n.sets = newIndex(s.IPC.Sets.Cap(), s.IPC.Sets.All, func(id uint32) label {
		return n.made(s.IPC.Sets.At(id).Label, "s", s.SetName(ipc.SetID(id)))
	})
	n.ports = newPortNames(n)
	return n
}

// made returns the label of an object that a thread, or the program's Main, has made.
func (n *names) made(l ipc.Label, kind, name string) label {
	return label{path: n.labelPath(l, kind), name: name, maker: n.makerName(l)}
}

func (n *names) makerName(l ipc.Label) string {
	if l.Creator == 0 {
		return ""
	}
	return n.threads.of(l.Creator).name
}

// labelPath returns the path of an object that a thread, or the program's Main, has made.
func (n *names) labelPath(l ipc.Label, kind string) string {
	path := kind + strconv.FormatUint(uint64(l.Serial), 10)
	if l.Creator == 0 {
		return path
	}
	return n.threadPath(l.Creator) + "." + path
}

func (n *names) taskPath(id uint32) string {
	if !n.s.Tasks.Has(id) {
		return unknown
	}
	return n.labelPath(n.s.Tasks.At(id).Label, "t")
}

// threadPath returns the path of a thread: below the thread of the same task that made it, else
// below its task.
func (n *names) threadPath(id uint32) string {
	if !n.s.Threads.Has(id) {
		return unknown
	}
	if n.paths[id] != "" {
		return n.paths[id]
	}
	t := n.s.Threads.At(id)
	maker := t.Label.Creator
	above := ""
	if maker != 0 && n.s.Threads.Has(maker) && n.s.Threads.At(maker).Task == t.Task {
		above = n.threadPath(maker)
	} else {
		above = n.taskPath(uint32(t.Task))
	}
	n.paths[id] = above + "." + strconv.FormatUint(uint64(t.Label.Serial), 10)
	return n.paths[id]
}

// task returns a reference to a task; so do the methods below for what they name.
func (n *names) task(id kernel.TaskID) string { return n.tasks.of(uint32(id)).ref() }

func (n *names) thread(id kernel.ThreadID) string {
	if id == 0 {
		return ""
	}
	return n.threads.of(uint32(id)).ref()
}

func (n *names) host(id kernel.HostID) string {
	if !n.s.Hosts.Has(uint32(id)) {
		return unknown
	}
	return plain(n.s.HostName(id))
}

// space returns a reference to the task that owns a name space; "" for none.
func (n *names) space(id ipc.SpaceID) string {
	switch {
	case id == 0:
		return ""
	case id == ipc.KernelSpace:
		return "the kernel"
	case !n.s.IPC.Spaces.Has(uint32(id)):
		return unknown
	}
	return n.task(kernel.TaskID(n.s.IPC.Spaces.At(uint32(id)).Task))
}

// of returns a reference to an object of the kernel's, with its kind.
func (n *names) of(o kernel.Object) string {
	switch o.Kind {
	case kernel.PortObject:
		return "port " + n.port(ipc.PortID(o.ID))
	case kernel.SetObject:
		return "set " + n.sets.of(o.ID).ref()
	case kernel.MutexObject:
		return "mutex " + n.mutexes.of(o.ID).ref()
	case kernel.ConditionObject:
		return "condition " + n.conditions.of(o.ID).ref()
	case kernel.ThreadObject:
		return "thread " + n.threads.of(o.ID).ref()
	case kernel.TaskObject:
		return "task " + n.tasks.of(o.ID).ref()
	}
	return ""
}
