package kernel

import (
	"slices"

	"machsim/ipc"
)

// Hosts are joined by wires, one between each two. A port has its receiver on one
// host, its home; on every other host that knows it the network server of that host
// holds a proxy, an ordinary port with a queue of its own (mach.md 7.3). What is
// sent to a proxy travels as a packet, one at a time for each proxy, and arrives
// when the strategy lets it.

// Times of the network servers, in microseconds.
const (
	// patience is how long a message is sent again and again over a cut wire, or to
	// a host that is down, before its port is declared dead and it is lost.
	patience = 10_000_000
	// checkUp is how long it takes to find out about a death that was not announced.
	checkUp = 5_000_000
)

// WireState joins two hosts.
type WireState struct {
	A, B     HostID // A is the smaller
	Cut      bool
	Min, Max int64 // delay of a packet, in microseconds
}

// NetPort is a port that is known on more than one host.
type NetPort struct {
	Home int      // index in Ends of the end with the receiver; -1 when it died
	Ends []NetEnd // one for each host, and those that are gone
	Made uint32   // ends made so far
}

// NetEnd is a port's end on a host: the port itself at home, elsewhere a proxy.
type NetEnd struct {
	Serial uint32 // its number among the port's ends
	Host   HostID
	Port   ipc.PortID
	Minder ipc.PortID // hears that nobody can send to the proxy any more
	Held   bool       // the home's network server keeps a send right for the proxy
	Once   int32      // send-once rights that it keeps for rights to the proxy
	Gone   bool       // the proxy is dead, Port is 0; the home has not heard yet
	Packet PacketID   // the message that is on its way
}

// PacketKind says what a packet carries.
type PacketKind uint8

const (
	// PacketMessage brings the first message in the queue of a proxy to its home.
	PacketMessage PacketKind = iota
	// PacketDeath tells the host of a proxy that the port died.
	PacketDeath
	// PacketUnused tells the home that nobody can send to a proxy any more.
	PacketUnused
)

// PacketStatus is where a packet is.
type PacketStatus uint8

const (
	// OnTheWay: it arrives when its timer fires, or, without one, whenever it is chosen.
	OnTheWay PacketStatus = iota
	// NoRoute: the wire is cut or the host down; it is sent again until its timer fires.
	NoRoute
	// Refused: the queue at home is full; it is let in when there is room.
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
}

// Detach gives n a slice of its own.
func (n *NetPort) Detach()   { n.Ends = slices.Clone(n.Ends) }
func (p *Packet) Detach()    {}
func (w *WireState) Detach() {}

// end returns the index of a host's living end, -1 if it has none.
func (n *NetPort) end(h HostID) int {
	return slices.IndexFunc(n.Ends, func(e NetEnd) bool { return e.Host == h && !e.Gone })
}

// endOf returns the index of the end that is port p.
func (n *NetPort) endOf(p ipc.PortID) int {
	return slices.IndexFunc(n.Ends, func(e NetEnd) bool { return e.Port == p })
}

// numbered returns the index of the end with a serial, -1 if it is no more.
func (n *NetPort) numbered(serial uint32) int {
	return slices.IndexFunc(n.Ends, func(e NetEnd) bool { return e.Serial == serial })
}

// add makes an end.
func (n *NetPort) add(e NetEnd) {
	n.Made++
	e.Serial = n.Made
	n.Ends = append(n.Ends, e)
}

// wire returns the wire between two hosts.
func (c *core) wire(a, b HostID) *WireState {
	if a > b {
		a, b = b, a
	}
	for id := range c.Wires.All {
		if w := c.Wires.At(id); w.A == a && w.B == b {
			return c.Wires.Mut(id)
		}
	}
	w := c.Wires.Mut(c.Wires.New())
	*w = WireState{A: a, B: b}
	return w
}

// home returns the port itself, given a proxy of it; 0 if it died.
func (c *core) home(proxy *ipc.Port) ipc.PortID {
	n := c.NetPorts.At(proxy.Net)
	if n.Home < 0 {
		return 0
	}
	return n.Ends[n.Home].Port
}

// proxyName returns the name of the port that a proxy stands for.
func (s *State) proxyName(p *ipc.Port) string {
	n := s.NetPorts.At(p.Net)
	if n.Home < 0 {
		return s.labelled(p.Label, "p")
	}
	return s.PortName(n.Ends[n.Home].Port)
}

