package touch

import (
	"maps"
	"slices"
	"sync"

	"machsim/debugger/choose/explore/numbered"
)

// Numbers are those of what has a name. They hold for all runs of a search, several of which may be on their way: so
// which of two is the lower one says nothing.
type Numbers struct {
	mu      sync.Mutex
	actors  map[made]Actor
	things  map[made]Thing
	origins []origin // of actors

	// Variables. They are things:
	cells map[cell]Thing
	found []uint32 // by thing: the number under which it was found, plus 1; 0 for what has another name
	kinds []Thing  // likewise: what stands for all variables of its type

	// What names say, as numbers that are the same in all searches of a program:
	ActorSums []uint64
	ThingSums []uint64

	// What is waited for in such a way that others may end the wait, or see it: to begin to wait there is a step.
	// It is replaced when it grows.
	Waits map[Thing]bool
}

// origin says where the name of an actor comes from.
type origin struct {
	made
	depth int // of its creators
}

// Names returns names that have seen no run.
func (n *Numbers) Names() *Names { return n.Waiting(n.Waits) }

// Waiting is names, of runs in which waits for some things are steps.
func (n *Numbers) Waiting(waits map[Thing]bool) *Names {
	return &Names{Numbers: n, known: map[made]Actor{}, used: map[made]Thing{}, cells: map[cell]Thing{},
		Waits: waits}
}

// Learn notes that in runs to come waits for a thing are steps.
func (n *Numbers) Learn(t Thing) {
	if !n.Waits[t] {
		waits := maps.Clone(n.Waits)
		if waits == nil {
			waits = map[Thing]bool{}
		}
		waits[t] = true
		n.Waits = waits
	}
}

// actor returns the number of an actor, and where those that there are come from.
func (n *Numbers) actor(m made) (Actor, []origin) {
	n.mu.Lock()
	defer n.mu.Unlock()
	a, ok := n.actors[m]
	if !ok {
		a = Actor(len(n.origins))
		n.actors[m] = a
		n.origins = append(n.origins, origin{m, n.origins[m.creator].depth + 1})
		n.ActorSums = append(n.ActorSums, n.sum(m))
	}
	return a, n.origins
}

// usedThing is a thing that was asked for.
type usedThing struct {
	made
	thing Thing
}

func (n *Numbers) thing(m made) Thing {
	n.mu.Lock()
	defer n.mu.Unlock()
	t, ok := n.things[m]
	if !ok {
		t = Thing(len(n.ThingSums))
		n.things[m] = t
		n.ThingSums = append(n.ThingSums, n.sum(m))
	}
	return t
}

func (n *Numbers) cell(c cell, kind Thing) Thing {
	n.mu.Lock()
	defer n.mu.Unlock()
	t, ok := n.cells[c]
	if !ok {
		t = Thing(len(n.ThingSums))
		n.cells[c] = t
		n.ThingSums = append(n.ThingSums, Mix(Mix(Mix(Mix(n.ActorSums[c.by], uint64(c.kind)), c.frame),
			uint64(c.slot)<<32|uint64(c.number)), uint64(c.at)))
		n.found, n.kinds = numbered.Grown(n.found, t), numbered.Grown(n.kinds, t)
		if n.kinds[t] = kind; c.kind == foundCell {
			n.found[t] = c.number + 1
		}
	}
	return t
}

// Lasting returns uses as they are told to other runs, which are the same until so many variables had been found. Of
// one that was found later nothing is known there but its type.
func (n *Numbers) Lasting(uses Footprint, newest, found uint32) Footprint {
	if newest <= found {
		return uses
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	uses = slices.Clone(uses)
	for i := range uses {
		if t := uses[i].Thing; int(t) < len(n.found) && n.found[t] > found {
			uses[i].Thing = n.kinds[t]
		}
	}
	return uses
}

// Kind returns what stands for all variables of its type if a thing is one that has no name but a number, else the
// thing.
func (n *Numbers) Kind(t Thing) Thing {
	if int(t) < len(n.found) && n.found[t] > 0 {
		return n.kinds[t]
	}
	return t
}

// Newest returns the number of the last found variable among uses, plus 1; 0 for none.
func (n *Numbers) Newest(uses Footprint) (last uint32) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, u := range uses {
		if int(u.Thing) < len(n.found) {
			last = max(last, n.found[u.Thing])
		}
	}
	return last
}

// sum is what a name says.
func (n *Numbers) sum(m made) uint64 {
	return Mix(n.ActorSums[m.creator], uint64(m.kind)<<32|uint64(m.serial))
}

// Ordered says whether two events affect each other by more than variables.
func (n *Numbers) Ordered(a, b Footprint) bool {
	others := func(f Footprint) Footprint {
		return slices.DeleteFunc(slices.Clone(f), func(u Use) bool { return u.Mode >= partRead || n.variable(u.Thing) })
	}
	return Affect(others(a), others(b))
}

// Meet says whether two accesses are to a variable that one of them writes to.
func (n *Numbers) Meet(a, b *Touch) bool {
	return slices.ContainsFunc(a.Uses, func(u Use) bool {
		return n.variable(u.Thing) && slices.ContainsFunc(b.Uses, func(v Use) bool {
			return u.Thing == v.Thing && Affects[u.Mode][v.Mode]
		})
	})
}

// variable says whether a thing is a variable.
func (n *Numbers) variable(t Thing) bool { return int(t) < len(n.kinds) && n.kinds[t] != 0 }

// Mix adds a number to a sum of several.
func Mix(sum, n uint64) uint64 {
	x := sum ^ (n + 0x9e3779b97f4a7c15 + sum<<6 + sum>>2)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
