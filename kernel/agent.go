package kernel

import (
	"slices"
	"strconv"

	"machsim/ipc"
)

// Agents says how the agents of the hosts, a part of a debugger on each, halt a run that goes on later (Cooper,
// chapters 4 and 5). An EditHalt has the agent of one host halt it at once, and tell the agents of all others; an
// EditResume has the same agent resume its host, and tell the others. They tell each other on control channels, which
// no program sees, and which take no part in what befalls wires and hosts.
//
// A host that is halted stands: no thread of a task in its halt group takes a step, and its clock and the timers of
// these threads, and of packets that come to them, stand as well (4.3, 5.1). So the program cannot tell, if it was told
// to no host later than a message of the program would come there. What is exempt runs on, by the time that goes on.
//
// Each halt has a number. A host stands as long as one of those that it was told of was not resumed.
type Agents struct {
	Exempt []string // tasks in no halt group, besides those that answer for a host: patterns of names (path.Match)
	Delay  int64    // microseconds that an agent takes to tell one other; those that it tells are told one by one
	Tree   bool     // each agent tells two others; else the first one tells all (5.1)
	Runs   bool     // clocks and timers run on while their host stands, as without the debugger's help
}

// exempt are the servers of a host that is attended: they answer others while it stands (package netname/debuggee).
var exempt = []string{"netname-*", "debuggee-*"}

// MaxAgentDelay is the longest Delay of Agents: an hour.
const MaxAgentDelay = 3_600_000_000

// Usual says whether hosts halt as they do if nothing is said.
func (a *Agents) Usual() bool { return len(a.Exempt) == 0 && a.Delay == 0 && !a.Tree && !a.Runs }

// HaltCall is a halt that was begun at a host. Its number is its place in HaltState.Calls, from 1.
type HaltCall struct {
	Host    HostID
	Event   uint64
	Resumed uint64 // the event with which that host was told to go on; 0 if it was not
}

// Stand is a halt at a host.
type Stand struct {
	Number int32
	Host   HostID
	From   HostID // the host whose agent told it; itself if the halt began there
	Event  uint64
	At     int64  // virtual time, in microseconds
	Until  int64  // when it ended; meaningless while it stands
	Ended  uint64 // the event with which it ended; 0 while it stands
}

// Stands says whether a host stands.
func (h *HostState) Stands() bool { return h.Halts > 0 }

// standing is added to the logical time of a timer that stands: such timers come after all others.
const standing = 1 << 62

// Stands says whether a timer stands, because its host does.
func (t *Timer) Stands() bool { return t.At >= standing }

// Due returns when a timer fires; of one that stands, by the logical time of its host.
func (t *Timer) Due() int64 {
	if t.Stands() {
		return t.At - standing
	}
	return t.At
}

// begins is the halt of a host by its agent, which resumes it after so many microseconds; with less than 0 it waits to
// be told.
func (c *core) begins(h HostID, after int64) {
	c.Halt.Calls = append(c.Halt.Calls, HaltCall{Host: h, Event: c.Steps + 1})
	n := int32(len(c.Halt.Calls))
	c.stop(n, h, h)
	if after >= 0 {
		c.tell(Packet{Kind: PacketResume, To: h, From: h, Halt: n}, after)
	}
}

// stop halts a host, as the agent of another told it, and tells those that its agent has to tell.
func (c *core) stop(n int32, h, from HostID) {
	c.access(LocStand, ipc.Write, uint32(h), 0)
	if slices.ContainsFunc(c.Halt.Stands, func(s Stand) bool { return s.Number == n && s.Host == h }) {
		return
	}
	c.about = Object{HostObject, uint32(h)}
	c.Halt.Stands = append(c.Halt.Stands, Stand{Number: n, Host: h, From: from, Event: c.Steps + 1, At: c.Now})
	host := c.Hosts.Mut(uint32(h))
	if host.Halts++; host.Halts == 1 {
		c.stand(h, host)
	}
	c.spread(Packet{Kind: PacketStop, From: h, Halt: n})
}

// goAgain ends a halt at a host, and tells those that its agent has to tell.
func (c *core) goAgain(n int32, h HostID) {
	c.access(LocStand, ipc.Write, uint32(h), 0)
	c.about = Object{HostObject, uint32(h)}
	if call := &c.Halt.Calls[n-1]; call.Host == h {
		if call.Resumed != 0 {
			return
		}
		c.Halt.Calls = slices.Clone(c.Halt.Calls)
		c.Halt.Calls[n-1].Resumed = c.Steps + 1
	}
	i := slices.IndexFunc(c.Halt.Stands, func(s Stand) bool { return s.Number == n && s.Host == h && s.Ended == 0 })
	if i >= 0 {
		c.Halt.Stands = slices.Clone(c.Halt.Stands)
		c.Halt.Stands[i].Until, c.Halt.Stands[i].Ended = c.Now, c.Steps+1
		host := c.Hosts.Mut(uint32(h))
		if host.Halts--; host.Halts == 0 {
			c.unstand(h, host)
		}
	}
	c.spread(Packet{Kind: PacketResume, From: h, Halt: n})
}

