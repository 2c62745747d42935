package explore

import (
	"cmp"
	"reflect"

	"machsim/kernel"
)

// actor is a thread or a packet, under a number that is the same in all runs of a search.
type actor uint32

// thing is what events use, likewise; world is everything.
type thing uint32

const (
	world thing = 0
	clock actor = 1 // makes time pass
)

// made is a kernel.StableName under numbers that are the same in all runs: the n-th thing of a kind that somebody made.
type made struct {
	kind    uint8
	creator actor
	serial  uint32
}

// names numbers what has a name, for one run after the other. It remembers what it has asked for.
type names struct {
	*numbers
	known   map[made]actor
	used    map[made]thing
	lately  [64]usedThing // some of these that were asked for last
	cells   map[cell]thing
	origins []origin
	waits   map[thing]bool           // those of the numbers when the run began
	learns  []thing                  // which waits the run has shown to be steps
	step    int                      // at which the run is
	threads undoLog[actor]           // by thread, 0 for one that was not seen yet
	ids     undoLog[kernel.ThreadID] // by actor, likewise
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

func newNames() *names {
	all := &numbers{actors: map[made]actor{}, things: map[made]thing{}, cells: map[cell]thing{},
		origins:   make([]origin, 2),
		actorSums: []uint64{0, 1}, thingSums: make([]uint64, numFixedThings)}
	return all.names()
}

// learn notes that a wait for a thing would matter to others.
func (n *names) learn(t thing) {
	if !n.waits[t] {
		n.learns = append(n.learns, t)
	}
}

// teach notes for runs to come what the run has shown.
func (n *names) teach() {
	for _, t := range n.learns {
		n.numbers.learn(t)
	}
	n.learns = n.learns[:0]
}

// learned says whether runs to come have other steps.
func (n *names) learned() bool { return len(n.waits) != len(n.numbers.waits) }

// again returns names that have seen no run, and know what these have asked for.
func (n *names) again() *names {
	return &names{numbers: n.numbers, known: n.known, used: n.used, cells: n.cells,
		origins: n.origins, waits: n.waits}
}

// compare says which of two actors comes first in the order of their names.
func (n *names) compare(a, b actor) int {
	if a == b {
		return 0
	}
	x, y := &n.origins[a], &n.origins[b]
	return cmp.Or(cmp.Compare(x.depth, y.depth), n.compare(x.creator, y.creator), cmp.Compare(x.kind, y.kind),
		cmp.Compare(x.serial, y.serial))
}

// thread returns the number of a thread, 0 for none.
func (n *names) thread(s *kernel.State, id kernel.ThreadID) actor {
	a := n.threads.get(uint32(id))
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
		n.threads.set(n.step, uint32(id), a)
		n.ids.set(n.step, uint32(a), id)
	}
	return a
}

// named returns the thread that can go on under a name; 0 for none.
func (n *names) named(s *kernel.State, a actor) kernel.ThreadID {
	if id := n.ids.get(uint32(a)); id != 0 {
		return id
	}
	for i := range s.Ready.Len() {
		if id := kernel.ThreadID(s.Ready.At(i)); n.thread(s, id) == a {
			return id
		}
	}
	return 0
}

// made is the name of something of a kind that belongs to an object.
func (n *names) made(s *kernel.State, kind uint8, o kernel.Object) made {
	name, _ := s.StableOf(o)
	return made{kind, n.maker(s, name), name.Serial}
}

// maker returns the number of the thread that made what has a stable name; 0 for the program's Main.
func (n *names) maker(s *kernel.State, name kernel.StableName) actor {
	if name.Maker.ID == 0 {
		return 0
	}
	return n.thread(s, kernel.ThreadID(name.Maker.ID))
}

func (n *names) actor(m made) actor {
	a, ok := n.known[m]
	if !ok {
		a, n.origins = n.numbers.actor(m)
		n.known[m] = a
	}
	return a
}

// packet returns the number of the packets of a kind from or to a host that are about a port: as a message leaves a
// proxy when the one before it has arrived, they come one after the other. Datagrams that travel by themselves do not.
func (n *names) packet(s *kernel.State, id kernel.PacketID) actor {
	k := s.Packets.At(uint32(id)).Key
	by := n.thread(s, kernel.ThreadID(k.Port.Creator))
	port := n.actor(made{portName + k.Port.Kind, by, k.Port.Serial ^ k.Port.Object<<16})
	a := n.actor(made{packetName, port, uint32(k.Host)<<8 | uint32(k.Kind)})
	if serial := s.Packets.At(uint32(id)).Serial; serial != 0 {
		return n.actor(made{apartName, a, serial})
	}
	return a
}

func (n *names) thing(m made) thing {
	u := &n.lately[(uint32(m.creator)*31+m.serial*7+uint32(m.kind))%uint32(len(n.lately))]
	if u.made == m && u.thing != 0 {
		return u.thing
	}
	t, ok := n.used[m]
	if !ok {
		t = n.numbers.thing(m)
		n.used[m] = t
	}
	*u = usedThing{m, t}
	return t
}

// typed returns what stands for all variables of a kind of type.
func (n *names) typed(k reflect.Kind) thing { return n.thing(made{typeName, 0, uint32(k)}) }

// cell returns the number of a variable of a type.
func (n *names) cell(c cell, kind thing) thing {
	t, ok := n.cells[c]
	if !ok {
		t = n.numbers.cell(c, kind)
		n.cells[c] = t
	}
	return t
}

// object returns the number of an object; world for one that has no name.
func (n *names) object(s *kernel.State, o kernel.Object) thing {
	if o.Kind == kernel.ThreadObject {
		return n.thing(made{uint8(o.Kind), n.thread(s, kernel.ThreadID(o.ID)), 0})
	}
	name, ok := s.StableOf(o)
	if !ok {
		return world
	}
	return n.thing(made{uint8(o.Kind), n.maker(s, name), name.Serial})
}
