package predicate

import (
	"slices"

	"machsim/debugger/lang"
	"machsim/kernel"
)

// Expr is a part of a predicate of which it is known which threads it speaks of.
type Expr struct {
	Op   lang.Op
	node *lang.Node
	at   int // index of the byte at which a mistake in it is shown
	Kids []*Expr

	// owner is the thread whose variables alone matter; 0 if none does, several if more
	// than one does, or a place.
	owner kernel.ThreadID

	name string // of a variable
	Text string // of an arithmetic, compare, member or aggregate
	Atom int    // of an atom: its number
	hold *Atom  // of a place
}

// several stands for more than one thread.
const several = ^kernel.ThreadID(0)

// OpAtom is the op of a term that stands for an atom.
const OpAtom lang.Op = 255

// join is a term made of others.
func join(o lang.Op, n *lang.Node, text string, kids ...*Expr) *Expr {
	t := &Expr{Op: o, node: n, at: n.At, Kids: kids, Text: text}
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

// Literal is what a literal is.
func (t *Expr) Literal() Value { return quick(t.node.Value) }

// anywhere says whether a term, or any part of it, is as asked for.
func (t *Expr) anywhere(is func(*Expr) bool) bool {
	return is(t) || slices.ContainsFunc(t.Kids, func(k *Expr) bool { return k.anywhere(is) })
}

// ofMessage says whether a part of a message is in a term.
func (t *Expr) ofMessage() bool {
	return t.anywhere(func(t *Expr) bool {
		return t.Op == lang.MessageID || t.Op == lang.MessageItem || t.Op == lang.MessageType || t.Op == field
	})
}

// Atoms are the numbers of the atoms in an expression, each once.
func (t *Expr) Atoms() []int { return t.atoms(nil) }

func (t *Expr) atoms(all []int) []int {
	if t.Op == OpAtom && !slices.Contains(all, t.Atom) {
		return append(all, t.Atom)
	}
	for _, k := range t.Kids {
		all = k.atoms(all)
	}
	return all
}
