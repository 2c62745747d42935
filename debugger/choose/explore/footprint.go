package explore

import (
	"slices"

	"machsim/ipc"
	"machsim/kernel"
)

// mode is how an event uses a thing.
type mode uint8

const (
	read      mode = iota // asks
	write                 // asks and changes, or tries without waiting
	acquire               // takes what only one can have; the event before that gave it back makes that possible
	release               // gives that back
	send                  // puts a message into a queue; the event that made room makes that possible
	receive               // takes one out; the event that sent it makes that possible
	partRead              // reads one of all variables of a type
	partWrite             // writes to one of them
	add                   // changes it so that the order of such changes does not matter
	numModes
)

// needs says whether an event that uses a thing so cannot be without what others leave of it.
func (m mode) needs() bool { return m == acquire || m == receive || m == send }

// affects says of two uses of one thing by different actors whether their order matters, beyond what makes one of them
// possible.
var affects = func() (table [numModes][numModes]bool) {
	both := func(a, b mode) { table[a][b], table[b][a] = true, true }
	for m := range numModes {
		both(write, m)
	}
	both(read, partWrite)
	both(read, acquire)
	both(read, release)
	both(read, send)
	both(read, receive)
	both(acquire, acquire)
	both(send, send)
	both(receive, receive)
	for m := range add {
		both(add, m)
	}
	return table
}()

// use is what an event does with a thing.
type use struct {
	thing thing
	mode  mode
}

// footprint is all that an event uses, found before it is taken.
type footprint []use

// affect says whether the order of two events matters by what they use.
func affect(a, b footprint) bool {
	for _, u := range a {
		for _, v := range b {
			switch {
			case u.thing == v.thing && affects[u.mode][v.mode]:
				return true
			case u.thing == world && u.mode == write, v.thing == world && v.mode == write:
				return true
			}
		}
	}
	return false
}

var everything = footprint{{world, write}}

func (f footprint) everything() bool { return f[0] == everything[0] }

// meddles says whether an event may change what others would do, or end their waits, though it does not use everything.
func (f footprint) meddles() bool { return f.has(meddling) }

// footprints finds what steps use.
type footprints struct {
	names   *names
	memory  noted[thing] // by kernel.MemoryID
	several noted[bool]  // by kernel.TaskID: it has had more than one thread
	told    accesses

	failing bool // faults may come between two steps
	ending  bool // an exception that nobody deals with ends its task, and the run goes on (kernel.Config.KeepGoing)

	room   footprint
	lately [128]footprint // some that were found last, by their hashes: most come again and again
}

// kept returns a footprint that is to be kept, of one that may stand in the room of the next.
func (f *footprints) kept(uses footprint) footprint {
	h := uint32(0)
	for _, u := range uses {
		h = h*31 + uint32(u.thing)*uint32(numModes) + uint32(u.mode)
	}
	same := &f.lately[h%uint32(len(f.lately))]
	if !slices.Equal(*same, uses) {
		*same = slices.Clone(uses)
	}
	return *same
}

// back takes back what the steps from one on have shown.
func (f *footprints) back(step int) {
	f.names.threads.back(step)
	f.names.ids.back(step)
	f.memory.back(step)
	f.several.back(step)
	f.names.step = 0
}

// of returns what an actor's next step uses. Where waits are steps all that is done comes in every order: so does who
// waits first.
func (f *footprints) of(s *kernel.State, a kernel.Actor) footprint {
	all := f.plain(s, a)
	if len(f.names.waits) > 0 && a.Thread != 0 { // to wait is no step of a packet
		f.stepwise(all)
		if f.names.waits[atRights] && !all.everything() {
			all = append(all, use{f.namesOf(s, s.Threads.At(uint32(a.Thread)).Space), read})
		}
	}
	if a.Thread != 0 && !all.everything() {
		for _, t := range f.told.of(a.Thread) {
			all = all.with(t.uses)
		}
	}
	return all
}

// stepwise has a call that begins to wait by a step of its own come in every order with others: also in the set of a
// port at which it waits.
func (f *footprints) stepwise(all footprint) {
	sends := false
	for i := range all {
		if f.names.waits[all[i].thing] || sends && all[i].mode == send {
			sends = sends || all[i].mode == send
			all[i].mode = write
		}
	}
}

