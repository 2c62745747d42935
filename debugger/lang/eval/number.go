package eval

import (
	"cmp"
	"go/token"
	"reflect"
)

// narrowed gives a whole number the size of a type.
func narrowed(k reflect.Kind, bits uint64) uint64 {
	switch k {
	case reflect.Int8:
		return uint64(int8(bits))
	case reflect.Int16:
		return uint64(int16(bits))
	case reflect.Int32:
		return uint64(int32(bits))
	case reflect.Uint8:
		return uint64(uint8(bits))
	case reflect.Uint16:
		return uint64(uint16(bits))
	case reflect.Uint32:
		return uint64(uint32(bits))
	}
	return bits
}

// whole is a number of a kind of integer.
func (v *Value) whole(bits uint64) Value {
	return Value{sort: basic, kind: v.kind, more: v.more, bits: narrowed(reflect.Kind(v.kind), bits)}
}

// fraction is a number of a kind of fraction.
func (v *Value) fraction(f float64) Value {
	if v.kind == uint8(reflect.Float32) {
		f = float64(float32(f))
	}
	w := FloatOf(f)
	w.kind, w.more = v.kind, v.more
	return w
}

// isWhole says whether a value is an integer.
func (v *Value) isWhole() bool {
	return v.kind >= uint8(reflect.Int) && v.kind <= uint8(reflect.Uintptr)
}

// compares compares two values of one type.
func compares[T cmp.Ordered](op token.Token, a, b T) bool {
	switch op {
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	}
	return a >= b
}

// Satisfies says whether a whole number stands to another as a sign says.
func Satisfies(sign string, a, b int64) bool { return compares(operators[sign], a, b) }

// comparesNumbers compares two numbers as what they are, whatever types they have.
func comparesNumbers(op token.Token, a, b *Value) bool {
	switch {
	case !a.isWhole() || !b.isWhole():
		return compares(op, a.Float(), b.Float())
	case !a.unsigned() && !b.unsigned():
		return compares(op, a.Int(), b.Int())
	case !a.unsigned() && a.Int() < 0:
		return compares(op, -1, 0)
	case !b.unsigned() && b.Int() < 0:
		return compares(op, 0, -1)
	}
	return compares(op, a.bits, b.bits)
}

// computes does arithmetic with two numbers of one type. ok is false if Go has no such operation; the second number is
// not zero if it divides whole ones.
func computes(op token.Token, a, b *Value) (v Value, ok bool) {
	switch {
	case !a.isWhole():
		f, ok := arithmetic(op, a.Float(), b.Float())
		return a.fraction(f), ok
	case a.unsigned():
		n, ok := integers(op, a.bits, b.bits)
		return a.whole(n), ok
	}
	n, ok := integers(op, a.Int(), b.Int())
	return a.whole(uint64(n)), ok
}

func integers[T int64 | uint64](op token.Token, a, b T) (T, bool) {
	switch op {
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
	return arithmetic(op, a, b)
}

// arithmetic is what numbers of all kinds have in common.
func arithmetic[T int64 | uint64 | float64 | complex128](op token.Token, a, b T) (T, bool) {
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

// common gives two numbers one type in which they can be computed with: an int, or a float64 if one is a fraction.
func common(a, b *Value) (x, y Value) {
	if a.isWhole() && b.isWhole() {
		return IntOf(a.Int()), IntOf(b.Int())
	}
	return FloatOf(a.Float()), FloatOf(b.Float())
}

// Add adds a number to a sum, which is an int whatever type the numbers have, or a float64; it is missing if one of
// them is. ok is false if they are no numbers.
func Add(sum, x *Value) (v Value, ok bool) {
	if sum.sort == failed || x.sort == failed {
		return Value{}, true
	}
	if !x.IsNumber() {
		return Value{}, false
	}
	a, b := common(sum, x)
	return computes(token.ADD, &a, &b)
}

// Less says whether one number is less than another.
func Less(a, b *Value) bool { return comparesNumbers(token.LSS, a, b) }
