package kernel

import (
	"math"
	"slices"

	"machsim/ipc"
	"machsim/ipc/table"
)

// NetPort is a port that is known on more than one host.
type NetPort struct {
	Home int      // index in Ends of the end with the receiver; -1 if the port died
	Ends []NetEnd // one for each host, and those that are gone
	Made uint32   // number of ends made so far
	Key  PortKey  // of the port
	// Where is the host of the home, also after the port died: network servers send the messages
	// of its proxies there.
	Where    HostID
	Datagram bool // messages to it from other hosts are datagrams
}

// NetEnd is a port's end on a host: the port itself at home, elsewhere a proxy.
type NetEnd struct {
	Serial uint32 // its number among the port's ends
	Host   HostID
	Port   ipc.PortID
	Minder ipc.PortID // gets the no-senders notification of the proxy
	Held   bool       // the home's network server keeps a send right for the proxy
	Once   int32      // the number of send-once rights that it keeps for rights to the proxy
	Gone   bool       // the proxy is dead, Port is 0, and the home does not know yet
	Packet PacketID   // carries the proxy's first message on the wire, 0 for none
	Apart  uint32     // the number of datagrams that have set out from here by themselves
}

// Detach gives n a slice of its own.
func (n *NetPort) Detach() { n.Ends = slices.Clone(n.Ends) }

// end returns the index of a host's living end, -1 if it has none.
func (n *NetPort) end(h HostID) int {
	return slices.IndexFunc(n.Ends, func(e NetEnd) bool { return e.Host == h && !e.Gone })
}

// endOf returns the index of the end that is port p.
func (n *NetPort) endOf(p ipc.PortID) int {
	return slices.IndexFunc(n.Ends, func(e NetEnd) bool { return e.Port == p })
}

// numbered returns the index of the end with a serial, -1 if there is none.
func (n *NetPort) numbered(serial uint32) int {
	return slices.IndexFunc(n.Ends, func(e NetEnd) bool { return e.Serial == serial })
}

// add adds an end.
func (n *NetPort) add(e NetEnd) {
	n.Made++
	e.Serial = n.Made
	n.Ends = append(n.Ends, e)
}

// netOf returns the record of a port's ends. It makes the record when a right to the port first
// leaves its host.
func (c *core) netOf(p ipc.PortID) NetID {
	port := c.IPC.Ports.Mut(uint32(p))
	if port.Net == 0 {
		port.Net = table.New(&c.NetPorts)
		c.access(LocNet, ipc.New, port.Net, 0)
		n := c.NetPorts.Mut(port.Net)
		*n = NetPort{
			Ends: n.Ends[:0], Where: HostID(port.Host),
			Datagram: port.Datagram,
			Key:      PortKey{port.Kind, port.Object, port.Label.Creator, port.Label.Serial},
		}
		n.add(NetEnd{Host: HostID(port.Host), Port: p})
	}
	return NetID(port.Net)
}

// endOn returns the index of a port's end on a host. It makes a proxy if there is none.
func (c *core) endOn(net NetID, h HostID) int {
	c.access(LocNet, ipc.Add, uint32(net), endLocation(h))
	n := c.NetPorts.Mut(uint32(net))
	if i := n.end(h); i >= 0 {
		return i
	}
	c.access(LocEnd, ipc.Add, uint32(net), uint32(h))
	proxy := c.kernelPort(KindProxy, 0, h)
	port := c.IPC.Ports.Mut(uint32(proxy))
	port.Net = uint32(net)
	home := c.IPC.Ports.At(uint32(n.Ends[n.Home].Port))
	port.Label, port.Far = home.Label, ipc.Far{Kind: home.Kind, Object: home.Object}
	c.IPC.SetQLimit(proxy, proxyLimit(home))
	minder := c.kernelPort(KindMinder, uint32(proxy), h)
	n.add(NetEnd{Host: h, Port: proxy, Minder: minder})
	return len(n.Ends) - 1
}

// proxyLimit is how many messages a proxy of a port holds before senders wait: of a datagram port, any number.
func proxyLimit(home *ipc.Port) int32 {
	if home.Datagram {
		return math.MaxInt32
	}
	return ipc.DefaultQLimit
}