// awaited returns what a thread waits for.
func (f *footprints) awaited(s *kernel.State, id kernel.ThreadID, w kernel.Wait) thing {
	switch w.Kind {
	case kernel.WaitSend, kernel.WaitReceive:
		if w.Set != 0 {
			return f.set(s, w.Set)
		}
		return f.port(s, w.Port)
	case kernel.WaitMutex:
		return f.mutex(s, int64(w.Object))
	case kernel.WaitJoin:
		return f.joined(s, kernel.ThreadID(w.Object)).thing
	case kernel.WaitAlone:
		return f.names.thing(made{taskName, f.first(s, s.Threads.At(uint32(id))), 0})
	}
	return world
}

// plain is of, where no waits are steps. Everybody reads the world, so that what changes it comes before or after all
// else.
func (f *footprints) plain(s *kernel.State, a kernel.Actor) footprint {
	if a.Thread == 0 {
		return f.packet(s, a.Packet)
	}
	t := s.Threads.At(uint32(a.Thread))
	some := append(f.room[:0], use{world, read})
	if t.Handler != 0 || t.Suspend != 0 || t.Held {
		return everything
	}
	switch t.Call.Op {
	case kernel.OpStart, kernel.OpPreempt, kernel.OpThreadSwitch, kernel.OpClock, kernel.OpLabel, kernel.OpSpan,
		kernel.OpSpanEnd, kernel.OpPrint,
		kernel.OpFail, kernel.OpRandom, kernel.OpMutexAlloc, kernel.OpConditionAlloc,
		kernel.OpTaskSelf, kernel.OpThreadSelf, kernel.OpHostSelf, kernel.OpCThreadSetName, kernel.OpCThreadSetData,
		kernel.OpCThreadData, kernel.OpCThreadSetSpecific, kernel.OpCThreadGetSpecific:
		return some
	case kernel.OpRaise:
		if !f.ending && unhandled(s, t) { // it fails, and changes nothing
			return some
		}
	case kernel.OpReplyPort, kernel.OpVMAllocate, kernel.OpPortAllocate:
		return some
	case kernel.OpPortSetQLimit:
		if port, set, ok := s.IPC.LookSource(t.Space, t.Call.Name2); ok && set == 0 {
			return append(f.queue(s, port, write, some), use{meddling, read})
		}
	case kernel.OpCThreadFork:
		if s.Tasks.At(uint32(t.Task)).Limit == 0 {
			return some
		}
	case kernel.OpCThreadJoin, kernel.OpCThreadDetach:
		return append(some, f.joined(s, kernel.ThreadID(t.Call.N)))
	case kernel.OpMutexLock:
		return append(some, use{f.mutex(s, t.Call.N), acquire})
	case kernel.OpMutexTryLock:
		return append(some, use{f.mutex(s, t.Call.N), write})
	case kernel.OpMutexUnlock:
		return append(some, f.gives(s, a.Thread, t.Call.N))
	case kernel.OpConditionWait:
		if t.Phase > 0 {
			return append(some, use{f.mutex(s, t.Call.N2), acquire})
		}
		return append(some, use{f.condition(s, t.Call.N), write}, f.gives(s, a.Thread, t.Call.N2))
	case kernel.OpConditionSignal, kernel.OpConditionBroadcast:
		return append(some, use{f.condition(s, t.Call.N), write})
	case kernel.OpPeek, kernel.OpPoke:
		return f.access(s, t, some)
	case kernel.OpReturn, kernel.OpExit:
		all := f.end(s, a.Thread, t, some)
		if f.names.waits[atRights] && !f.crowded(s, a) {
			all[0].mode = read
			return f.rightly(s, a, all, true)
		}
		return all
	case kernel.OpMachMsg, kernel.OpMsgSend, kernel.OpMsgReceive, kernel.OpMsgRPC:
		all := f.message(s, t, some)
		if f.names.waits[atRights] && !all.global() && !f.crowded(s, a) {
			return f.rightly(s, a, all, false)
		}
		return all
	}
	if t.Call.Op.Class() != kernel.ClassRights && t.Call.Op != kernel.OpPortsLookup && t.Call.Op != kernel.OpNetServer {
		return f.own(s, a, some)
	}
	return f.rightly(s, a, some, true)
}

