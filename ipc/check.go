package ipc

import "fmt"

// Check recomputes every count, list, index and reference of the state from the
// entries, messages and requests alone, and returns an error for the first that differs.
// It may be called between any two calls.
func (s *State) Check() error {
	c := &checker{s: s, ports: make([]tally, s.Ports.Cap()), queued: make([]bool, s.Msgs.Cap())}
	steps := []func(){c.checkEmpty, c.checkPortLists, c.checkSpaces, c.checkQueues, c.checkMessages, c.checkTallies}
	for _, step := range steps {
		if step(); c.err != nil {
			return c.err
		}
	}
	return nil
}

// tally is what the checker has counted for a port.
type tally struct{ refs, send, sendOnce, receive, holders, queued int32 }

type checker struct {
	s      *State
	ports  []tally
	queued []bool // messages found in a queue
	err    error
}

// want records an error unless ok is true, or there is one already.
func (c *checker) want(ok bool, format string, args ...any) bool {
	if !ok && c.err == nil {
		c.err = fmt.Errorf("ipc: "+format, args...)
	}
	return ok
}

// count counts a right to p of type t, or with t 0 only a reference. who and id describe
// the holder.
func (c *checker) count(p PortID, t Disposition, who string, id any) {
	if !p.real() || !c.want(c.s.Ports.Has(uint32(p)), "%s %v refers to port %d, which does not exist", who, id, p) {
		return
	}
	n := &c.ports[p]
	n.refs++
	switch t {
	case PortSend:
		n.send++
	case PortSendOnce:
		n.sendOnce++
	case PortReceive:
		n.receive++
	}
}

func (c *checker) checkEmpty() {
	c.want(c.s.doomed == Queue{}, "messages %v are still to be destroyed", c.s.doomed)
}

// checkPortLists counts the rights and references that ports hold: requests, the travel
// of receive rights, and the kernel's own rights.
func (c *checker) checkPortLists() {
	c.s.Ports.All(func(id uint32) bool {
		p := c.s.Ports.At(id)
		c.count(p.NSRequest, PortSendOnce, "no-senders request of port", id)
		c.count(p.PDRequest, PortSendOnce, "port-destroyed request of port", id)
		for i, r := range p.Requests {
			c.count(r.Notify, PortSendOnce, "dead-name request of port", id)
			if r.Notify != 0 {
				e := c.entry(r.Space, r.Name)
				c.want(e != nil && e.Object == id && e.Request == uint32(i)+1,
					"port %d: request %d of space %d name %v is not known there", id, i, r.Space, r.Name)
			}
		}
		c.count(p.Dest, 0, "travel of port", id)
		t := &c.ports[id]
		t.refs += p.Naked.Receive + p.Naked.Send + p.Naked.SendOnce
		t.receive += p.Naked.Receive
		t.send += p.Naked.Send
		t.sendOnce += p.Naked.SendOnce
		if p.Receiver == KernelSpace {
			c.count(PortID(id), PortReceive, "kernel's receive right", id)
		}
		c.want(p.Naked.Receive|p.Naked.Send|p.Naked.SendOnce >= 0, "port %d: negative %+v", id, p.Naked)
		c.want(p.Dest == 0 || p.Receiver == 0 && !p.Dead, "port %d: travels to %d but is held or dead", id, p.Dest)
		return c.err == nil
	})
}

func (c *checker) entry(sp SpaceID, n Name) *Entry {
	if !c.s.Spaces.Has(uint32(sp)) {
		return nil
	}
	return c.s.Spaces.At(uint32(sp)).find(n)
}

func (c *checker) checkSpaces() {
	c.s.Spaces.All(func(id uint32) bool {
		sp := c.s.Spaces.At(id)
		c.want(!sp.Dead, "space %d is half destroyed", id)
		c.count(sp.Notify, 0, "notify port of space", id)
		c.checkFreeList(id, sp)
		for i := range sp.Chosen {
			c.want(i == 0 || sp.Chosen[i-1].Name < sp.Chosen[i].Name, "space %d: chosen names out of order at %d", id, i)
			c.want(sp.find(sp.Chosen[i].Name) == &sp.Chosen[i].Entry, "space %d: name %v stands twice", id, sp.Chosen[i].Name)
		}
		indexed := 0
		sp.names(func(n Name) {
			e := sp.find(n)
			c.checkEntry(SpaceID(id), n, e)
			if e.Type&TypeSendReceive != 0 {
				indexed++
				c.want(sp.ByPort.find(PortID(e.Object)) == n, "space %d: index of port %d is not %v", id, e.Object, n)
			}
		})
		c.want(sp.ByPort.used == indexed, "space %d: index holds %d ports, not %d", id, sp.ByPort.used, indexed)
		return c.err == nil
	})
}