// hold makes the home keep a send right for a proxy with senders, so that the port's count of
// send rights, and its no-senders notification, include other hosts.
func (c *core) hold(n *NetPort, i int) {
	e := &n.Ends[i]
	if i == n.Home || e.Held {
		return
	}
	e.Held = true
	c.IPC.AddSend(n.Ends[n.Home].Port)
}

// mind requests a no-senders notification for a proxy, which has a send right, to its minder.
func (c *core) mind(e *NetEnd) {
	if c.IPC.Ports.At(uint32(e.Port)).NSRequest == 0 {
		c.IPC.AddSendOnce(e.Minder)
		c.IPC.ArmNoSenders(e.Port, e.Minder)
	}
}

// carry turns a naked right of the kernel to a port's end on one host into one to its end on
// another.
func (c *core) carry(p ipc.PortID, t ipc.Disposition, h HostID) ipc.PortID {
	if p == 0 || p == ipc.DeadPort {
		return p
	}
	port := c.IPC.Ports.At(uint32(p))
	if port.Host == uint32(h) {
		return p
	}
	c.access(ipc.LocPort, ipc.Read, uint32(p), 0)
	if port.Net != 0 {
		c.access(LocNet, ipc.Read, port.Net, 0)
	}
	if port.Dead || port.Net != 0 && c.NetPorts.At(port.Net).Home < 0 {
		c.drop(p, t) // a proxy whose port died: the right arrives dead
		return ipc.DeadPort
	}
	net := c.netOf(p)
	i := c.endOn(net, h)
	n := c.NetPorts.Mut(uint32(net))
	from := n.endOf(p)
	q := n.Ends[i].Port
	switch t {
	case ipc.PortSend:
		c.hold(n, i)
		c.IPC.AddSend(q)
		if i != n.Home {
			c.mind(&n.Ends[i])
		}
		c.IPC.DropSend(p)
	case ipc.PortSendOnce:
		c.carryOnce(n, from, i)
	case ipc.PortReceive:
		c.carryReceive(n, from, i)
	}
	return q
}

func (c *core) drop(p ipc.PortID, t ipc.Disposition) {
	switch t {
	case ipc.PortSend:
		c.IPC.DropSend(p)
	case ipc.PortSendOnce:
		c.IPC.DropSendOnce(p)
	case ipc.PortReceive:
		c.IPC.DestroyPort(p)
	}
}

// carryOnce moves a send-once right between two ends. For each such right to a proxy the home
// keeps one to the port itself: it is used when the message arrives, or notifies the port if
// the right is destroyed.
func (c *core) carryOnce(n *NetPort, from, to int) {
	net := c.IPC.Ports.At(uint32(n.Ends[from].Port)).Net
	c.access(LocNet, ipc.Add, net, endLocation(n.Ends[from].Host))
	if from != n.Home {
		c.IPC.ForgetSendOnce(n.Ends[from].Port)
		n.Ends[from].Once--
	}
	if to != n.Home {
		c.IPC.AddSendOnce(n.Ends[to].Port)
		n.Ends[to].Once++
	}
}

// carryReceive moves a port to another host: the end there becomes the port, and the old one
// a proxy. Queued messages move too. They precede those in the new home's queue, which were
// sent later. Blocked senders stay at the proxy.
func (c *core) carryReceive(n *NetPort, from, to int) {
	old, p := &n.Ends[from], n.Ends[from].Port
	now, q := &n.Ends[to], n.Ends[to].Port
	c.accessNet(c.IPC.Ports.At(uint32(p)).Net)
	for i := range n.Ends {
		if e := &n.Ends[i]; e.Held {
			c.IPC.DropSend(p)
			e.Held = false
		}
	}
	minding, _ := c.IPC.TakeRequests(q)
	if minding != 0 {
		c.IPC.ForgetSendOnce(minding)
	}
	noSenders, destroyed := c.IPC.TakeRequests(p)
	c.IPC.DestroyPort(now.Minder)
	now.Minder = 0
	if now.Packet != 0 {
		c.endPacket(now.Packet)
		now.Packet = 0
	}
	n.Home, n.Where = to, now.Host
	c.swapRoles(n, from, to)
	old.Minder = c.kernelPort(KindMinder, uint32(p), old.Host)
	c.IPC.PutRequests(q, c.carry(noSenders, ipc.PortSendOnce, now.Host), c.carry(destroyed, ipc.PortSendOnce, now.Host))
	for i := range n.Ends {
		e := &n.Ends[i]
		c.access(ipc.LocRights, ipc.Read, uint32(e.Port), 0)
		if i != to && c.IPC.Ports.At(uint32(e.Port)).SRights > 0 {
			c.hold(n, i)
			c.mind(e)
		}
	}
	c.access(ipc.LocQueue, ipc.Write, ipc.QueueKey(p, 0), 0)
	own := c.IPC.Ports.At(uint32(q)).Count
	for m := c.IPC.First(p, 0); m != 0; m = c.IPC.First(p, 0) {
		c.IPC.Dequeue(m)
		c.forward(n, from, m)
	}
	c.IPC.Rotate(q, own)
	c.performQueued(q)
}

