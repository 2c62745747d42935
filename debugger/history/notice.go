package history

import (
	"machsim/debugger/event"
	"machsim/debugger/trace"
	"machsim/ipc"
	"machsim/kernel"
)

// words puts a message into words, with ports by what name gives for them: of a notification
// which it is and the port that it is about, if it tells. Its port has the receiver to
// whom the names in it belong.
func (c *Collector) words(m *ipc.Msg, name func(uint64) string) (said, about string) {
	what := trace.Notice(m.ID)
	if what == "" {
		return text(m.ID, m.Items, name), ""
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

// names is what the names in the spaces of tasks stood for when they were used last: a
// notification about a name comes when that stands for nothing any more.
type names map[right]meant

type right struct {
	space ipc.SpaceID
	name  ipc.Name
}

// meant is a port or set, and the name that it goes by.
type meant struct {
	who  kernel.Identity
	name string
}

// learn notes the names that the event's call used, or answers.
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

// learnAnswer notes the names that the call answers, and those in the message that it has received.
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

// nameOf is what a name stands for, or stood for when it was used last; the name itself
// if it never was.
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
