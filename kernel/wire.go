package kernel

import (
	"fmt"

	"machsim/ipc"
	"machsim/ipc/table"
)

// There is a wire between each two hosts. A port has its receiver on one host, its home. On
// every other host that knows the port, the network server holds a proxy: an ordinary port
// with a queue of its own (Network Server Design, CMU 1989). So a send succeeds when the proxy
// has accepted the message, and a full queue at home is seen late. Messages travel from a proxy
// as packets, one at a time, which arrive when the Door chooses them.

// WireState joins two hosts.
type WireState struct {
	A, B     HostID // A is the smaller
	Cut      bool
	Fault    bool  // a fault has cut it
	Min, Max int64 // delay of a packet, in microseconds
}

// Detach does nothing: the record has no slices.
func (w *WireState) Detach() {}

// wire returns the wire between two hosts, and makes it if need be.
func (c *core) wire(a, b HostID) *WireState {
	id := c.wireBetween(a, b)
	if id == 0 {
		id = WireID(table.New(&c.Wires))
		*c.Wires.Mut(uint32(id)) = WireState{A: min(a, b), B: max(a, b)}
	}
	return c.Wires.Mut(uint32(id))
}

// wireBetween returns the wire between two hosts, 0 if it has not been made yet.
func (s *State) wireBetween(a, b HostID) WireID {
	for id := range s.Wires.All {
		if w := s.Wires.At(id); w.A == min(a, b) && w.B == max(a, b) {
			return WireID(id)
		}
	}
	return 0
}

// CutWire cuts the wire between two hosts at once. Messages over it are resent for ten seconds
// of virtual time; then they are lost, and their ports are declared dead. Calls on tasks of
// the other host wait as long. To name one host twice, or one that does not exist, fails the run.
func (th *Thread) CutWire(a, b string) { th.wireCall("CutWire", OpWireCut, a, b, 0, 0) }

// HealWire mends the wire between two hosts. It may be whole. The names are as for CutWire.
func (th *Thread) HealWire(a, b string) { th.wireCall("HealWire", OpWireHeal, a, b, 0, 0) }

// DelayWire sets the delay of messages between two hosts to a range, from which the Door chooses.
// At first it is 0: a message arrives whenever the Door chooses it. The names are as for CutWire.
// A negative delay, or a range whose end is before its beginning, fails the run.
func (th *Thread) DelayWire(a, b string, min, max Duration) {
	th.mine()
	if min < 0 || max < min {
		th.fails(Misuse, fmt.Sprintf("th.DelayWire: a delay from %s to %s; it goes from 0 or more "+
			"up to a time that is not less", min, max))
	}
	th.wireCall("DelayWire", OpWireDelay, a, b, min.milliseconds(), max.milliseconds())
}

func (th *Thread) wireCall(call string, op Op, a, b string, min, max int) {
	th.namesHost(call, a)
	th.namesHost(call, b)
	if a == b {
		th.fails(Misuse, fmt.Sprintf("th.%s: no wire goes from %q to itself; name two hosts", call, a))
	}
	c := th.begin(op)
	c.Text, c.More, c.N, c.N2 = a, &More{Host: b}, int64(min), int64(max)
	th.enter()
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
	c.cut(w, true)
	return true
}

func runWireHeal(c *core, _ ThreadID, t *ThreadState) bool {
	w := c.wireArg(t)
	if w == nil {
		return c.refuse(ipc.KERN_INVALID_HOST)
	}
	c.cut(w, false)
	return true
}

// cut cuts a wire, or mends it.
func (c *core) cut(w *WireState, cut bool) {
	w.Cut, w.Fault = cut, false
	c.reroute(func(p *Packet) bool {
		if cut {
			return p.on(w) && p.Kind == PacketMessage && p.Status == OnTheWay
		}
		return p.on(w) && p.Status == NoRoute
	})
	c.checkUps()
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
