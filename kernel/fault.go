package kernel

import (
	"slices"

	"machsim/ipc"
)

// A fault is something that goes wrong outside of the program: a host crashes, a wire is cut, a datagram gets lost.
// Config.Faults says how many of each kind a run may have. While there are some left, the Door is asked whether one
// happens: before a step, whether a host, a task or a wire is hit (PointFault), and when a packet is about to arrive,
// what befalls it (PointPacket). The first option is always that nothing happens. The first kind is a step of its own,
// taken by the zero Actor; the second is part of the packet's step. What befalls a disk is part of a call's step, or of
// a crash (PointDisk, diskfault.go). So recordings, replays and searches treat faults as
// all other choices.

const (
	// driftBy is by how much a FaultDrift changes the drift of a clock, in parts per million.
	driftBy = 200_000
	// slowBy is by how many times a FaultSlow makes the steps of a host longer.
	slowBy = 100
)

// delays are the times by which a FaultDelay delays a packet, in microseconds.
var delays = [...]int64{10_000, 100_000, 1_000_000}

// Fault is something that goes wrong.
type Fault struct {
	Kind   FaultKind
	Object uint32 // the host, task, wire or packet
	// Amount is: of FaultDrift parts per million; of FaultSlow the factor; of FaultDelay microseconds; of a disk File
	// and Part.
	Amount int64
}

// Past is a fault, or a sleep of a probe, that has happened.
type Past struct {
	Step uint64 // the event
	Fault
}

// Ends says whether a task ends with the fault.
func (f Fault) Ends(s *State, id TaskID) bool {
	if !faultRows[f.Kind].ends {
		return false
	}
	if f.Kind.Hits() == HitsTask {
		return uint32(id) == f.Object
	}
	return uint32(s.Tasks.At(uint32(id)).Host) == f.Object
}

// options returns the faults that can happen at a point: in a state before a step, or to a packet that is about to
// arrive. They are in a fixed order, by kind, then by object; what undoes a fault stands among those of that kind.
func (s *State) options(id PacketID) (all []Fault) {
	if id != 0 && s.Packets.At(uint32(id)).Task != 0 {
		return nil // control channels are not of this world
	}
	for k := range faultRows {
		row := &faultRows[k]
		if row.can != nil && (row.hits == HitsPacket) == (id != 0) && (s.Faults[k].Any() || row.undoes != NoFault) {
			all = row.can(s, id, all)
		}
	}
	return slices.DeleteFunc(all, func(f Fault) bool { return !s.may(f) })
}

// crashes appends the hosts that can crash: those with tasks, unless all that the run waits for is there.
func (s *State) crashes(_ PacketID, all []Fault) []Fault {
	for id := range s.Hosts.All {
		if tasks, users := s.population(HostID(id)); tasks > 0 && users < s.Users {
			all = append(all, Fault{Kind: FaultCrash, Object: id})
		}
	}
	return all
}

// population counts the tasks of a host that have not ended, and their threads that the run waits for.
func (s *State) population(h HostID) (tasks, users int) {
	for id := range s.Tasks.All {
		t := s.Tasks.At(id)
		if t.Host != h || t.Ended {
			continue
		}
		tasks++
		if !t.Server {
			users += len(t.Threads)
		}
	}
	return tasks, users
}

// kills appends the tasks that can be ended, but for the last that the run waits for.
func (s *State) kills(_ PacketID, all []Fault) []Fault {
	for id := range s.Tasks.All {
		t := s.Tasks.At(id)
		if !t.Ended && (t.Server || len(t.Threads) < s.Users) {
			all = append(all, Fault{Kind: FaultKill, Object: id})
		}
	}
	return all
}

// wires appends the wires that can be cut, which are those in use, and those that can be healed.
func (s *State) wires(_ PacketID, all []Fault) []Fault {
	for id := range s.Wires.All {
		switch w := s.Wires.At(id); {
		case w.Cut && w.Fault:
			all = append(all, Fault{Kind: FaultHeal, Object: id})
		case !w.Cut && s.Faults[FaultCut].Any() && !s.Hosts.At(uint32(w.A)).Down && !s.Hosts.At(uint32(w.B)).Down:
			all = append(all, Fault{Kind: FaultCut, Object: id})
		}
	}
	return all
}

