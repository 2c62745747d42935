package history

import (
	"fmt"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// identity tells the objects of a sort apart for the whole of a run, as ids do not: those
// of ports are used again, and a port that moves to another host gets another.
type identity struct {
	of   string // what it is: "port", "mutex"
	kind uint8
	a, b uint32
}

// objects are those that have come up, with names that tell them apart.
type objects struct {
	names  map[identity]naming
	owners map[word]identity   // whose a name is
	others map[word]string     // by who made it -> the name
	known  map[string][]string // names by what they are names of, in order
}

// naming is the name that an object was given, and the one that it goes by here.
type naming struct{ given, name string }

// word is a name of something.
type word struct{ of, name string }

func newObjects() objects {
	return objects{map[identity]naming{}, map[word]identity{}, map[word]string{}, map[string][]string{}}
}

// name returns the name that an object goes by: the one that it was given or, if another
// had that first, with one behind it that says who made it: the short one, or the path if
// that is taken too. So a name never changes because of what comes later.
func (o *objects) name(id identity, given string, maker made) string {
	if n, ok := o.names[id]; ok && n.given == given {
		return n.name
	}
	name := given
	if o.taken(id, name) && maker.short != given {
		name = fmt.Sprintf("%s (%s)", given, maker.short)
	}
	if o.taken(id, name) {
		name = fmt.Sprintf("%s (%s)", given, maker.path)
	}
	o.names[id] = naming{given, name}
	if _, seen := o.owners[word{id.of, name}]; !seen {
		o.owners[word{id.of, name}] = id
		o.others[word{id.of, maker.short}] = name
		o.others[word{id.of, maker.path}] = name
		o.known[id.of] = append(o.known[id.of], name)
	}
	return name
}

// taken says that another object goes by a name.
func (o *objects) taken(id identity, name string) bool {
	owner, ok := o.owners[word{id.of, name}]
	return ok && owner != id
}

// made is who made an object, and its number there: below the name of its maker, and
// through all makers.
type made struct{ short, path string }

// find returns the name of an object, given that name, or the one by who made it, or either in
// other case.
func (o *objects) find(of, name string) (string, bool) {
	if _, ok := o.owners[word{of, name}]; ok {
		return name, true
	}
	if other, ok := o.others[word{of, name}]; ok {
		return other, true
	}
	for _, n := range o.known[of] {
		if strings.EqualFold(n, name) {
			return n, true
		}
	}
	return "", false
}

// identify tells which port it is; a local end stands for the port itself.
func identify(s *kernel.State, id ipc.PortID) identity {
	p := s.IPC.Ports.At(uint32(id))
	switch p.Kind {
	case kernel.KindPlain:
		return identity{"port", 0, p.Label.Creator, p.Label.Serial}
	case kernel.KindProxy:
		if n := s.NetPorts.At(p.Net); n.Home >= 0 {
			return identify(s, n.Ends[n.Home].Port)
		}
		return identity{"port", 0, p.Label.Creator, p.Label.Serial}
	}
	return identity{"kernel port", p.Kind, p.Object, 0}
}

// port returns the name of a port.
func (c *Collector) port(id ipc.PortID) string {
	if id == 0 {
		return "null"
	}
	if id == ipc.DeadPort || !c.s.IPC.Ports.Has(uint32(id)) {
		return "dead"
	}
	who := identify(c.s, id)
	if n, ok := c.objects.names[who]; ok {
		return n.name
	}
	return c.objects.name(who, c.s.PortName(id), c.made(c.s.IPC.Ports.At(uint32(id)).Label, "p"))
}

// set returns the name of a port set. Ports and sets are numbered together.
func (c *Collector) set(id ipc.SetID) string {
	l := c.s.IPC.Sets.At(uint32(id)).Label
	return c.objects.name(identity{"port", 0, l.Creator, l.Serial}, c.s.SetName(id), c.made(l, "s"))
}

func (c *Collector) mutex(id kernel.MutexID) string {
	return c.objects.name(identity{"mutex", 0, uint32(id), 0}, c.s.MutexName(id), c.made(c.s.Mutexes.At(uint32(id)).Label, "m"))
}

func (c *Collector) condition(id kernel.ConditionID) string {
	return c.objects.name(identity{"condition", 0, uint32(id), 0}, c.s.ConditionName(id), c.made(c.s.Conditions.At(uint32(id)).Label, "c"))
}

func (c *Collector) task(id kernel.TaskID) string {
	return c.objects.name(identity{"task", 0, uint32(id), 0}, c.s.TaskName(id), c.made(c.s.Tasks.At(uint32(id)).Label, "t"))
}

// thread returns the name of a thread, which may change while it lives.
func (c *Collector) thread(id kernel.ThreadID) string {
	if id == 0 {
		return Kernel
	}
	given := c.s.ThreadName(id)
	who := identity{"thread", 0, uint32(id), 0}
	if n, ok := c.objects.names[who]; ok && n.given == given {
		return n.name
	}
	path := c.s.ThreadPath(id)
	return c.objects.name(who, given, made{path, path})
}

// made is who made the object of a label. The name of a maker that has to be told apart
// from others is no help.
func (c *Collector) made(l ipc.Label, letter string) made {
	path := c.s.LabelPath(l, letter)
	if maker := kernel.ThreadID(l.Creator); maker != 0 && c.thread(maker) != c.s.ThreadName(maker) {
		return made{path, path}
	}
	return made{c.virtual(l, letter), path}
}

// virtual is the name of an object by the thread that made it, and its number among
// what that made.
func (c *Collector) virtual(l ipc.Label, letter string) string {
	if l.Creator == 0 {
		return fmt.Sprintf("%s%d", letter, l.Serial)
	}
	return fmt.Sprintf("%s.%s%d", c.s.ThreadName(kernel.ThreadID(l.Creator)), letter, l.Serial)
}

// plain notes something that has no record in the state: a name that a name server
// knows, a call.
func (c *Collector) plain(of, name string) string {
	name = quote.Line(name)
	if _, ok := c.objects.owners[word{of, name}]; !ok {
		c.objects.owners[word{of, name}] = identity{of: of}
		c.objects.known[of] = append(c.objects.known[of], name)
	}
	return name
}
