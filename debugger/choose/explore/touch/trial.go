package touch

import (
	"math"
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// What a call on rights uses follows from who has which, on all hosts. So it is tried: the step is taken on a copy of
// the state, which notes what it accesses. As a copy costs more than many steps, that is done only in searches of
// programs that have shown such calls; there whoever looks at a name uses it, too (slot.go).
//
// Some such calls still use everything: those of tasks with several threads, which share names and wait at each other's
// ports, but for the end of the last of these; those that move a right to receive; and those by which a port dies at
// which others might wait for room, for then it cannot be told whether what came to it later would have got in before.
// What a call uses may depend on one that is before it and does not use everything: so a search of such a program may
// make a run in vain now and then.

// Kinds of names.
const (
	namesName = 230 + iota // of a task
	statusName
	sendersName
	requestsName
	noticesName
	endName // and the host's number
	slotsName
	slotName    // and its number
	holdingName // and a port
	memberName  // of a port, whether it is in a set
	standsName  // a task's port, and after it a thread's
)

// exact says whether calls on rights are tried. If not, they use everything, and runs to come are to have it so.
func (f *Footprints) exact() bool {
	if f.Names.Waits[AtRights] {
		return true
	}
	if !slices.Contains(f.Names.Learns, AtRights) {
		f.Names.Learn(AtRights)
	}
	return false
}

// rightly returns what a call on rights uses, or a message with rights in it, behind what is known of it; everything if
// that cannot be told.
func (f *Footprints) rightly(s *kernel.State, a kernel.Actor, some Footprint, queues bool) Footprint {
	all := f.tried(s, a, some, queues)
	if queues && !all.Everything() {
		all = append(all, Use{meddling, Read})
	}
	return all
}

// tried is rightly for a call that changes nothing of what others would do.
func (f *Footprints) tried(s *kernel.State, a kernel.Actor, some Footprint, queues bool) Footprint {
	if f.Failing || f.crowded(s, a) && !f.last(s, a) || !f.exact() {
		return Everything
	}
	t := trial{prints: f, before: s, actor: a, uses: some, given: len(some), queues: queues}
	if t.moves() || !t.take() {
		return Everything
	}
	return t.uses
}

// trial is a step that is taken on a copy of the state.
type trial struct {
	prints *Footprints
	before *kernel.State
	after  *kernel.State
	actor  kernel.Actor
	uses   Footprint
	given  int  // how many of these were known before
	queues bool // what it does to queues is not known yet
	asked  bool // something else might come of it
	empty  bool // it puts a port without messages into a set

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
	p := kernel.NewPlayer(t.after, kernel.Config{StepTime: kernel.Timeless}, t, nil, &log)
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
		lives := t.after.IPC.Ports.Has(id) && !t.after.IPC.Ports.At(id).Dead
		if p.Dead || lives || p.Kind != kernel.KindPlain && len(p.Holders) == 0 {
			continue
		}
		if p.Kind == kernel.KindPlain { // what its death does follows from who has rights to it, also if nobody has
			t.use(t.prints.rights(t.before, ipc.PortID(id)), Read)
		}
		if told := !t.exits() || p.Net != 0 && p.SRights > 0; told && !t.dies(ipc.PortID(id)) {
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
func (f *Footprints) crowded(s *kernel.State, a kernel.Actor) bool {
	return a.Thread != 0 && f.crowdedTask(s, s.Threads.At(uint32(a.Thread)).Task)
}

// last says whether an actor is the last thread of its task, and ends: none is left that has the same names.
func (f *Footprints) last(s *kernel.State, a kernel.Actor) bool {
	if a.Thread == 0 {
		return false
	}
	t := s.Threads.At(uint32(a.Thread))
	return t.Call.Op.Class() == kernel.ClassExit && len(s.Tasks.At(uint32(t.Task)).Threads) == 1
}

func (f *Footprints) crowdedTask(s *kernel.State, task kernel.TaskID) bool {
	return len(s.Tasks.At(uint32(task)).Threads) > 1 || f.several.Get(uint32(task))
}

// Forked notes which tasks have several threads, after a step.
func (f *Footprints) Forked(s *kernel.State) {
	for id := range s.Tasks.All {
		if len(s.Tasks.At(id).Threads) > 1 && !f.several.Get(id) {
			f.several.Set(f.Names.Step, id, true)
		}
	}
}
