package history

import (
	"machsim/debugger/trace"
	"machsim/ipc"
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
type names map[right]string

type right struct {
	space ipc.SpaceID
	name  ipc.Name
}

// learn notes the names that the event's call used, or answers.
func (c *Collector) learn() {
	call, res := c.e.Call, c.e.Result
	for _, n := range []ipc.Name{call.Name, call.Name2, call.Name3} {
		c.learnName(n)
	}
	if m := c.e.Msg; m != nil && m.Draft {
		c.learnHeader(&m.Header)
	}
	if !c.e.Done {
		return
	}
	c.learnName(res.Name)
	for _, n := range res.Names {
		c.learnName(n)
	}
	if m := res.Msg; m != nil && call.Opt != 0 {
		c.learnHeader(&m.Header)
		for i := range m.Items {
			if m.Items[i].Kind == ipc.KindPort {
				c.learnName(ipc.Name(m.Items[i].Num))
			}
		}
	}
}

func (c *Collector) learnHeader(h *ipc.Header) {
	c.learnName(h.Remote)
	c.learnName(h.Local)
}

func (c *Collector) learnName(n ipc.Name) {
	if n == ipc.Null || n == ipc.Dead {
		return
	}
	e := c.s.IPC.Lookup(c.space(), n)
	switch {
	case e == nil:
	case e.Type&ipc.TypePortSet != 0:
		c.names[right{c.space(), n}] = c.set(ipc.SetID(e.Object))
	case e.Type&ipc.TypeDeadName == 0:
		c.names[right{c.space(), n}] = c.port(ipc.PortID(e.Object))
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
			return c.set(ipc.SetID(e.Object))
		default:
			return c.port(ipc.PortID(e.Object))
		}
	}
	if known, ok := c.names[right{space, n}]; ok {
		return known
	}
	return n.String()
}