// spread tells the agents that the agent of p.From has to tell.
func (c *core) spread(p Packet) {
	all := c.halted(c.Halt.Calls[p.Halt-1].Host)
	i := slices.Index(all, p.From)
	first, last := 1, len(all)
	if c.cfg.Agents.Tree {
		first, last = 2*i+1, min(2*i+3, len(all))
	} else if i > 0 {
		return
	}
	for k := first; k < last; k++ {
		p.To = all[k]
		c.tell(p, c.cfg.Agents.Delay*int64(k-first+1))
	}
}

// halted returns the hosts that a halt is about: that at which it begins, and then the others.
func (c *core) halted(first HostID) []HostID {
	all := []HostID{first}
	for id := range c.Hosts.All {
		if HostID(id) != first && !c.Hosts.At(id).Shared {
			all = append(all, HostID(id))
		}
	}
	return all
}

// tell sends something on a control channel between agents, which arrives after so many microseconds.
func (c *core) tell(p Packet, after int64) {
	p.Key = PacketKey{Kind: p.Kind, Host: p.From, Port: PortKey{Object: uint32(p.To), Serial: uint32(p.Halt)}}
	id := c.channelled(p)
	if after > 0 {
		c.arm(Timer{At: c.in(after), Packet: id})
	} else {
		c.Arrive.Add(uint32(id))
	}
}

// arriveAgent has an agent do what it is told.
func (c *core) arriveAgent(id PacketID, p Packet) {
	c.endPacket(id)
	if p.Kind == PacketStop {
		c.stop(p.Halt, p.To, p.From)
	} else {
		c.goAgain(p.Halt, p.To)
	}
}

// stand has a host stand.
func (c *core) stand(h HostID, host *HostState) {
	if !c.cfg.Agents.Runs {
		host.Stays = append(host.Stays, Stay{Halt: c.Now, Resume: endOfTime, Delta: host.Stays.before(len(host.Stays))})
	}
	for _, id := range c.tasksOn(h) {
		c.standTask(id, c.grouped(id))
	}
	c.turn()
}

// unstand has a host go on.
func (c *core) unstand(h HostID, host *HostState) {
	if i := len(host.Stays) - 1; !c.cfg.Agents.Runs {
		host.Stays = slices.Clone(host.Stays)
		s := &host.Stays[i]
		s.Resume, s.Delta = c.Now, host.Stays.before(i)+c.Now-s.Halt
	}
	for _, id := range c.tasksOn(h) {
		c.standTask(id, false)
	}
	c.turn()
}

// tasksOn returns the tasks of a host that have not ended.
func (c *core) tasksOn(h HostID) (all []TaskID) {
	for id := range c.Tasks.All {
		if t := c.Tasks.At(id); t.Host == h && !t.Ended {
			all = append(all, TaskID(id))
		}
	}
	return all
}

func (c *core) standTask(id TaskID, stands bool) {
	c.access(LocTask, ipc.Write, uint32(id), taskSelf)
	c.access(LocTask, ipc.Write, uint32(id), taskHalt)
	if c.Tasks.At(uint32(id)).Stands != stands {
		t := c.Tasks.Mut(uint32(id))
		if t.Stands = stands; stands && t.Suspend == 0 {
			t.Stopped = c.Now
		}
		c.settleTask(id)
	}
}

// grouped says whether a task is in the halt group of its host.
func (c *core) grouped(task TaskID) bool { return c.State.Grouped(task, &c.cfg.Agents) }

// Grouped says whether agents halt a task with its host.
func (s *State) Grouped(task TaskID, a *Agents) bool {
	h := s.Hosts.At(uint32(s.Tasks.At(uint32(task)).Host))
	if h.Shared {
		return false
	}
	name := s.given().task(task)
	return !(h.Attended && matches(exempt, name)) && !matches(a.Exempt, name)
}

// turn has the packets and timers of hosts that stand stand, and lets those of the others go on.
func (c *core) turn() {
	if c.cfg.Agents.Runs {
		return
	}
	for id := range c.Packets.All {
		if p := c.Packets.At(id); p.Stands || c.Arrive.Has(id) {
			c.access(LocPacket, ipc.Write, id, 0)
			c.arrives(PacketID(id))
		}
	}
	for i := range c.Timers {
		t := &c.Timers[i]
		h, stands := c.timed(t)
		host := c.Hosts.At(uint32(h))
		switch {
		case stands && !t.Stands():
			t.At = standing + max(0, t.At-host.Stays.before(len(host.Stays)-1))
		case !stands && t.Stands():
			t.At = min(t.Due()+host.Stays.before(len(host.Stays)), endOfTime)
		}
	}
	for i := len(c.Timers) - 1; i >= 0; i-- {
		c.down(i)
	}
}

// timed returns the host by whose clock a timer goes, and whether it stands.
func (c *core) timed(t *Timer) (HostID, bool) {
	if t.Thread != 0 {
		task := c.Tasks.At(uint32(c.Threads.At(uint32(t.Thread)).Task))
		return task.Host, task.Stands
	}
	return c.timedPacket(c.Packets.At(uint32(t.Packet)))
}

