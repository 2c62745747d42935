package goexpr

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"math"
	"reflect"
)

func (x *evaluation) binary(n *ast.BinaryExpr) (Value, error) {
	if n.Op == token.LAND || n.Op == token.LOR {
		return x.logical(n)
	}
	a, err := x.value(n.X)
	if err != nil {
		return a, err
	}
	b, err := x.value(n.Y)
	switch {
	case err != nil:
		return b, err
	case n.Op == token.SHL || n.Op == token.SHR:
		return x.shift(n, a, b)
	case a.is != plain && b.is != plain:
		return x.constants(n, a, b)
	}
	l, r, err := x.matched(n, a, b)
	if err != nil {
		return Value{}, err
	}
	if comparison(n.Op) {
		return x.compared(n, l, r)
	}
	return x.arithmetic(n, l, r)
}

// logical evaluates the second operand only if the first one leaves it open, as Go does.
func (x *evaluation) logical(n *ast.BinaryExpr) (v Value, err error) {
	for _, side := range []ast.Expr{n.X, n.Y} {
		if v, err = x.value(side); err != nil {
			return v, err
		}
		b, ok := v.Bool()
		if !ok {
			return v, x.mistakeAt(side, "%s takes truth values, and this is of type %s", n.Op, v.Type())
		}
		if b == (n.Op == token.LOR) {
			return v, nil
		}
	}
	return v, nil
}

func comparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// constants computes with two untyped constants, exactly.
func (x *evaluation) constants(n *ast.BinaryExpr, a, b Value) (v Value, err error) {
	numbers := a.is >= untypedInt && a.is <= untypedComplex && b.is >= untypedInt && b.is <= untypedComplex
	if !numbers && a.is != b.is || a.is == untypedNil {
		return v, x.mismatch(n, a, b)
	}
	kind := max(a.is, b.is)
	if comparison(n.Op) {
		if n.Op != token.EQL && n.Op != token.NEQ && (kind == untypedBool || kind == untypedComplex) {
			return v, x.impossible(n, a)
		}
		return truth(constant.Compare(a.c, n.Op, b.c)), nil
	}
	op := n.Op
	switch {
	case kind == untypedBool, kind == untypedString && op != token.ADD, integral(op) && kind > untypedRune:
		return v, x.impossible(n, a)
	case (op == token.QUO || op == token.REM) && constant.Sign(b.c) == 0:
		return v, x.mistakeAt(n.Y, "this divides by zero")
	case op == token.QUO && kind <= untypedRune:
		op = token.QUO_ASSIGN // which is how go/constant calls the division of integers
	}
	return Value{c: constant.BinaryOp(a.c, op, b.c), is: kind}, nil
}

// integral says whether an operator is for integers only.
func integral(op token.Token) bool {
	switch op {
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		return true
	}
	return false
}

// matched gives both operands one type: that of the one that has one.
func (x *evaluation) matched(n *ast.BinaryExpr, a, b Value) (l, r reflect.Value, err error) {
	ok := true
	switch {
	case a.is != plain:
		r = b.rv
		l, ok = a.as(r.Type())
	case b.is != plain:
		l = a.rv
		r, ok = b.as(l.Type())
	case a.rv.Type() == b.rv.Type():
		l, r = a.rv, b.rv
	case comparison(n.Op) && a.rv.Kind() == reflect.Interface:
		l = a.rv
		r, ok = b.As(l.Type())
	case comparison(n.Op):
		r = b.rv
		l, ok = a.As(r.Type())
	default:
		ok = false
	}
	if !ok {
		err = x.mismatch(n, a, b)
	}
	return l, r, err
}

func (x *evaluation) mismatch(n *ast.BinaryExpr, a, b Value) error {
	hint := ""
	if a.is == plain && b.is == plain && basicTypes[a.Type()] != nil && basicTypes[b.Type()] != nil {
		hint = fmt.Sprintf("; convert one of them, as in %s(%s)", a.Type(), x.textOf(n.Y))
	}
	return x.mistakeAt(n, "%s does not take a value of type %s and one of type %s%s", n.Op, a.Type(), b.Type(), hint)
}

func (x *evaluation) impossible(n *ast.BinaryExpr, v Value) error {
	return x.mistakeAt(n, "%s is not possible for values of type %s", n.Op, v.Type())
}

func (x *evaluation) incomparable(n *ast.BinaryExpr, t reflect.Type) error {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Func:
		return x.mistakeAt(n, "values of type %s can only be compared to nil", t)
	}
	return x.mistakeAt(n, "values of type %s cannot be compared; compare the parts one by one", t)
}

// compared compares two values of one type.
func (x *evaluation) compared(n *ast.BinaryExpr, l, r reflect.Value) (Value, error) {
	if n.Op == token.EQL || n.Op == token.NEQ {
		same, ok := equal(n, l, r)
		if !ok {
			return Value{}, x.incomparable(n, l.Type())
		}
		return truth(same == (n.Op == token.EQL)), nil
	}
	order, ok := ordered(l, r)
	if !ok {
		return Value{}, x.impossible(n, typed(l))
	}
	switch n.Op {
	case token.LSS:
		return truth(order == less), nil
	case token.LEQ:
		return truth(order == less || order == same), nil
	case token.GTR:
		return truth(order == greater), nil
	}
	return truth(order == greater || order == same), nil
}

