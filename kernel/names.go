package kernel

import (
	"fmt"
	"strconv"

	"machsim/ipc"
	"machsim/ipc/quote"
)

// What an object is called, for people: the name that the program gave it, or else its maker and its number among the
// objects of that (StableName). Unprintable parts of a given name are quoted.
//
// Programs may give one name to many objects. Which names are enough to tell objects apart is known when a run is over
// (Settle): then the methods here return one name for each, whatever the moment. While a run goes on they return names
// as given. The kernel and its calls always do (given): nothing that a run does may depend on what becomes of it.

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

// baptize notes the name that a new port or set was given.
func (c *core) baptize(l ipc.Label) {
	if l.Given != "" {
		c.Given = append(c.Given, l)
	}
}

// label gives the port under a name of a task, which is new, its label and host.
func (c *core) label(task TaskID, n ipc.Name, creator ThreadID, given string) {
	t := c.Tasks.At(uint32(task))
	p := c.IPC.PortOf(t.Space, n)
	port := c.IPC.Ports.Mut(uint32(p))
	port.Label = c.newLabel(creator, madePort, given)
	c.baptize(port.Label)
	port.Host = uint32(t.Host)
}

// HostName returns the name of a host.
func (s *State) HostName(id HostID) string { return s.called().host(id) }

// TaskName returns the name of a task: its given name, or its maker's name and a number.
func (s *State) TaskName(id TaskID) string { return s.called().task(id) }

// ThreadName returns the name of a thread: task.given, or task.1 for the first thread of a task, task.1.2 for the
// second thread that task.1 made.
func (s *State) ThreadName(id ThreadID) string { return s.called().thread(id) }

// PortName returns the name of a port.
func (s *State) PortName(id ipc.PortID) string { return s.called().port(id) }

// SetName returns the name of a port set.
func (s *State) SetName(id ipc.SetID) string { return s.called().set(id) }

// MutexName returns the name of a mutex.
func (s *State) MutexName(id MutexID) string { return s.called().mutex(id) }

// ConditionName returns the name of a condition.
func (s *State) ConditionName(id ConditionID) string { return s.called().condition(id) }

// ObjectName returns the name of any object, with its kind.
func (s *State) ObjectName(o Object) string { return s.called().object(o) }

// NameOf is ObjectName without the kind.
func (s *State) NameOf(o Object) string { return s.called().of(o) }

// MeaningName returns the name of the port or set that m tells of, "" if it tells of none.
func (s *State) MeaningName(m Meaning) string { return s.called().meaning(m) }

// MadeName returns the name of an object with a label, alive or dead.
func (s *State) MadeName(kind ObjectKind, l ipc.Label) string { return s.called().labelled(kind, l) }

// VirtualName returns the name of an object by who made it, and its number there, whatever name the program gave it:
// client.1.p2 is the second port of the first thread of task client. No other object has it.
func (s *State) VirtualName(n StableName) string { return s.called().virtual(n).text }

// AsGiven returns s with names as programs gave them, also when it is of a run that is over. It is to be read only.
func (s *State) AsGiven() *State {
	if s.Names == nil {
		return s
	}
	c := *s
	c.Names = nil
	return &c
}

// called names what is in s for people.
func (s *State) called() namer { return namer{s, s.Names} }

// given names what is in s as programs did.
func (s *State) given() namer { return namer{s, nil} }

// namer names the objects of a state.
type namer struct {
	*State
	n *Names // nil: as given
}

func (x namer) host(id HostID) string {
	if !x.Hosts.Has(uint32(id)) {
		return fmt.Sprintf("host#%d", id)
	}
	return quote.Line(x.Hosts.At(uint32(id)).Name)
}

func (x namer) task(id TaskID) string {
	if w := x.n.of(TaskObject, uint32(id)); w.text != "" {
		return w.text
	}
	if !x.Tasks.Has(uint32(id)) {
		return fmt.Sprintf("task#%d", id)
	}
	return x.labelled(TaskObject, x.Tasks.At(uint32(id)).Label)
}

func (x namer) thread(id ThreadID) string {
	if w := x.n.of(ThreadObject, uint32(id)); w.text != "" {
		return w.text
	}
	if !x.Threads.Has(uint32(id)) {
		return fmt.Sprintf("thread#%d", id)
	}
	t := x.Threads.At(uint32(id))
	if t.Label.Given != "" {
		return x.task(t.Task) + "." + quote.Line(t.Label.Given)
	}
	above := ""
	if x.forked(t) {
		above = x.thread(ThreadID(t.Label.Creator))
	} else {
		above = x.task(t.Task)
	}
	return above + "." + strconv.Itoa(int(t.Label.Serial))
}

