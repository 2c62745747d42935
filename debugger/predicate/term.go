package predicate

import (
	"slices"

	"machsim/kernel"
)

// term is a part of a predicate of which it is known which threads it speaks of.
type term struct {
	op   op
	node *node
	at   int // index of the byte at which a mistake in it is shown
	kids []*term

	// owner is the thread whose variables alone matter; 0 if none does, several if more
	// than one does, or a place.
	owner kernel.ThreadID

	name string // of a variable
	text string // of an arithmetic, compare, member or aggregate
	leaf int    // of a leaf: its number
	hold *leaf  // of a place
}

// several stands for more than one thread.
const several = ^kernel.ThreadID(0)

// leafed is the op of a term that stands for a leaf.
const leafed op = 255

// join is a term made of others.
func join(o op, n *node, text string, kids ...*term) *term {
	t := &term{op: o, node: n, at: n.at, kids: kids, text: text}
	for _, k := range kids {
		switch {
		case k.owner == 0 || k.owner == t.owner:
		case t.owner == 0:
			t.owner = k.owner
		default:
			t.owner = several
		}
	}
	return t
}

// truth says whether a node can be true or false: if it cannot, it is a value such as a
// number.
func (n *node) truth() bool {
	switch n.op {
	case literal:
		return n.value.Kind == Bool
	case length, total, negative, arithmetic, aggregate:
		return false
	}
	return true
}

// anywhere says whether a node, or any part of it, is as asked for.
func (n *node) anywhere(is func(*node) bool) bool {
	return is(n) || slices.ContainsFunc(n.kids, func(k *node) bool { return k.anywhere(is) })
}

// event says whether a node speaks of the order of events, or of all ways through the
// lattice of cuts, so that it is no condition on one cut.
func (n *node) event() bool {
	switch n.op {
	case linked, concurrent, repeated, possibly, definitely:
		return true
	}
	return false
}
