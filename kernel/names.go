package kernel

import (
	"fmt"
	"strconv"

	"machsim/ipc"
	"machsim/ipc/quote"
)

// Every object has a name that is the same in every schedule: its maker, and its number among the
// objects of that maker (Krawczuk 5.1.5). A name that the program gave replaces the number. Names are
// for people, so unprintable parts of a given name are quoted.

// newLabel returns the label of a new object of a thread; thread 0 is the program's Main.
func (c *core) newLabel(creator ThreadID, kind int, given string) ipc.Label {
	if c.far != nil && creator == c.far.caller {
		c.far.made = true
		return ipc.Label{Creator: uint32(creator), Serial: c.far.serial, Given: given}
	}
	n := &c.Made[kind]
	if creator != 0 {
		n = &c.Threads.Mut(uint32(creator)).Made[kind]
	}
	*n++
	return ipc.Label{Creator: uint32(creator), Serial: *n, Given: given}
}

// label gives the port under a name of a task, which is new, its label and host.
func (c *core) label(task TaskID, n ipc.Name, creator ThreadID, given string) {
	t := c.Tasks.At(uint32(task))
	p := c.IPC.PortOf(t.Space, n)
	port := c.IPC.Ports.Mut(uint32(p))
	port.Label = c.newLabel(creator, madePort, given)
	port.Host = uint32(t.Host)
}

// HostName returns the name of a host.
func (s *State) HostName(id HostID) string {
	if !s.Hosts.Has(uint32(id)) {
		return fmt.Sprintf("host#%d", id)
	}
	return quote.Line(s.Hosts.At(uint32(id)).Name)
}

// TaskName returns the name of a task: its given name, or its maker's name and a number.
func (s *State) TaskName(id TaskID) string {
	if !s.Tasks.Has(uint32(id)) {
		return fmt.Sprintf("task#%d", id)
	}
	return s.labelled(s.Tasks.At(uint32(id)).Label, "t")
}

// ThreadName returns the name of a thread: task.given, or task.1 for the first
// thread of a task, task.1.2 for the second thread that task.1 made.
func (s *State) ThreadName(id ThreadID) string {
	if !s.Threads.Has(uint32(id)) {
		return fmt.Sprintf("thread#%d", id)
	}
	t := s.Threads.At(uint32(id))
	task := s.TaskName(t.Task)
	if t.Label.Given != "" {
		return task + "." + quote.Line(t.Label.Given)
	}
	return task + "." + s.threadPath(t)
}

func (s *State) threadPath(t *ThreadState) string {
	n := strconv.Itoa(int(t.Label.Serial))
	if t.Label.Creator == 0 {
		return n
	}
	maker := s.Threads.At(t.Label.Creator)
	if maker.Task != t.Task {
		return n
	}
	if maker.Label.Given != "" {
		return quote.Line(maker.Label.Given) + "." + n
	}
	return s.threadPath(maker) + "." + n
}

// LabelPath returns the numbers by which an object and all its makers were made, up to Main: t2.1.m3 is
// the third mutex of the first thread of Main's second task. The letter stands for the kind of object.
// No two objects of a kind have the same path, whatever their names are; a VirtualName has the name of
// the maker, which may be that of another thread too.
func (s *State) LabelPath(l ipc.Label, letter string) string {
	path := letter + strconv.Itoa(int(l.Serial))
	if l.Creator == 0 {
		return path
	}
	return s.ThreadPath(ThreadID(l.Creator)) + "." + path
}

// ThreadPath is LabelPath for a thread: below the thread of the same task that made it, or
// else below its task.
func (s *State) ThreadPath(id ThreadID) string {
	t := s.Threads.At(uint32(id))
	above := ""
	if maker := t.Label.Creator; maker != 0 && s.Threads.At(maker).Task == t.Task {
		above = s.ThreadPath(ThreadID(maker))
	} else {
		above = s.LabelPath(s.Tasks.At(uint32(t.Task)).Label, "t")
	}
	return above + "." + strconv.Itoa(int(t.Label.Serial))
}

// PortName returns the name of a port.
func (s *State) PortName(id ipc.PortID) string {
	switch {
	case id == 0:
		return "null"
	case id == ipc.DeadPort:
		return "dead"
	case !s.IPC.Ports.Has(uint32(id)):
		return fmt.Sprintf("port#%d", id)
	}
	p := s.IPC.Ports.At(uint32(id))
	return s.portName(p.Kind, p.Object, p.Far, p.Label)
}

// portName returns the name of a port, alive or dead, from its record.
func (s *State) portName(kind uint8, object uint32, far ipc.Far, l ipc.Label) string {
	switch kind {
	case KindTask:
		return "task " + s.TaskName(TaskID(object))
	case KindThread:
		return "thread " + s.ThreadName(ThreadID(object))
	case KindHost:
		return "host " + s.HostName(HostID(object))
	case KindNotify:
		return "notify port of " + s.TaskName(TaskID(object))
	case KindReply:
		return "reply port of " + s.ThreadName(ThreadID(object))
	case KindProxy:
		return s.portName(far.Kind, far.Object, ipc.Far{}, l)
	case KindMinder:
		return "minder of " + s.PortName(ipc.PortID(object))
	}
	return s.labelled(l, "p")
}

// SetName returns the name of a port set.
func (s *State) SetName(id ipc.SetID) string {
	if !s.IPC.Sets.Has(uint32(id)) {
		return fmt.Sprintf("set#%d", id)
	}
	return s.labelled(s.IPC.Sets.At(uint32(id)).Label, "s")
}

// MutexName returns the name of a mutex.
func (s *State) MutexName(id MutexID) string {
	if !s.Mutexes.Has(uint32(id)) {
		return fmt.Sprintf("mutex#%d", id)
	}
	return s.labelled(s.Mutexes.At(uint32(id)).Label, "m")
}

// ConditionName returns the name of a condition.
func (s *State) ConditionName(id ConditionID) string {
	if !s.Conditions.Has(uint32(id)) {
		return fmt.Sprintf("condition#%d", id)
	}
	return s.labelled(s.Conditions.At(uint32(id)).Label, "c")
}

func (s *State) labelled(l ipc.Label, kind string) string {
	if l.Given != "" {
		return quote.Line(l.Given)
	}
	return s.VirtualName(l, kind)
}

// ObjectName returns the name of any object, with its kind.
func (s *State) ObjectName(o Object) string {
	if o.Kind == NoObject {
		return ""
	}
	return o.Kind.String() + " " + s.NameOf(o)
}

// NameOf is ObjectName without the kind.
func (s *State) NameOf(o Object) string {
	switch o.Kind {
	case PortObject:
		return s.PortName(ipc.PortID(o.ID))
	case SetObject:
		return s.SetName(ipc.SetID(o.ID))
	case MutexObject:
		return s.MutexName(MutexID(o.ID))
	case ConditionObject:
		return s.ConditionName(ConditionID(o.ID))
	case ThreadObject:
		return s.ThreadName(ThreadID(o.ID))
	case TaskObject:
		return s.TaskName(TaskID(o.ID))
	case HostObject:
		return s.HostName(HostID(o.ID))
	case PacketObject:
		return strconv.Itoa(int(o.ID))
	}
	return ""
}