// swapRoles makes the end to the port itself and the end from a proxy, and adjusts the send-once
// rights that homes keep. The caller has dropped the send rights that the old home kept.
func (c *core) swapRoles(n *NetPort, from, to int) {
	p, q := n.Ends[from].Port, n.Ends[to].Port
	src, dst := c.IPC.Ports.Mut(uint32(p)), c.IPC.Ports.Mut(uint32(q))
	dst.Kind, dst.Object, dst.Label = src.Kind, src.Object, src.Label
	dst.Datagram, src.Datagram = src.Datagram, false
	dst.Far = ipc.Far{}
	src.Far = ipc.Far{Kind: src.Kind, Object: src.Object}
	src.Kind, src.Object = KindProxy, 0
	c.IPC.SetQLimit(q, src.QLimit)
	c.IPC.SetQLimit(p, proxyLimit(dst))
	c.IPC.Serve(p)
	c.IPC.Unserve(q)
	for i := range n.Ends {
		for range n.Ends[i].Once {
			c.IPC.ForgetSendOnce(p)
			if i != to {
				c.IPC.AddSendOnce(q)
			}
		}
	}
	n.Ends[to].Once = 0
	n.Ends[from].Once = src.SORights
	for range src.SORights {
		c.IPC.AddSendOnce(q)
	}
}

// forward translates a message and queues it at home.
func (c *core) forward(n *NetPort, from int, m ipc.MsgID) {
	c.IPC.Enqueue(c.translate(n, from, m))
}

// translate turns a message that was sent to the end from into one at home, with all its rights.
func (c *core) translate(n *NetPort, from int, m ipc.MsgID) ipc.MsgID {
	h := n.Ends[n.Home].Host
	p, t := c.IPC.LiftDest(m)
	dest := c.carry(p, t, h)
	reply, by := c.IPC.TakeReply(m)
	reply = c.carry(reply, by, h)
	old := c.IPC.Msgs.At(uint32(m))
	items := slices.Clone(old.Items)
	for i := range items {
		if it := &items[i]; it.Kind == ipc.KindPort {
			right, d := c.IPC.TakeItem(m, i)
			it.Num = uint64(c.carry(right, d, h))
		}
	}
	sent := *c.IPC.Msgs.At(uint32(m))
	next := c.IPC.NewMsg(dest, t, reply, by, sent.ID, items...)
	msg := c.IPC.Msgs.Mut(uint32(next))
	msg.Sender, msg.Sent, msg.Call = sent.Sender, sent.Sent, sent.Call
	c.IPC.Concern(next, sent.Of)
	c.IPC.DestroyMsg(m)
	return next
}

// grant gives the task to a send right, made from another task's receive right.
func (c *core) grant(receiver TaskID, port ipc.Name, to TaskID) ipc.Name {
	p, code := c.IPC.CopyInRight(c.Tasks.At(uint32(receiver)).Space, port, ipc.MakeSend)
	if code != 0 {
		panic(mistake("Boot.Send: the first task does not receive from that port"))
	}
	t := c.Tasks.At(uint32(to))
	return c.IPC.CopyOutRight(t.Space, c.carry(p, ipc.PortSend, t.Host), ipc.PortSend)
}