// drifts appends the hosts whose clock can begin to drift, fast or slow.
func (s *State) drifts(_ PacketID, all []Fault) []Fault {
	for id := range s.Hosts.All {
		if !s.Hosts.At(id).Down {
			all = append(all, Fault{FaultDrift, id, driftBy}, Fault{FaultDrift, id, -driftBy})
		}
	}
	return all
}

// slows appends the hosts that can get slow.
func (s *State) slows(_ PacketID, all []Fault) []Fault {
	for id := range s.Hosts.All {
		if h := s.Hosts.At(id); !h.Down && !h.Slow {
			all = append(all, Fault{FaultSlow, id, slowBy})
		}
	}
	return all
}

// delayed appends the times by which a packet can be delayed.
func (s *State) delayed(id PacketID, all []Fault) []Fault {
	for _, by := range delays {
		all = append(all, Fault{FaultDelay, uint32(id), by})
	}
	return all
}

// datagram returns what appends a fault to a packet with a message for a datagram port which may happen to it.
func datagram(kind FaultKind, may func(*ipc.Msg) bool) func(*State, PacketID, []Fault) []Fault {
	return func(s *State, id PacketID, all []Fault) []Fault {
		if m := s.datagram(id); m != nil && may(m) {
			all = append(all, Fault{Kind: kind, Object: uint32(id)})
		}
		return all
	}
}

// datagram returns the message that a packet brings to a datagram port, at its present host; nil if it brings none.
// Requests to a kernel, and markers, are no datagrams.
func (s *State) datagram(id PacketID) *ipc.Msg {
	p := s.Packets.At(uint32(id))
	if !s.toDatagram(p) || p.Held() {
		return nil
	}
	if n := s.NetPorts.At(uint32(p.Net)); n.Home < 0 || n.Where != p.To {
		return nil
	}
	m := s.IPC.Msgs.At(uint32(s.Carried(p)))
	if m.Call != nil || m.Next != 0 && s.IPC.Msgs.At(uint32(m.Next)).Call != nil {
		return nil
	}
	return m
}

// Faults returns the faults that a PointFault, PointPacket or PointDisk is about: that of option i is the one with
// index i-1.
func (p Point) Faults() []Fault {
	if p.Kind == PointDisk {
		return p.state.diskOptions(p.disk)
	}
	return p.state.options(p.Packet)
}

// fails asks the Door whether a fault comes before the next step, while the run waits for somebody, and notes which.
func (m *Machine) fails() bool {
	if m.Users == 0 {
		return false
	}
	i, all := m.chooseFault(Point{Kind: PointFault})
	if i > 0 {
		m.Failing = all[i-1]
	}
	return i > 0
}

// chooseFault asks the Door for a fault. It does not ask if none is possible.
func (c *core) chooseFault(p Point) (int, []Fault) {
	p.state = c.State
	all := p.Faults()
	if len(all) == 0 {
		return 0, nil
	}
	p.N = 1 + len(all)
	return c.chooseFor(p), all
}

// stepFault takes the step of State.Failing: it hits a host, a task or a wire.
func (c *core) stepFault() {
	f := c.Failing
	c.about, c.met = Object{}, 0
	c.born = c.born[:0]
	c.spend(f)
	c.about = c.hit(f)
	faultRows[f.Kind].does(c, f)
	c.drain()
	c.Steps++
	c.Hash = mix2(c.Hash, uint64(f.Kind)<<56|uint64(f.Object), uint64(f.Amount))
	c.Failing = Fault{}
}

// hit returns what a fault hits that comes between two steps: of a wire, one of its hosts.
func (c *core) hit(f Fault) Object {
	switch f.Kind.Hits() {
	case HitsTask:
		return Object{TaskObject, f.Object}
	case HitsWire:
		return Object{HostObject, uint32(c.Wires.At(f.Object).B)}
	}
	return Object{HostObject, f.Object}
}

// cutWire cuts a wire by a fault, or makes it whole again.
func (c *core) cutWire(id uint32, cut bool) {
	w := c.Wires.Mut(id)
	c.access(LocWires, ipc.Write, 0, 0)
	c.cut(w, cut)
	w.Fault = cut
}

// faultDisturbs says whether a wait of a thread may end otherwise because of a fault: one that ends tasks, and so the
// ports where they receive.
func (s *State) faultDisturbs(f Fault, id ThreadID, w Wait) bool {
	for task := range s.Tasks.All {
		t := s.Tasks.At(task)
		if f.Ends(s, TaskID(task)) && !t.Ended && (s.receivedIn(t.Space, w) || s.parts(id)) {
			return true
		}
	}
	return f.Kind == NoFault
}

