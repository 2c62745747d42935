package kernel

import "machsim/ipc"

// Identity identifies an object among all others of its run. An id does not, because ids of ports
// and sets are reused, and a port known on several hosts has a record with another id on each; one
// of them is its home. Equal identities mean the same object.
type Identity struct {
	Kind   ObjectKind // NoObject for nothing
	Serves uint8      // of a port: KindPlain for one that a program made, or what the kernel serves there
	A, B   uint32     // who made a plain port or a set, and its number there; else A is an id
}

// Identity returns the identity of an object that is there, the zero Identity for no object. All
// kinds of objects but ports, sets and packets have ids that are not used again.
func (s *State) Identity(o Object) Identity {
	switch o.Kind {
	case NoObject:
		return Identity{}
	case PortObject:
		if o.ID == 0 || ipc.PortID(o.ID) == ipc.DeadPort || !s.IPC.Ports.Has(o.ID) {
			return Identity{}
		}
		p := s.IPC.Ports.At(o.ID)
		return portIdentity(p.Kind, p.Object, &p.Far, &p.Label)
	}
	if !s.ever(o) {
		return Identity{}
	}
	if o.Kind == SetObject {
		return setIdentity(s.IPC.Sets.At(o.ID).Label)
	}
	return Identity{Kind: o.Kind, A: o.ID}
}

// ever says whether an object is there, or may have been: programs may give a call any number at all.
func (s *State) ever(o Object) bool {
	var above uint32
	switch o.Kind {
	case SetObject:
		above = s.IPC.Sets.Cap()
	case MutexObject:
		above = s.Mutexes.Cap()
	case ConditionObject:
		above = s.Conditions.Cap()
	case ThreadObject:
		above = s.Threads.Cap()
	case TaskObject:
		above = s.Tasks.Cap()
	case HostObject:
		above = s.Hosts.Cap()
	case PacketObject:
		above = s.Packets.Cap()
	case FileObject:
		above = s.Files.Cap()
	}
	return o.ID < above
}

// Identity returns the identity of the port or set that m tells of, the zero Identity if it tells
// of none.
func (m *Meaning) Identity() Identity {
	if m.Type&ipc.TypePortSet != 0 {
		return setIdentity(m.set)
	}
	if !m.known {
		return Identity{}
	}
	return portIdentity(m.kind, m.object, &m.far, &m.label)
}

// portIdentity is the identity of a port, given what its record says of it.
func portIdentity(kind uint8, object uint32, far *ipc.Far, l *ipc.Label) Identity {
	if kind == KindProxy {
		kind, object = far.Kind, far.Object
	}
	if kind == KindPlain {
		return Identity{PortObject, kind, l.Creator, l.Serial}
	}
	return Identity{PortObject, kind, object, 0}
}

func setIdentity(l ipc.Label) Identity { return Identity{SetObject, 0, l.Creator, l.Serial} }
