package kernel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/ipc"
	"machsim/ipc/table"
)

// An artificial probe (Krawczuk 2.1.1) slows something down, so that one sees whether what happens still does. It is a
// row of the faults of a run, of a kind that goes to a name: a thread takes longer for its steps, messages to a port
// are held back before they come to its queue, or a thread sleeps before a share of its calls. Whether it sleeps is
// asked of the Door before each call (PointProbe), so it is recorded and searched as all choices are; the others
// follow from the run. A message that is held back is a packet from a host to itself, which arrives when its time is
// over; those to one port arrive in the order in which they were held back.

// NapTime is how long a thread sleeps before a call by a probe, in microseconds.
const NapTime = 1000

// MaxFactor is the greatest factor of a probe that makes a thread slow, MaxHold the longest time of one that holds
// messages back.
const (
	MaxFactor = 1_000_000
	MaxHold   = 24 * 3600 * 1_000_000
)

// Probe is an artificial probe.
type Probe struct {
	Kind   FaultKind // ProbeSlow, ProbeHold or ProbeSleep
	On     string    // the name of a thread, of a task for all its threads, or of a port
	Amount int64     // the factor; microseconds; or of 1,000 calls so many
}

// String is the probe as one types it: "slow:teller1=3", "hold:bank=2ms", "sleep:server.1=10%".
func (p Probe) String() string {
	amount := strconv.FormatInt(p.Amount, 10)
	switch p.Kind {
	case ProbeHold:
		amount = moment(p.Amount)
	case ProbeSleep:
		amount = share(uint16(p.Amount))
	}
	return fmt.Sprintf("%s:%s=%s", p.Kind, p.On, amount)
}

// WithProbe adds a probe. The error is one of a name that has one of that kind already.
func (f *Faults) WithProbe(p Probe) error {
	b := &f[p.Kind]
	for _, q := range probesIn(p.Kind, b.Probes) {
		if q.On == p.On {
			return fmt.Errorf("%s:%s is there twice", p.Kind, p.On)
		}
	}
	b.Probes = strings.TrimPrefix(fmt.Sprintf("%s,%s=%d", b.Probes, p.On, p.Amount), ",")
	return nil
}

// Probes lists the probes.
func (f *Faults) Probes() (all []Probe) {
	for k := range FaultKinds {
		if k.IsProbe() {
			all = append(all, probesIn(k, f[k].Probes)...)
		}
	}
	return all
}

// WithoutProbe is f without a probe.
func (f Faults) WithoutProbe(p Probe) Faults {
	rest := probesIn(p.Kind, f[p.Kind].Probes)
	f[p.Kind].Probes = ""
	for _, q := range rest {
		if q != p {
			_ = f.WithProbe(q)
		}
	}
	return f
}

// WithoutProbes is f without any.
func (f Faults) WithoutProbes() Faults {
	for k := range f {
		f[k].Probes = ""
	}
	return f
}

// OfProbes lists the probes as one types them.
func (f Faults) OfProbes() string {
	for k := range f {
		if !FaultKind(k).IsProbe() {
			f[k] = Budget{}
		}
	}
	return f.String()
}

// probesIn are those of a budget.
func probesIn(kind FaultKind, text string) (all []Probe) {
	if text == "" {
		return nil
	}
	for word := range strings.SplitSeq(text, ",") {
		i := max(strings.LastIndex(word, "="), 0)
		n, _ := strconv.ParseInt(strings.TrimPrefix(word[i:], "="), 10, 64)
		all = append(all, Probe{kind, word[:i], n})
	}
	return all
}

// Check says what is wrong with a probe.
func (p Probe) Check() error {
	switch {
	case p.On == "" || strings.ContainsAny(p.On, ",@"):
		return fmt.Errorf("%s:... needs the name of a thread or a port, without a comma and @", p.Kind)
	case p.Kind == ProbeSlow && (p.Amount < 1 || p.Amount > MaxFactor):
		return fmt.Errorf("the factor of slow:%s must be a number from 1 to %d", p.On, MaxFactor)
	case p.Kind == ProbeHold && (p.Amount < 1 || p.Amount > MaxHold):
		return fmt.Errorf("the time of hold:%s must be above 0 and at most a day, such as 2ms or 1s", p.On)
	case p.Kind == ProbeSleep && (p.Amount < 1 || p.Amount > MaxRate):
		return fmt.Errorf("the share of sleep:%s must be from 0.1%% to 100%%, in tenths of a percent", p.On)
	}
	return nil
}

// ProbesValid says whether the probes of a budget are as WithProbe has written them.
func (b Budget) ProbesValid(kind FaultKind) bool {
	var f Faults
	for _, p := range probesIn(kind, b.Probes) {
		if p.Check() != nil || f.WithProbe(p) != nil {
			return false
		}
	}
	return f[kind] == b
}

// probed says what a thread that is made is subject to: by which factor it is slow, and before how many of 1,000 calls
// it sleeps.
func (c *core) probed(id ThreadID) {
	t := c.Threads.Mut(uint32(id))
	for _, p := range c.probes {
		if p.Kind == ProbeHold || !c.isCalled(id, t, p.On) {
			continue
		}
		if p.Kind == ProbeSlow {
			t.Cost *= p.Amount
		} else {
			t.Sleeps = int32(p.Amount)
		}
	}
}

// isCalled says whether a name is that of a thread, or of its task.
func (s *State) isCalled(id ThreadID, t *ThreadState, name string) bool {
	given := s.given()
	return t.Label.Given == name || given.thread(id) == name || given.task(t.Task) == name
}

