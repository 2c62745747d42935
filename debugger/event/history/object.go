package history

import (
	"strings"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// objects are the known objects, by names that are unique in the run.
type objects struct {
	names  event.Table[string]
	owners map[word]kernel.Identity // the object that owns a name
	others map[word]string          // from virtual name to name
	known  map[string][]string      // names by sort of object, in order of appearance
}

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

// name notes the name of an object.
func (c *Collector) name(who kernel.Identity, name string) string {
	o := &c.objects
	if o.names.Get(who) != name {
		o.names.Put(who, name)
		of := sortOf(who)
		if _, seen := o.owners[word{of, name}]; !seen {
			o.owners[word{of, name}] = who
			o.others[word{of, c.virtual(who)}] = name
			o.known[of] = append(o.known[of], name)
		}
	}
	return name
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
	if n := c.objects.names.Get(c.s.Identity(o)); n != "" {
		return n
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

// virtual names an object, alive or dead, after the thread that made it, with its number there. A port of the kernel
// has the name of the task that it serves, if there is one; else it has none.
func (c *Collector) virtual(who kernel.Identity) string {
	if who.Serves == kernel.KindTask || who.Serves == kernel.KindNotify {
		who = kernel.Identity{Kind: kernel.TaskObject, A: who.A}
	}
	made, ok := c.s.Stable(who)
	if !ok {
		return ""
	}
	return c.s.VirtualName(made)
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
