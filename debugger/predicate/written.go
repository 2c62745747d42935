package predicate

import (
	"strings"

	"machsim/debugger/lang"
)

// written returns the text of an expression of one thread, with the thread's name before each variable,
// however it was typed.
func (b *Binder) written(t *Expr) string {
	switch t.Op {
	case lang.Literal:
		return t.Literal().String()
	case lang.Variable:
		return b.r.ThreadName(t.owner) + "." + t.name
	case lang.Member:
		return b.written(t.Kids[0]) + "." + t.Text
	case lang.Element:
		return b.written(t.Kids[0]) + "[" + b.written(t.Kids[1]) + "]"
	case lang.Function:
		return strings.TrimSuffix(t.Text, " of") + "(" + b.written(t.Kids[0]) + ")"
	case lang.Unary:
		return "-" + b.operand(t.Kids[0])
	case lang.Arithmetic, lang.Compare:
		return b.operand(t.Kids[0]) + " " + t.Text + " " + b.operand(t.Kids[1])
	case lang.Not:
		return "not " + b.operand(t.Kids[0])
	case lang.And:
		return b.joined(t, " and ")
	case lang.Or:
		return b.joined(t, " or ")
	}
	return b.text(t)
}

// operand is written with brackets around an expression of several parts.
func (b *Binder) operand(t *Expr) string {
	switch t.Op {
	case lang.Arithmetic, lang.Compare, lang.And, lang.Or, lang.Not:
		return "(" + b.written(t) + ")"
	}
	return b.written(t)
}

func (b *Binder) joined(t *Expr, between string) string {
	var all []string
	for _, k := range t.Kids {
		all = append(all, b.operand(k))
	}
	return strings.Join(all, between)
}
