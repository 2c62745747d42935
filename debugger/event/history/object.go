package history

import (
	"fmt"
	"strings"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// objects are the known objects, with unique names.
type objects struct {
	names  event.Table[naming]
	owners map[word]kernel.Identity // the object that owns a name
	others map[word]string          // from virtual name to name
	known  map[string][]string      // names by sort of object, in order of appearance
}

// naming is the name that an object was given, and its unique name here.
type naming struct{ given, name string }

// word is a name within a sort of objects.
type word struct{ of, name string }

// sortOf returns the sort of an object. Ports and sets are one sort, because they are numbered
// together.
func sortOf(who kernel.Identity) string {
	switch {
	case who.Serves != kernel.KindPlain:
		return "kernel port"
	case who.Kind == kernel.SetObject:
		return "port"
	}
	return who.Kind.String()
}

func newObjects() objects {
	return objects{owners: map[word]kernel.Identity{}, others: map[word]string{}, known: map[string][]string{}}
}

// name returns the unique name of an object. It is the given name, unless an earlier object has
// that; then it adds the virtual name: the short form or, if that is taken too, the path. So later
// objects never change a name.
func (o *objects) name(who kernel.Identity, given string, maker made) string {
	of, name := sortOf(who), given
	if o.taken(who, word{of, name}) && maker.short != given {
		name = fmt.Sprintf("%s (%s)", given, maker.short)
	}
	if o.taken(who, word{of, name}) {
		name = fmt.Sprintf("%s (%s)", given, maker.path)
	}
	o.names.Put(who, naming{given, name})
	if _, seen := o.owners[word{of, name}]; !seen {
		o.owners[word{of, name}] = who
		o.others[word{of, maker.short}] = name
		o.others[word{of, maker.path}] = name
		o.known[of] = append(o.known[of], name)
	}
	return name
}

// taken says whether another object has a name.
func (o *objects) taken(who kernel.Identity, name word) bool {
	owner, ok := o.owners[name]
	return ok && owner != who
}

// made is the virtual name of an object: its maker and its number there, with the maker's short
// name, and with the path through all makers.
type made struct{ short, path string }

// find returns the name of an object, given that name or its virtual name, in any case.
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

// name returns the unique name of an object. The name of a thread may change while the thread
// lives.
func (c *Collector) name(who kernel.Identity, given string) string {
	if n := c.objects.names.Get(who); n.name != "" && (n.given == given || who.Kind != kernel.ThreadObject) {
		return n.name
	}
	return c.objects.name(who, given, c.made(who))
}

// value names an object of the event; Kernel stands for no thread.
func (c *Collector) value(v *event.Value) string {
	if v.Kind == kernel.ThreadObject && v.N == 0 {
		return Kernel
	}
	return c.name(v.Identity, v.Text)
}

// object names an existing object, given by its id.
func (c *Collector) object(k kernel.ObjectKind, id uint32) string {
	o := kernel.Object{Kind: k, ID: id}
	if k != kernel.ThreadObject {
		if n := c.objects.names.Get(c.s.Identity(o)); n.name != "" {
			return n.name
		}
	}
	v := c.reader.Object(o)
	return c.name(v.Identity, v.Text)
}

// port returns the name of a port.
func (c *Collector) port(id ipc.PortID) string {
	switch {
	case id == 0:
		return "null"
	case id == ipc.DeadPort || !c.s.IPC.Ports.Has(uint32(id)):
		return "dead"
	}
	return c.object(kernel.PortObject, uint32(id))
}

func (c *Collector) task(id kernel.TaskID) string { return c.object(kernel.TaskObject, uint32(id)) }

func (c *Collector) thread(id kernel.ThreadID) string {
	if id == 0 {
		return Kernel
	}
	return c.object(kernel.ThreadObject, uint32(id))
}

// identify returns the identity of a port; a local end has that of its port.
func (c *Collector) identify(id ipc.PortID) kernel.Identity {
	return c.s.Identity(kernel.Object{Kind: kernel.PortObject, ID: uint32(id)})
}

// made returns the virtual name of an object. It does not use the unique name of a maker, which may
// itself contain a virtual name.
func (c *Collector) made(who kernel.Identity) made {
	if who.Kind == kernel.ThreadObject {
		path := c.s.ThreadPath(kernel.ThreadID(who.A))
		return made{path, path}
	}
	l, letter := c.labelOf(who)
	path := c.s.LabelPath(l, letter)
	if maker := kernel.ThreadID(l.Creator); maker != 0 && c.thread(maker) != c.s.ThreadName(maker) {
		return made{path, path}
	}
	return made{c.s.VirtualName(l, letter), path}
}

// labelOf is State.LabelOf for an object that may have died. A port of the kernel has the label of
// the task that it serves, if there is one.
func (c *Collector) labelOf(who kernel.Identity) (l ipc.Label, letter string) {
	switch {
	case who.Serves == kernel.KindTask || who.Serves == kernel.KindNotify:
		return c.s.LabelOf(kernel.Object{Kind: kernel.TaskObject, ID: who.A})
	case who.Serves != kernel.KindPlain:
		return ipc.Label{}, "p"
	case who.Kind == kernel.PortObject:
		return ipc.Label{Creator: who.A, Serial: who.B}, "p"
	case who.Kind == kernel.SetObject:
		return ipc.Label{Creator: who.A, Serial: who.B}, "s"
	}
	return c.s.LabelOf(kernel.Object{Kind: who.Kind, ID: who.A})
}

// virtual names an object after the thread that made it, with its number there.
func (c *Collector) virtual(who kernel.Identity) string {
	return c.s.VirtualName(c.labelOf(who))
}

// plain records a name that has no object in the state: a name at a name server, a call.
func (c *Collector) plain(of, name string) string {
	name = quote.Line(name)
	if _, ok := c.objects.owners[word{of, name}]; !ok {
		c.objects.owners[word{of, name}] = kernel.Identity{}
		c.objects.known[of] = append(c.objects.known[of], name)
	}
	return name
}
