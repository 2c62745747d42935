package kernel

import (
	"fmt"
	"strings"

	"machsim/ipc"
)

// A fault is something that goes wrong outside of the program: a host crashes, a wire is cut, a datagram gets lost.
// Config.Faults says how many of each kind a run may have. While there are some left, the Door is asked whether one
// happens: before a step, whether a host, a task or a wire is hit (PointFault), and when a packet is about to arrive,
// what befalls it (PointPacket). The first option is always that nothing happens. The first kind is a step of its own,
// taken by the zero Actor; the second is part of the packet's step. So recordings, replays and searches treat faults as
// all other choices.

// FaultKind is what goes wrong.
type FaultKind uint8

// The kinds of fault. Those up to FaultSlow come between two steps, the others befall packets.
const (
	NoFault FaultKind = iota
	// FaultCrash: a host crashes, as by Thread.CrashHost.
	FaultCrash
	// FaultKill: a task ends, as by task_terminate.
	FaultKill
	// FaultCut: a wire is cut. From then on FaultHeal may happen, once.
	FaultCut
	// FaultHeal: a wire that a fault has cut is whole again. It has no budget of its own.
	FaultHeal
	// FaultDrift: a host's clock gains or loses a fifth from then on (driftBy).
	FaultDrift
	// FaultSlow: a host computes slower from then on, by a factor of slowBy.
	FaultSlow
	// FaultLoss: a message to a datagram port is lost.
	FaultLoss
	// FaultDup: a message to a datagram port is doubled: it will arrive twice.
	FaultDup
	// FaultReorder: a message to a datagram port is overtaken by the next one from its host.
	FaultReorder
	// FaultDelay: a packet takes longer, by one of the times in delays.
	FaultDelay
	// NumFaults is the number of kinds, with NoFault.
	NumFaults
)

var faultNames = [NumFaults]string{
	"", "crash", "kill", "cut", "heal", "drift", "slow", "loss", "dup", "reorder", "delay",
}

// String returns the word for the kind in a list of budgets, "" for NoFault.
func (k FaultKind) String() string { return faultNames[k] }

// Budgeted says whether Faults has a number for the kind.
func (k FaultKind) Budgeted() bool { return k != NoFault && k != FaultHeal }

// OfPacket says whether the fault befalls a packet.
func (k FaultKind) OfPacket() bool { return k >= FaultLoss }

const (
	// driftBy is by how much a FaultDrift changes the drift of a clock, in parts per million.
	driftBy = 200_000
	// slowBy is by how many times a FaultSlow makes the steps of a host longer.
	slowBy = 100
)

// delays are the times by which a FaultDelay delays a packet, in microseconds.
var delays = [...]int64{10_000, 100_000, 1_000_000}

// MaxFaults is the greatest number of faults of one kind in a run.
const MaxFaults = 1000

// Faults is how many faults of each kind a run may have, or may still have.
type Faults [NumFaults]uint16

// String lists the budgets as one types them: "crash=1,loss=2"; "" for none.
func (f Faults) String() string {
	var all []string
	for k, n := range f {
		if n > 0 {
			all = append(all, fmt.Sprintf("%s=%d", FaultKind(k), n))
		}
	}
	return strings.Join(all, ",")
}

// Fault is something that goes wrong.
type Fault struct {
	Kind   FaultKind
	Object uint32 // the host, task, wire or packet
	Amount int64  // of FaultDrift: parts per million; of FaultSlow: the factor; of FaultDelay: microseconds
}

// Past is a fault that has happened.
type Past struct {
	Step uint64 // the event
	Fault
}

// options returns the faults that can happen at a point: in a state before a step, or to a packet that is about to
// arrive. They are in a fixed order, by kind, then by object.
func (s *State) options(id PacketID) []Fault {
	if id != 0 {
		return s.packetFaults(id)
	}
	var all []Fault
	all = s.crashes(all)
	all = s.kills(all)
	all = s.cuts(all)
	return s.clocks(all)
}

