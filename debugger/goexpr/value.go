package goexpr

import (
	"go/constant"
	"go/token"
	"math"
	"reflect"
	"unsafe"

	"machsim/debugger/text"
)

// Value is what an expression evaluates to: a value of a Go type, or an untyped constant, or nil.
type Value struct {
	rv  reflect.Value  // of a typed value; nothing that was reached through it is read-only
	c   constant.Value // of an untyped constant
	is  constantKind   // which type it takes by itself
	typ reflect.Type   // of a type, as in a conversion
	tmp bool           // rv is a copy or was computed, so its address means nothing
}

// constantKind is the sort of an untyped constant.
type constantKind uint8

const (
	plain constantKind = iota // not a constant
	untypedNil
	untypedBool
	untypedInt
	untypedRune
	untypedFloat
	untypedComplex
	untypedString
)

var constantTypes = [...]reflect.Type{
	untypedBool: reflect.TypeFor[bool](), untypedInt: reflect.TypeFor[int](), untypedRune: reflect.TypeFor[rune](),
	untypedFloat: reflect.TypeFor[float64](), untypedComplex: reflect.TypeFor[complex128](),
	untypedString: reflect.TypeFor[string](),
}

// Reflect is the value; a constant has its default type. It is invalid for nil.
func (v Value) Reflect() reflect.Value {
	if v.is == plain || v.is == untypedNil {
		return v.rv
	}
	rv, ok := v.as(constantTypes[v.is])
	if !ok { // an integer too large for int
		rv, _ = v.as(reflect.TypeFor[float64]())
	}
	return rv
}

// Bool is the truth value that v is; ok is false if it is none.
func (v Value) Bool() (b, ok bool) {
	switch {
	case v.is == untypedBool:
		return constant.BoolVal(v.c), true
	case v.rv.IsValid() && v.rv.Kind() == reflect.Bool:
		return v.rv.Bool(), true
	}
	return false, false
}

// String is the value as it is shown to people; of a fraction the first digits.
func (v Value) String() string {
	switch v.is {
	case untypedNil:
		return "nil"
	case untypedString:
		return constant.StringVal(v.c)
	case untypedBool, untypedFloat, untypedComplex:
		return v.c.String()
	case untypedInt, untypedRune:
		if constant.BitLen(v.c) > mostShifted {
			return v.c.String()
		}
		return v.c.ExactString()
	}
	return text.Reflected(v.rv)
}

// Type is the name of the value's type.
func (v Value) Type() string {
	switch {
	case v.is == untypedNil:
		return "untyped nil"
	case v.is != plain:
		return "untyped " + [...]string{"", "", "bool", "int", "rune", "float", "complex", "string"}[v.is]
	}
	return v.rv.Type().String()
}

// As is the value as one of a type, as an assignment makes it; ok is false if Go would refuse it.
func (v Value) As(t reflect.Type) (rv reflect.Value, ok bool) {
	switch {
	case v.is != plain:
		return v.as(t)
	case v.rv.Type().AssignableTo(t):
		rv = reflect.New(t).Elem()
		rv.Set(v.rv)
		return rv, true
	}
	return rv, false
}

// isVariable says whether a value stands in a variable.
func (v Value) isVariable() bool { return v.rv.IsValid() && v.rv.CanAddr() && !v.tmp }

// as gives a constant a type that can represent it.
func (v Value) as(t reflect.Type) (rv reflect.Value, ok bool) {
	rv = reflect.New(t).Elem()
	if v.is == untypedNil {
		return rv, nilable(t.Kind())
	}
	if t.Kind() == reflect.Interface {
		c := v.Reflect()
		if !c.Type().AssignableTo(t) {
			return rv, false
		}
		rv.Set(c)
		return rv, true
	}
	return rv, v.fill(rv)
}

// fill puts a constant into a variable of a basic type.
func (v Value) fill(rv reflect.Value) bool {
	switch k := rv.Kind(); {
	case k == reflect.Bool && v.is == untypedBool:
		rv.SetBool(constant.BoolVal(v.c))
	case k == reflect.String && v.is == untypedString:
		rv.SetString(constant.StringVal(v.c))
	case v.is < untypedInt || v.is > untypedComplex:
		return false
	case rv.CanInt():
		n, exact := constant.Int64Val(constant.ToInt(v.c))
		if constant.ToInt(v.c).Kind() != constant.Int || !exact || rv.OverflowInt(n) {
			return false
		}
		rv.SetInt(n)
	case rv.CanUint():
		n, exact := constant.Uint64Val(constant.ToInt(v.c))
		if constant.ToInt(v.c).Kind() != constant.Int || !exact || rv.OverflowUint(n) {
			return false
		}
		rv.SetUint(n)
	case rv.CanFloat():
		f, _ := constant.Float64Val(constant.ToFloat(v.c))
		if constant.ToFloat(v.c).Kind() == constant.Unknown || math.IsInf(f, 0) || rv.OverflowFloat(f) {
			return false
		}
		rv.SetFloat(f)
	case rv.CanComplex():
		c := constant.ToComplex(v.c)
		re, _ := constant.Float64Val(constant.Real(c))
		im, _ := constant.Float64Val(constant.Imag(c))
		rv.SetComplex(complex(re, im))
	default:
		return false
	}
	return true
}

func nilable(k reflect.Kind) bool {
	switch k {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer:
		return true
	}
	return false
}

func typed(rv reflect.Value) Value    { return Value{rv: rv} }
func computed(rv reflect.Value) Value { return Value{rv: rv, tmp: true} }
func truth(b bool) Value              { return Value{c: constant.MakeBool(b), is: untypedBool} }
func number(n int) Value              { return typed(reflect.ValueOf(n)) }

// literal is the constant that a literal is.
func literal(kind token.Token, text string) Value {
	v := Value{c: constant.MakeFromLiteral(text, kind, 0)}
	switch kind {
	case token.INT:
		v.is = untypedInt
	case token.FLOAT:
		v.is = untypedFloat
	case token.IMAG:
		v.is = untypedComplex
	case token.CHAR:
		v.is = untypedRune
	case token.STRING:
		v.is = untypedString
	}
	return v
}

// open lets the value of an unexported field be read and copied like any other. Its struct is addressable.
func open(rv reflect.Value) reflect.Value {
	if rv.CanInterface() {
		return rv
	}
	return reflect.NewAt(rv.Type(), unsafe.Pointer(rv.UnsafeAddr())).Elem()
}

// addressable is a value, or a copy of it, that has an address.
func addressable(rv reflect.Value) reflect.Value {
	if rv.CanAddr() {
		return rv
	}
	p := reflect.New(rv.Type()).Elem()
	p.Set(rv)
	return p
}
