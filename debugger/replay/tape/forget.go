package tape

import (
	"slices"

	"machsim/kernel"
)

// What a Builder that Collects knows of threads, tasks and ports goes when nobody can need it any more: else what it
// has would grow with all that ever came and went.

// since is the threads that have come of a thread's calls since one of its calls: those that it has made, those that
// these have made, and so on; and their tasks.
type since struct {
	threads map[kernel.ThreadID]bool
	tasks   map[kernel.TaskID]bool
}

// madeSince returns what has come of a thread among the threads above a number.
func (k *Builder) madeSince(s *kernel.State, id kernel.ThreadID, above int) since {
	x := since{map[kernel.ThreadID]bool{}, map[kernel.TaskID]bool{}}
	for n := above + 1; n <= s.Threads.Len(); n++ {
		other := kernel.ThreadID(n)
		if by, made := k.t.asked[other]; made && (by.Thread == id || x.threads[by.Thread]) {
			x.threads[other], x.tasks[s.Threads.At(uint32(n)).Task] = true, true
		}
	}
	return x
}

// apart says whether what has come of a thread, which is the only one of its task, is gone, and nobody else has had a
// share in it: no other thread of these tasks, but for those up to a number in the own one, and none that they have
// asked for yet.
func (k *Builder) apart(s *kernel.State, id kernel.ThreadID, x since, above int) bool {
	own := s.Threads.At(uint32(id)).Task
	for task := range x.tasks {
		if task != own && len(s.Tasks.At(uint32(task)).Threads) > 0 {
			return false
		}
	}
	for i := range k.t.Lanes {
		other := k.t.Lanes[i].Thread
		if other == 0 || other == id || x.threads[other] {
			continue
		}
		if task := s.Threads.At(uint32(other)).Task; task != own && x.tasks[task] || task == own && int(other) > above {
			return false
		}
	}
	if !k.asksFor(id, x) {
		return true
	}
	k.answered(s)
	return !k.asksFor(id, x)
}

// asksFor says whether calls of the thread, or of what has come of it, may make threads yet.
func (k *Builder) asksFor(id kernel.ThreadID, x since) bool {
	for _, by := range k.asks {
		if by.Thread == id || x.threads[by.Thread] {
			return true
		}
	}
	return false
}

// answered forgets the calls that make no thread any more: they are completed, and no request of theirs is on its way.
func (k *Builder) answered(s *kernel.State) {
	sent := map[uint64]bool{}
	for id := range s.IPC.Msgs.All {
		m := s.IPC.Msgs.At(id)
		if _, asks := m.Call.(*kernel.Request); asks {
			sent[m.Sent] = true
		}
	}
	for event, by := range k.asks {
		lane := k.t.LaneOf(by.Thread)
		if !sent[event] && (lane < 0 || k.completed(uint32(lane)) > by.Call) {
			delete(k.asks, event)
		}
	}
}

// So many there are, at least, before it is seen which are needed.
const manyAsks, manyLanes, manySeen = 64, 256, 256

// tidy forgets calls and lanes of packets that nobody can need, if there are twice as many as when it did so last.
func (k *Builder) tidy(s *kernel.State) {
	if n := len(k.asks); n >= max(2*k.asksLeft, manyAsks) {
		k.answered(s)
		k.asksLeft = len(k.asks)
	}
	if len(k.t.Lanes) >= max(2*k.lanesLeft, manyLanes) {
		ports := portsOf(s)
		k.compact(func(l *Lane) bool {
			return l.Thread != 0 || l.Edits || l.Packet.Kind >= kernel.PacketPredicate || ports[l.Packet.Port]
		})
		k.lanesLeft = len(k.t.Lanes)
	}
}

