package eval

import (
	"go/constant"
	"go/token"
	"reflect"
	"strings"
)

var operators = map[string]token.Token{
	"+": token.ADD, "-": token.SUB, "*": token.MUL, "/": token.QUO, "%": token.REM, "&": token.AND, "|": token.OR,
	"^": token.XOR, "&^": token.AND_NOT, "<<": token.SHL, ">>": token.SHR, "==": token.EQL, "=": token.EQL,
	"!=": token.NEQ, "<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ, "~": token.TILDE,
}

// binary is an operation with two operands.
type binary struct {
	op    token.Token
	sign  string
	at    int
	sides [2]side
}

// side is an operand, as mistakes speak of it.
type side struct {
	text string
	at   int
}

func (o *binary) compares() bool {
	return o.op >= token.EQL && o.op <= token.GTR || o.op >= token.NEQ && o.op <= token.GEQ
}

// apply computes with two values.
func (o *binary) apply(a, b *Value) Value {
	switch {
	case a.sort == failed:
		return *a
	case b.sort == failed:
		return *b
	case a.sort == basic && b.sort == basic && a.kind == b.kind && a.more == b.more:
		return o.alike(a, b)
	case o.op == token.SHL || o.op == token.SHR:
		return o.shift(*a, b)
	case o.op == token.TILDE:
		return o.texts(*a, *b)
	case a.isConstant() && b.isConstant():
		return o.constants(a, b)
	case a.sort == basic && b.isConstant():
		if w, ok := b.like(a); ok {
			return o.alike(a, &w)
		}
	case a.isConstant() && b.sort == basic:
		if w, ok := a.like(b); ok {
			return o.alike(&w, b)
		}
	}
	return o.unlike(*a, *b)
}

// alike computes with two basic values of one type.
func (o *binary) alike(a, b *Value) Value {
	k := a.Kind()
	switch {
	case o.op == token.SHL || o.op == token.SHR:
		return o.shift(*a, b)
	case o.op == token.TILDE:
		return o.texts(*a, *b)
	case k == Bool && (o.op == token.EQL || o.op == token.NEQ):
		return BoolOf((a.bits == b.bits) == (o.op == token.EQL))
	case k == Text && o.compares():
		return BoolOf(compares(o.op, a.text, b.text))
	case k == Text && o.op == token.ADD:
		return Value{sort: basic, kind: a.kind, more: a.more, text: a.text + b.text}
	case k != Int && k != Float:
		return o.clash(a, b)
	case o.compares():
		return BoolOf(comparesNumbers(o.op, a, b))
	case (o.op == token.QUO || o.op == token.REM) && k == Int && b.bits == 0:
		return missing(o.sides[1].at, "this divides by zero")
	}
	v, ok := computes(o.op, a, b)
	if !ok {
		return o.clash(a, b)
	}
	return v
}

// unlike computes with values of different types, or with such as have parts.
func (o *binary) unlike(a, b Value) Value {
	if a.sort == untypedNil || b.sort == untypedNil {
		return o.nilness(&a, &b)
	}
	if v, ok := o.asGo(&a, &b); ok {
		return v
	}
	for i, v := range []*Value{&a, &b} {
		if a.sort == other && b.sort == other {
			return o.clash(&a, &b)
		}
		if w := v.Behind(); w.sort == failed {
			return missing(o.sides[i].at, "%s is nil here", o.sides[i].text)
		} else if w.sort == basic && v.sort == other {
			*v = w
			return o.apply(&a, &b)
		}
	}
	a, b = a.typed(), b.typed()
	switch j, k := a.Kind(), b.Kind(); {
	case a.IsNumber() && b.IsNumber() && o.compares():
		return BoolOf(comparesNumbers(o.op, &a, &b))
	case a.IsNumber() && b.IsNumber():
		x, y := common(&a, &b)
		return o.alike(&x, &y)
	case j == Bool && k == Bool, j == Text && k == Text:
		a.more, b.more = nil, nil
		return o.alike(&a, &b)
	case (j == Text || k == Text) && o.compares():
		return o.texts(a, b)
	}
	return o.clash(&a, &b)
}

// nilness compares a value with nil.
func (o *binary) nilness(a, b *Value) Value {
	v, s := a, o.sides[0]
	if a.sort == untypedNil {
		v, s = b, o.sides[1]
	}
	if v.sort != other || !nilable(v.rv.Kind()) || o.op != token.EQL && o.op != token.NEQ {
		return Wrong(o.at, "%s is of type %s, and %q cannot be used between that and nil", s.text, v.Type(), o.sign)
	}
	return BoolOf(v.IsNil() == (o.op == token.EQL))
}