// netOf returns the record of a port's ends, made when it first leaves its host.
func (c *core) netOf(p ipc.PortID) NetID {
	port := c.IPC.Ports.Mut(uint32(p))
	if port.Net == 0 {
		port.Net = c.NetPorts.New()
		n := c.NetPorts.Mut(port.Net)
		*n = NetPort{Ends: n.Ends[:0]}
		n.add(NetEnd{Host: HostID(port.Host), Port: p})
	}
	return NetID(port.Net)
}

// endOn returns the index of a port's end on a host, with a new proxy if need be.
func (c *core) endOn(net NetID, h HostID) int {
	n := c.NetPorts.Mut(uint32(net))
	if i := n.end(h); i >= 0 {
		return i
	}
	proxy := c.kernelPort(KindProxy, 0, h)
	port := c.IPC.Ports.Mut(uint32(proxy))
	port.Net = uint32(net)
	port.Label = c.IPC.Ports.At(uint32(n.Ends[n.Home].Port)).Label
	minder := c.kernelPort(KindMinder, uint32(proxy), h)
	n.add(NetEnd{Host: h, Port: proxy, Minder: minder})
	return len(n.Ends) - 1
}

// hold has the home keep a send right for a proxy to which somebody can send.
func (c *core) hold(n *NetPort, i int) {
	e := &n.Ends[i]
	if i == n.Home || e.Held {
		return
	}
	e.Held = true
	c.IPC.AddSend(n.Ends[n.Home].Port)
}

// mind has the kernel told when nobody can send to a proxy any more. The proxy has
// a send right by now.
func (c *core) mind(e *NetEnd) {
	if c.IPC.Ports.At(uint32(e.Port)).NSRequest == 0 {
		c.IPC.AddSendOnce(e.Minder)
		c.IPC.ArmNoSenders(e.Port, e.Minder)
	}
}