// spend notes a fault, and takes it from its budget.
func (c *core) spend(f Fault) {
	c.access(LocFaults, ipc.Write, 0, 0)
	if b := &c.Faults[f.Kind]; f.Kind.Budgeted() && b.Rate == 0 {
		b.Most--
	}
	c.Past = append(c.Past, Past{c.Steps + 1, f})
}

// drift changes by how much a host's clock runs fast. The clock does not jump.
func (c *core) drift(h HostID, by int64) {
	before := c.Clock(h)
	host := c.Hosts.Mut(uint32(h))
	host.Drift += by
	host.Offset += before - c.Clock(h)
}

// slow makes the steps of a host's threads longer.
func (c *core) slow(h HostID, factor int64) {
	c.Hosts.Mut(uint32(h)).Slow = true
	for id := range c.Threads.All {
		if c.Tasks.At(uint32(c.Threads.At(id).Task)).Host == h {
			c.Threads.Mut(id).Cost *= factor
		}
	}
}

// cost returns the time that a step takes on a host.
func (c *core) cost(h HostID) int64 {
	host := c.Hosts.At(uint32(h))
	cost := max(c.cfg.StepTime, 0) * 100 / host.Speed
	if host.Slow {
		cost *= slowBy
	}
	return cost
}

// accessBefallen logs what a packet needs to be there, and what can befall it.
func (c *core) accessBefallen(p *Packet) {
	n := c.NetPortOf(p)
	switch {
	case p.Kind == PacketMessage:
		c.access(LocNet, ipc.Read, uint32(p.Net), 0)
		if p.Msg == 0 {
			c.access(ipc.LocQueue, ipc.Read, ipc.QueueKey(p.Port, 0), 0)
		}
		c.access(ipc.LocMsg, ipc.Read, uint32(c.Carried(p)), 0)
		if n.Home >= 0 {
			c.access(ipc.LocPort, ipc.Read, uint32(n.Ends[n.Home].Port), 0)
		}
	case p.Kind == PacketUnused && n != nil: // all who gave up rights to the proxy
		c.accessEnd(p.Net, n.numbered(p.End))
	}
}

// befalls asks the Door what befalls a packet that is about to arrive. It returns false if nothing does. Otherwise the
// packet does not arrive with this step.
func (c *core) befalls(id PacketID, p *Packet) bool {
	c.access(LocFaults, ipc.Read, 0, 0)
	c.accessBefallen(p)
	i, all := c.chooseFault(Point{Kind: PointPacket, Packet: id})
	if i == 0 {
		return false
	}
	f := all[i-1]
	c.befell = f
	c.spend(f)
	c.Hash = mix2(c.Hash, uint64(f.Kind)<<56|uint64(f.Object), uint64(f.Amount))
	if faultRows[f.Kind].does(c, f); !faultRows[f.Kind].later {
		c.arrives(id)
	}
	return true
}

// carriedBy returns the message of the packet that a fault befalls.
func (c *core) carriedBy(f Fault) ipc.MsgID { return c.Carried(c.Packets.At(f.Object)) }

// delay lets a packet arrive later. In a cut of a recorded run it may still wait for a wire that was mended in the run.
func (c *core) delay(id PacketID, by int64) {
	if t := c.Packets.At(uint32(id)).Timer; t != 0 {
		c.disarm(int(t - 1))
	}
	c.arm(Timer{At: c.in(by), Packet: id})
	if p := c.Packets.At(uint32(id)); p.Msg == 0 && c.toDatagram(p) {
		c.detach(id)
		c.transmit(p.Port)
	}
}

// double queues a copy of a datagram at its proxy: next, so that it sets out at once if no other is on the wire, or
// when the first has arrived.
func (c *core) double(m ipc.MsgID) {
	old := *c.IPC.Msgs.At(uint32(m))
	c.IPC.AddSend(old.Dest)
	id := c.IPC.NewMsg(old.Dest, ipc.PortSend, 0, 0, old.ID, old.Items...)
	copied := c.IPC.Msgs.Mut(uint32(id))
	copied.Sender, copied.Sent = old.Sender, old.Sent
	c.IPC.Concern(id, old.Of)
	c.IPC.Enqueue(id)
	if c.IPC.First(old.Dest, 0) == id {
		c.transmit(old.Dest)
	} else {
		c.IPC.Place(id, 1)
	}
}
