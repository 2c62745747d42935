package kernel

import (
	"slices"

	"machsim/ipc"
)

// The news of a port's death, or of a host's crash, among the ends of a port.

// netPortDied handles the death of one end of a port.
func (c *core) netPortDied(net NetID, p ipc.PortID) {
	n := c.NetPorts.Mut(uint32(net))
	i := n.endOf(p)
	if i < 0 {
		return
	}
	c.loseApart(p)
	if i == n.Home {
		c.homeDied(net, n)
		return
	}
	e := &n.Ends[i]
	c.access(LocNet, ipc.Read, uint32(net), 0)
	c.access(LocNet, ipc.Write, uint32(net), endLocation(e.Host))
	c.accessUnused(net, e.Serial)
	e.Gone, e.Port = true, 0
	if e.Packet != 0 {
		c.endPacket(e.Packet)
		e.Packet = 0
	}
	if e.Minder != 0 {
		c.IPC.DestroyPort(e.Minder)
		e.Minder = 0
	}
	if n.Home < 0 {
		n.Ends = slices.Delete(n.Ends, i, i+1)
		c.freeNet(net)
		return
	}
	c.tellUnused(net, n, e)
	c.passIn(net)
}

// homeDied tells the hosts that know a port of its death: by a datagram, or, if its host
// crashed, by their later check-ups.
func (c *core) homeDied(net NetID, n *NetPort) {
	c.accessHome(uint32(net))
	home := n.Ends[n.Home]
	n.Ends = slices.Delete(n.Ends, n.Home, n.Home+1)
	n.Home = -1
	for i := range n.Ends {
		c.letGo(home.Port, &n.Ends[i])
	}
	n.Ends = slices.DeleteFunc(n.Ends, func(e NetEnd) bool { return e.Gone })
	for i := range n.Ends {
		e := &n.Ends[i]
		c.dispatch(Packet{Kind: PacketDeath, From: home.Host, To: e.Host, Net: net, End: e.Serial}, c.unannounced())
	}
	c.freeNet(net)
}

// letGo gives up the rights to a dead port that its home has kept for an end: they would keep its record for ever.
func (c *core) letGo(home ipc.PortID, e *NetEnd) {
	if e.Held {
		c.IPC.DropSend(home)
	}
	for ; e.Once > 0; e.Once-- {
		c.IPC.DropSendOnce(home)
	}
	e.Held = false
}

func (c *core) freeNet(net NetID) {
	if n := c.NetPorts.Mut(uint32(net)); len(n.Ends) == 0 {
		*n = NetPort{}
		c.NetPorts.Free(uint32(net))
	}
}

// loseEnd declares a port dead on the host of one of its proxies. told says whether the port's
// own host has announced it.
func (c *core) loseEnd(net NetID, serial uint32, told bool) {
	n := c.NetPorts.At(uint32(net))
	c.accessEnd(net, n.numbered(serial))
	if i := n.numbered(serial); i >= 0 && !n.Ends[i].Gone {
		lost := c.lostRequests(&n.Ends[i], told)
		c.IPC.DestroyPort(n.Ends[i].Port)
		for _, l := range lost {
			c.refuseAcross(l.msg, l.code)
		}
		c.drain()
	}
}

// lostRequest is a request that cannot be delivered, and the code for its sender.
type lostRequest struct {
	msg  ipc.MsgID
	code ipc.Code
}

// lostRequests takes the requests out of the queue of a proxy that is about to die. One that has
// been on the wire may have been performed, unless its host has announced the death; so its sender
// gets MIG_SERVER_DIED and not MACH_SEND_INVALID_DEST.
func (c *core) lostRequests(e *NetEnd, told bool) (lost []lostRequest) {
	c.IPC.AccessQueued(e.Port)
	sent := e.Packet != 0 && !told
	for m := c.IPC.First(e.Port, 0); m != 0; {
		next := c.IPC.Msgs.At(uint32(m)).Next
		if c.asks(m) != nil {
			code := ipc.MACH_SEND_INVALID_DEST
			if sent && c.wasSent(e.Packet) {
				code = ipc.MIG_SERVER_DIED
			}
			c.IPC.Dequeue(m)
			lost = append(lost, lostRequest{m, code})
		}
		m, sent = next, false
	}
	return lost
}

