package explore

import (
	"maps"
	"slices"
	"sync"
)

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

// usedThing is a thing that was asked for.
type usedThing struct {
	made
	thing thing
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

// ordered says whether two events affect each other by more than variables.
func (n *numbers) ordered(a, b footprint) bool {
	others := func(f footprint) footprint {
		return slices.DeleteFunc(slices.Clone(f), func(u use) bool { return u.mode >= partRead || n.variable(u.thing) })
	}
	return affect(others(a), others(b))
}

// meet says whether two accesses are to a variable that one of them writes to.
func (n *numbers) meet(a, b *touch) bool {
	return slices.ContainsFunc(a.uses, func(u use) bool {
		return n.variable(u.thing) && slices.ContainsFunc(b.uses, func(v use) bool {
			return u.thing == v.thing && affects[u.mode][v.mode]
		})
	})
}

// variable says whether a thing is a variable.
func (n *numbers) variable(t thing) bool { return int(t) < len(n.kinds) && n.kinds[t] != 0 }

// mix adds a number to a sum of several.
func mix(sum, n uint64) uint64 {
	x := sum ^ (n + 0x9e3779b97f4a7c15 + sum<<6 + sum>>2)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
