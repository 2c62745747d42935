package history

import (
	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// words formats a message; name names its ports. For a notification it also returns the port that
// the notification is about, if known. The names in a notification belong to the receiver of its
// port.
func (c *Collector) words(m *ipc.Msg, name func(uint64) string) (said, about string) {
	what := trace.Notice(m.ID)
	if what == "" {
		return inWords(m.ID, m.Items, name), ""
	}
	for i := range m.Items {
		switch it := &m.Items[i]; it.Kind {
		case ipc.KindPort:
			about = name(it.Num)
		case ipc.KindName:
			about = c.nameOf(c.s.IPC.Ports.At(uint32(m.Dest)).Receiver, ipc.Name(it.Num))
		}
	}
	return what, about
}

// names maps names in the tasks' spaces to their last known ports. A notification about a name
// comes after the name has lost its port.
type names map[right]meant

type right struct {
	space ipc.SpaceID
	name  ipc.Name
}

// meant is a port or set with its name in the histories.
type meant struct {
	who  kernel.Identity
	name string
}

// learn records the names that the event's call used or returned.
func (c *Collector) learn() {
	own := c.space()
	row := c.x.Op.Operands()
	for i := range c.x.Operands {
		switch row[i].Kind {
		case kernel.OperandName, kernel.OperandMember:
			c.learnValue(c.e.Target(), &c.x.Operands[i])
		default:
			c.learnValue(own, &c.x.Operands[i])
		}
	}
	if m := c.e.Msg; m != nil && m.Draft {
		c.learnName(own, m.Header.Remote)
		c.learnName(own, m.Header.Local)
	}
	c.learnAnswer(own)
}

// learnAnswer records the names that the call returned, and those in the message that it received.
func (c *Collector) learnAnswer(own ipc.SpaceID) {
	if c.x.Result.Kind == kernel.PortObject || c.x.Result.Kind == kernel.SetObject {
		in := own
		if c.x.Op.Class().Makes() == kernel.PortObject {
			in = c.e.Target()
		}
		c.learnValue(in, &c.x.Result)
	}
	for i := range c.x.Names {
		c.learnValue(own, &c.x.Names[i])
	}
	if m := c.x.Got; m != nil {
		c.learnValue(own, &m.To)
		c.learnValue(own, &m.Reply)
		for i := range m.Ports {
			c.learnValue(own, &m.Ports[i])
		}
	}
}

func (c *Collector) learnName(space ipc.SpaceID, n ipc.Name) {
	v := c.reader.Name(n)
	c.learnValue(space, &v)
}

func (c *Collector) learnValue(space ipc.SpaceID, v *event.Value) {
	if v.Raw == ipc.Null || v.Dead || v.Kind != kernel.PortObject && v.Kind != kernel.SetObject {
		return
	}
	is := right{space, v.Raw}
	if c.names[is].who != v.Identity {
		c.names[is] = meant{v.Identity, c.value(v)}
	}
}

// nameOf names the port that a name denotes, or denoted at its last use; else it returns the name
// itself.
func (c *Collector) nameOf(space ipc.SpaceID, n ipc.Name) string {
	if n == ipc.Null || n == ipc.Dead {
		return n.String()
	}
	if c.s.IPC.Spaces.Has(uint32(space)) {
		switch e := c.s.IPC.Lookup(space, n); {
		case e == nil || e.Type&ipc.TypeDeadName != 0:
		case e.Type&ipc.TypePortSet != 0:
			return c.object(kernel.SetObject, e.Object)
		default:
			return c.port(ipc.PortID(e.Object))
		}
	}
	if known, ok := c.names[right{space, n}]; ok {
		return known.name
	}
	return n.String()
}
