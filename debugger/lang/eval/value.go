package eval

import (
	"fmt"
	"go/constant"
	"math"
	"reflect"
	"strconv"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
)

// Value is what an expression evaluates to: a value of a Go type, an untyped constant, or nil; or a Failure. The
// zero Value is missing.
type Value struct {
	sort sort
	kind uint8         // of a basic one, and of a constant: the reflect.Kind of its type, or of its default type
	tmp  bool          // rv is a copy or was computed, so its address means nothing
	bits uint64        // of a truth value or a number; of a constant, only if it is one of its default type
	text string        // of a text; of one that was kept, how it is shown
	more any           // the *Failure, the reflect.Type of a named basic one, or the constant.Value
	rv   reflect.Value // of other; of a basic one that stands in a variable, that
}

type sort uint8

const (
	failed sort = iota
	basic       // a truth value, a number but for complex ones, or a text
	other
	kept // a value with parts, of which only the text is known
	untypedNil
	untypedBool
	untypedInt
	untypedRune
	untypedFloat
	untypedComplex
	untypedString
)

// Kind is the sort of a Value, as far as people care.
type Kind uint8

// The kinds of value.
const (
	None Kind = iota // there is none: nobody shows the variable yet, an index is out of range, a pointer is nil
	Bool
	Int
	Float
	Text
	Other // a struct, slice, map and so on: parts of it can be asked for
)

var kindNames = []string{"nothing", "a truth value", "a number", "a number", "a text", "a value with parts"}

// String returns a noun for the kind, with its article.
func (k Kind) String() string { return kindNames[k] }

// Kind is that of the value.
func (v *Value) Kind() Kind {
	switch {
	case v.sort == failed:
		return None
	case v.kind == 0:
		return Other
	}
	switch k := reflect.Kind(v.kind); {
	case k == reflect.Bool:
		return Bool
	case k <= reflect.Uintptr:
		return Int
	case k <= reflect.Float64:
		return Float
	case k == reflect.String:
		return Text
	}
	return Other
}

// Failure is why there is no value.
type Failure struct {
	Missing bool // Go would panic here
	absent  bool // another position may have what is not known here
	at      int
	format  string
	args    []any
}

// Mistake is the failure as a mistake in a text.
func (f *Failure) Mistake(in lang.Source) *lang.Mistake {
	m := in.Mistake(f.at, f.format, f.args...)
	m.Absent = f.absent
	return m
}

// Wrong is a mistake at a byte of the text.
func Wrong(at int, format string, args ...any) Value {
	return Value{more: &Failure{at: at, format: format, args: args}}
}

// missing is what Go panics for.
func missing(at int, format string, args ...any) Value {
	return Value{more: &Failure{at: at, format: format, args: args, Missing: true}}
}

// Failure is why there is no value; nil if there is one, or nothing is known of why.
func (v *Value) Failure() *Failure {
	if v.sort != failed || v.more == nil {
		return nil
	}
	return v.more.(*Failure)
}

// IsMistake says whether there is no value because the expression is wrong.
func (v *Value) IsMistake() bool {
	return v.sort == failed && v.more != nil && !v.more.(*Failure).Missing
}

// Of is a value of a Go type. Nothing that was reached through it is read-only.
func Of(rv reflect.Value) Value {
	v := Value{sort: basic, kind: uint8(rv.Kind())}
	switch k := rv.Kind(); {
	case k == reflect.Invalid:
		return Value{sort: untypedNil}
	case k == reflect.Bool:
		v.bits = bit(rv.Bool())
	case k <= reflect.Int64:
		v.bits = uint64(rv.Int())
	case k <= reflect.Uintptr:
		v.bits = rv.Uint()
	case k <= reflect.Float64:
		v.bits = math.Float64bits(rv.Float())
	case k == reflect.String:
		v.text = rv.String()
	default:
		return Value{sort: other, rv: rv}
	}
	if t := rv.Type(); t != basicOf[v.kind] {
		v.more = t
	}
	if rv.CanAddr() {
		v.rv = rv
	}
	return v
}

