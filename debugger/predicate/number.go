package predicate

import (
	"cmp"
	"math"
	"reflect"
)

// A number has a type of Go, by which it is added and wraps around. A constant has none, and takes that of the other
// operand. Numbers of different types, which Go refuses, are compared as what they are, and computed with as an int, or
// as a float64 if one of them is a fraction: conditions speak of variables of several programs.

// untyped is the type of constants.
const untyped = reflect.Invalid

func integer(n int64) Value  { return Value{Kind: Int, typ: reflect.Int, bits: uint64(n)} }
func natural(n uint64) Value { return Value{Kind: Int, typ: reflect.Uint64, bits: n} }
func floating(f float64) Value {
	return Value{Kind: Float, typ: reflect.Float64, bits: math.Float64bits(f)}
}

// IsNumber says whether a value is of kind Int or Float.
func IsNumber(v *Value) bool { return v.Kind == Int || v.Kind == Float }

func (v *Value) unsigned() bool { return v.Kind == Int && unsigned(v.typ) }

func unsigned(k reflect.Kind) bool { return k >= reflect.Uint && k <= reflect.Uintptr }

// Int is the number that a value of kind Int is; of one above the largest int64, its bits.
func (v *Value) Int() int64 { return int64(v.bits) }

// Float is the number that a value of kind Int or Float is.
func (v *Value) Float() float64 {
	switch {
	case v.unsigned():
		return float64(v.bits)
	case v.Kind == Int:
		return float64(v.Int())
	}
	return math.Float64frombits(v.bits)
}

// Wraps says whether sums and differences of such a number are not those of whole numbers, as long as these are small:
// its type is narrow, or has no sign.
func (v *Value) Wraps() bool {
	switch v.typ {
	case untyped, reflect.Int, reflect.Int64, reflect.Float64:
		return false
	}
	return true
}

// together is the type in which two numbers are computed with.
func together(a, b *Value) reflect.Kind {
	whole := a.Kind == Int && b.Kind == Int
	switch {
	case a.typ == b.typ && a.Kind == b.Kind:
		return a.typ
	case b.typ == untyped && (whole || a.Kind == Float):
		return a.typ
	case a.typ == untyped && (whole || b.Kind == Float):
		return b.typ
	case whole:
		return reflect.Int
	}
	return reflect.Float64
}

// in is a number in a type, as a conversion of Go makes it.
func (v *Value) in(k reflect.Kind) Value {
	if k == reflect.Float32 || k == reflect.Float64 || k == untyped && v.Kind == Float {
		f := v.Float()
		if k == reflect.Float32 {
			f = float64(float32(f))
		}
		return Value{Kind: Float, typ: k, bits: math.Float64bits(f)}
	}
	return Value{Kind: Int, typ: k, bits: narrowed(k, v.bits)}
}

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

// order compares two numbers; ok is false if one of them is none (NaN).
func order(a, b *Value) (c int, ok bool) {
	if a.Kind == Int && b.Kind == Int {
		return wholes(a, b), true
	}
	x, y := a.Float(), b.Float()
	if a.typ == reflect.Float32 && b.typ == untyped || b.typ == reflect.Float32 && a.typ == untyped {
		x, y = float64(float32(x)), float64(float32(y))
	}
	return cmp.Compare(x, y), x == x && y == y
}

func wholes(a, b *Value) int {
	switch {
	case !a.unsigned() && !b.unsigned():
		return cmp.Compare(a.Int(), b.Int())
	case !a.unsigned() && a.Int() < 0:
		return -1
	case !b.unsigned() && b.Int() < 0:
		return 1
	}
	return cmp.Compare(a.bits, b.bits)
}

// computed does arithmetic. The result is None where there is none, as for a division by zero; ok is
// false if the values are no numbers.
func computed(op string, a, b *Value) (v Value, ok bool) {
	switch {
	case a.Kind == None || b.Kind == None:
		return Value{}, true
	case a.Kind == Text && b.Kind == Text && op == "+":
		return textual(a.text + b.text), true
	case !IsNumber(a) || !IsNumber(b):
		return Value{}, false
	}
	k := together(a, b)
	x, y := a.in(k), b.in(k)
	switch {
	case x.Kind == Float || y.Kind == Float:
		v = floating(floats(op, x.Float(), y.Float()))
	case y.bits == 0 && (op == "/" || op == "%"):
		return Value{}, true
	case unsigned(k):
		v = natural(integers(op, x.bits, y.bits))
	default:
		v = integer(integers(op, x.Int(), y.Int()))
	}
	return v.in(k), true
}

// added adds a number to a sum, which is an int whatever type the numbers have, or a float64.
func added(sum, x *Value) (Value, bool) {
	switch {
	case sum.Kind == None || x.Kind == None:
		return Value{}, true
	case !IsNumber(x):
		return Value{}, false
	}
	k := reflect.Int
	if x.Kind == Float || sum.Kind == Float {
		k = reflect.Float64
	}
	a, b := sum.in(k), x.in(k)
	return computed("+", &a, &b)
}

// integers computes with two numbers, of which the second is not zero if it divides.
func integers[T int64 | uint64](op string, x, y T) T {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/":
		return x / y
	}
	return x % y
}

func floats(op string, x, y float64) float64 {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/":
		return x / y
	}
	return math.Mod(x, y)
}
