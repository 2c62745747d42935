package kernel

import "machsim/ipc"

// Meaning is the object that a name denoted at some moment. It stays readable when the name, and
// the port or set behind it, are gone.
type Meaning struct {
	Type   ipc.Type // of the entry; 0 if the name stood for nothing
	Member bool     // it was the receive right of a port in a set
	Gone   bool     // the port has no record any more: the name that the program gave it is not known

	set    ipc.Label // of the set, or of the one that the port was a member of
	kind   uint8     // of the port, as ipc.Port has it
	object uint32
	far    ipc.Far
	label  ipc.Label
	known  bool // the port's record is known
}

// Meaning returns what a name of a space stands for now.
func (s *State) Meaning(sp ipc.SpaceID, n ipc.Name) Meaning {
	if e := s.IPC.Lookup(sp, n); e != nil {
		return s.stands(e)
	}
	return Meaning{}
}

// stands is Meaning for a name that is given by its entry.
func (s *State) stands(e *ipc.Entry) (m Meaning) {
	switch {
	case e.Type&ipc.TypePortSet != 0:
		m.set = s.IPC.Sets.At(e.Object).Label
	case e.Object != 0:
		m = s.meaning(ipc.PortID(e.Object))
	}
	m.Type = e.Type
	return m
}

// meaning is Meaning for a port that is given by its id; Type stays 0.
func (s *State) meaning(id ipc.PortID) (m Meaning) {
	if id == 0 || id == ipc.DeadPort || !s.IPC.Ports.Has(uint32(id)) {
		return m
	}
	p := s.IPC.Ports.At(uint32(id))
	m.known, m.kind, m.object, m.far, m.label = true, p.Kind, p.Object, p.Far, p.Label
	if p.Set != 0 {
		m.Member, m.set = true, s.IPC.Sets.At(uint32(p.Set)).Label
	}
	return m
}

// InSet is the set that the port was a member of: m is a Member.
func (m Meaning) InSet() Meaning { return Meaning{Type: ipc.TypePortSet, set: m.set} }

// mentions are what the names and ports that an event mentions stood for before it.
type mentions struct {
	names []remembered[spaceName]
	ports []remembered[ipc.PortID]
}

type spaceName struct {
	space ipc.SpaceID
	name  ipc.Name
}

type remembered[K comparable] struct {
	key K
	Meaning
}

func recall[K comparable](all []remembered[K], key K) (Meaning, bool) {
	for i := range all {
		if all[i].key == key {
			return all[i].Meaning, true
		}
	}
	return Meaning{}, false
}

// Before returns what a name of a space stood for before the event, if the event's call or
// message mentions it.
func (e *Event) Before(sp ipc.SpaceID, n ipc.Name) (Meaning, bool) {
	return recall(e.before.names, spaceName{sp, n})
}

// Target returns the name space that an event's call is about: that of the task whose port
// is the call's first argument, or else that of the thread's own task.
func (e *Event) Target() ipc.SpaceID { return e.target }

// PortBefore returns what a port was before the event, if the event's message mentions it.
func (e *Event) PortBefore(p ipc.PortID) (Meaning, bool) { return recall(e.before.ports, p) }

// remember notes what the event that begins mentions. The lists are the core's own, used
// again for each event.
func (c *core) remember(e *Event) {
	c.past.names, c.past.ports, c.kept = c.past.names[:0], c.past.ports[:0], c.kept[:0]
	c.subject = Meaning{}
	if e.Call != nil {
		sp := c.Threads.At(uint32(e.Actor.Thread)).Space
		e.target = c.rememberCall(sp, e.Call)
		if e.Msg != nil && e.Msg.Draft {
			c.rememberDraft(sp, e.Msg)
		}
	}
	if e.Packet != nil {
		c.subject = c.subjectOf(e.Packet)
	}
	if e.Msg != nil && !e.Msg.Draft {
		c.rememberTransit(e.Msg)
	}
	e.before = c.past
}

// rememberCall notes what a call's names stand for, and returns the space that the call is
// about. Which of its names are the caller's and which the target's is the call's affair;
// so both are noted.
func (c *core) rememberCall(sp ipc.SpaceID, call *Call) (target ipc.SpaceID) {
	for _, n := range [...]ipc.Name{call.Name, call.Name2, call.Name3} {
		c.rememberName(sp, n)
	}
	if call.More != nil {
		for _, n := range call.More.Names {
			c.rememberName(sp, n)
		}
	}
	if target = c.spaceOf(c.Meaning(sp, call.Name)); target == 0 || target == sp {
		return sp
	}
	c.rememberName(target, call.Name2)
	c.rememberName(target, call.Name3)
	return target
}

// spaceOf returns the name space of the task whose port m tells of, 0 if it is no task's
// or the task has ended.
func (c *core) spaceOf(m Meaning) ipc.SpaceID {
	kind, object := m.kind, m.object
	if kind == KindProxy {
		kind, object = m.far.Kind, m.far.Object
	}
	if !m.known || kind != KindTask || c.Tasks.At(object).Ended {
		return 0
	}
	return c.Tasks.At(object).Space
}

// subjectOf is the port whose message, or end, a packet brings.
func (c *core) subjectOf(p *Packet) Meaning {
	if p.Port != 0 || !c.NetPorts.Has(uint32(p.Net)) {
		return c.meaning(p.Port)
	}
	n := c.NetPorts.At(uint32(p.Net))
	if i := n.numbered(p.End); i >= 0 && n.Ends[i].Port != 0 {
		return c.meaning(n.Ends[i].Port)
	}
	k := p.Key.Port
	made := ipc.Label{Creator: k.Creator, Serial: k.Serial}
	return Meaning{Gone: true, known: p.Kind <= PacketUnused, kind: k.Kind, object: k.Object, label: made}
}

func (c *core) rememberDraft(sp ipc.SpaceID, m *ipc.Msg) {
	c.rememberName(sp, m.Header.Remote)
	c.rememberName(sp, m.Header.Local)
	for i := range m.Items {
		if it := &m.Items[i]; it.Kind == ipc.KindPort {
			c.rememberName(sp, ipc.Name(it.Num))
		}
	}
}

func (c *core) rememberTransit(m *ipc.Msg) {
	c.rememberPort(m.Dest)
	c.rememberPort(m.Reply)
	for i := range m.Items {
		if it := &m.Items[i]; it.Kind == ipc.KindPort {
			c.rememberPort(ipc.PortID(it.Num))
		}
	}
}

func (c *core) rememberName(sp ipc.SpaceID, n ipc.Name) {
	if n != ipc.Null && n != ipc.Dead {
		c.past.names = append(c.past.names, remembered[spaceName]{spaceName{sp, n}, c.Meaning(sp, n)})
	}
}

func (c *core) rememberPort(p ipc.PortID) {
	if m := c.meaning(p); m.known {
		c.past.ports = append(c.past.ports, remembered[ipc.PortID]{p, m})
	}
}