func (f *footprints) mutex(s *kernel.State, id int64) thing {
	if !s.Mutexes.Has(uint32(id)) {
		return world
	}
	return f.names.object(s, kernel.Object{Kind: kernel.MutexObject, ID: uint32(id)})
}

// gives is the use of a mutex by a thread that unlocks it. One that has not locked it is told who has.
func (f *footprints) gives(s *kernel.State, by kernel.ThreadID, id int64) use {
	if m := f.mutex(s, id); m == world || s.Mutexes.At(uint32(id)).Owner == by {
		return use{m, release}
	}
	return use{f.mutex(s, id), write}
}

// unhandled says whether an exception of a thread is one that nobody deals with: neither it nor its task has a port
// for that.
func unhandled(s *kernel.State, t *kernel.ThreadState) bool {
	return t.Specials[kernel.SpecialException] == 0 &&
		s.Tasks.At(uint32(t.Task)).Specials[kernel.SpecialException] == 0
}

func (f *footprints) condition(s *kernel.State, id int64) thing {
	if !s.Conditions.Has(uint32(id)) {
		return world
	}
	return f.names.object(s, kernel.Object{Kind: kernel.ConditionObject, ID: uint32(id)})
}

// joined is the use of a thread that ends, or is waited for to end.
func (f *footprints) joined(s *kernel.State, id kernel.ThreadID) use {
	if !s.Threads.Has(uint32(id)) {
		return use{world, write}
	}
	return use{f.names.object(s, kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)}), acquire}
}

// access is the use of memory: of the region that an address lies in.
func (f *footprints) access(s *kernel.State, t *kernel.ThreadState, some footprint) footprint {
	m := f.memory.get(uint32(s.Region(t.Task, uint64(t.Call.N))))
	if m == 0 {
		return everything
	}
	if t.Call.Op == kernel.OpPeek {
		return append(some, use{m, read})
	}
	return append(some, use{m, write})
}

// allocated gives memory the name of the thread that made it, and its number there.
func (f *footprints) allocated(m kernel.MemoryID, by actor, n int) {
	f.memory.set(f.names.step, uint32(m), f.names.thing(made{memoryName, by, uint32(n)}))
}

// end is the use of all that ends with a thread: those that join it, and with the last of its task the ports of which
// others know.
func (f *footprints) end(s *kernel.State, id kernel.ThreadID, t *kernel.ThreadState, some footprint) footprint {
	some = append(some, use{f.names.object(s, kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)}), release})
	all := f.names.thing(made{taskName, f.first(s, t), 0})
	if len(s.Tasks.At(uint32(t.Task)).Threads) > 1 {
		return append(some, use{all, release})
	}
	some = append(some, use{all, acquire})
	return f.abandoned(s, t.Space, some)
}

// abandoned is the use of ports that lose their receiver, or somebody who can send to them, with a task.
func (f *footprints) abandoned(s *kernel.State, sp ipc.SpaceID, some footprint) footprint {
	for port := range s.IPC.Ports.All {
		p := s.IPC.Ports.At(port)
		if p.Kind != kernel.KindPlain && p.Kind != kernel.KindProxy || p.Dead {
			continue
		}
		held := slices.ContainsFunc(p.Holders, func(h ipc.Holder) bool { return h.Space == sp })
		switch {
		case p.Kind == kernel.KindProxy:
			if held {
				some = append(some, use{f.rights(s, ipc.PortID(port)), release})
			}
		case p.Net != 0 && (p.Receiver == sp || held && p.NSRequest != 0):
			some[0].mode = write // other hosts are told
		case p.Receiver == sp && (p.SRights > 0 || p.SORights > 0):
			some = f.queue(s, ipc.PortID(port), write, some)
		case held && p.NSRequest != 0:
			some = append(some, use{f.port(s, ipc.PortID(port)), write})
		}
	}
	return some
}

// first is the first thread of a task.
func (f *footprints) first(s *kernel.State, t *kernel.ThreadState) actor {
	return f.names.thread(s, s.Tasks.At(uint32(t.Task)).Threads[0])
}

// port is the queue of a port.
func (f *footprints) port(s *kernel.State, id ipc.PortID) thing {
	if id == 0 || id == ipc.DeadPort || !s.IPC.Ports.Has(uint32(id)) {
		return world
	}
	p := s.IPC.Ports.At(uint32(id))
	switch {
	case p.Kind == kernel.KindProxy:
		return f.proxy(s, proxyName, id)
	case p.Kind != kernel.KindPlain:
		return world
	}
	return f.names.object(s, kernel.Object{Kind: kernel.PortObject, ID: uint32(id)})
}

