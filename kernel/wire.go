package kernel

import "machsim/ipc"

// Hosts are joined by wires, one between each two. A port has its receiver on one
// host, its home; on every other host that knows it the network server of that host
// holds a proxy, an ordinary port with a queue of its own (Network Server Design,
// CMU 1989). What is sent to a proxy travels as a packet, one at a time for each
// proxy, and arrives when the strategy lets it.

// WireState joins two hosts.
type WireState struct {
	A, B     HostID // A is the smaller
	Cut      bool
	Min, Max int64 // delay of a packet, in microseconds
}

// Detach does nothing: the record has no slices.
func (w *WireState) Detach() {}

// wire returns the wire between two hosts, and makes it if need be.
func (c *core) wire(a, b HostID) *WireState {
	id := c.wireBetween(a, b)
	if id == 0 {
		id = WireID(c.Wires.New())
		*c.Wires.Mut(uint32(id)) = WireState{A: min(a, b), B: max(a, b)}
	}
	return c.Wires.Mut(uint32(id))
}

// wireBetween returns the wire between two hosts, 0 if nobody has asked for it so far.
func (s *State) wireBetween(a, b HostID) WireID {
	for id := range s.Wires.All {
		if w := s.Wires.At(id); w.A == min(a, b) && w.B == max(a, b) {
			return WireID(id)
		}
	}
	return 0
}

// CutWire cuts the wire between two hosts at once: what is sent over it is tried again for
// ten seconds, then lost, and the port that it goes to declared dead. Calls on tasks of the
// other host wait as long (KERN_INVALID_HOST: no such host).
func (th *Thread) CutWire(a, b string) error { return th.wireCall(OpWireCut, a, b, 0, 0) }

// HealWire joins two hosts again.
func (th *Thread) HealWire(a, b string) error { return th.wireCall(OpWireHeal, a, b, 0, 0) }

// DelayWire sets how long messages between two hosts take, from min to max. A wire's delay is
// 0 to begin with: a message arrives whenever the strategy lets it.
func (th *Thread) DelayWire(a, b string, min, max Duration) error {
	return th.wireCall(OpWireDelay, a, b, min.milliseconds(), max.milliseconds())
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
	c.access(LocWires, ipc.Write, 0, 0)
	return c.wire(a, b)
}

func runWireCut(c *core, _ ThreadID, t *ThreadState) bool {
	w := c.wireArg(t)
	if w == nil {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	w.Cut = true
	c.reroute(func(p *Packet) bool { return p.on(w) && p.Kind == PacketMessage && p.Status == OnTheWay })
	c.checkUps()
	return true
}

func runWireHeal(c *core, _ ThreadID, t *ThreadState) bool {
	w := c.wireArg(t)
	if w == nil {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	w.Cut = false
	c.reroute(func(p *Packet) bool { return p.on(w) && p.Status == NoRoute })
	c.checkUps()
	return true
}

func runWireDelay(c *core, _ ThreadID, t *ThreadState) bool {
	w := c.wireArg(t)
	if w == nil {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	if t.Call.N < 0 || t.Call.N2 < t.Call.N {
		return c.refuse(ipc.KERN_INVALID_ARGUMENT)
	}
	w.Min, w.Max = micros(t.Call.N), micros(t.Call.N2)
	return true
}

// Delay sets how long messages between two hosts take, from min to max. See Thread.DelayWire.
func (b *Boot) Delay(x, y HostID, min, max Duration) {
	b.onHost("Delay", x)
	b.onHost("Delay", y)
	if x == y || min < 0 || max < min {
		b.wrong("b.Delay(%d, %d, %s, %s): it needs two hosts, and a time from 0 up to one that is not less", x, y, min, max)
	}
	w := b.m.wire(x, y)
	w.Min, w.Max = micros(int64(min.milliseconds())), micros(int64(max.milliseconds()))
}
