package kernel

import (
	"strconv"

	"machsim/ipc"
)

// StableName is what an object is called in every run of its program, whatever the schedule, its id and the name that
// it was given: its kind, who made it, and its number among what that made of the kind (Krawczuk 5.1.5). Who made it is
// an object of the run at hand, which has a StableName itself; so two runs are compared by their Paths, or by numbers
// that stand for these.
type StableName struct {
	Kind   ObjectKind
	Maker  Object // a thread; of a thread that none of its own task made, the task; no object for the program's Main
	Serial uint32 // ports and sets are numbered together
}

// Stable returns the stable name of an object, given its identity: also of a port or set that is no more. The ports
// that the kernel serves have none; they go by what they stand for.
func (s *State) Stable(who Identity) (n StableName, ok bool) {
	switch who.Kind {
	case PortObject, SetObject:
		l := ipc.Label{Creator: who.A, Serial: who.B}
		return made(who.Kind, l), who.Serves == KindPlain
	}
	return s.stable(Object{who.Kind, who.A})
}

// StableOf is Stable for an object that is there.
func (s *State) StableOf(o Object) (n StableName, ok bool) {
	switch o.Kind {
	case PortObject:
		p := s.IPC.Ports.At(o.ID)
		return made(o.Kind, p.Label), p.Kind == KindPlain
	case SetObject:
		return made(o.Kind, s.IPC.Sets.At(o.ID).Label), true
	}
	return s.stable(o)
}

// stable is StableOf for what keeps its record.
func (s *State) stable(o Object) (n StableName, ok bool) {
	switch o.Kind {
	case TaskObject:
		return made(o.Kind, s.Tasks.At(o.ID).Label), true
	case MutexObject:
		return made(o.Kind, s.Mutexes.At(o.ID).Label), true
	case ConditionObject:
		return made(o.Kind, s.Conditions.At(o.ID).Label), true
	case FileObject:
		return made(o.Kind, s.Files.At(o.ID).Label), true
	case ThreadObject:
		t := s.Threads.At(o.ID)
		n = made(o.Kind, t.Label)
		if !s.forked(t) {
			n.Maker = Object{TaskObject, uint32(t.Task)}
		}
		return n, true
	}
	return n, false
}

// forked says whether a thread was made by another of its task, among whose threads it is numbered; else it is among
// those that its task was given.
func (s *State) forked(t *ThreadState) bool {
	return t.Label.Creator != 0 && s.Threads.At(t.Label.Creator).Task == t.Task
}

func made(kind ObjectKind, l ipc.Label) StableName {
	n := StableName{Kind: kind, Serial: l.Serial}
	if l.Creator != 0 {
		n.Maker = Object{ThreadObject, l.Creator}
	}
	return n
}

// letters begin the numbers of objects, by kind.
var letters = [...]string{TaskObject: "t", PortObject: "p", SetObject: "s", MutexObject: "m", ConditionObject: "c",
	ThreadObject: "", NoObject: "", HostObject: "", PacketObject: "", FileObject: "f"}

// Under returns the path of what has a stable name, given that of its maker; "" for the program's Main.
func (n StableName) Under(maker string) string {
	if maker == "" {
		return n.number()
	}
	return maker + "." + n.number()
}

// number is the last part of a path.
func (n StableName) number() string { return letters[n.Kind] + strconv.Itoa(int(n.Serial)) }

// Path spells a stable name out, up to Main: t2.1.m3 is the third mutex of the first thread of Main's second task.
// Objects of one kind with the same path, in one run or in two, are the same object.
func (s *State) Path(n StableName) string {
	if n.Maker.Kind == NoObject {
		return n.Under("")
	}
	maker, _ := s.stable(n.Maker)
	return n.Under(s.Path(maker))
}