// queue adds the use of a port's queue; and of its set's, which its messages are in, if it is a member of one.
func (f *footprints) queue(s *kernel.State, id ipc.PortID, m mode, some footprint) footprint {
	port := f.port(s, id)
	if port == world {
		some[0].mode = write
		return some
	}
	some = append(some, use{port, m})
	if set := s.IPC.Ports.At(uint32(id)).Set; set != 0 {
		some = append(some, use{f.set(s, set), m})
	}
	return some
}

func (f *footprints) set(s *kernel.State, id ipc.SetID) thing {
	return f.names.object(s, kernel.Object{Kind: kernel.SetObject, ID: uint32(id)})
}

// message is the use of queues by a message call. Options that ask for more use everything, too.
func (f *footprints) message(s *kernel.State, t *kernel.ThreadState, some footprint) footprint {
	sends, receives := t.Call.Opt&ipc.MACH_SEND_MSG != 0, t.Call.Opt&ipc.MACH_RCV_MSG != 0
	const plain = ipc.MACH_SEND_MSG | ipc.MACH_RCV_MSG | ipc.MACH_SEND_TIMEOUT | ipc.MACH_RCV_TIMEOUT
	if t.Call.Opt&^plain != 0 || t.Call.Op != kernel.OpMachMsg {
		some[0].mode = write
	}
	switch {
	case !t.Fresh():
		return f.goingOn(s, t, some)
	case sends:
		return f.sending(s, t, some, receives)
	case t.Call.Op == kernel.OpMsgReceive && t.Call.Name == kernel.PORT_DEFAULT:
		return everything
	}
	port, set, ok := s.IPC.LookSource(t.Space, t.Call.Name)
	m := receive
	if t.Call.Opt&ipc.MACH_RCV_TIMEOUT != 0 && t.Call.N <= 0 {
		m = write
	}
	switch {
	case !ok:
		return everything
	case set != 0:
		return append(some, use{f.set(s, set), m})
	}
	return f.queue(s, port, m, some)
}

// sending is the use of a queue by a call that sends, and perhaps waits for the answer. Rights in the message use
// everything, too.
func (f *footprints) sending(s *kernel.State, t *kernel.ThreadState, some footprint, receives bool) footprint {
	if carries(s, t.Call.Msg) && (f.crowdedTask(s, t.Task) || !f.exact()) {
		some[0].mode = write
	}
	dest, by, ok := s.IPC.LookDest(t.Space, t.Call.Msg, ipc.Null)
	switch {
	case !ok:
		return everything
	case t.Call.Opt&ipc.MACH_SEND_TIMEOUT == 0, t.Call.N > 0, by != ipc.PortSend: // there is always room for an answer
		return f.queue(s, dest, send, some)
	}
	return f.queue(s, dest, write, some)
}

// goingOn is the use of queues by a message call whose wait has ended. A send whose time is up still finds room, if
// there is some then.
func (f *footprints) goingOn(s *kernel.State, t *kernel.ThreadState, some footprint) footprint {
	switch {
	case !t.Sending(): // what it waited for is in its hands, or does not come
		if t.Msg == 0 && t.Wake == kernel.WakeReady {
			return everything
		}
		return some
	case carries(s, t.Msg) && (f.crowdedTask(s, t.Task) || !f.exact()):
		some[0].mode = write
	}
	switch t.Wake {
	case kernel.WakeAbort:
		return some
	case kernel.WakeTimeout:
		return f.queue(s, s.IPC.Msgs.At(uint32(t.Msg)).Dest, write, some)
	case kernel.WakeReady:
		return f.queue(s, s.IPC.Msgs.At(uint32(t.Msg)).Dest, send, some)
	}
	return everything
}

// carries says whether a message has rights or memory in it.
func carries(s *kernel.State, id ipc.MsgID) bool {
	m := s.IPC.Msgs.At(uint32(id))
	return slices.ContainsFunc(m.Items, func(i ipc.Item) bool {
		return i.Kind == ipc.KindPort || i.Kind == ipc.KindMemory
	})
}
