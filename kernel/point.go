package kernel

// A Door is the oracle of a run: everything that may differ between two runs comes from it.
// The same answers give the same run. A strategy makes a Door for each run that it chooses
// (debugger/choose/strategy); recordings and checkers are Doors, or wrap one.
type Door interface {
	// Choose returns a number from 0 to p.N-1. It is asked only when p.N > 1.
	Choose(p Point) int
	// Input returns the next line of console input, false if it has ended: the text does not matter then.
	Input() (string, bool)
}

// PointKind is the kind of a choice.
type PointKind uint8

const (
	// PointNext: which thread takes the next step, or which packet arrives.
	PointNext PointKind = iota
	// PointWaiter: which of the waiting threads is woken (only in a weak run;
	// otherwise the first in the queue is).
	PointWaiter
	// PointMember: which port of a set is dequeued (only in a weak run;
	// otherwise the message that arrived first is taken).
	PointMember
	// PointTimer: 0 to go on, 1 to let the earliest timer fire now (only with free
	// timers); or which of several timers that are due at once fires first.
	PointTimer
	// PointDelay: by how much a packet is slower than its wire's least delay.
	PointDelay
	// PointPacket: 0 for a packet that is about to arrive to do so, or else which of Point.Faults befalls it. It is
	// asked only while the run may have such faults.
	PointPacket
	// PointRandom: a random number that a program asked for.
	PointRandom
	// PointAddress: where memory is allocated "anywhere", in pages of slack.
	PointAddress
	// PointPredicate: 1 if the predicate of a Halt is met in the thread's task now, 0 if not.
	// A Door that does not know the predicate must answer 0.
	PointPredicate
	// PointFault: 0 for the next step to be taken, or else which of Point.Faults comes before it. It is asked before
	// each step, while the run may have such faults.
	PointFault
	// PointDisk: 0 for a call on a disk to be made, or a host to have crashed, or else which of Point.Faults befalls the
	// disk. It is asked while the run may have such faults; in a crash again, until the answer is 0.
	PointDisk
	// PointProbe: 0 for a thread to make its call, 1 for it to sleep first, as a probe says (ThreadState.Sleeps).
	PointProbe
	numPointKinds
)

var pointNames = [numPointKinds]string{
	"next", "waiter", "member", "timer", "delay", "packet", "random", "address", "predicate", "fault", "disk", "probe",
}

func (k PointKind) String() string { return pointNames[k] }

// Point is a choice that the Door makes.
type Point struct {
	Kind   PointKind
	N      int      // number of options
	Thread ThreadID // the thread that the choice is for, 0 for none
	Packet PacketID // of a PointPacket: the packet
	Stage  int      // of a PointPredicate: which of Halt.Stages
	Early  bool     // of a PointTimer: whether the earliest timer fires before others go on, not which
	disk   diskAt   // of a PointDisk
	state  *State
}

// Actor takes steps: a thread, or else a packet, or else, with neither, a person at a debugger or a Fault.
type Actor struct {
	Thread ThreadID
	Packet PacketID
}

// Edited says whether the step was an Edit, or a Fault.
func (a Actor) Edited() bool { return a == Actor{} }

// Option returns the actor of the i-th option. At a PointNext threads come first, in order of their
// ids, then packets. At a PointTimer it is the thread or packet whose timer fires, so that timers
// are distinguishable in runs of different orders; the zero Actor if none fires. Other points have
// no such options.
func (p Point) Option(i int) Actor {
	switch {
	case p.Kind == PointNext:
		return p.state.actor(i)
	case p.Kind != PointTimer || p.Early && i == 0:
		return Actor{}
	case p.Early:
		return p.state.Timers[0].Actor()
	}
	return p.state.Timers[p.state.due()[i]].Actor()
}

// OptionOf returns the number of an actor among the options of a PointNext.
func (s *State) OptionOf(a Actor) int {
	if a.Thread == 0 {
		return s.Ready.Len() + s.Arrive.below(uint32(a.Packet))
	}
	return s.Ready.below(uint32(a.Thread))
}

// Options returns who can take the next step, in the order of the options of a PointNext. Timers that are due fire
// before that choice, and may let others.
func (s *State) Options() (all []Actor) {
	for i := range s.Ready.Len() + s.Arrive.Len() {
		all = append(all, s.actor(i))
	}
	return all
}

// State returns the state at the choice. It is read-only.
func (p Point) State() *State { return p.state }

func (s *State) actor(i int) Actor {
	if n := s.Ready.Len(); i >= n {
		return Actor{Packet: PacketID(s.Arrive.At(i - n))}
	}
	return Actor{Thread: ThreadID(s.Ready.At(i))}
}