// stands says whether a packet stands with its host.
func (c *core) stands(id PacketID) bool {
	if len(c.Halt.Calls) == 0 || c.cfg.Agents.Runs {
		return false
	}
	h, stands := c.timedPacket(c.Packets.At(uint32(id)))
	c.access(LocStand, ipc.Read, uint32(h), 0)
	return stands
}

func (c *core) timedPacket(p *Packet) (HostID, bool) {
	if p.control() {
		return p.To, false
	}
	h := p.To
	if p.Status == NoRoute {
		h = p.From
	} else if task := c.homeTask(p); task != 0 {
		return h, c.Tasks.At(uint32(task)).Stands
	}
	return h, c.Hosts.At(uint32(h)).Stands()
}

// homeTask returns the task that receives what a packet brings; 0 if there is none.
func (c *core) homeTask(p *Packet) TaskID {
	n := c.NetPortOf(p)
	if n == nil || n.Home < 0 {
		return 0
	}
	return c.receiverOf(n.Ends[n.Home].Port)
}

// receiverOf returns the task that receives at a port; 0 if the port is gone or the kernel's own, or its right is under
// way.
func (s *State) receiverOf(p ipc.PortID) TaskID {
	if !s.IPC.Ports.Has(uint32(p)) {
		return 0
	}
	sp := uint32(s.IPC.Ports.At(uint32(p)).Receiver)
	if !s.IPC.Spaces.Has(sp) {
		return 0
	}
	return TaskID(s.IPC.Spaces.At(sp).Task)
}

// ReceiverOf returns the task that receives at a port which is known on several hosts, or has made it if that is not
// known any more; 0 if it is unknown.
func (s *State) ReceiverOf(key PortKey) TaskID {
	for id := range s.NetPorts.All {
		if n := s.NetPorts.At(id); n.Key == key && n.Home >= 0 {
			return s.receiverOf(n.Ends[n.Home].Port)
		}
	}
	if s.Threads.Has(key.Creator) {
		return s.Threads.At(key.Creator).Task
	}
	return 0
}

// hosted gives a timer that is armed the time at which it fires by the clock of its host. A packet takes the time of
// its wire from the clock of one host to that of another, unless it comes from, or goes to, one who is never halted.
func (c *core) hosted(t *Timer) {
	if len(c.Halt.Calls) == 0 || c.cfg.Agents.Runs {
		return
	}
	h, stands := c.timed(t)
	c.access(LocStand, ipc.Read, uint32(h), 0)
	host := c.Hosts.At(uint32(h))
	lost := c.Now - host.Logical(c.Now)
	if t.Packet != 0 && c.amongHalted(t.Packet) {
		from := uint32(c.Packets.At(uint32(t.Packet)).From)
		c.access(LocStand, ipc.Read, from, 0)
		t.At = max(c.Now, t.At+lost-(c.Now-c.Hosts.At(from).Logical(c.Now)))
	}
	if stands {
		t.At = standing + max(0, t.At-lost)
	}
}

// amongHalted says whether a packet travels within what is halted.
func (c *core) amongHalted(id PacketID) bool {
	p := c.Packets.At(uint32(id))
	if p.control() || c.Hosts.At(uint32(p.From)).Shared {
		return false
	}
	if task := c.homeTask(p); task != 0 {
		return c.grouped(task)
	}
	return !c.Hosts.At(uint32(p.To)).Shared
}

// clock is what the clock of a task's host shows it, in microseconds: one that is exempt sees it go on.
func (c *core) clock(task TaskID) int64 {
	id := uint32(c.Tasks.At(uint32(task)).Host)
	h := c.Hosts.At(id)
	if len(c.Halt.Calls) == 0 {
		return h.hardware(c.Now)
	}
	if c.access(LocStand, ipc.Read, id, 0); c.cfg.Agents.Runs || !c.grouped(task) {
		return h.hardware(c.Now)
	}
	return h.Clock(c.Now)
}

// Stood says whether a host stands.
func (s *State) Stood() bool {
	return s.Hosts.Any(func(_ uint32, h *HostState) bool { return h.Stands() })
}

// telling says whether agents are about to tell each other something.
func (s *State) telling() bool {
	return s.Stood() && s.Packets.Any(func(_ uint32, p *Packet) bool { return p.Halt != 0 })
}

// Standing returns the numbers of the halts that have not been resumed.
func (s *State) Standing() (all []int) {
	for i, c := range s.Halt.Calls {
		if c.Resumed == 0 {
			all = append(all, i+1)
		}
	}
	return all
}

// haltFor is the time after which an EditHalt ends by itself, in microseconds; -1 if it does not.
func (e *Edit) haltFor() int64 {
	n, err := strconv.ParseInt(e.Value, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return min(n, endOfTime)
}

// joins says whether a new task is in the halt group of a host that stands.
func (c *core) joins(task TaskID, h HostID) bool {
	if len(c.Halt.Calls) == 0 {
		return false
	}
	c.access(LocStand, ipc.Read, uint32(h), 0)
	return c.Hosts.At(uint32(h)).Stands() && c.grouped(task)
}
