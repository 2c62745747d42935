package kernel

import (
	"machsim/ipc"
	"machsim/ipc/table"
)

// Times of the network servers, in microseconds.
const (
	// patience is the time for which a message is resent over a cut wire, or to a host
	// that is down, before it is lost and its port declared dead.
	patience = 10_000_000
	// checkUp is the time until a periodic check-up finds a death that was not announced.
	checkUp = 5_000_000
)

// PacketKind says what a packet carries.
type PacketKind uint8

const (
	// PacketMessage brings the first message in the queue of a proxy to its home, or a datagram that has left the queue.
	PacketMessage PacketKind = iota
	// PacketDeath tells the host of a proxy that the port died.
	PacketDeath
	// PacketUnused tells the home that a proxy has no senders any more.
	PacketUnused
	// PacketPredicate is a predicate marker on its way to a task (Halt).
	PacketPredicate
	// PacketHalt is a halt marker on its way to a task.
	PacketHalt
	// PacketReport tells the debugger process that a task has halted.
	PacketReport
	// PacketStop tells the agent of a host to halt it (Agents).
	PacketStop
	// PacketResume tells the agent of a host to let it go on.
	PacketResume
)

// PacketStatus says whether a packet can arrive.
type PacketStatus uint8

const (
	// OnTheWay: it arrives when the Door chooses it, after its timer has fired, if it has one.
	OnTheWay PacketStatus = iota
	// NoRoute: the wire is cut or the host down. A message is resent until its timer fires;
	// other packets wait for a route.
	NoRoute
	// Refused: the queue at home is full. The packet waits for room there.
	Refused
)

// Packet is something on a wire.
type Packet struct {
	Kind     PacketKind
	Status   PacketStatus
	From, To HostID
	Net      NetID
	End      uint32     // serial of the proxy's end
	Port     ipc.PortID // the proxy that a message comes from
	Timer    int32
	Key      PacketKey
	Sent     bool // of a message: it has been on the wire, though it may have no route now
	Stands   bool // it could arrive, but its host stands (Agents)
	Found    bool // it is no real packet: a check-up finds its news, because its host crashed

	// Of a datagram that travels by itself, because it takes time:
	Msg    ipc.MsgID // the message, which is in no queue any more; of all others 0
	Serial uint32    // its number among those of its proxy, from 1

	// Of markers:
	Task  TaskID
	Stage int32
	Path  string
	Halt  int32 // between agents: the number of the halt, from 1; else 0
}

// control says whether a packet is on a control channel.
func (p *Packet) control() bool { return p.Kind >= PacketPredicate }

// Detach does nothing: the record has no slices.
func (p *Packet) Detach() {}

// transmit puts the first message of a proxy's queue on the wire, unless one is there already:
// as in the network server, messages from one host to one port arrive in order. A datagram that takes time does not
// hold up those behind it.
func (c *core) transmit(proxy ipc.PortID) {
	net := NetID(c.IPC.Ports.At(uint32(proxy)).Net)
	n := c.NetPorts.Mut(uint32(net))
	i := n.endOf(proxy)
	for n.Ends[i].Packet == 0 && c.IPC.First(proxy, 0) != 0 {
		id := c.dispatch(Packet{
			Kind: PacketMessage, From: n.Ends[i].Host, To: n.Where,
			Net: net, End: n.Ends[i].Serial, Port: proxy,
		}, 0)
		n.Ends[i].Packet = id
		if p := c.Packets.At(uint32(id)); p.Timer != 0 && c.toDatagram(p) {
			c.detach(id)
		}
	}
}

// dispatch sends a packet on its way; it arrives after the wire's delay and extra
// microseconds.
func (c *core) dispatch(p Packet, extra int64) PacketID {
	id := table.New(&c.Packets)
	c.access(LocPacket, ipc.New, id, 0)
	p.Key = c.keyOf(&p)
	p.Found = c.quiet && p.Kind != PacketMessage
	*c.Packets.Mut(id) = p
	c.route(PacketID(id), extra)
	return PacketID(id)
}

func (c *core) route(id PacketID, extra int64) {
	c.access(LocWires, ipc.Read, 0, 0)
	c.access(LocPacket, ipc.Add, uint32(id), 0)
	p := c.Packets.Mut(uint32(id))
	if p.Timer != 0 { // it is resent; or events are left out, with that by which the timer fired
		c.disarm(int(p.Timer - 1))
	}
	w := c.wire(p.From, p.To)
	if p.Kind == PacketMessage && !c.reachable(p) && !c.toDatagram(p) {
		p.Status = NoRoute
		c.arm(Timer{At: c.in(patience), Packet: id})
		c.passIn(p.Net)
		return
	}
	p.Status, p.Sent = OnTheWay, p.Kind == PacketMessage
	delay := w.Min + extra
	if w.Max > w.Min {
		delay += 1000 * int64(c.choose(PointDelay, int((w.Max-w.Min)/1000)+1, 0))
	}
	if delay > 0 {
		c.arm(Timer{At: c.in(delay), Packet: id})
		return
	}
	c.arrives(id)
}