func (c *checker) checkFreeList(id uint32, sp *Space) {
	free := 0
	for i := range sp.Table {
		if i > 0 && sp.Table[i].Type == 0 {
			free++
		}
	}
	for i := sp.Free; i != 0; i = sp.Table[i].Next {
		free--
		if !c.want(free >= 0 && sp.Table[i].Type == 0, "space %d: slot %d is on the free list but in use, or twice", id, i) {
			return
		}
	}
	c.want(free == 0, "space %d: %d free slots are not on the free list", id, free)
}

// checkEntry checks one entry by itself and against its object, and counts it.
func (c *checker) checkEntry(sp SpaceID, n Name, e *Entry) {
	p := PortID(e.Object)
	at := fmt.Sprintf("space %d name %v", sp, n)
	switch e.Type {
	case TypeDeadName:
		c.want(e.URefs > 0 && e.Request == 0 && e.Accept == 0, "%s: odd dead name %+v", at, *e)
		c.count(p, 0, at, "")
		c.want(p == 0 || c.err != nil || c.s.port(p).Dead, "%s: a dead name of the living port %d", at, p)
		return
	case TypePortSet:
		if c.want(c.s.Sets.Has(e.Object), "%s: no set %d", at, e.Object) {
			set := c.s.Sets.At(e.Object)
			c.want(set.Space == sp && set.Name == n, "%s: set %d says %d %v", at, e.Object, set.Space, set.Name)
		}
		return
	case TypeSend, TypeReceive, TypeSendReceive, TypeSendOnce:
	default:
		c.want(false, "%s: odd type %v", at, e.Type)
		return
	}
	c.count(p, 0, at, "")
	if c.err != nil {
		return
	}
	port := c.s.port(p)
	c.want(!port.Dead, "%s: a right to the dead port %d", at, p)
	c.checkHolder(sp, n, e, port, at)
	held := port.Receiver == sp && port.RecvName == n
	c.want(held == (e.Type&TypeReceive != 0), "%s: type %v, but receiver of port %d is %d %v", at, e.Type, p,
		port.Receiver, port.RecvName)
	if e.Type&TypeReceive != 0 {
		c.ports[p].receive++
	}
	if r := e.Request; r != 0 {
		c.want(int(r) <= len(port.Requests) && port.Requests[r-1].Space == sp && port.Requests[r-1].Name == n &&
			port.Requests[r-1].Notify != 0,
			"%s: dead-name request %d is not at port %d", at, r, p)
	}
	if m := e.Accept; m != 0 {
		c.want(c.s.Msgs.Has(uint32(m)) && c.s.Msgs.At(uint32(m)).Accept.Space == sp &&
			c.s.Msgs.At(uint32(m)).Accept.Name == n,
			"%s: message %d does not wait for acceptance", at, m)
	}
}

// checkHolder checks the send part of an entry.
func (c *checker) checkHolder(sp SpaceID, n Name, e *Entry, port *Port, at string) {
	t := &c.ports[e.Object]
	refs := [2]uint16{0, 0} // least and greatest
	switch e.Type {
	case TypeReceive:
	case TypeSendOnce:
		t.sendOnce++
		refs = [2]uint16{1, 1}
	default:
		t.send++
		refs = [2]uint16{1, maxSendURefs}
	}
	c.want(refs[0] <= e.URefs && e.URefs <= refs[1], "%s: %d user references of type %v", at, e.URefs, e.Type)
	if e.Type != TypeReceive {
		t.holders++
		i := int(e.Holder)
		c.want(i < len(port.Holders) && port.Holders[i] == Holder{sp, n}, "%s: not holder %d of port %d", at, i, e.Object)
	}
}