// naps says whether a thread sleeps first, and makes the call that it is about to make later.
func (c *core) naps(id ThreadID, t *ThreadState) bool {
	switch {
	case t.Napped:
		t.Napped, t.Wake = false, WakeNone
		return false
	case t.Phase != 0 || t.Wake != WakeNone || c.choose(PointProbe, 2, id) == 0:
		return false
	}
	t.Napped = true
	c.nap = append(c.nap[:0], Past{c.Steps + 1, Fault{ProbeSleep, uint32(id), NapTime}})
	c.Past = append(c.Past, c.nap[0])
	return !c.block(id, t, Wait{Kind: WaitSleep}, NapTime)
}

// holds is for how long messages to a port are held back, in microseconds; 0 for not at all.
func (c *core) holds(p ipc.PortID) int64 {
	for _, x := range c.probes {
		if x.Kind != ProbeHold {
			continue
		}
		if given := c.IPC.Ports.At(uint32(p)).Label.Given; given == x.On || given == "" && c.given().port(p) == x.On {
			return x.Amount
		}
	}
	return 0
}

// holdBack holds a message to a port of a program back, if a probe says so; false if it is to be queued.
func (c *core) holdBack(m ipc.MsgID) bool {
	if len(c.probes) == 0 {
		return false
	}
	msg := c.IPC.Msgs.At(uint32(m))
	port := c.IPC.Ports.At(uint32(msg.Dest))
	if port.Kind != KindPlain || port.Dead || msg.Circular {
		return false
	}
	us := c.holds(msg.Dest)
	if us == 0 {
		return false
	}
	c.IPC.Hinder(msg.Dest, 1)
	net := c.netOf(msg.Dest)
	n := c.NetPorts.Mut(uint32(net))
	end := &n.Ends[n.endOf(msg.Dest)]
	c.access(LocNet, ipc.Write, uint32(net), endLocation(end.Host)) // those to one port come one after the other
	end.Apart++
	id := table.New(&c.Packets)
	c.access(LocPacket, ipc.New, id, 0)
	c.access(LocPacket, ipc.Add, id, 0)
	p := Packet{Kind: PacketMessage, Sent: true, From: end.Host, To: end.Host, Net: net, End: end.Serial,
		Port: msg.Dest, Msg: m, Serial: end.Apart}
	p.Key = c.keyOf(&p)
	*c.Packets.Mut(id) = p
	c.arm(Timer{At: c.in(us), Packet: PacketID(id)})
	return true
}

// Held says whether a packet is a message that is held back on the host of its port.
func (p *Packet) Held() bool { return p.Msg != 0 && p.From == p.To }

// heldDue lets a message arrive that was held back for its time, unless one before it has not.
func (c *core) heldDue(id PacketID) {
	if c.firstHeld(c.Packets.At(uint32(id)).Port) == id {
		c.arrives(id)
	}
}

// firstHeld is the first of the messages that are held back from a port, 0 for none.
func (c *core) firstHeld(port ipc.PortID) (first PacketID) {
	for id := range c.Packets.All {
		if p := c.Packets.At(id); p.Held() && p.Port == port &&
			(first == 0 || p.Serial < c.Packets.At(uint32(first)).Serial) {
			first = PacketID(id)
		}
	}
	return first
}

// release queues a message that was held back, and lets the next one arrive if its time is over.
func (c *core) release(id PacketID, port ipc.PortID) {
	c.about = Object{PortObject, uint32(port)}
	m := c.unload(id)
	c.access(ipc.LocRoom, ipc.HadRoom, uint32(port), 0)
	c.IPC.Enqueue(m)
	c.nextHeld(port)
}

func (c *core) nextHeld(port ipc.PortID) {
	if next := c.firstHeld(port); next != 0 && c.Packets.At(uint32(next)).Timer == 0 {
		c.access(LocPacket, ipc.Add, uint32(next), 0)
		c.arrives(next)
	}
}

// Missed lists the probes for which the run has had nothing: no thread, task or port is called so.
func (s *State) Missed() (all []Probe) {
	for _, p := range s.Faults.Probes() {
		if p.Kind == ProbeHold && !s.hasPort(p.On) || p.Kind != ProbeHold && !s.hasThread(p.On) {
			all = append(all, p)
		}
	}
	return all
}

// Misses says what a probe has missed, in words.
func (p Probe) Misses() string {
	sort := "thread or task"
	if p.Kind == ProbeHold {
		sort = "port"
	}
	return fmt.Sprintf("%s: no %s is called %s", p, sort, p.On)
}

// hasThread says whether a thread or a task is called so, be it one that has ended.
func (s *State) hasThread(name string) bool {
	return s.Threads.Any(func(id uint32, t *ThreadState) bool { return s.isCalled(ThreadID(id), t, name) })
}

// hasPort says whether a port of a program is called so. Of one that has died without a given name nothing is left but
// the name of its maker, which it has in its own.
func (s *State) hasPort(name string) bool {
	if slices.ContainsFunc(s.Given, func(l ipc.Label) bool { return l.Given == name }) {
		return true
	}
	i := strings.LastIndex(name, ".p")
	return i > 0 && s.hasThread(name[:i]) || s.IPC.Ports.Any(func(id uint32, p *ipc.Port) bool {
		return p.Kind == KindPlain && p.Label.Given == "" && s.given().port(ipc.PortID(id)) == name
	})
}
