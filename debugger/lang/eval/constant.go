package eval

import (
	"go/constant"
	"math"
	"reflect"
	"strings"

	"machsim/debugger/lang"
)

var basicTypes = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](),
	"int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](), "rune": reflect.TypeFor[rune](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](), "byte": reflect.TypeFor[byte](),
	"uintptr": reflect.TypeFor[uintptr](), "float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"complex64": reflect.TypeFor[complex64](), "complex128": reflect.TypeFor[complex128](),
	"any": reflect.TypeFor[any](), "error": reflect.TypeFor[error](),
}

// basicOf is the predeclared type of a kind.
var basicOf = func() (all [reflect.UnsafePointer + 1]reflect.Type) {
	for _, t := range basicTypes {
		if t.Kind() != reflect.Interface {
			all[t.Kind()] = t
		}
	}
	return all
}()

// Basic is the predeclared type of a name.
func Basic(name string) (t reflect.Type, ok bool) {
	t, ok = basicTypes[name]
	return t, ok
}

// Literal is the constant that a literal is.
func Literal(n *lang.Node) Value {
	sorts := map[constant.Kind]sort{constant.Bool: untypedBool, constant.String: untypedString,
		constant.Int: untypedInt, constant.Float: untypedFloat, constant.Complex: untypedComplex}
	if strings.HasPrefix(n.Text, "'") {
		return untyped(untypedRune, n.Value)
	}
	return untyped(sorts[n.Value.Kind()], n.Value)
}

// untyped is a constant. Its value in its default type is at hand, because most operands need no more.
func untyped(s sort, c constant.Value) Value {
	v := Value{sort: s, more: c}
	switch s {
	case untypedBool:
		v.kind, v.bits = uint8(reflect.Bool), bit(constant.BoolVal(c))
	case untypedString:
		v.kind, v.text = uint8(reflect.String), constant.StringVal(c)
	case untypedInt, untypedRune:
		n, exact := constant.Int64Val(constant.ToInt(c))
		if v.kind, v.bits = uint8(reflect.Int), uint64(n); s == untypedRune {
			v.kind = uint8(reflect.Int32)
		}
		if !exact || s == untypedRune && int64(int32(n)) != n { // too large for its type
			f, _ := constant.Float64Val(c)
			v.kind, v.bits = uint8(reflect.Float64), math.Float64bits(f)
		}
	case untypedFloat:
		f, _ := constant.Float64Val(constant.ToFloat(c))
		v.kind, v.bits = uint8(reflect.Float64), math.Float64bits(f)
	}
	return v
}

// typed is a constant in its default type, or the value itself.
func (v Value) typed() Value {
	switch v.sort {
	case untypedNil, untypedComplex:
		return computed(v.Reflect())
	case untypedBool, untypedInt, untypedRune, untypedFloat, untypedString:
		v.sort, v.more = basic, nil
	}
	return v
}

// isNumeric says whether a value is a constant that is a number.
func (v *Value) isNumeric() bool { return v.sort >= untypedInt && v.sort <= untypedComplex }

// like gives a constant the type of a basic value; ok is false if that cannot represent it.
func (v *Value) like(to *Value) (w Value, ok bool) {
	k := reflect.Kind(to.kind)
	w = Value{sort: basic, kind: to.kind, more: to.more, bits: v.bits, text: v.text}
	switch {
	case k == reflect.Bool || k == reflect.String:
		return w, v.kind == to.kind
	case v.kind == uint8(reflect.Int) && k <= reflect.Int64:
		return w, narrowed(k, v.bits) == v.bits
	case v.kind == uint8(reflect.Int) && k <= reflect.Uintptr:
		return w, narrowed(k, v.bits) == v.bits && v.Int() >= 0
	case v.kind == uint8(reflect.Int) && k == reflect.Float64 && v.Int() == int64(int32(v.bits)):
		w.bits = math.Float64bits(float64(v.Int()))
		return w, true
	case v.kind == uint8(reflect.Float64) && v.sort == untypedFloat && k == reflect.Float64:
		return w, !math.IsInf(v.Float(), 0)
	}
	rv, ok := v.as(to.typ())
	if ok {
		w = Of(rv)
		w.rv = reflect.Value{}
	}
	return w, ok
}

// As is the value as one of a type, as an assignment makes it; ok is false if Go would refuse it.
func (v Value) As(t reflect.Type) (rv reflect.Value, ok bool) {
	if v.isConstant() {
		return v.as(t)
	}
	if from := v.Reflect(); from.IsValid() && from.Type().AssignableTo(t) {
		rv = reflect.New(t).Elem()
		rv.Set(from)
		return rv, true
	}
	return rv, false
}

// as gives a constant a type that can represent it.
func (v Value) as(t reflect.Type) (rv reflect.Value, ok bool) {
	rv = reflect.New(t).Elem()
	if v.sort == untypedNil {
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
	c := v.more.(constant.Value)
	switch k := rv.Kind(); {
	case k == reflect.Bool && v.sort == untypedBool:
		rv.SetBool(v.bits != 0)
	case k == reflect.String && v.sort == untypedString:
		rv.SetString(v.text)
	case !v.isNumeric():
		return false
	case rv.CanInt():
		n, exact := constant.Int64Val(constant.ToInt(c))
		if constant.ToInt(c).Kind() != constant.Int || !exact || rv.OverflowInt(n) {
			return false
		}
		rv.SetInt(n)
	case rv.CanUint():
		n, exact := constant.Uint64Val(constant.ToInt(c))
		if constant.ToInt(c).Kind() != constant.Int || !exact || rv.OverflowUint(n) {
			return false
		}
		rv.SetUint(n)
	case rv.CanFloat():
		f, _ := constant.Float64Val(constant.ToFloat(c))
		if constant.ToFloat(c).Kind() == constant.Unknown || math.IsInf(f, 0) || rv.OverflowFloat(f) {
			return false
		}
		rv.SetFloat(f)
	case rv.CanComplex():
		re, _ := constant.Float64Val(constant.Real(constant.ToComplex(c)))
		im, _ := constant.Float64Val(constant.Imag(constant.ToComplex(c)))
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