func (x namer) port(id ipc.PortID) string {
	switch {
	case id == 0:
		return "null"
	case id == ipc.DeadPort:
		return "dead"
	case !x.IPC.Ports.Has(uint32(id)):
		return fmt.Sprintf("port#%d", id)
	}
	p := x.IPC.Ports.At(uint32(id))
	return x.portOf(p.Kind, p.Object, p.Far, p.Label)
}

// portOf names a port, alive or dead, by its record.
func (x namer) portOf(kind uint8, object uint32, far ipc.Far, l ipc.Label) string {
	switch kind {
	case KindTask:
		return "task " + x.task(TaskID(object))
	case KindThread:
		return "thread " + x.thread(ThreadID(object))
	case KindHost:
		return "host " + x.host(HostID(object))
	case KindNotify:
		return "notify port of " + x.task(TaskID(object))
	case KindReply:
		return "reply port of " + x.thread(ThreadID(object))
	case KindProxy:
		return x.portOf(far.Kind, far.Object, ipc.Far{}, l)
	case KindMinder:
		return "minder of " + x.port(ipc.PortID(object))
	}
	return x.labelled(PortObject, l)
}

func (x namer) set(id ipc.SetID) string {
	if !x.IPC.Sets.Has(uint32(id)) {
		return fmt.Sprintf("set#%d", id)
	}
	return x.labelled(SetObject, x.IPC.Sets.At(uint32(id)).Label)
}

func (x namer) mutex(id MutexID) string {
	if w := x.n.of(MutexObject, uint32(id)); w.text != "" {
		return w.text
	}
	if !x.Mutexes.Has(uint32(id)) {
		return fmt.Sprintf("mutex#%d", id)
	}
	return x.labelled(MutexObject, x.Mutexes.At(uint32(id)).Label)
}

func (x namer) condition(id ConditionID) string {
	if w := x.n.of(ConditionObject, uint32(id)); w.text != "" {
		return w.text
	}
	if !x.Conditions.Has(uint32(id)) {
		return fmt.Sprintf("condition#%d", id)
	}
	return x.labelled(ConditionObject, x.Conditions.At(uint32(id)).Label)
}

// file names a file by its host and the name that it has there, or had last.
func (x namer) file(id FileID) string {
	if !x.Files.Has(uint32(id)) {
		return fmt.Sprintf("file#%d", id)
	}
	f := x.Files.At(uint32(id))
	return x.host(f.Host) + ":" + quote.Line(f.Name)
}

// labelled names what has a label.
func (x namer) labelled(kind ObjectKind, l ipc.Label) string {
	if x.n != nil && (kind == PortObject || kind == SetObject) {
		if w, ok := x.n.Ports[birth{l.Creator, l.Serial}]; ok {
			return w.text
		}
	}
	if l.Given != "" {
		return quote.Line(l.Given)
	}
	return x.virtual(made(kind, l)).text
}

// virtual is the name by who made an object.
func (x namer) virtual(n StableName) whole {
	if n.Maker.Kind == NoObject {
		return whole{text: n.number()}
	}
	maker := x.n.of(n.Maker.Kind, n.Maker.ID)
	if maker.text == "" {
		maker.text = x.of(n.Maker)
	}
	return maker.below(n.number())
}

func (x namer) meaning(m Meaning) string {
	switch {
	case m.Type&ipc.TypePortSet != 0:
		return x.labelled(SetObject, m.set)
	case m.known:
		return x.portOf(m.kind, m.object, m.far, m.label)
	}
	return ""
}

func (x namer) object(o Object) string {
	if o.Kind == NoObject {
		return ""
	}
	return o.Kind.String() + " " + x.of(o)
}

func (x namer) of(o Object) string {
	switch o.Kind {
	case PortObject:
		return x.port(ipc.PortID(o.ID))
	case SetObject:
		return x.set(ipc.SetID(o.ID))
	case MutexObject:
		return x.mutex(MutexID(o.ID))
	case ConditionObject:
		return x.condition(ConditionID(o.ID))
	case ThreadObject:
		return x.thread(ThreadID(o.ID))
	case TaskObject:
		return x.task(TaskID(o.ID))
	case HostObject:
		return x.host(HostID(o.ID))
	case FileObject:
		return x.file(FileID(o.ID))
	case PacketObject:
		return strconv.Itoa(int(o.ID))
	}
	return ""
}
