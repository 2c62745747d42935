package explore

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"sync"

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

// numbers are those of what has a name. They hold for all runs of a search, several of which may be on their way: so
// which of two is the lower one says nothing.
type numbers struct {
	mu      sync.Mutex
	actors  map[made]actor
	things  map[made]thing
	origins []origin // of actors

	// Variables. They are things:
	cells map[cell]thing
	found []uint32 // by thing: the number under which it was found, plus 1; 0 for what has another name
	kinds []thing  // likewise: what stands for all variables of its type

	// What names say, as numbers that are the same in all searches of a program:
	actorSums []uint64
	thingSums []uint64

	// What is waited for in such a way that others may end the wait, or see it: to begin to wait there is a step.
	// It is replaced when it grows.
	waits map[thing]bool
}

// origin says where the name of an actor comes from.
type origin struct {
	made
	depth int // of its creators
}

// names numbers what has a name, for one run after the other. It remembers what it has asked for.
type names struct {
	*numbers
	known   map[made]actor
	used    map[made]thing
	lately  [64]usedThing // some of these that were asked for last
	cells   map[cell]thing
	origins []origin
	waits   map[thing]bool         // those of the numbers when the run began
	learns  []thing                // which waits the run has shown to be steps
	step    int                    // at which the run is
	threads noted[actor]           // by thread, 0 for one that was not seen yet
	ids     noted[kernel.ThreadID] // by actor, likewise
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

func newNames() *names {
	all := &numbers{actors: map[made]actor{}, things: map[made]thing{}, cells: map[cell]thing{},
		origins:   make([]origin, 2),
		actorSums: []uint64{0, 1}, thingSums: make([]uint64, numFixedThings)}
	return all.names()
}

// names returns names that have seen no run.
func (n *numbers) names() *names { return n.waiting(n.waits) }

// waiting is names, of runs in which waits for some things are steps.
func (n *numbers) waiting(waits map[thing]bool) *names {
	return &names{numbers: n, known: map[made]actor{}, used: map[made]thing{}, cells: map[cell]thing{},
		waits: waits}
}

// learn notes that in runs to come waits for a thing are steps.
func (n *numbers) learn(t thing) {
	if !n.waits[t] {
		waits := maps.Clone(n.waits)
		if waits == nil {
			waits = map[thing]bool{}
		}
		waits[t] = true
		n.waits = waits
	}
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

// actor returns the number of an actor, and where those that there are come from.
func (n *numbers) actor(m made) (actor, []origin) {
	n.mu.Lock()
	defer n.mu.Unlock()
	a, ok := n.actors[m]
	if !ok {
		a = actor(len(n.origins))
		n.actors[m] = a
		n.origins = append(n.origins, origin{m, n.origins[m.creator].depth + 1})
		n.actorSums = append(n.actorSums, n.sum(m))
	}
	return a, n.origins
}

// packet returns the number of the packets of a kind from or to a host that are about a port: as a message leaves a
// proxy when the one before it has arrived, they come one after the other.
func (n *names) packet(s *kernel.State, id kernel.PacketID) actor {
	k := s.Packets.At(uint32(id)).Key
	by := n.thread(s, kernel.ThreadID(k.Port.Creator))
	port := n.actor(made{portName + k.Port.Kind, by, k.Port.Serial ^ k.Port.Object<<16})
	return n.actor(made{packetName, port, uint32(k.Host)<<8 | uint32(k.Kind)})
}

// usedThing is a thing that was asked for.
type usedThing struct {
	made
	thing thing
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

func (n *numbers) thing(m made) thing {
	n.mu.Lock()
	defer n.mu.Unlock()
	t, ok := n.things[m]
	if !ok {
		t = thing(len(n.thingSums))
		n.things[m] = t
		n.thingSums = append(n.thingSums, n.sum(m))
	}
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

func (n *numbers) cell(c cell, kind thing) thing {
	n.mu.Lock()
	defer n.mu.Unlock()
	t, ok := n.cells[c]
	if !ok {
		t = thing(len(n.thingSums))
		n.cells[c] = t
		n.thingSums = append(n.thingSums, mix(mix(mix(mix(n.actorSums[c.by], uint64(c.kind)), c.frame),
			uint64(c.slot)<<32|uint64(c.number)), uint64(c.at)))
		n.found, n.kinds = grown(n.found, t), grown(n.kinds, t)
		if n.kinds[t] = kind; c.kind == foundCell {
			n.found[t] = c.number + 1
		}
	}
	return t
}

// lasting returns uses as they are told to other runs, which are the same until so many variables had been found. Of
// one that was found later nothing is known there but its type.
func (n *numbers) lasting(uses footprint, newest, found uint32) footprint {
	if newest <= found {
		return uses
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	uses = slices.Clone(uses)
	for i := range uses {
		if t := uses[i].thing; int(t) < len(n.found) && n.found[t] > found {
			uses[i].thing = n.kinds[t]
		}
	}
	return uses
}

// kind returns what stands for all variables of its type if a thing is one that has no name but a number, else the
// thing.
func (n *numbers) kind(t thing) thing {
	if int(t) < len(n.found) && n.found[t] > 0 {
		return n.kinds[t]
	}
	return t
}

// newest returns the number of the last found variable among uses, plus 1; 0 for none.
func (n *numbers) newest(uses footprint) (last uint32) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, u := range uses {
		if int(u.thing) < len(n.found) {
			last = max(last, n.found[u.thing])
		}
	}
	return last
}

// sum is what a name says.
func (n *numbers) sum(m made) uint64 {
	return mix(n.actorSums[m.creator], uint64(m.kind)<<32|uint64(m.serial))
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
