package touch

import (
	"cmp"
	"reflect"

	"machsim/debugger/choose/explore/numbered"
	"machsim/kernel"
)

// Actor is a thread or a packet, under a number that is the same in all runs of a search.
type Actor uint32

// Thing is what events use, likewise; World is everything.
type Thing uint32

const (
	World Thing = 0
	Clock Actor = 1 // makes time pass
)

// made is a kernel.StableName under numbers that are the same in all runs: the n-th thing of a kind that somebody made.
type made struct {
	kind    uint8
	creator Actor
	serial  uint32
}

// Names numbers what has a name, for one run after the other. It remembers what it has asked for.
type Names struct {
	*Numbers
	known   map[made]Actor
	used    map[made]Thing
	lately  [64]usedThing // some of these that were asked for last
	cells   map[cell]Thing
	origins []origin
	Waits   map[Thing]bool                // those of the numbers when the run began
	Learns  []Thing                       // which waits the run has shown to be steps
	Step    int                           // at which the run is
	threads numbered.Log[Actor]           // by thread, 0 for one that was not seen yet
	IDs     numbered.Log[kernel.ThreadID] // by actor, likewise
}

// kinds of names beside those of kernel.ObjectKind.
const (
	memoryName = 200 + iota
	packetName
	taskName
	proxyName
	rightsName
	proxyRightsName
	typeName
	portName // and its kind
)

// apartName is the kind of names of datagrams that travel by themselves.
const apartName = 219

// NewNames returns names of a program of which nothing is known yet.
func NewNames() *Names {
	all := &Numbers{actors: map[made]Actor{}, things: map[made]Thing{}, cells: map[cell]Thing{},
		origins:   make([]origin, 2),
		ActorSums: []uint64{0, 1}, ThingSums: make([]uint64, numFixedThings)}
	return all.Names()
}

// Learn notes that a wait for a thing would matter to others.
func (n *Names) Learn(t Thing) {
	if !n.Waits[t] {
		n.Learns = append(n.Learns, t)
	}
}

// Teach notes for runs to come what the run has shown.
func (n *Names) Teach() {
	for _, t := range n.Learns {
		n.Numbers.Learn(t)
	}
	n.Learns = n.Learns[:0]
}

// Learned says whether runs to come have other steps.
func (n *Names) Learned() bool { return len(n.Waits) != len(n.Numbers.Waits) }

// Again returns names that have seen no run, and know what these have asked for.
func (n *Names) Again() *Names {
	return &Names{Numbers: n.Numbers, known: n.known, used: n.used, cells: n.cells,
		origins: n.origins, Waits: n.Waits}
}

// Compare says which of two actors comes first in the order of their names.
func (n *Names) Compare(a, b Actor) int {
	if a == b {
		return 0
	}
	x, y := &n.origins[a], &n.origins[b]
	return cmp.Or(cmp.Compare(x.depth, y.depth), n.Compare(x.creator, y.creator), cmp.Compare(x.kind, y.kind),
		cmp.Compare(x.serial, y.serial))
}

// Of returns the number of who takes a step.
func (n *Names) Of(s *kernel.State, a kernel.Actor) Actor {
	if a.Edited() {
		return n.Fault(s, s.Failing)
	}
	if a.Thread == 0 {
		return n.Packet(s, a.Packet)
	}
	return n.Thread(s, a.Thread)
}

// Thread returns the number of a thread, 0 for none.
func (n *Names) Thread(s *kernel.State, id kernel.ThreadID) Actor {
	a := n.threads.Get(uint32(id))
	if a == 0 && id != 0 {
		name, _ := s.StableOf(kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)})
		var m made
		if name.Maker.Kind == kernel.TaskObject {
			m = n.made(s, taskName, name.Maker)
			m.serial = m.serial<<16 | name.Serial
		} else {
			m = made{uint8(name.Kind), n.maker(s, name), name.Serial}
		}
		a = n.actor(m)
		n.threads.Set(n.Step, uint32(id), a)
		n.IDs.Set(n.Step, uint32(a), id)
	}
	return a
}

// Named returns the thread that can go on under a name; 0 for none.
func (n *Names) Named(s *kernel.State, a Actor) kernel.ThreadID {
	if id := n.IDs.Get(uint32(a)); id != 0 {
		return id
	}
	for i := range s.Ready.Len() {
		if id := kernel.ThreadID(s.Ready.At(i)); n.Thread(s, id) == a {
			return id
		}
	}
	return 0
}

// made is the name of something of a kind that belongs to an object.
func (n *Names) made(s *kernel.State, kind uint8, o kernel.Object) made {
	name, _ := s.StableOf(o)
	return made{kind, n.maker(s, name), name.Serial}
}

// maker returns the number of the thread that made what has a stable name; 0 for the program's Main.
func (n *Names) maker(s *kernel.State, name kernel.StableName) Actor {
	if name.Maker.ID == 0 {
		return 0
	}
	return n.Thread(s, kernel.ThreadID(name.Maker.ID))
}

func (n *Names) actor(m made) Actor {
	a, ok := n.known[m]
	if !ok {
		a, n.origins = n.Numbers.actor(m)
		n.known[m] = a
	}
	return a
}

// Packet returns the number of the packets of a kind from or to a host that are about a port: as a message leaves a
// proxy when the one before it has arrived, they come one after the other. Datagrams that travel by themselves do not.
func (n *Names) Packet(s *kernel.State, id kernel.PacketID) Actor {
	k := s.Packets.At(uint32(id)).Key
	by := n.Thread(s, kernel.ThreadID(k.Port.Creator))
	port := n.actor(made{portName + k.Port.Kind, by, k.Port.Serial ^ k.Port.Object<<16})
	a := n.actor(made{packetName, port, uint32(k.Host)<<8 | uint32(k.Kind)})
	if serial := s.Packets.At(uint32(id)).Serial; serial != 0 {
		return n.actor(made{apartName, a, serial})
	}
	return a
}

func (n *Names) thing(m made) Thing {
	u := &n.lately[(uint32(m.creator)*31+m.serial*7+uint32(m.kind))%uint32(len(n.lately))]
	if u.made == m && u.thing != 0 {
		return u.thing
	}
	t, ok := n.used[m]
	if !ok {
		t = n.Numbers.thing(m)
		n.used[m] = t
	}
	*u = usedThing{m, t}
	return t
}

// typed returns what stands for all variables of a kind of type.
func (n *Names) typed(k reflect.Kind) Thing { return n.thing(made{typeName, 0, uint32(k)}) }

// cell returns the number of a variable of a type.
func (n *Names) cell(c cell, kind Thing) Thing {
	t, ok := n.cells[c]
	if !ok {
		t = n.Numbers.cell(c, kind)
		n.cells[c] = t
	}
	return t
}

// object returns the number of an object; world for one that has no name.
func (n *Names) object(s *kernel.State, o kernel.Object) Thing {
	if o.Kind == kernel.ThreadObject {
		return n.thing(made{uint8(o.Kind), n.Thread(s, kernel.ThreadID(o.ID)), 0})
	}
	name, ok := s.StableOf(o)
	if !ok {
		return World
	}
	return n.thing(made{uint8(o.Kind), n.maker(s, name), name.Serial})
}