// equal says whether two values are equal; ok is false if Go cannot tell.
func equal(n *ast.BinaryExpr, l, r reflect.Value) (same, ok bool) {
	switch l.Kind() {
	case reflect.Slice, reflect.Map, reflect.Func: // one of the two has to be written as nil
		if !isNil(n.X) && !isNil(n.Y) {
			return false, false
		}
		return l.IsNil() == r.IsNil(), true
	}
	if !l.Comparable() || !r.Comparable() {
		return false, false
	}
	return l.Equal(r), true
}

func isNil(n ast.Expr) bool {
	for {
		p, ok := n.(*ast.ParenExpr)
		if !ok {
			break
		}
		n = p.X
	}
	name, ok := n.(*ast.Ident)
	return ok && name.Name == "nil"
}

// order is how one value stands to another; of numbers that are none (NaN) it is apart.
type order int

const (
	less    order = -1
	same    order = 0
	greater order = 1
	apart   order = 2
)

func ordered(l, r reflect.Value) (order, bool) {
	switch {
	case l.CanInt():
		return order(cmp.Compare(l.Int(), r.Int())), true
	case l.CanUint():
		return order(cmp.Compare(l.Uint(), r.Uint())), true
	case l.Kind() == reflect.String:
		return order(cmp.Compare(l.String(), r.String())), true
	case l.CanFloat() && (math.IsNaN(l.Float()) || math.IsNaN(r.Float())):
		return apart, true
	case l.CanFloat():
		return order(cmp.Compare(l.Float(), r.Float())), true
	}
	return apart, false
}

// arithmetic computes with two values of one type.
func (x *evaluation) arithmetic(n *ast.BinaryExpr, l, r reflect.Value) (Value, error) {
	v := reflect.New(l.Type()).Elem()
	ok := false
	switch {
	case (n.Op == token.QUO || n.Op == token.REM) && (l.CanInt() || l.CanUint()) && r.IsZero():
		return Value{}, x.mistakeAt(n.Y, "this divides by zero")
	case l.CanInt():
		var z int64
		z, ok = integers(n.Op, l.Int(), r.Int())
		v.SetInt(z)
	case l.CanUint():
		var z uint64
		z, ok = integers(n.Op, l.Uint(), r.Uint())
		v.SetUint(z)
	case l.CanFloat():
		var z float64
		z, ok = fractions(n.Op, l.Float(), r.Float())
		v.SetFloat(z)
	case l.CanComplex():
		var z complex128
		z, ok = fractions(n.Op, l.Complex(), r.Complex())
		v.SetComplex(z)
	case l.Kind() == reflect.String && n.Op == token.ADD:
		v.SetString(l.String() + r.String())
		ok = true
	}
	if !ok {
		return Value{}, x.impossible(n, typed(l))
	}
	return computed(v), nil
}

func integers[T int64 | uint64](op token.Token, a, b T) (T, bool) {
	switch op {
	case token.ADD:
		return a + b, true
	case token.SUB:
		return a - b, true
	case token.MUL:
		return a * b, true
	case token.QUO:
		return a / b, true
	case token.REM:
		return a % b, true
	case token.AND:
		return a & b, true
	case token.OR:
		return a | b, true
	case token.XOR:
		return a ^ b, true
	case token.AND_NOT:
		return a &^ b, true
	}
	return 0, false
}

func fractions[T float64 | complex128](op token.Token, a, b T) (T, bool) {
	switch op {
	case token.ADD:
		return a + b, true
	case token.SUB:
		return a - b, true
	case token.MUL:
		return a * b, true
	case token.QUO:
		return a / b, true
	}
	return 0, false
}

// mostShifted is by how many bits a constant can be shifted to the left, as in Go's compiler.
const mostShifted = 512

func (x *evaluation) shift(n *ast.BinaryExpr, a, b Value) (Value, error) {
	by, ok := wholeNumber(b)
	if !ok || by < 0 {
		return Value{}, x.mistakeAt(n.Y, "a value is shifted by an integer that is not negative")
	}
	if a.is != plain && b.is == plain { // a constant that a variable shifts is an int
		rv, ok := a.as(reflect.TypeFor[int]())
		if !ok {
			return Value{}, x.mistakeAt(n, "this cannot be shifted so")
		}
		a = computed(rv)
	}
	if a.is != plain {
		c := constant.ToInt(a.c)
		if a.is < untypedInt || a.is > untypedFloat || c.Kind() != constant.Int || by > mostShifted {
			return Value{}, x.mistakeAt(n, "this cannot be shifted so")
		}
		return Value{c: constant.Shift(c, n.Op, uint(by)), is: untypedInt}, nil
	}
	v := reflect.New(a.rv.Type()).Elem()
	switch {
	case a.rv.CanInt() && n.Op == token.SHL:
		v.SetInt(a.rv.Int() << uint64(by))
	case a.rv.CanInt():
		v.SetInt(a.rv.Int() >> uint64(by))
	case a.rv.CanUint() && n.Op == token.SHL:
		v.SetUint(a.rv.Uint() << uint64(by))
	case a.rv.CanUint():
		v.SetUint(a.rv.Uint() >> uint64(by))
	default:
		return Value{}, x.impossible(n, a)
	}
	return computed(v), nil
}

// wholeNumber is the integer that a value is.
func wholeNumber(v Value) (n int64, ok bool) {
	switch {
	case v.is >= untypedInt && v.is <= untypedFloat:
		c := constant.ToInt(v.c)
		if c.Kind() != constant.Int {
			return 0, false
		}
		return constant.Int64Val(c)
	case v.is != plain || !v.rv.IsValid():
		return 0, false
	case v.rv.CanInt():
		return v.rv.Int(), true
	case v.rv.CanUint():
		return int64(v.rv.Uint()), v.rv.Uint() <= math.MaxInt64
	}
	return 0, false
}
