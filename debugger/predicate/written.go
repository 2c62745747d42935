package predicate

import (
	"strings"

	"machsim/debugger/lang"
)

// written is a term of one thread in full: with the name of the thread before each
// variable, however it was typed.
func (b *binder) written(t *term) string {
	switch t.op {
	case lang.Literal:
		return t.literal().String()
	case lang.Variable:
		return b.r.thread(t.owner) + "." + t.name
	case lang.Member:
		return b.written(t.kids[0]) + "." + t.text
	case lang.Element:
		return b.written(t.kids[0]) + "[" + b.written(t.kids[1]) + "]"
	case lang.Length:
		return "len(" + b.written(t.kids[0]) + ")"
	case lang.Total:
		return "sum(" + b.written(t.kids[0]) + ")"
	case lang.Negative:
		return "-" + b.operand(t.kids[0])
	case lang.Arithmetic, lang.Compare:
		return b.operand(t.kids[0]) + " " + t.text + " " + b.operand(t.kids[1])
	case lang.Not:
		return "not " + b.operand(t.kids[0])
	case lang.And:
		return b.joined(t, " and ")
	case lang.Or:
		return b.joined(t, " or ")
	}
	return b.text(t)
}

// operand puts what is made of several parts in brackets.
func (b *binder) operand(t *term) string {
	switch t.op {
	case lang.Arithmetic, lang.Compare, lang.And, lang.Or, lang.Not:
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