// wasSent says whether the message of a packet has been on the wire.
func (c *core) wasSent(id PacketID) bool {
	c.access(LocPacket, ipc.Read, uint32(id), 0)
	return c.Packets.At(uint32(id)).Sent
}

// proxyUnused handles the notification to a minder that its proxy has no senders, and tells the
// home. The minder also gets one when the proxy dies, which is ignored.
func (c *core) proxyUnused(minder, proxy ipc.PortID) {
	p := c.IPC.Ports.At(uint32(proxy))
	if p.Net == 0 || p.Dead { // a dead name may keep the record
		return
	}
	c.access(ipc.LocPort, ipc.Read, uint32(proxy), 0)
	net := p.Net
	n := c.NetPorts.At(net)
	i := n.endOf(proxy)
	if i >= 0 {
		c.access(LocNet, ipc.Read, net, endLocation(n.Ends[i].Host))
	}
	if i >= 0 && n.Ends[i].Minder == minder && n.Home >= 0 && i != n.Home && n.Ends[i].Held {
		c.tellUnused(NetID(net), n, &n.Ends[i])
	}
}

// tellUnused tells the home of a port that an end has no senders. After a crash the home's
// check-up finds it.
func (c *core) tellUnused(net NetID, n *NetPort, e *NetEnd) {
	c.dispatch(Packet{
		Kind: PacketUnused, From: e.Host, To: n.Ends[n.Home].Host, Net: net, End: e.Serial,
	}, c.unannounced())
}

// unannounced returns the extra delay of news that no host announces.
func (c *core) unannounced() int64 {
	if c.quiet {
		return checkUp
	}
	return 0
}

// releaseEnd gives up the rights that a home keeps for a proxy, unless that has senders again.
func (c *core) releaseEnd(net NetID, serial uint32) {
	n := c.NetPorts.Mut(uint32(net))
	i := n.numbered(serial)
	c.accessEnd(net, i)
	if n.Home < 0 || i < 0 || i == n.Home {
		return
	}
	e := &n.Ends[i]
	if !e.Gone && c.IPC.Ports.At(uint32(e.Port)).SRights > 0 {
		c.mind(e)
		return
	}
	if e.Held {
		e.Held = false
		c.IPC.DropSend(n.Ends[n.Home].Port)
	}
	if e.Gone {
		c.dropOnce(n, i)
		n.Ends = slices.Delete(n.Ends, i, i+1)
		if n.Home > i {
			n.Home--
		}
	}
}

// dropOnce destroys the send-once rights kept for an end that is gone, so that those who wait for
// these replies get send-once notifications.
func (c *core) dropOnce(n *NetPort, i int) {
	for ; n.Ends[i].Once > 0; n.Ends[i].Once-- {
		c.IPC.DropSendOnce(n.Ends[n.Home].Port)
	}
}

// hostDown gives up the ends that a crashed host had of other hosts' ports.
func (c *core) hostDown(h HostID) {
	c.quiet = true
	c.drain() // the changes by the ends of its tasks come first
	for net := range c.NetPorts.All {
		n := c.NetPorts.At(net)
		if i := n.end(h); i >= 0 && i != n.Home {
			c.loseEnd(NetID(net), n.Ends[i].Serial, false)
		}
	}
	c.IPC.DestroyPort(c.Hosts.At(uint32(h)).Port)
	c.drain()
	c.quiet = false
	c.reroute(func(p *Packet) bool { return p.To == h && p.Kind == PacketMessage })
	c.checkUps()
}

// hostUp makes a restarted host tell the others that its old ports are gone, and sends the
// packets that wait for it.
func (c *core) hostUp(h HostID) {
	c.reroute(func(p *Packet) bool {
		return p.To == h && p.Status == NoRoute || p.From == h && p.Kind != PacketMessage
	})
	c.checkUps()
}
