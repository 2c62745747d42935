package explore

import (
	"math"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// What a call on rights uses follows from who has which, on all hosts. So it is tried: the step is taken on a copy of
// the state, which notes what it accesses. As a copy costs more than many steps, that is done only in searches of
// programs that have shown such calls; there each step also uses the names of its task.
//
// Some such calls still use everything: those of tasks with several threads, which share names and wait at each other's
// ports; those that move a right to receive; and those by which a port dies at which others might wait for room, for
// then it cannot be told whether what came to it later would have got in before. What a call uses may depend on one
// that is before it and does not use everything: so a search of such a program may make a run in vain now and then.

// Kinds of names.
const (
	namesName = 230 + iota // of a task
	statusName
	sendersName
	requestsName
	noticesName
	endName // and the host's number
)

// exact says whether calls on rights are tried. If not, they use everything, and runs to come are to have it so.
func (f *footprints) exact() bool {
	if f.names.waits[atRights] {
		return true
	}
	if !slices.Contains(f.names.learns, atRights) {
		f.names.learn(atRights)
	}
	return false
}

// rightly returns what a call on rights uses, or a message with rights in it, behind what is known of it; everything if
// that cannot be told.
func (f *footprints) rightly(s *kernel.State, a kernel.Actor, some footprint, queues bool) footprint {
	if f.failing || f.crowded(s, a) || !f.exact() {
		return everything
	}
	t := trial{prints: f, before: s, actor: a, uses: some, given: len(some), queues: queues}
	if t.moves() || !t.take() {
		return everything
	}
	if queues {
		t.uses = append(t.uses, use{meddling, read})
	}
	return t.uses
}

// trial is a step that is taken on a copy of the state.
type trial struct {
	prints *footprints
	before *kernel.State
	after  *kernel.State
	actor  kernel.Actor
	uses   footprint
	given  int  // how many of these were known before
	queues bool // what it does to queues is not known yet
	asked  bool // something else might come of it

	own kernel.TaskID // if it is to touch nothing but this
}

func (t *trial) Input() (string, bool) { return "", false }

// Choose notes that there was a choice.
func (t *trial) Choose(p kernel.Point) int {
	t.asked = t.asked || p.N > 1
	return 0
}

// take takes the step, and says whether all that it uses has a name.
func (t *trial) take() bool {
	var log ipc.AccessLog
	t.after = t.before.Clone()
	t.makeRoom()
	p := kernel.NewPlayer(t.after, kernel.Config{StepTime: kernel.Timeless}, t, &log)
	if t.actor.Thread == 0 {
		p.Arrive(t.actor.Packet)
	} else if _, _, err := p.Step(t.actor.Thread); err != nil {
		return false
	}
	if t.asked || t.kills() { // another answer might use other things
		return false
	}
	for i := range log.Accesses {
		if x := &log.Accesses[i]; t.own == 0 && !t.located(x) || t.own != 0 && !t.ofOwn(x) {
			return false
		}
	}
	return true
}

// kills says whether a port dies of which somebody knows: others may wait there, or be about to.
func (t *trial) kills() bool {
	for id := range t.before.IPC.Ports.All {
		p := t.before.IPC.Ports.At(id)
		if p.Dead || p.Kind != kernel.KindPlain && len(p.Holders) == 0 || t.exits() && (p.Net == 0 || p.SRights == 0) {
			continue
		}
		if !t.after.IPC.Ports.Has(id) || t.after.IPC.Ports.At(id).Dead {
			return true
		}
	}
	return false
}

// makeRoom makes room for a message that has to wait for it, in the copy: a step that begins to wait would not show
// what it uses when it can be completed.
func (t *trial) makeRoom() {
	if t.actor.Thread == 0 {
		if t.before.WouldBeRefused(t.actor.Packet) {
			n := t.before.NetPortOf(t.before.Packets.At(uint32(t.actor.Packet)))
			t.after.IPC.Ports.Mut(uint32(n.Ends[n.Home].Port)).QLimit = math.MaxInt32
		}
		return
	}
	if w, _ := t.before.WouldWait(t.actor.Thread); w.Kind == kernel.WaitSend {
		t.after.IPC.Ports.Mut(uint32(w.Port)).QLimit = math.MaxInt32
	}
}

// exits says whether it is the end of a thread.
func (t *trial) exits() bool {
	return t.actor.Thread != 0 && t.before.Threads.At(uint32(t.actor.Thread)).Call.Op.Class() == kernel.ClassExit
}

// moves says whether it is a message that brings a right to receive.
func (t *trial) moves() bool {
	m := ipc.MsgID(0)
	if t.actor.Thread == 0 {
		m = t.before.IPC.First(t.before.Packets.At(uint32(t.actor.Packet)).Port, 0)
	} else {
		m = t.before.Threads.At(uint32(t.actor.Thread)).Call.Msg
	}
	return m != 0 && slices.ContainsFunc(t.before.IPC.Msgs.At(uint32(m)).Items, func(i ipc.Item) bool {
		return i.Kind == ipc.KindMemory || i.Kind == ipc.KindPort && (i.Disp == ipc.MoveReceive || i.Disp == ipc.PortReceive)
	})
}

// crowded says whether an actor is a thread of a task that has had several: these have the same names, and wait at the
// same ports.
func (f *footprints) crowded(s *kernel.State, a kernel.Actor) bool {
	return a.Thread != 0 && f.crowdedTask(s, s.Threads.At(uint32(a.Thread)).Task)
}

func (f *footprints) crowdedTask(s *kernel.State, task kernel.TaskID) bool {
	return len(s.Tasks.At(uint32(task)).Threads) > 1 || f.several.get(uint32(task))
}

// forked notes which tasks have several threads, after a step.
func (f *footprints) forked(s *kernel.State) {
	for id := range s.Tasks.All {
		if len(s.Tasks.At(id).Threads) > 1 && !f.several.get(id) {
			f.several.set(f.names.step, id, true)
		}
	}
}

// located adds the use that an access is. It says whether that has a name.
func (t *trial) located(x *ipc.Access) bool {
	switch x.Location {
	case ipc.LocEntry, ipc.LocHolding, ipc.LocNames, ipc.LocEnabled:
		return t.add(t.prints.namesOf(t.before, ipc.SpaceID(x.A)), x.Mode)
	case ipc.LocPort, ipc.LocRights, ipc.LocSenders, ipc.LocRequests:
		return t.port(x)
	case ipc.LocQueue, ipc.LocRoom, ipc.LocMsg, ipc.LocAccept:
		return !t.queues || t.queue(x)
	case kernel.LocThread: // who is woken comes after it for that (run.accessed), and needs no pair
		return x.Mode == ipc.Add || t.itself(x)
	case kernel.LocPacket:
		return x.Mode == ipc.Add || x.Mode == ipc.New || t.itself(x)
	case kernel.LocTask:
		if t.exits() && kernel.TaskID(x.A) == t.before.Threads.At(uint32(t.actor.Thread)).Task {
			return true
		}
		return x.Mode == ipc.Read && kernel.OfTaskItself(x.B) // only what uses everything changes that
	case kernel.LocHost, kernel.LocWires:
		return x.Mode == ipc.Read // likewise
	case kernel.LocNet:
		return t.net(x.A, x.B, x.Mode)
	case kernel.LocEnd:
		return t.net(x.A, x.B+1<<8, x.Mode)
	}
	return false
}

// itself says whether an access is to the actor.
func (t *trial) itself(x *ipc.Access) bool {
	if x.Location == kernel.LocThread {
		return t.actor.Thread == kernel.ThreadID(x.A)
	}
	return t.actor.Packet == kernel.PacketID(x.A) && t.actor.Thread == 0
}

// add adds the use of a thing.
func (t *trial) add(what thing, m ipc.Mode) bool {
	switch m {
	case ipc.Read:
		return t.use(what, read)
	case ipc.Add, ipc.Spoil:
		return t.use(what, add)
	}
	return t.use(what, write)
}

func (t *trial) use(what thing, m mode) bool {
	u := use{what, m}
	if what == world {
		return false
	}
	k := slices.IndexFunc(t.uses, func(v use) bool { return v.thing == what })
	switch {
	case k < 0:
		t.uses = append(t.uses, u)
	case k >= t.given && t.uses[k].mode != u.mode:
		t.uses[k].mode = write
	}
	return true
}

// port adds the use of what a port is.
func (t *trial) port(x *ipc.Access) bool {
	id := ipc.PortID(x.A)
	if !t.before.IPC.Ports.Has(x.A) {
		return true // it is made by the step
	}
	switch t.before.IPC.Ports.At(x.A).Kind {
	case kernel.KindPlain, kernel.KindProxy:
	case kernel.KindMinder:
		return true // known to the kernel alone
	case kernel.KindNotify:
		return x.Mode == ipc.Read || x.Mode == ipc.Add || t.exits() &&
			t.add(t.prints.notices(t.before, kernel.TaskID(t.before.IPC.Ports.At(x.A).Object)), ipc.Write)
	default: // who has rights to the kernel's ports makes no difference
		return x.Mode == ipc.Read || x.Mode == ipc.Add || t.alone(id)
	}
	what := t.prints.ofPort(t.before, partOf(x.Location), id)
	if t.before.IPC.Ports.At(x.A).Kind == kernel.KindProxy && x.Mode == ipc.Add && t.actor.Thread != 0 {
		switch x.Location { // the packet that tells of the last loss comes after all of them
		case ipc.LocRights:
			return t.use(what, release)
		case ipc.LocSenders:
			return true
		}
	}
	return t.add(what, x.Mode) && (x.Location != ipc.LocPort || x.Mode == ipc.Read || t.changed(id))
}

// partOf is the kind of the name of what an access to a port is to.
func partOf(l ipc.Location) uint8 {
	switch l {
	case ipc.LocRights:
		return rightsName
	case ipc.LocSenders:
		return sendersName
	case ipc.LocRequests:
		return requestsName
	}
	return statusName
}

// alone says whether nobody but the actor's task has rights to a port of the kernel, and none is on its way.
func (t *trial) alone(id ipc.PortID) bool {
	p := t.before.IPC.Ports.At(uint32(id))
	if t.actor.Thread == 0 || p.Kind == kernel.KindProxy || p.Net != 0 {
		return false
	}
	own, here := t.before.Threads.At(uint32(t.actor.Thread)).Space, int32(0)
	for _, h := range p.Holders {
		if h.Space != own {
			return false
		}
		here++
	}
	return p.SRights+p.SORights-p.Naked.Send-p.Naked.SendOnce == here
}

// changed adds the use of the queues whose messages a port's are, before and after.
func (t *trial) changed(id ipc.PortID) bool {
	port := t.prints.port(t.before, id)
	if port == world {
		return false
	}
	t.add(port, ipc.Write)
	for _, s := range []*kernel.State{t.before, t.after} {
		if set := s.IPC.Ports.At(uint32(id)).Set; set != 0 {
			t.add(t.prints.set(t.before, set), ipc.Write)
		}
	}
	return true
}

// queue adds the use of a queue by a step that is no call on messages.
func (t *trial) queue(x *ipc.Access) bool {
	key := x.A
	switch {
	case x.Location == ipc.LocMsg && x.Mode == ipc.New, x.Location == ipc.LocMsg && x.Mode == ipc.HandedOver:
		key = x.B
	case x.Location == ipc.LocMsg, x.Location == ipc.LocAccept:
		return x.Location == ipc.LocMsg
	}
	port, set := ipc.QueueOf(key)
	if set != 0 {
		return t.add(t.prints.set(t.before, set), ipc.Write)
	}
	if !t.before.IPC.Ports.Has(uint32(port)) || t.before.IPC.Ports.At(uint32(port)).Kind == kernel.KindMinder {
		return true // made by the step, or known to the kernel alone
	}
	if p := t.before.IPC.Ports.At(uint32(port)); p.Kind == kernel.KindNotify {
		return t.add(t.prints.notices(t.before, kernel.TaskID(p.Object)), ipc.Write)
	}
	if t.before.IPC.Ports.At(uint32(port)).Kind != kernel.KindPlain && t.alone(port) {
		return true
	}
	if of := t.before.IPC.Ports.At(uint32(port)).Set; of != 0 {
		t.add(t.prints.set(t.before, of), ipc.Write)
	}
	return t.add(t.prints.port(t.before, port), ipc.Write)
}

// net adds the use of something of a port that several hosts know, if it was known to them before. Whatever is done at
// one of its ends depends on where it is at home.
func (t *trial) net(id, what uint32, m ipc.Mode) bool {
	if !t.before.NetPorts.Has(id) {
		return true
	}
	k := t.before.NetPorts.At(id).Key
	if what != 0 && !t.add(t.prints.netName(t.before, k, 0), ipc.Read) {
		return false
	}
	return t.add(t.prints.netName(t.before, k, what), m)
}

// namesOf is the names that a task has.
func (f *footprints) namesOf(s *kernel.State, sp ipc.SpaceID) thing {
	for id := range s.Tasks.All {
		if t := s.Tasks.At(id); t.Space == sp && !t.Ended {
			return f.taskThing(s, namesName, kernel.TaskID(id))
		}
	}
	return world
}

// notices is the queue of a task's notify port.
func (f *footprints) notices(s *kernel.State, id kernel.TaskID) thing {
	return f.taskThing(s, noticesName, id)
}

// taskThing is something of a task.
func (f *footprints) taskThing(s *kernel.State, kind uint8, id kernel.TaskID) thing {
	return f.names.thing(f.names.made(s, kind, kernel.Object{Kind: kernel.TaskObject, ID: uint32(id)}))
}

// ofPort is something of a port.
func (f *footprints) ofPort(s *kernel.State, kind uint8, id ipc.PortID) thing {
	if s.IPC.Ports.At(uint32(id)).Kind == kernel.KindProxy {
		if kind == rightsName {
			kind = proxyRightsName
		}
		return f.proxy(s, kind, id)
	}
	return f.names.thing(f.names.made(s, kind, kernel.Object{Kind: kernel.PortObject, ID: uint32(id)}))
}

// netName is something of a port that several hosts know: where it is at home, 0, or of one of its ends.
func (f *footprints) netName(s *kernel.State, k kernel.PortKey, what uint32) thing {
	if k.Kind != kernel.KindPlain {
		return world
	}
	return f.names.thing(made{endName, f.names.thread(s, kernel.ThreadID(k.Creator)), k.Serial ^ what<<20})
}