// Quick is Of for what an interface holds, without reflection for the most frequent types.
func Quick(x any) Value {
	switch x := x.(type) {
	case int:
		return IntOf(int64(x))
	case bool:
		return BoolOf(x)
	case string:
		return TextOf(x)
	case int64:
		return Value{sort: basic, kind: uint8(reflect.Int64), bits: uint64(x)}
	case float64:
		return FloatOf(x)
	}
	return Of(reflect.ValueOf(x))
}

// BoolOf is a truth value.
func BoolOf(b bool) Value { return Value{sort: basic, kind: uint8(reflect.Bool), bits: bit(b)} }

// IntOf is an int.
func IntOf(n int64) Value { return Value{sort: basic, kind: uint8(reflect.Int), bits: uint64(n)} }

// FloatOf is a float64.
func FloatOf(f float64) Value {
	return Value{sort: basic, kind: uint8(reflect.Float64), bits: math.Float64bits(f)}
}

// TextOf is a string.
func TextOf(s string) Value { return Value{sort: basic, kind: uint8(reflect.String), text: s} }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// computed is a value that stands in no variable.
func computed(rv reflect.Value) Value {
	v := Of(rv)
	v.tmp = true
	return v
}

// True says whether a value is true, and so neither false nor missing.
func (v Value) True() bool { return v.kind == uint8(reflect.Bool) && v.bits != 0 }

// Bool is the truth value that v is; ok is false if it is none.
func (v Value) Bool() (b, ok bool) { return v.bits != 0, v.kind == uint8(reflect.Bool) }

// IsNumber says whether a value is of kind Int or Float.
func (v *Value) IsNumber() bool {
	return v.kind >= uint8(reflect.Int) && v.kind <= uint8(reflect.Float64)
}

// Int is the number that a value of kind Int is; of one above the largest int64, its bits.
func (v *Value) Int() int64 { return int64(v.bits) }

// Float is the number that a value of kind Int or Float is.
func (v *Value) Float() float64 {
	switch {
	case v.unsigned():
		return float64(v.bits)
	case v.Kind() == Int:
		return float64(v.Int())
	}
	return math.Float64frombits(v.bits)
}

func (v *Value) unsigned() bool {
	return v.kind >= uint8(reflect.Uint) && v.kind <= uint8(reflect.Uintptr)
}

// Wraps says whether sums and differences of such a number are not those of whole numbers, as long as these are small:
// its type is narrow, or has no sign.
func (v *Value) Wraps() bool {
	switch reflect.Kind(v.kind) {
	case reflect.Int, reflect.Int64, reflect.Float64:
		return false
	}
	return true
}

// isConstant says whether a value is an untyped constant, or nil.
func (v *Value) isConstant() bool { return v.sort >= untypedNil }

// isVariable says whether a value stands in a variable.
func (v *Value) isVariable() bool { return v.rv.IsValid() && v.rv.CanAddr() && !v.tmp }

// IsNil says whether a value is nil.
func (v *Value) IsNil() bool {
	return v.sort == untypedNil || v.sort == other && nilable(v.rv.Kind()) && v.rv.IsNil()
}

// typ is the type of a value that has one; of a constant, its default type.
func (v *Value) typ() reflect.Type {
	switch {
	case v.sort == other:
		return v.rv.Type()
	case v.sort == basic && v.more != nil:
		return v.more.(reflect.Type)
	case v.sort == untypedRune:
		return basicTypes["rune"]
	case v.sort == untypedComplex:
		return basicTypes["complex128"]
	}
	return basicOf[v.kind]
}

// Type is the name of the value's type.
func (v Value) Type() string {
	switch {
	case v.sort == failed, v.sort == kept:
		return v.kindName()
	case v.isConstant():
		return [...]string{"untyped nil", "untyped bool", "untyped int", "untyped rune", "untyped float",
			"untyped complex", "untyped string"}[v.sort-untypedNil]
	}
	return v.typ().String()
}

func (v *Value) kindName() string { return v.Kind().String() }

