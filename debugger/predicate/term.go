package predicate

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/kernel"
)

// term is a part of a predicate of which it is known which threads it speaks of.
type term struct {
	op   lang.Op
	node *lang.Node
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
const leafed lang.Op = 255

// join is a term made of others.
func join(o lang.Op, n *lang.Node, text string, kids ...*term) *term {
	t := &term{op: o, node: n, at: n.At, kids: kids, text: text}
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

// literal is what a literal is.
func (t *term) literal() Value { return quick(t.node.Value) }

// anywhere says whether a term, or any part of it, is as asked for.
func (t *term) anywhere(is func(*term) bool) bool {
	return is(t) || slices.ContainsFunc(t.kids, func(k *term) bool { return k.anywhere(is) })
}

// ofMessage says whether a part of a message is in a term.
func (t *term) ofMessage() bool {
	return t.anywhere(func(t *term) bool {
		return t.op == lang.MessageID || t.op == lang.MessageItem || t.op == lang.MessageType || t.op == field
	})
}
