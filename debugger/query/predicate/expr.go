package predicate

import (
	"reflect"
	"slices"

	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/kernel"
)

// Expr is a part of a predicate whose names are bound to threads.
type Expr struct {
	Op   lang.Op
	node *lang.Node
	at   int // index of the byte where a mistake in it is reported
	Kids []*Expr

	// owner is the only thread whose variables it reads: 0 if it reads none, several if it reads those of
	// more threads, or speaks of a place.
	owner kernel.ThreadID

	name string       // of a variable
	to   reflect.Type // of a conversion
	fine bool         // of a variable: it is the program's own, and changes at statements
	Text string       // of an arithmetic, compare, member, function, aggregate or method
	Atom int          // of an atom: its number
	hold *Atom        // of a place
}

// several stands for more than one thread.
const several = ^kernel.ThreadID(0)

// OpAtom is the op of an expression that stands for an atom.
const OpAtom lang.Op = 255

// opNil is the op of nil.
const opNil lang.Op = 253

// join returns an expression made of others. Its owner follows from theirs.
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

// Literal returns the constant that a literal is.
func (t *Expr) Literal() eval.Value { return eval.Literal(t.node) }

// anywhere says whether an expression, or any part of it, satisfies is.
func (t *Expr) anywhere(is func(*Expr) bool) bool {
	return is(t) || slices.ContainsFunc(t.Kids, func(k *Expr) bool { return k.anywhere(is) })
}

// ofMessage says whether an expression reads a part of a message.
func (t *Expr) ofMessage() bool {
	return t.anywhere(func(t *Expr) bool {
		return t.Op == lang.MessageID || t.Op == lang.MessageItem || t.Op == lang.MessageType || t.Op == field
	})
}

// Atoms returns the numbers of the atoms in an expression, each once.
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