// crashes appends the hosts that can crash: those with tasks, unless all that the run waits for is there.
func (s *State) crashes(all []Fault) []Fault {
	if s.Faults[FaultCrash] == 0 {
		return all
	}
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
func (s *State) kills(all []Fault) []Fault {
	if s.Faults[FaultKill] == 0 {
		return all
	}
	for id := range s.Tasks.All {
		t := s.Tasks.At(id)
		if !t.Ended && (t.Server || len(t.Threads) < s.Users) {
			all = append(all, Fault{Kind: FaultKill, Object: id})
		}
	}
	return all
}

// cuts appends the wires that can be cut, which are those in use, and those that can be healed.
func (s *State) cuts(all []Fault) []Fault {
	for id := range s.Wires.All {
		switch w := s.Wires.At(id); {
		case w.Cut && w.Fault:
			all = append(all, Fault{Kind: FaultHeal, Object: id})
		case !w.Cut && s.Faults[FaultCut] > 0 && !s.Hosts.At(uint32(w.A)).Down && !s.Hosts.At(uint32(w.B)).Down:
			all = append(all, Fault{Kind: FaultCut, Object: id})
		}
	}
	return all
}

// clocks appends the hosts whose clock can begin to drift, fast or slow, and those that can get slow.
func (s *State) clocks(all []Fault) []Fault {
	for id := range s.Hosts.All {
		if s.Faults[FaultDrift] > 0 && !s.Hosts.At(id).Down {
			all = append(all, Fault{FaultDrift, id, driftBy}, Fault{FaultDrift, id, -driftBy})
		}
	}
	for id := range s.Hosts.All {
		if h := s.Hosts.At(id); s.Faults[FaultSlow] > 0 && !h.Down && !h.Slow {
			all = append(all, Fault{FaultSlow, id, slowBy})
		}
	}
	return all
}

// packetFaults returns what can befall a packet that is about to arrive.
func (s *State) packetFaults(id PacketID) (all []Fault) {
	p := s.Packets.At(uint32(id))
	if p.Task != 0 {
		return nil // control channels are not of this world
	}
	if p.Kind == PacketMessage && s.toDatagram(p) {
		all = s.messageFaults(id, s.IPC.First(p.Port, 0))
	}
	if s.Faults[FaultDelay] > 0 {
		for _, by := range delays {
			all = append(all, Fault{FaultDelay, uint32(id), by})
		}
	}
	return all
}

// toDatagram says whether a packet brings a message to a datagram port, and to its present host.
func (s *State) toDatagram(p *Packet) bool {
	n := s.NetPorts.At(uint32(p.Net))
	return n.Home >= 0 && n.Ends[n.Home].Host == p.To && s.IPC.Ports.At(uint32(n.Ends[n.Home].Port)).Datagram
}

// messageFaults returns what can befall a message to a datagram port. One with rights or memory is not doubled.
func (s *State) messageFaults(id PacketID, m ipc.MsgID) (all []Fault) {
	msg := s.IPC.Msgs.At(uint32(m))
	can := [...]struct {
		kind FaultKind
		can  bool
	}{
		{FaultLoss, true},
		{FaultDup, msg.DestType == ipc.PortSend && !msg.HasRights() && !msg.Memory},
		{FaultReorder, msg.Next != 0},
	}
	if msg.Call != nil || msg.Next != 0 && s.IPC.Msgs.At(uint32(msg.Next)).Call != nil {
		return nil // requests to a kernel, and markers, are no datagrams
	}
	for _, f := range can {
		if f.can && s.Faults[f.kind] > 0 {
			all = append(all, Fault{Kind: f.kind, Object: uint32(id)})
		}
	}
	return all
}

// Faults returns the faults that a PointFault or PointPacket is about: that of option i is the one with index i-1.
func (p Point) Faults() []Fault { return p.state.options(p.Packet) }

// fails asks the Door whether a fault comes before the next step, while the run waits for somebody, and notes which.
func (m *Machine) fails() bool {
	if m.Users == 0 {
		return false
	}
	i, all := m.chooseFault(PointFault, 0)
	if i > 0 {
		m.Failing = all[i-1]
	}
	return i > 0
}

// chooseFault asks the Door for a fault. It does not ask if none is possible.
func (c *core) chooseFault(kind PointKind, id PacketID) (int, []Fault) {
	all := c.options(id)
	if len(all) == 0 {
		return 0, nil
	}
	i := c.door.Choose(Point{Kind: kind, N: 1 + len(all), Packet: id, state: c.State})
	if i < 0 || i > len(all) {
		panic(fmt.Sprintf("kernel: the strategy chose option %d of a %s point with %d options", i, kind, 1+len(all)))
	}
	return i, all
}

// stepFault takes the step of State.Failing: it hits a host, a task or a wire.
func (c *core) stepFault() {
	f := c.Failing
	c.about, c.met = Object{}, 0
	c.born = c.born[:0]
	c.spend(f)
	switch f.Kind {
	case FaultCrash:
		c.about = Object{HostObject, f.Object}
		c.crash(HostID(f.Object))
	case FaultKill:
		c.about = Object{TaskObject, f.Object}
		c.endTask(TaskID(f.Object))
	case FaultCut, FaultHeal:
		w := c.Wires.Mut(f.Object)
		c.about = Object{HostObject, uint32(w.B)}
		c.access(LocWires, ipc.Write, 0, 0)
		c.cut(w, f.Kind == FaultCut)
		w.Fault = f.Kind == FaultCut
	case FaultDrift:
		c.about = Object{HostObject, f.Object}
		c.drift(HostID(f.Object), f.Amount)
	case FaultSlow:
		c.about = Object{HostObject, f.Object}
		c.slow(HostID(f.Object), f.Amount)
	}
	c.drain()
	c.Steps++
	c.Hash = mix2(c.Hash, uint64(f.Kind)<<56|uint64(f.Object), uint64(f.Amount))
	c.Failing = Fault{}
}

// faultDisturbs says whether a wait of a thread may end otherwise because of a fault: one that ends tasks, and so the
// ports where they receive.
func (s *State) faultDisturbs(f Fault, id ThreadID, w Wait) bool {
	for task := range s.Tasks.All {
		t := s.Tasks.At(task)
		hit := f.Kind == FaultKill && task == f.Object || f.Kind == FaultCrash && uint32(t.Host) == f.Object
		if hit && !t.Ended && (s.receivedIn(t.Space, w) || s.parts(id)) {
			return true
		}
	}
	return f.Kind == NoFault
}

// spend notes a fault, and takes it from its budget.
func (c *core) spend(f Fault) {
	c.access(LocFaults, ipc.Write, 0, 0)
	if f.Kind.Budgeted() {
		c.Faults[f.Kind]--
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
		c.access(ipc.LocQueue, ipc.Read, ipc.QueueKey(p.Port, 0), 0)
		c.access(ipc.LocMsg, ipc.Read, uint32(c.IPC.First(p.Port, 0)), 0)
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
	i, all := c.chooseFault(PointPacket, id)
	if i == 0 {
		return false
	}
	f := all[i-1]
	c.befell = f
	c.spend(f)
	c.Hash = mix2(c.Hash, uint64(f.Kind)<<56|uint64(f.Object), uint64(f.Amount))
	switch f.Kind {
	case FaultLoss:
		c.lose(c.IPC.First(p.Port, 0))
		return true
	case FaultDup:
		c.double(c.IPC.First(p.Port, 0))
	case FaultReorder:
		c.IPC.Place(c.IPC.First(p.Port, 0), 1)
	case FaultDelay:
		c.delay(id, f.Amount)
		return true
	}
	c.Arrive.Add(uint32(id))
	return true
}

// delay lets a packet arrive later. In a cut of a recorded run it may still wait for a wire that was mended in the run.
func (c *core) delay(id PacketID, by int64) {
	if t := c.Packets.At(uint32(id)).Timer; t != 0 {
		c.disarm(int(t - 1))
	}
	c.arm(Timer{At: c.in(by), Packet: id})
}

// double queues a copy of the first message of a proxy's queue behind it, to be sent when that has arrived.
func (c *core) double(m ipc.MsgID) {
	old := *c.IPC.Msgs.At(uint32(m))
	c.IPC.AddSend(old.Dest)
	id := c.IPC.NewMsg(old.Dest, ipc.PortSend, 0, 0, old.ID, old.Items...)
	copied := c.IPC.Msgs.Mut(uint32(id))
	copied.Sender, copied.Sent = old.Sender, old.Sent
	c.IPC.Concern(id, old.Of)
	c.IPC.Enqueue(id)
	c.IPC.Place(id, 1)
}
