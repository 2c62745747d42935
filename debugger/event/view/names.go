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
	path string // kernel.State.Path; does not depend on its given name
	name string // as printed; made unique among its kind
}

// unknown replaces an invalid id, which no sound state has.
const unknown = "?"

// index holds the labels of the records of one table.
type index struct {
	labels []label  // by id
	ids    []uint32 // in the order of their paths, once they are sorted
	sorted bool
}

// newIndex labels the records that all visits.
func newIndex(capacity uint32, all func(func(uint32) bool), of func(id uint32) label) index {
	x := index{labels: make([]label, capacity)}
	for id := range all {
		x.ids = append(x.ids, id)
		x.labels[id] = of(id)
		x.labels[id].name = quote.Line(x.labels[id].name)
	}
	x.distinguish()
	return x
}

// order returns the ids in the order of their paths.
func (x *index) order() []uint32 {
	if !x.sorted {
		slices.SortFunc(x.ids, func(a, b uint32) int { return natural(x.labels[a].path, x.labels[b].path) })
		x.sorted = true
	}
	return x.ids
}

// distinguish makes equal names unique: those of a run that is over are so already.
func (x *index) distinguish() {
	if !x.repeats() {
		return
	}
	seen := make(map[string]int, len(x.ids))
	for _, id := range x.order() {
		x.labels[id].name = unused(seen, x.labels[id].name)
	}
}

// repeats says whether two records have the same name.
func (x *index) repeats() bool {
	seen := make(map[string]bool, len(x.ids))
	for _, id := range x.ids {
		seen[x.labels[id].name] = true
	}
	return len(seen) < len(x.ids)
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
	s                                                *kernel.State
	tasks, threads, mutexes, conditions, sets, files index
	ports                                            portNames
	paths                                            []string // of threads, filled on demand
}

func newNames(s *kernel.State) *names {
	n := &names{s: s, paths: make([]string, s.Threads.Cap())}
	n.tasks = n.index(kernel.TaskObject, s.Tasks.Cap(), s.Tasks.All)
	n.threads = n.index(kernel.ThreadObject, s.Threads.Cap(), s.Threads.All)
	n.mutexes = n.index(kernel.MutexObject, s.Mutexes.Cap(), s.Mutexes.All)
	n.conditions = n.index(kernel.ConditionObject, s.Conditions.Cap(), s.Conditions.All)
	n.sets = n.index(kernel.SetObject, s.IPC.Sets.Cap(), s.IPC.Sets.All)
	n.files = n.index(kernel.FileObject, s.Files.Cap(), s.Files.All)
	n.ports = newPortNames(n)
	return n
}

func (n *names) index(kind kernel.ObjectKind, capacity uint32, all func(func(uint32) bool)) index {
	return newIndex(capacity, all, func(id uint32) label {
		o := kernel.Object{Kind: kind, ID: id}
		return label{n.path(o), n.s.NameOf(o)}
	})
}

// path returns the path of an object that a thread, or the program's Main, has made. Those of threads are begun so
// often that they are kept.
func (n *names) path(o kernel.Object) string {
	thread := o.Kind == kernel.ThreadObject
	switch {
	case thread && !n.s.Threads.Has(o.ID), o.Kind == kernel.TaskObject && !n.s.Tasks.Has(o.ID):
		return unknown
	case thread && n.paths[o.ID] != "":
		return n.paths[o.ID]
	}
	made, _ := n.s.StableOf(o)
	path := n.under(made)
	if thread {
		n.paths[o.ID] = path
	}
	return path
}

// under is the path of an object under that of its maker.
func (n *names) under(made kernel.StableName) string {
	if made.Maker.Kind == kernel.NoObject {
		return made.Under("")
	}
	return made.Under(n.path(made.Maker))
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

// file returns a reference to a file.
func (n *names) file(id kernel.FileID) string { return n.files.of(uint32(id)).ref() }

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
	case kernel.FileObject:
		return "file " + n.files.of(o.ID).ref()
	case kernel.ThreadObject:
		return "thread " + n.threads.of(o.ID).ref()
	case kernel.TaskObject:
		return "task " + n.tasks.of(o.ID).ref()
	}
	return ""
}