// texts compares two texts, or a text with what another value says.
func (o *binary) texts(a, b Value) Value {
	var said [2]string
	for i, v := range []Value{a, b} {
		w, ok := v.Behind(), false
		if w.sort == failed && v.sort == other {
			return missing(o.sides[i].at, "%s is nil here", o.sides[i].text)
		}
		if said[i], ok = v.Spoken(); !ok {
			said[i], ok = w.Spoken()
		}
		if !ok {
			return o.clash(&a, &b)
		}
	}
	if o.op == token.TILDE {
		return BoolOf(strings.Contains(said[0], said[1]))
	}
	return BoolOf(compares(o.op, said[0], said[1]))
}

// asGo compares values of one type that have parts, or computes with complex numbers; ok is false if Go does neither.
func (o *binary) asGo(a, b *Value) (v Value, ok bool) {
	if a.sort == kept || b.sort == kept || a.sort == basic && b.sort == basic {
		return v, false
	}
	l, r, ok := o.matched(a, b)
	switch {
	case !ok:
		return v, false
	case o.op == token.EQL || o.op == token.NEQ:
		return o.equal(l, r), true
	case l.CanComplex():
		z, ok := arithmetic(o.op, l.Complex(), r.Complex())
		v := reflect.New(l.Type()).Elem()
		v.SetComplex(z)
		return computed(v), ok
	}
	return v, false
}

// matched gives both operands one type: that of the one that has one.
func (o *binary) matched(a, b *Value) (l, r reflect.Value, ok bool) {
	switch {
	case a.isConstant():
		r = b.Reflect()
		l, ok = a.as(r.Type())
		return l, r, ok
	case b.isConstant():
		l = a.Reflect()
		r, ok = b.as(l.Type())
		return l, r, ok
	}
	if l, r = a.Reflect(), b.Reflect(); l.Type() == r.Type() {
		return l, r, true
	}
	if l.Kind() == reflect.Interface {
		r, ok = b.As(l.Type())
	} else {
		l, ok = a.As(r.Type())
	}
	return l, r, ok
}

// equal compares two values of one type.
func (o *binary) equal(l, r reflect.Value) Value {
	switch k := l.Kind(); {
	case k == reflect.Slice, k == reflect.Map, k == reflect.Func:
		return Wrong(o.at, "values of type %s can only be compared to nil", l.Type())
	case !l.Comparable() || !r.Comparable():
		return Wrong(o.at, "values of type %s cannot be compared; compare the parts one by one", l.Type())
	}
	return BoolOf(l.Equal(r) == (o.op == token.EQL))
}

// clash is the mistake that an operation is not possible for two values.
func (o *binary) clash(a, b *Value) Value {
	l, r := a.Kind(), b.Kind()
	switch {
	case a.IsNumber() && b.IsNumber():
		x, s := a, o.sides[0]
		if a.isWhole() {
			x, s = b, o.sides[1]
		}
		return Wrong(o.at, "%s is for whole numbers, and %s is of type %s", o.sign, s.text, x.Type())
	case l == Other && r == Other:
		return Wrong(o.at, "%s is of type %s and %s of type %s; %q cannot be used between them",
			o.sides[0].text, a.Type(), o.sides[1].text, b.Type(), o.sign)
	}
	return Wrong(o.at, "%s is %s and %s is %s; %q cannot be used between them", o.sides[0].text, l, o.sides[1].text, r,
		o.sign)
}

// constants computes with two untyped constants, exactly.
func (o *binary) constants(a, b *Value) Value {
	kind := max(a.sort, b.sort)
	switch {
	case a.sort == untypedNil || b.sort == untypedNil:
		return o.nilness(a, b)
	case !(a.isNumeric() && b.isNumeric()) && a.sort != b.sort:
		return o.clash(a, b)
	}
	x, y, op := a.more.(constant.Value), b.more.(constant.Value), o.op
	integral := op == token.REM || op >= token.AND && op <= token.AND_NOT
	switch {
	case o.compares():
		if op != token.EQL && op != token.NEQ && (kind == untypedBool || kind == untypedComplex) {
			return o.clash(a, b)
		}
		return BoolOf(constant.Compare(x, op, y))
	case kind == untypedBool, kind == untypedString && op != token.ADD, integral && kind > untypedRune:
		return o.clash(a, b)
	case (op == token.QUO || op == token.REM) && constant.Sign(y) == 0:
		return missing(o.sides[1].at, "this divides by zero")
	case op == token.QUO && kind <= untypedRune:
		op = token.QUO_ASSIGN // which is how go/constant calls the division of integers
	}
	return untyped(kind, constant.BinaryOp(x, op, y))
}