func (c *checker) checkQueues() {
	c.s.Ports.All(func(id uint32) bool {
		p := c.s.Ports.At(id)
		c.walk(p.Queue, func(m *Msg) bool { return m.Dest == PortID(id) }, "port", id)
		c.want(p.Set == 0 || p.Queue == Queue{}, "port %d: own queue in set %d", id, p.Set)
		return c.err == nil
	})
	c.s.Sets.All(func(id uint32) bool {
		set := c.s.Sets.At(id)
		for _, p := range set.Members {
			c.want(c.s.Ports.Has(uint32(p)) && c.s.port(p).Set == SetID(id) && c.s.port(p).Receiver == set.Space,
				"set %d: member %d does not know of it", id, p)
			if c.err == nil {
				c.ports[p].queued |= 1 << 30 // seen as a member
			}
		}
		c.walk(set.Queue, func(m *Msg) bool { return c.s.port(m.Dest).Set == SetID(id) }, "set", id)
		e := c.entry(set.Space, set.Name)
		c.want(e != nil && e.Type == TypePortSet && e.Object == id, "set %d: no name", id)
		return c.err == nil
	})
}

// walk follows a queue and counts its messages for their ports.
func (c *checker) walk(q Queue, belongs func(*Msg) bool, what string, id uint32) {
	prev := MsgID(0)
	for m := q.Head; m != 0; {
		if !c.want(c.s.Msgs.Has(uint32(m)) && !c.queued[m], "%s %d: message %d is gone or queued twice", what, id, m) {
			return
		}
		c.queued[m] = true
		msg := c.s.Msgs.At(uint32(m))
		if !c.want(!msg.Draft && msg.Prev == prev && c.s.Ports.Has(uint32(msg.Dest)) && belongs(msg),
			"%s %d: message %d is misplaced", what, id, m) {
			return
		}
		c.ports[msg.Dest].queued++
		prev, m = m, msg.Next
	}
	c.want(q.Tail == prev, "%s %d: tail of the queue is %d, not %d", what, id, q.Tail, prev)
}

func (c *checker) checkMessages() {
	c.s.Msgs.All(func(id uint32) bool {
		m := c.s.Msgs.At(id)
		c.want(c.queued[id] || m.Next == 0 && m.Prev == 0, "message %d: linked but in no queue", id)
		if m.Draft {
			return c.err == nil
		}
		c.want(m.Header == Header{}, "message %d: a draft's header in transit", id)
		c.count(m.Dest, m.DestType, "destination of message", id)
		c.count(m.Reply, m.ReplyType, "reply of message", id)
		for i := range m.Items {
			if it := &m.Items[i]; it.Kind == KindPort {
				c.count(PortID(it.Num), it.Disp, "item of message", id)
			}
		}
		c.count(m.Of, 0, "subject of message", id)
		c.count(m.Accept.Notify, PortSendOnce, "acceptance of message", id)
		if a := m.Accept; a.Name != Null {
			e := c.entry(a.Space, a.Name)
			c.want(e != nil && e.Accept == MsgID(id) && PortID(e.Object) == m.Dest, "message %d: acceptance unknown at %d %v",
				id, a.Space, a.Name)
		}
		return c.err == nil
	})
}

// checkTallies compares the counts of the ports with those of the checker.
func (c *checker) checkTallies() {
	c.s.Ports.All(func(id uint32) bool {
		p, t := c.s.Ports.At(id), c.ports[id]
		c.want((t.queued>>30 != 0) == (p.Set != 0), "port %d: set %d does not list it", id, p.Set)
		t.queued &= 1<<30 - 1
		if t.receive > 0 || !p.Dead {
			// The receive right's reference was counted with its holder.
			c.want(t.receive == 1 || p.Dead, "port %d: %d receive rights", id, t.receive)
		}
		want := tally{refs: p.Refs, send: p.SRights, sendOnce: p.SORights, receive: t.receive,
			holders: int32(len(p.Holders)), queued: p.Count}
		if p.Dead {
			t.send, t.sendOnce = 0, 0
			c.want(p.Receiver == 0 && p.Set == 0 && len(p.Requests) == 0 && p.NSRequest == 0 && p.PDRequest == 0,
				"port %d: dead but not cleaned up", id)
		}
		c.want(t == want, "port %d (dead: %t): counts %+v, found %+v", id, p.Dead, want, t)
		c.want(p.Refs > 0, "port %d: no references", id)
		return c.err == nil
	})
}