// portsOf returns the ports that packets may be about.
func portsOf(s *kernel.State) map[kernel.PortKey]bool {
	all := map[kernel.PortKey]bool{}
	for id := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(id)
		all[kernel.PortKey{Kind: p.Kind, Object: p.Object, Creator: p.Label.Creator, Serial: p.Label.Serial}] = true
	}
	for id := range s.NetPorts.All {
		all[s.NetPorts.At(id).Key] = true
	}
	for id := range s.Packets.All {
		all[s.Packets.At(id).Key.Port] = true
	}
	return all
}

// forget drops what has come of a thread since, and from the order of calls what it has done itself after so many.
func (k *Builder) forget(lane, calls int, x since) {
	k.earlierOf(lane, calls, x)
	for i := range k.t.Lanes {
		if l := &k.t.Lanes[i]; x.threads[l.Thread] {
			k.collected -= l.gathers()
		}
	}
	for id := range x.threads {
		delete(k.t.asked, id)
		delete(k.t.askers, id)
	}
	for task := range x.tasks {
		if at := k.gatheredOf(lane).stretch; at != k.stretches[task] {
			delete(k.stretches, task)
		}
	}
	var ends List[end]
	for _, e := range k.t.ends.all() {
		if !x.threads[e.thread] {
			ends.Add(e)
		}
	}
	k.t.ends = ends
	stays := func(id uint32) bool { return !x.threads[kernel.ThreadID(id)] }
	k.t.threads.leave(stays)
	k.t.makers.leave(stays)
	k.compact(func(l *Lane) bool { return !x.threads[l.Thread] })
	k.seenOnly()
}

// earlierOf drops from the order of completed calls what has come of a thread since, and its own after so many.
func (k *Builder) earlierOf(lane, calls int, x since) {
	all := k.t.passed.all()
	for _, at := range k.stretches {
		at.number = 0
	}
	k.t.passed = List[passed]{}
	for _, p := range all {
		if x.threads[k.t.Lanes[p.lane].Thread] {
			continue
		}
		if int(p.lane) == lane {
			p.calls = min(p.calls, uint32(calls))
			calls -= int(p.calls)
		}
		if p.calls > 0 {
			k.t.passed.Add(p)
			k.gatheredOf(int(p.lane)).stretch.number = k.t.passed.Len()
		}
	}
}

// compact leaves the lanes that stay, which have lower numbers then.
func (k *Builder) compact(stays func(*Lane) bool) {
	t, to := k.t, make([]uint32, len(k.t.Lanes))
	var lanes []Lane
	var left []gathered
	for i := range t.Lanes {
		l := &t.Lanes[i]
		if !stays(l) {
			if l.Thread == 0 {
				delete(t.packets, l.Packet)
			}
			continue
		}
		to[i] = uint32(len(lanes))
		switch {
		case l.Faults:
			t.failing = to[i] + 1
		case l.Edits:
			t.edits = to[i] + 1
		case l.Thread != 0:
			t.threads.set(uint32(l.Thread), to[i]+1)
		default:
			t.packets[l.Packet] = to[i]
		}
		lanes, left = append(lanes, *l), append(left, *k.gatheredOf(i))
	}
	t.Lanes, k.gathered = lanes, left
	for i := range t.passed.Len() {
		p := t.passed.ref(i)
		p.lane = to[p.lane]
	}
}

// seenOnly forgets the values that programs have read from the state beside their calls, but for those that a lane has.
func (k *Builder) seenOnly() {
	t, to := k.t, map[uint32]uint32{}
	if t.glanced.Len() < max(2*k.seenLeft, manySeen) {
		return
	}
	var left List[any]
	k.glanced, k.seen = map[any]uint32{}, nil
	for i := range t.Lanes {
		all := t.Lanes[i].glances.all()
		for j, n := range all {
			at, ok := to[n]
			if !ok {
				at = uint32(left.Len())
				to[n] = at
				left.Add(t.glanced.At(int(n)))
				k.glanced[left.At(int(at))] = at
			}
			all[j] = at
		}
		t.Lanes[i].glances = List[uint32]{own: slices.Clip(all)}
	}
	t.glanced, k.seenLeft = left, left.Len()
}
