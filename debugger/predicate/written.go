package predicate

import (
	"strings"
)

// written is a term of one thread in full: with the name of the thread before each
// variable, however it was typed.
func (b *binder) written(t *term) string {
	switch t.op {
	case literal:
		return t.node.value.String()
	case variable:
		return b.r.thread(t.owner) + "." + t.name
	case member:
		return b.written(t.kids[0]) + "." + t.text
	case element:
		return b.written(t.kids[0]) + "[" + b.written(t.kids[1]) + "]"
	case length:
		return "len(" + b.written(t.kids[0]) + ")"
	case total:
		return "sum(" + b.written(t.kids[0]) + ")"
	case negative:
		return "-" + b.operand(t.kids[0])
	case arithmetic, compare:
		return b.operand(t.kids[0]) + " " + t.text + " " + b.operand(t.kids[1])
	case not:
		return "not " + b.operand(t.kids[0])
	case and:
		return b.joined(t, " and ")
	case or:
		return b.joined(t, " or ")
	}
	return b.text(t)
}

// operand puts what is made of several parts in brackets.
func (b *binder) operand(t *term) string {
	switch t.op {
	case arithmetic, compare, and, or, not:
		return "(" + b.written(t) + ")"
	}
	return b.written(t)
}

func (b *binder) joined(t *term, between string) string {
	var all []string
	for _, k := range t.kids {
		all = append(all, b.operand(k))
	}
	return strings.Join(all, between)
}