func (c *core) reachable(p *Packet) bool { return c.joined(p.From, p.To) }

// HasWay says whether a packet has a route now.
func (s *State) HasWay(id PacketID) bool {
	p := s.Packets.At(uint32(id))
	return p.Status != NoRoute && s.joined(p.From, p.To)
}

// joined says whether the host to is up and the wire to it is not cut.
func (s *State) joined(from, to HostID) bool {
	w := s.wireBetween(from, to)
	return (w == 0 || !s.Wires.At(uint32(w)).Cut) && !s.Hosts.At(uint32(to)).Down
}

// packetDue acts on a packet whose timer has fired.
func (c *core) packetDue(id PacketID) {
	p := c.Packets.Mut(uint32(id))
	switch {
	case p.control():
		c.arrives(id)
		return
	case p.Held():
		c.heldDue(id)
		return
	}
	if p.Status == NoRoute || !c.reachable(p) {
		c.access(LocPacket, ipc.Read, uint32(id), 0)
	}
	switch {
	case c.toDatagram(p): // if it has no way, it is lost as it arrives
		c.arrives(id)
	case p.Status == NoRoute: // given up: the port is declared dead
		c.loseEnd(p.Net, p.End, false)
	case c.reachable(p):
		c.arrives(id)
	case p.Kind == PacketMessage:
		c.route(id, 0)
	default: // the datagram is lost; a check-up finds its news once there is a route again
		p.Status = NoRoute
	}
}

// endPacket takes a packet off the wire.
func (c *core) endPacket(id PacketID) {
	c.Arrive.Remove(uint32(id))
	if t := c.Packets.At(uint32(id)).Timer; t != 0 {
		c.disarm(int(t - 1))
	}
	c.Packets.Free(uint32(id))
}

// arrives lets a packet arrive when the Door chooses it, and its host does not stand.
func (c *core) arrives(id PacketID) {
	stands := c.stands(id)
	if c.standPacket(id, stands); stands {
		c.Arrive.Remove(uint32(id))
	} else {
		c.Arrive.Add(uint32(id))
	}
}

// standPacket notes whether a packet stands. It writes to its record, which pictures of the state share, only if that
// changes.
func (c *core) standPacket(id PacketID, stands bool) {
	if c.Packets.At(uint32(id)).Stands != stands {
		c.Packets.Mut(uint32(id)).Stands = stands
	}
}

// stepPacket lets a packet arrive.
func (c *core) stepPacket(id PacketID) {
	p := *c.Packets.At(uint32(id))
	c.about, c.met = Object{PacketObject, uint32(id)}, 0
	c.out.Code, c.born = 0, c.born[:0]
	c.Arrive.Remove(uint32(id))
	c.befell = Fault{}
	if !c.risky || p.control() || !c.befalls(id, &p) {
		c.arrive(id, p)
	}
	c.drain()
	c.Steps++
	if !p.control() { // control channels are not of this world
		c.Now += max(c.cfg.StepTime, 0)
	}
	c.Hash = mix(c.Hash, uint64(id)<<32|uint64(p.Kind)<<8|0xff)
	if c.out.Code != 0 { // of a call that was made for another host
		c.Hash = mix(c.Hash, uint64(uint32(c.out.Code)))
	}
}

// arrive delivers what a packet brings.
func (c *core) arrive(id PacketID, p Packet) {
	switch p.Kind {
	case PacketPredicate, PacketHalt, PacketReport:
		c.arriveControl(id, p)
	case PacketStop, PacketResume:
		c.arriveAgent(id, p)
	case PacketMessage:
		c.deliverPacket(id, p)
	case PacketDeath:
		c.endPacket(id)
		if c.NetPortOf(&p) != nil {
			c.loseEnd(p.Net, p.End, !p.Found)
		}
	case PacketUnused:
		c.endPacket(id)
		if c.NetPortOf(&p) != nil {
			c.releaseEnd(p.Net, p.End)
		}
	}
}

