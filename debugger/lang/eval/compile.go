package eval

import (
	"reflect"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
)

// Code is compiled: it evaluates an expression over an F, in which it finds what the names stand for.
type Code[F any] func(F) Value

// Compiler compiles parts of expressions.
type Compiler[F any] struct {
	lang.Source
	Call Caller // calls methods
	Tell Teller // knows what some return; nil for none
}

// Part is a part of an expression that has been compiled.
type Part[F any] struct {
	Code Code[F]
	Node *lang.Node
	At   int // where mistakes about it are
}

// Before is a variable without its last names: those from the k-th on.
func Before(n *lang.Node, k int) *lang.Node {
	if k == len(n.Steps) {
		return n
	}
	last := &n.Steps[k-1]
	v := &lang.Node{Op: lang.Variable, At: n.At, To: last.At + len(last.Text), Steps: n.Steps[:k]}
	if last.Quoted {
		v.To = n.Steps[k].At - 1
	}
	return v
}

// Field is the node of the k-th name of a variable, which is a field of what those before it name.
func Field(n *lang.Node, k int) *lang.Node {
	f := *n
	if k+1 < len(n.Steps) {
		f = *Before(n, k+1)
	}
	f.Op, f.Text, f.Steps = lang.Member, n.Steps[k].Text, nil
	return &f
}

func (c *Compiler[F]) side(p Part[F]) side { return side{c.text(p.Node), p.At} }

func (c *Compiler[F]) text(n *lang.Node) string { return c.Text[n.At:n.To] }

func (c *Compiler[F]) sides(kids []Part[F]) (all []side) {
	return text.Each(kids, c.side)
}

// Operation compiles an operation on parts: op, whose name or sign is text, in the place of a node. Names, calls and
// what is no value are for others.
func (c *Compiler[F]) Operation(op lang.Op, text string, n *lang.Node, at int, kids ...Part[F]) Code[F] {
	code := c.operation(op, text, n, at, kids)
	if op == n.Op && op != lang.Literal && isLiteral(n) {
		var none F
		v := code(none)
		return func(F) Value { return v }
	}
	return code
}

// isLiteral says whether a node has no names, so that its value is always the same.
func isLiteral(n *lang.Node) bool {
	return !n.Any(func(n *lang.Node) bool {
		return n.Op != lang.Literal && n.Op != lang.Unary && n.Op != lang.Arithmetic && n.Op != lang.Compare
	})
}

func (c *Compiler[F]) operation(op lang.Op, text string, n *lang.Node, at int, kids []Part[F]) Code[F] {
	switch op {
	case lang.Literal:
		v := Literal(n)
		return func(F) Value { return v }
	case lang.Member:
		f := &field{part: part{of: c.side(kids[0]), text: c.text(n), at: at}, name: text}
		return one(kids, f.apply)
	case lang.Element:
		e := &element{part{of: c.side(kids[0]), at: at}, c.side(kids[1])}
		a, b := kids[0].Code, kids[1].Code
		return func(f F) Value { return e.apply(a(f), b(f)) }
	case lang.Sliced:
		return c.sliced(n, kids)
	case lang.Asserted:
		p := &part{of: c.side(kids[0])}
		return one(kids, func(v Value) Value { return p.asserted(v, n.Text, n.To-1-len(n.Text)) })
	case lang.Function:
		return c.function(text, n, at, kids)
	case lang.Unary:
		o := &unary{text, at, c.side(kids[0])}
		return one(kids, o.apply)
	case lang.Arithmetic, lang.Compare:
		return c.binary(text, at, kids)
	case lang.Not:
		return c.not(kids[0])
	case lang.And, lang.Or:
		return c.junction(op == lang.Or, n.Op != op || n.Word, kids)
	}
	panic("eval: no operation")
}

// one is what a function makes of the only part.
func one[F any](kids []Part[F], of func(Value) Value) Code[F] {
	kid := kids[0].Code
	return func(f F) Value { return of(kid(f)) }
}

func (c *Compiler[F]) binary(sign string, at int, kids []Part[F]) Code[F] {
	o := &binary{operators[sign], sign, at, [2]side{c.side(kids[0]), c.side(kids[1])}}
	a, b := kids[0].Code, kids[1].Code
	return func(f F) Value {
		x, y := a(f), b(f)
		return o.apply(&x, &y)
	}
}

func (c *Compiler[F]) sliced(n *lang.Node, kids []Part[F]) Code[F] {
	s := &slice{part: part{of: c.side(kids[0])}}
	var codes [3]Code[F]
	next := 1
	for i := range codes {
		if n.N&(1<<i) != 0 {
			s.bounds[i], codes[i] = c.side(kids[next]), kids[next].Code
			next++
		}
	}
	of := kids[0].Code
	return func(f F) Value {
		var bounds [3]*Value
		v := of(f)
		for i, code := range codes {
			if code != nil {
				b := code(f)
				bounds[i] = &b
			}
		}
		return s.apply(v, bounds)
	}
}

func (c *Compiler[F]) function(name string, n *lang.Node, at int, kids []Part[F]) Code[F] {
	x := &function{name, c.text(n), at, c.sides(kids)}
	if name != "min" && name != "max" {
		return one(kids, x.size)
	}
	return func(f F) Value {
		best := kids[0].Code(f)
		for i, k := range kids[1:] {
			best = x.better(best, k.Code(f), i+1)
		}
		return best
	}
}

// Truth compiles a condition: its value is true, false or a Failure.
func (c *Compiler[F]) Truth(p Part[F]) Code[F] {
	side, code := c.side(p), p.Code
	return func(f F) Value {
		v := code(f)
		if v.sort != failed && v.kind != uint8(reflect.Bool) {
			if w := v.Behind(); w.kind == uint8(reflect.Bool) {
				return w
			}
			return Wrong(side.at, "%s is %s, and not true or false; compare it with something", side.text, v.kindName())
		}
		return v
	}
}

func (c *Compiler[F]) not(kid Part[F]) Code[F] {
	code := c.Truth(kid)
	return func(f F) Value {
		v := code(f)
		if v.sort == failed {
			return v
		}
		return Value{sort: basic, kind: v.kind, more: v.typed().more, bits: 1 - v.bits}
	}
}

// junction compiles a conjunction, or with decides a disjunction. Between values it goes on as Go does; one of
// predicates may be known though the value of a part is missing.
func (c *Compiler[F]) junction(decides, words bool, kids []Part[F]) Code[F] {
	codes := text.Each(kids, c.Truth)
	return func(f F) Value {
		result := BoolOf(!decides)
		for _, code := range codes {
			switch v := code(f); {
			case v.sort == failed && (!words || v.IsMistake()):
				return v
			case v.sort == failed:
				result = v
			case v.True() == decides:
				return v
			}
		}
		return result
	}
}

// Convert compiles a conversion to a type.
func (c *Compiler[F]) Convert(to reflect.Type, n *lang.Node, kid Part[F]) Code[F] {
	x := &conversion{to, n.At, c.side(kid)}
	return one([]Part[F]{kid}, x.apply)
}

// Method compiles the call of a method of the first part, which the others are arguments of. Its name stands in the
// text before the brackets.
func (c *Compiler[F]) Method(name string, n *lang.Node, kids ...Part[F]) Code[F] {
	m := &method{name, n.Kids[0].To - len(name), c.sides(kids), c.Call, c.Tell}
	return func(f F) Value {
		all := text.Each(kids, func(k Part[F]) Value { return k.Code(f) })
		return m.apply(all)
	}
}