// carry turns a naked right of the kernel, to a port's end on one host, into one to
// its end on another.
func (c *core) carry(p ipc.PortID, t ipc.Disposition, h HostID) ipc.PortID {
	if p == 0 || p == ipc.DeadPort {
		return p
	}
	port := c.IPC.Ports.At(uint32(p))
	if port.Host == uint32(h) {
		return p
	}
	if port.Dead || port.Net != 0 && c.NetPorts.At(port.Net).Home < 0 {
		c.drop(p, t) // of a proxy whose port died: news that travels with the right
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

// carryOnce moves a send-once right between two ends. For each such right to a
// proxy the home keeps one to the port itself.
func (c *core) carryOnce(n *NetPort, from, to int) {
	if from != n.Home {
		c.IPC.ForgetSendOnce(n.Ends[from].Port)
		n.Ends[from].Once--
	}
	if to != n.Home {
		c.IPC.AddSendOnce(n.Ends[to].Port)
		n.Ends[to].Once++
	}
}

// carryReceive moves a port to another host: the end there becomes the port, the
// old one a proxy. Queued messages travel along; blocked senders stay.
func (c *core) carryReceive(n *NetPort, from, to int) {
	old, p := &n.Ends[from], n.Ends[from].Port
	now, q := &n.Ends[to], n.Ends[to].Port
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
	n.Home = to
	c.swapRoles(n, from, to)
	old.Minder = c.kernelPort(KindMinder, uint32(p), old.Host)
	c.IPC.PutRequests(q, c.carry(noSenders, ipc.PortSendOnce, now.Host), c.carry(destroyed, ipc.PortSendOnce, now.Host))
	for i := range n.Ends {
		e := &n.Ends[i]
		if i != to && c.IPC.Ports.At(uint32(e.Port)).SRights > 0 {
			c.hold(n, i)
			c.mind(e)
		}
	}
	for m := c.IPC.First(p, 0); m != 0; m = c.IPC.First(p, 0) {
		c.IPC.Dequeue(m)
		c.forward(n, from, m)
	}
}

// swapRoles makes end to the port itself and end from a proxy, with the send-once
// rights that stand for each other. Nobody holds send rights for others just now.
func (c *core) swapRoles(n *NetPort, from, to int) {
	p, q := n.Ends[from].Port, n.Ends[to].Port
	src, dst := c.IPC.Ports.Mut(uint32(p)), c.IPC.Ports.Mut(uint32(q))
	dst.Kind, dst.Object, dst.Label, dst.QLimit = src.Kind, src.Object, src.Label, src.QLimit
	src.Kind, src.Object, src.QLimit = KindProxy, 0, 5
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

// forward turns a message that was sent to end from into one at home, and queues
// it there.
func (c *core) forward(n *NetPort, from int, m ipc.MsgID) {
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
	msg.Sender, msg.Sent = sent.Sender, sent.Sent
	c.IPC.DestroyMsg(m)
	c.IPC.Enqueue(next)
}

// transmit puts the first message of a proxy's queue on the wire, if none is there.
func (c *core) transmit(proxy ipc.PortID) {
	net := NetID(c.IPC.Ports.At(uint32(proxy)).Net)
	n := c.NetPorts.Mut(uint32(net))
	i := n.endOf(proxy)
	if n.Ends[i].Packet != 0 || n.Home < 0 || c.IPC.First(proxy, 0) == 0 {
		return
	}
	n.Ends[i].Packet = c.dispatch(Packet{
		Kind: PacketMessage, From: n.Ends[i].Host, To: n.Ends[n.Home].Host,
		Net: net, End: n.Ends[i].Serial, Port: proxy,
	}, 0)
}

// dispatch sends a packet on its way; it arrives after the wire's delay and extra
// microseconds.
func (c *core) dispatch(p Packet, extra int64) PacketID {
	id := c.Packets.New()
	*c.Packets.Mut(id) = p
	c.route(PacketID(id), extra)
	return PacketID(id)
}

func (c *core) route(id PacketID, extra int64) {
	p := c.Packets.Mut(uint32(id))
	w := c.wire(p.From, p.To)
	if p.Kind == PacketMessage && !c.reachable(p) {
		p.Status = NoRoute
		c.arm(Timer{At: c.Now + patience, Packet: id})
		return
	}
	p.Status = OnTheWay
	delay := w.Min + extra
	if w.Max > w.Min {
		delay += 1000 * int64(c.choose(PointDelay, int((w.Max-w.Min)/1000)+1, 0))
	}
	if delay > 0 {
		c.arm(Timer{At: c.Now + delay, Packet: id})
		return
	}
	c.Arrive.Add(uint32(id))
}

func (c *core) reachable(p *Packet) bool {
	return !c.wire(p.From, p.To).Cut && !c.Hosts.At(uint32(p.To)).Down
}

// packetDue acts on a packet whose timer has fired.
func (c *core) packetDue(id PacketID) {
	p := c.Packets.Mut(uint32(id))
	switch {
	case p.Status == NoRoute: // given up: the port is declared dead
		c.loseEnd(p.Net, p.End)
	case c.reachable(p):
		c.Arrive.Add(uint32(id))
	case p.Kind == PacketMessage:
		c.route(id, 0)
	default: // a lost datagram; what it said is found out later
		c.arm(Timer{At: c.Now + checkUp, Packet: id})
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

// stepPacket lets a packet arrive.
func (c *core) stepPacket(id PacketID) {
	p := *c.Packets.At(uint32(id))
	c.about = Object{PacketObject, uint32(id)}
	c.Arrive.Remove(uint32(id))
	switch p.Kind {
	case PacketMessage:
		c.deliverPacket(id, p)
	case PacketDeath:
		c.endPacket(id)
		c.loseEnd(p.Net, p.End)
	case PacketUnused:
		c.endPacket(id)
		c.releaseEnd(p.Net, p.End)
	}
	c.drain()
	c.Steps++
	c.Now += c.cfg.StepTime
	c.Hash = mix(c.Hash, uint64(id)<<32|uint64(p.Kind)<<8|0xff)
}

// deliverPacket brings a message home, if it has room there.
func (c *core) deliverPacket(id PacketID, p Packet) {
	n := c.NetPorts.Mut(uint32(p.Net))
	if n.Home < 0 {
		c.loseEnd(p.Net, p.End)
		return
	}
	home := n.Ends[n.Home]
	if home.Host != p.To { // the port has moved: on to its new home
		c.Packets.Mut(uint32(id)).To = home.Host
		c.route(id, 0)
		return
	}
	m := c.IPC.First(p.Port, 0)
	port := c.IPC.Ports.At(uint32(home.Port))
	if c.IPC.Msgs.At(uint32(m)).DestType == ipc.PortSend && port.Count >= port.QLimit {
		c.Packets.Mut(uint32(id)).Status = Refused
		return
	}
	c.about = Object{PortObject, uint32(home.Port)}
	c.endPacket(id)
	i := n.endOf(p.Port)
	n.Ends[i].Packet = 0
	c.IPC.Dequeue(m)
	c.forward(n, i, m)
	c.transmit(p.Port)
}

// thaw lets one refused packet try again to get into a port's queue.
func (c *core) thaw(p ipc.PortID) {
	for _, e := range c.NetPorts.At(c.IPC.Ports.At(uint32(p)).Net).Ends {
		if e.Packet != 0 && c.Packets.At(uint32(e.Packet)).Status == Refused {
			c.Packets.Mut(uint32(e.Packet)).Status = OnTheWay
			c.Arrive.Add(uint32(e.Packet))
			return
		}
	}
}

// proxyUnused hears from a minder that nobody can send to its proxy any more, and
// tells the home. A minder also hears of its proxy's death, which is no news here.
func (c *core) proxyUnused(minder, proxy ipc.PortID) {
	net := c.IPC.Ports.At(uint32(proxy)).Net
	if net == 0 {
		return
	}
	n := c.NetPorts.At(net)
	i := n.endOf(proxy)
	if i >= 0 && n.Ends[i].Minder == minder && n.Home >= 0 && i != n.Home && n.Ends[i].Held {
		c.tellUnused(NetID(net), n, &n.Ends[i])
	}
}

// tellUnused tells the home of a port that nobody can send to it from an end; after
// a crash it finds out by itself.
func (c *core) tellUnused(net NetID, n *NetPort, e *NetEnd) {
	c.dispatch(Packet{
		Kind: PacketUnused, From: e.Host, To: n.Ends[n.Home].Host, Net: net, End: e.Serial,
	}, c.unannounced())
}

// unannounced is how much longer news takes that nobody sends.
func (c *core) unannounced() int64 {
	if c.quiet {
		return checkUp
	}
	return 0
}

// releaseEnd gives up the rights that a home keeps for a proxy, unless somebody can
// send to it again.
func (c *core) releaseEnd(net NetID, serial uint32) {
	n := c.NetPorts.Mut(uint32(net))
	i := n.numbered(serial)
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

// dropOnce destroys the send-once rights kept for an end that is gone: whoever
// waits for these replies hears of it.
func (c *core) dropOnce(n *NetPort, i int) {
	for ; n.Ends[i].Once > 0; n.Ends[i].Once-- {
		c.IPC.DropSendOnce(n.Ends[n.Home].Port)
	}
}

// loseEnd declares a port dead on the host of one of its proxies.
func (c *core) loseEnd(net NetID, serial uint32) {
	n := c.NetPorts.At(uint32(net))
	if i := n.numbered(serial); i >= 0 && !n.Ends[i].Gone {
		c.IPC.DestroyPort(n.Ends[i].Port)
		c.drain()
	}
}

// netPortDied follows the death of one end of a port.
func (c *core) netPortDied(net NetID, p ipc.PortID) {
	n := c.NetPorts.Mut(uint32(net))
	i := n.endOf(p)
	if i < 0 {
		return
	}
	if i == n.Home {
		c.homeDied(net, n)
		return
	}
	e := &n.Ends[i]
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
}

// homeDied tells the hosts that know a port of its death: by a datagram, or, if the
// host crashed, when their check-ups find out.
func (c *core) homeDied(net NetID, n *NetPort) {
	home := n.Ends[n.Home]
	n.Ends = slices.Delete(n.Ends, n.Home, n.Home+1)
	n.Home = -1
	n.Ends = slices.DeleteFunc(n.Ends, func(e NetEnd) bool { return e.Gone })
	for i := range n.Ends {
		e := &n.Ends[i]
		e.Held, e.Once = false, 0
		c.dispatch(Packet{Kind: PacketDeath, From: home.Host, To: e.Host, Net: net, End: e.Serial}, c.unannounced())
	}
	c.freeNet(net)
}

func (c *core) freeNet(net NetID) {
	if n := c.NetPorts.Mut(uint32(net)); len(n.Ends) == 0 {
		*n = NetPort{}
		c.NetPorts.Free(uint32(net))
	}
}

// hostDown loses what a crashed host had of other hosts' ports.
func (c *core) hostDown(h HostID) {
	c.quiet = true
	for net := range c.NetPorts.All {
		n := c.NetPorts.At(net)
		if i := n.end(h); i >= 0 && i != n.Home {
			c.loseEnd(NetID(net), n.Ends[i].Serial)
		}
	}
	c.IPC.DestroyPort(c.Hosts.At(uint32(h)).Port)
	c.drain()
	c.quiet = false
	c.reroute(func(p *Packet) bool { return p.To == h && p.Kind == PacketMessage })
}

// hostUp has a restarted host tell the others that its old ports are gone, and lets
// go on what waits for it.
func (c *core) hostUp(h HostID) {
	c.reroute(func(p *Packet) bool {
		return p.To == h && p.Status == NoRoute || p.From == h && p.Kind != PacketMessage
	})
}

// reroute starts the journey of some packets again.
func (c *core) reroute(which func(*Packet) bool) {
	for id := range c.Packets.All {
		p := c.Packets.At(id)
		if !which(p) || p.Status == Refused {
			continue
		}
		c.Arrive.Remove(id)
		if p.Timer != 0 {
			c.disarm(int(p.Timer - 1))
		}
		c.route(PacketID(id), 0)
	}
}

// CutWire cuts the wire between two hosts: what is sent over it is tried again for a
// while, then lost (KERN_INVALID_HOST: no such host).
func (th *Thread) CutWire(a, b string) error { return th.wireCall(opWireCut, a, b, 0, 0) }

// HealWire joins two hosts again.
func (th *Thread) HealWire(a, b string) error { return th.wireCall(opWireHeal, a, b, 0, 0) }

// DelayWire sets how long messages between two hosts take, in virtual milliseconds,
// from min to max. A wire's delay is 0 to begin with: a message arrives whenever the
// strategy lets it.
func (th *Thread) DelayWire(a, b string, min, max int) error {
	return th.wireCall(opWireDelay, a, b, min, max)
}

func (th *Thread) wireCall(op Op, a, b string, min, max int) error {
	c := th.begin(op)
	c.Text, c.More, c.N, c.N2 = a, &More{Host: b}, int64(min), int64(max)
	th.enter()
	return th.res.Code.Err()
}

// wireArg returns the wire that a call names.
func (c *core) wireArg(t *ThreadState) *WireState {
	a, b := c.hostNamed(t.Call.Text), c.hostNamed(t.Call.More.Host)
	if a == 0 || b == 0 || a == b {
		return nil
	}
	c.about = Object{HostObject, uint32(b)}
	return c.wire(a, b)
}

func runWireCut(c *core, _ ThreadID, t *ThreadState) bool {
	w := c.wireArg(t)
	if w == nil {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	w.Cut = true
	c.reroute(func(p *Packet) bool { return p.on(w) && p.Kind == PacketMessage && p.Status == OnTheWay })
	return true
}

func runWireHeal(c *core, _ ThreadID, t *ThreadState) bool {
	w := c.wireArg(t)
	if w == nil {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	w.Cut = false
	c.reroute(func(p *Packet) bool { return p.on(w) && p.Status == NoRoute })
	return true
}

func (p *Packet) on(w *WireState) bool {
	return p.From == w.A && p.To == w.B || p.From == w.B && p.To == w.A
}

func runWireDelay(c *core, _ ThreadID, t *ThreadState) bool {
	w := c.wireArg(t)
	if w == nil {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	if t.Call.N < 0 || t.Call.N2 < t.Call.N {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	w.Min, w.Max = t.Call.N*1000, t.Call.N2*1000
	return true
}

// Delay sets how long messages between two hosts take, in virtual milliseconds,
// from min to max. See Thread.DelayWire.
func (b *Boot) Delay(x, y HostID, min, max int) {
	w := b.m.wire(x, y)
	w.Min, w.Max = int64(min)*1000, int64(max)*1000
}

// grant gives task to a send right made from another task's receive right.
func (c *core) grant(receiver TaskID, port ipc.Name, to TaskID) ipc.Name {
	p, code := c.IPC.CopyInRight(c.Tasks.At(uint32(receiver)).Space, port, ipc.MakeSend)
	if code != 0 {
		panic(mistake("Boot.Send: the first task does not receive from that port"))
	}
	t := c.Tasks.At(uint32(to))
	return c.IPC.CopyOutRight(t.Space, c.carry(p, ipc.PortSend, t.Host), ipc.PortSend)
}