// deliverPacket delivers a message to its home, or refuses it if the queue is full there.
func (c *core) deliverPacket(id PacketID, p Packet) {
	if p.Held() {
		c.release(id, p.Port)
		return
	}
	n := c.NetPorts.Mut(uint32(p.Net))
	c.access(LocNet, ipc.Read, uint32(p.Net), 0)
	if n.Datagram && (n.Where == p.To || n.Where == p.From) && c.mislays(id, &p, c.Carried(&p)) {
		return
	}
	if n.Home < 0 {
		c.loseEnd(p.Net, p.End, true)
		return
	}
	home := &n.Ends[n.Home]
	if home.Host != p.To && home.Host != p.From { // the port has moved, so send the packet on to its new home
		c.Packets.Mut(uint32(id)).To = home.Host
		c.route(id, 0)
		return
	}
	m := c.Carried(&p)
	c.access(ipc.LocMsg, ipc.Read, uint32(m), 0)
	if c.asks(m) != nil {
		c.deliverRequest(id, p, m)
		return
	}
	port := c.IPC.Ports.At(uint32(home.Port))
	if c.IPC.AccessLog != nil {
		c.accessRoom(home.Port, port, c.IPC.Msgs.At(uint32(m)))
	}
	if c.IPC.Msgs.At(uint32(m)).DestType == ipc.PortSend && port.Room() <= 0 {
		c.Packets.Mut(uint32(id)).Status = Refused
		return
	}
	c.about = Object{PortObject, uint32(home.Port)}
	c.unload(id)
	if next := c.translate(n, n.endOf(p.Port), m); !c.holdBack(next) {
		c.IPC.Enqueue(next)
	}
	c.transmit(p.Port)
}

// unload takes a packet off the wire, and its message, which it returns, out of the queue that it may be in.
func (c *core) unload(id PacketID) ipc.MsgID {
	p := *c.Packets.At(uint32(id))
	c.endPacket(id)
	if p.Held() {
		c.IPC.Hinder(p.Port, -1)
	}
	if p.Msg != 0 {
		return p.Msg
	}
	n := c.NetPorts.Mut(uint32(p.Net))
	n.Ends[n.endOf(p.Port)].Packet = 0
	m := c.IPC.First(p.Port, 0)
	c.IPC.Dequeue(m)
	return m
}

// deliverRequest delivers a request to the host of its target, where the kernel performs it.
// It does not go through the target's queue, and is never refused.
func (c *core) deliverRequest(id PacketID, p Packet, m ipc.MsgID) {
	n := c.NetPorts.Mut(uint32(p.Net))
	i := n.endOf(p.Port)
	c.unload(id)
	c.hasArrived(c.IPC.Msgs.At(uint32(m)).Reply)
	next := c.translate(n, i, m)
	c.transmit(p.Port)
	c.about = c.behind(c.IPC.Ports.At(uint32(p.Port)))
	c.perform(next)
}

// performQueued performs the requests in the queue of a proxy that has just become the port
// itself.
func (c *core) performQueued(p ipc.PortID) {
	for m := c.IPC.First(p, 0); m != 0; {
		next := c.IPC.Msgs.At(uint32(m)).Next
		if c.asks(m) != nil {
			c.IPC.Dequeue(m)
			c.perform(m)
		}
		m = next
	}
}

// thaw lets up to n refused packets try again to get into a port's queue.
func (c *core) thaw(p ipc.PortID, n int32) {
	for _, e := range c.NetPorts.At(c.IPC.Ports.At(uint32(p)).Net).Ends {
		if n > 0 && e.Packet != 0 && c.Packets.At(uint32(e.Packet)).Status == Refused {
			c.access(LocPacket, ipc.Add, uint32(e.Packet), 0)
			c.Packets.Mut(uint32(e.Packet)).Status = OnTheWay
			c.arrives(e.Packet)
			n--
		}
	}
}

// passIn wakes another packet, or a sender at home, for the room that a woken packet does not
// take, because it was lost or has no route.
func (c *core) passIn(net NetID) {
	c.access(LocNet, ipc.Read, uint32(net), 0)
	if n := c.NetPorts.At(uint32(net)); n.Home >= 0 {
		c.passRoom(n.Ends[n.Home].Port)
	}
}

// reroute sends some packets again, after a wire or a host has changed.
func (c *core) reroute(which func(*Packet) bool) {
	for id := range c.Packets.All {
		p := c.Packets.At(id)
		if !which(p) || p.Status == Refused || p.Held() || c.toDatagram(p) {
			continue
		}
		c.Arrive.Remove(id)
		c.standPacket(PacketID(id), false)
		extra := int64(0)
		if p.Status == NoRoute && p.Kind != PacketMessage {
			extra = checkUp
		}
		c.route(PacketID(id), extra)
	}
}

func (p *Packet) on(w *WireState) bool {
	return p.From == w.A && p.To == w.B || p.From == w.B && p.To == w.A
}