// mostShifted is by how many bits a constant can be shifted to the left, as in Go's compiler.
const mostShifted = 512

func (o *binary) shift(a Value, b *Value) Value {
	a, w := a.Behind(), b.Behind()
	by, ok := w.index()
	switch {
	case a.sort == failed:
		return a
	case !ok && w.isWhole() && w.unsigned():
		by = 64 // or more
	case !ok || by < 0:
		f := Wrong(o.sides[1].at, "a value is shifted by an integer that is not negative")
		f.more.(*Failure).Missing = ok && !w.isConstant()
		return f
	case a.isConstant() && !w.isConstant(): // a constant that a variable shifts is an int
		int0 := IntOf(0)
		if a, ok = a.like(&int0); !ok {
			return Wrong(o.at, "this cannot be shifted so")
		}
	}
	left := o.op == token.SHL
	switch n := uint64(by); {
	case a.isConstant():
		return o.shiftConstant(&a, by)
	case !a.isWhole():
		return o.clash(&a, &w)
	case left:
		return a.whole(a.bits << n)
	case a.unsigned():
		return a.whole(a.bits >> n)
	default:
		return a.whole(uint64(a.Int() >> n))
	}
}

func (o *binary) shiftConstant(a *Value, by int64) Value {
	if !a.isNumeric() || a.sort == untypedComplex || by > mostShifted {
		return Wrong(o.at, "this cannot be shifted so")
	}
	c := constant.ToInt(a.more.(constant.Value))
	if c.Kind() != constant.Int {
		return Wrong(o.at, "this cannot be shifted so")
	}
	return untyped(untypedInt, constant.Shift(c, o.op, uint(by)))
}

// index is the integer that a value is, if it is one that an int64 can be.
func (v *Value) index() (n int64, ok bool) {
	switch {
	case v.isNumeric():
		c := constant.ToInt(v.more.(constant.Value))
		if c.Kind() != constant.Int {
			return 0, false
		}
		return constant.Int64Val(c)
	case !v.isWhole():
		return 0, false
	}
	return v.Int(), !v.unsigned() || v.Int() >= 0
}

// unary is an operation with one operand.
type unary struct {
	op   string
	at   int
	side side
}

func (o *unary) apply(v Value) Value {
	switch {
	case v.sort == failed:
		return v
	case o.op == "*":
		return o.pointed(v)
	case o.op == "&" && !v.isVariable():
		return Wrong(o.at, "this value has no address")
	case o.op == "&":
		return Of(v.rv.Addr())
	}
	if w := v.Behind(); w.sort == basic {
		v = w
	}
	k := v.Kind()
	switch {
	case v.isConstant() && v.isNumeric() && (o.op != "^" || v.sort <= untypedRune):
		return untyped(v.sort, constant.UnaryOp(operators[o.op], v.more.(constant.Value), 0))
	case v.sort == other && v.rv.CanComplex() && o.op != "^":
		z := reflect.New(v.rv.Type()).Elem()
		if z.SetComplex(v.rv.Complex()); o.op == "-" {
			z.SetComplex(-v.rv.Complex())
		}
		return computed(z)
	case k != Int && (k != Float || o.op == "^"):
		return Wrong(o.side.at, "%s is %s; %s cannot be made of it", o.side.text, k, o.op+o.side.text)
	case o.op == "^":
		return v.whole(^v.bits)
	case o.op == "-" && k == Float:
		return v.fraction(-v.Float())
	case o.op == "-":
		return v.whole(-v.bits)
	}
	return v
}

// pointed is what a pointer leads to.
func (o *unary) pointed(v Value) Value {
	switch {
	case v.sort != other || v.rv.Kind() != reflect.Pointer:
		return Wrong(o.at, "%s is no pointer: its type is %s", o.side.text, v.Type())
	case v.rv.IsNil():
		return missing(o.at, "%s is nil here", o.side.text)
	}
	return Of(v.rv.Elem())
}
