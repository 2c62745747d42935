package predicate

import (
	"go/constant"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
)

// written returns the text of an expression of one thread, with the thread's name before each variable,
// however it was typed.
func (b *Binder) written(t *Expr) string {
	switch t.Op {
	case lang.Literal:
		return literalText(t.node)
	case opNil:
		return "nil"
	case lang.Variable:
		return b.r.variable(t.owner, t.name)
	case lang.Member:
		return b.written(t.Kids[0]) + "." + t.Text
	case lang.Element:
		return b.written(t.Kids[0]) + "[" + b.written(t.Kids[1]) + "]"
	case lang.Sliced:
		return b.written(t.Kids[0]) + "[" + b.bounds(t) + "]"
	case lang.Asserted:
		return b.written(t.Kids[0]) + ".(" + t.Text + ")"
	case lang.Called:
		if t.to != nil {
			return t.to.String() + b.arguments(t.Kids)
		}
		return b.operand(t.Kids[0]) + "." + t.Text + b.arguments(t.Kids[1:])
	case lang.Function:
		return strings.TrimSuffix(t.Text, " of") + b.arguments(t.Kids)
	case lang.Unary:
		return t.Text + b.operand(t.Kids[0])
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

// literalText is a literal, whole numbers as decimal ones.
func literalText(n *lang.Node) string {
	if k := n.Value.Kind(); k == constant.Int && n.Text[0] != '\'' {
		return n.Value.ExactString()
	} else if k == constant.Float {
		return eval.Literal(n).Constant()
	}
	return n.String()
}

func (b *Binder) arguments(kids []*Expr) string {
	all := text.Each(kids, b.written)
	return "(" + strings.Join(all, ", ") + ")"
}

// bounds are those of a slice.
func (b *Binder) bounds(t *Expr) string {
	var all []string
	kids := t.Kids[1:]
	for bound := 1; bound <= max(2, t.node.N&4); bound *= 2 {
		text := ""
		if t.node.N&bound != 0 {
			text, kids = b.written(kids[0]), kids[1:]
		}
		all = append(all, text)
	}
	return strings.Join(all, ":")
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
	all := text.Each(t.Kids, b.operand)
	return strings.Join(all, between)
}