// Reflect is the value; a constant has its default type. It is invalid for nil, and for a Failure.
func (v Value) Reflect() reflect.Value {
	switch {
	case v.sort == other || v.rv.IsValid():
		return v.rv
	case v.sort == untypedComplex:
		rv, _ := v.as(basicTypes["complex128"])
		return rv
	case v.kind == 0:
		return reflect.Value{}
	}
	rv := reflect.New(v.typ()).Elem()
	switch k := reflect.Kind(v.kind); {
	case k == reflect.Bool:
		rv.SetBool(v.bits != 0)
	case k <= reflect.Int64:
		rv.SetInt(v.Int())
	case k <= reflect.Uintptr:
		rv.SetUint(v.bits)
	case k <= reflect.Float64:
		rv.SetFloat(math.Float64frombits(v.bits))
	default:
		rv.SetString(v.text)
	}
	return rv
}

// String is the value as it is shown to people; of a fraction the first digits.
func (v Value) String() string {
	switch v.sort {
	case failed:
		return "nothing"
	case kept:
		return v.text
	case untypedNil:
		return "nil"
	case untypedFloat, untypedComplex:
		return v.more.(constant.Value).String()
	case untypedInt, untypedRune:
		if c := v.more.(constant.Value); constant.BitLen(c) > mostShifted {
			return c.String()
		}
		return v.more.(constant.Value).ExactString()
	case untypedString:
		return v.text
	}
	if v.more == nil && v.sort == basic && v.kind != uint8(reflect.String) {
		return v.Constant()
	}
	return text.Reflected(v.Reflect())
}

// Quoted is String, but a text is in quotes.
func (v Value) Quoted() string {
	if v.Kind() == Text {
		return strconv.Quote(v.text)
	}
	return v.String()
}

// Constant is a truth value, number or text as a constant of Go.
func (v Value) Constant() string {
	switch v.Kind() {
	case Bool:
		return strconv.FormatBool(v.bits != 0)
	case Int:
		if v.unsigned() {
			return strconv.FormatUint(v.bits, 10)
		}
		return strconv.FormatInt(v.Int(), 10)
	case Float:
		bits := 64
		if v.kind == uint8(reflect.Float32) {
			bits = 32
		}
		return strconv.FormatFloat(v.Float(), 'g', -1, bits)
	}
	return v.Quoted()
}

// Kept returns a copy that does not change with the variable. Of a pointer it is what that leads to.
func (v Value) Kept() Value {
	if v = v.Behind(); v.sort == other {
		return Value{sort: kept, text: text.Reflected(v.rv)}
	}
	if v.isConstant() {
		v.sort = basic
	}
	v.rv = reflect.Value{}
	return v
}

// Same says whether two values that were kept are equal.
func (v *Value) Same(w *Value) bool {
	return v.Kind() == w.Kind() && v.bits == w.bits && v.text == w.text
}

// AppendKey appends what is the same of values that were kept and are Same, and of no others.
func (v *Value) AppendKey(b []byte) []byte {
	b = append(strconv.AppendUint(append(b, byte(v.Kind())), v.bits, 16), ' ')
	return append(append(strconv.AppendInt(b, int64(len(v.text)), 10), ' '), v.text...)
}

// Behind is what pointers and interfaces lead to; missing if one of them is nil.
func (v Value) Behind() Value {
	for v.sort == other && (v.rv.Kind() == reflect.Pointer || v.rv.Kind() == reflect.Interface) {
		if v.rv.IsNil() {
			return Value{}
		}
		v = Of(v.rv.Elem())
	}
	if v.sort == untypedNil {
		return Value{}
	}
	return v
}

// Spoken is what a text is, or the String or Error method of another value says; ok is false if it has none.
func (v Value) Spoken() (s string, ok bool) {
	if v.Kind() == Text && (v.more == nil || v.isConstant()) {
		return v.text, true
	}
	rv := v.Reflect()
	if v.sort == kept || v.isConstant() || !rv.IsValid() || v.more == nil && v.sort == basic {
		return "", false
	}
	if k := rv.Kind(); k != reflect.Pointer && k != reflect.Interface {
		p := reflect.New(rv.Type()) // so that methods of pointers are found too
		p.Elem().Set(rv)
		rv = p
	}
	switch m := rv.Interface().(type) {
	case error:
		return text.Said("Error", m.Error), true
	case fmt.Stringer:
		return text.Said("String", m.String), true
	}
	return v.text, v.Kind() == Text
}
