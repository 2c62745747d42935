package goexpr

import (
	"go/ast"
	"go/token"
	"reflect"
)

// operation is one with two operands, of the same type.
func (x *compiler) operation(n *ast.BinaryExpr) (code, bool) {
	if isLiteral(n) {
		v, err := (&evaluation{x.Expr, nil}).binary(n)
		return code{c: v}, err == nil && v.is != plain
	}
	a, ok := x.compile(n.X)
	if !ok {
		return a, false
	}
	b, ok := x.compile(n.Y)
	if !ok || n.Op == token.SHL || n.Op == token.SHR {
		return b, false
	}
	switch {
	case b.c.is == untypedNil:
		return nilness(n.Op, a)
	case a.c.is == untypedNil:
		return nilness(n.Op, b)
	}
	if a, b, ok = matchedCode(a, b); !ok {
		return a, false
	}
	switch {
	case a.word != nil && a.t.Kind() == reflect.Bool:
		return truths(n.Op, a, b)
	case a.word != nil && b.word != nil:
		return x.words(n.Op, a, b)
	case a.real != nil && b.real != nil && comparison(n.Op):
		return compares(n.Op, a.real, b.real), true
	case a.real != nil && b.real != nil && a.t.Kind() == reflect.Float64:
		return reals(n.Op, a, b)
	case a.text != nil && b.text != nil && comparison(n.Op):
		return compares(n.Op, a.text, b.text), true
	}
	return a, false
}

// matchedCode gives both operands one type: that of the one that has one.
func matchedCode(a, b code) (code, code, bool) {
	ok := true
	switch {
	case a.t == nil && b.t == nil:
		return a, b, false
	case a.t == nil:
		a, ok = a.as(b.t)
	case b.t == nil:
		b, ok = b.as(a.t)
	}
	return a, b, ok && a.t == b.t
}

// nilness compares a variable to nil: the first word of what can be nil is 0 if it is.
func nilness(op token.Token, a code) (code, bool) {
	if a.at == nil || !nilable(a.t.Kind()) || op != token.EQL && op != token.NEQ {
		return a, false
	}
	return compares(op, as64[uintptr](a.at), func() int64 { return 0 }), true
}

// truths has truth values as operands.
func truths(op token.Token, a, b code) (code, bool) {
	c := code{t: reflect.TypeFor[bool]()}
	switch op {
	case token.LAND:
		c.word = func() int64 {
			if a.word() == 0 {
				return 0
			}
			return b.word()
		}
	case token.LOR:
		c.word = func() int64 {
			if a.word() != 0 {
				return 1
			}
			return b.word()
		}
	case token.EQL, token.NEQ:
		return compares(op, a.word, b.word), true
	default:
		return c, false
	}
	return c, true
}

func compares[T int64 | uint64 | float64 | string](op token.Token, a, b func() T) code {
	c := code{t: reflect.TypeFor[bool]()}
	switch op {
	case token.EQL:
		c.word = func() int64 { return bit(a() == b()) }
	case token.NEQ:
		c.word = func() int64 { return bit(a() != b()) }
	case token.LSS:
		c.word = func() int64 { return bit(a() < b()) }
	case token.LEQ:
		c.word = func() int64 { return bit(a() <= b()) }
	case token.GTR:
		c.word = func() int64 { return bit(a() > b()) }
	case token.GEQ:
		c.word = func() int64 { return bit(a() >= b()) }
	}
	return c
}

// words has integers as operands.
func (x *compiler) words(op token.Token, a, b code) (code, bool) {
	k := a.t.Kind()
	signed := k >= reflect.Int && k <= reflect.Int64
	if comparison(op) {
		if signed {
			return compares(op, a.word, b.word), true
		}
		return compares(op, unsigned(a.word), unsigned(b.word)), true
	}
	c := code{t: a.t}
	switch op {
	case token.QUO, token.REM:
		c.word = x.divided(op, a.word, b.word, signed)
	case token.ADD:
		c.word = func() int64 { return a.word() + b.word() }
	case token.SUB:
		c.word = func() int64 { return a.word() - b.word() }
	case token.MUL:
		c.word = func() int64 { return a.word() * b.word() }
	case token.AND:
		c.word = func() int64 { return a.word() & b.word() }
	case token.OR:
		c.word = func() int64 { return a.word() | b.word() }
	case token.XOR:
		c.word = func() int64 { return a.word() ^ b.word() }
	case token.AND_NOT:
		c.word = func() int64 { return a.word() &^ b.word() }
	default:
		return c, false
	}
	c.word = wrapped(k, c.word)
	return c, true
}

func unsigned(f func() int64) func() uint64 { return func() uint64 { return uint64(f()) } }

// divided fails where the divisor is zero.
func (x *compiler) divided(op token.Token, a, b func() int64, signed bool) func() int64 {
	return func() int64 {
		m, n := a(), b()
		switch {
		case n == 0:
			x.failed = true
			return 0
		case op == token.QUO && signed:
			return m / n
		case op == token.QUO:
			return int64(uint64(m) / uint64(n))
		case signed:
			return m % n
		}
		return int64(uint64(m) % uint64(n))
	}
}

// wrapped gives a result the size of its type.
func wrapped(k reflect.Kind, f func() int64) func() int64 {
	switch k {
	case reflect.Int8:
		return func() int64 { return int64(int8(f())) }
	case reflect.Int16:
		return func() int64 { return int64(int16(f())) }
	case reflect.Int32:
		return func() int64 { return int64(int32(f())) }
	case reflect.Uint8:
		return func() int64 { return int64(uint8(f())) }
	case reflect.Uint16:
		return func() int64 { return int64(uint16(f())) }
	case reflect.Uint32:
		return func() int64 { return int64(uint32(f())) }
	}
	return f
}

func reals(op token.Token, a, b code) (code, bool) {
	c := code{t: a.t}
	switch op {
	case token.ADD:
		c.real = func() float64 { return a.real() + b.real() }
	case token.SUB:
		c.real = func() float64 { return a.real() - b.real() }
	case token.MUL:
		c.real = func() float64 { return a.real() * b.real() }
	case token.QUO:
		c.real = func() float64 { return a.real() / b.real() }
	}
	return c, c.real != nil
}
