package predicate

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"machsim/debugger/text"
)

// Kind is the type of a Value.
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

// Value is the value of an expression at some moment.
type Value struct {
	Kind Kind
	typ  reflect.Kind  // of an Int or Float
	bits uint64        // of a Bool, Int or Float
	text string        // of a Text; of a value that was kept, how it is shown
	rv   reflect.Value // of an Other, and of a Bool, Int or Float with a String method
}

// boolOf returns a truth value.
func boolOf(b bool) Value {
	if b {
		return Value{Kind: Bool, bits: 1}
	}
	return Value{Kind: Bool}
}

func textual(s string) Value { return Value{Kind: Text, text: s} }

// True says whether a value is true, and so neither false nor missing.
func (v Value) True() bool { return v.Kind == Bool && v.bits != 0 }

// String is the value as it is shown; a text in quotes.
func (v Value) String() string {
	switch {
	case v.Kind == None:
		return "nothing"
	case v.Kind == Text:
		return strconv.Quote(v.text)
	case v.text != "":
		return v.text
	case v.rv.IsValid():
		return text.Reflected(v.rv)
	case v.Kind == Bool:
		return strconv.FormatBool(v.bits != 0)
	case v.unsigned():
		return strconv.FormatUint(v.bits, 10)
	case v.Kind == Int:
		return strconv.FormatInt(v.Int(), 10)
	}
	return strconv.FormatFloat(v.Float(), 'g', -1, 64)
}

// Constant is a truth value, number or text as a constant of Go.
func (v Value) Constant() string {
	v.rv = reflect.Value{}
	return v.String()
}

// Kept returns a copy that does not change with the variable.
func (v Value) Kept() Value {
	if v.rv.IsValid() {
		v.text, v.rv = text.Reflected(v.rv), reflect.Value{}
	}
	return v
}

// Same says whether two values that were kept are equal.
func (v *Value) Same(w *Value) bool { return v.Kind == w.Kind && v.bits == w.bits && v.text == w.text }

// AppendKey appends what is the same of values that are, and of no others.
func (v *Value) AppendKey(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(append(b, byte(v.Kind)), v.bits)
	return append(binary.AppendUvarint(b, uint64(len(v.text))), v.text...)
}

// of makes a Value of a Go value.
func of(rv reflect.Value) Value {
	for rv.IsValid() && (rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Interface) {
		if rv.IsNil() {
			return Value{}
		}
		rv = rv.Elem()
	}
	if !rv.IsValid() {
		return Value{}
	}
	v := scalar(rv)
	if v.Kind == Other || v.Kind != Text && rv.Type().PkgPath() != "" && stringer(rv) {
		v.rv = rv
	}
	return v
}

func scalar(rv reflect.Value) Value {
	switch rv.Kind() {
	case reflect.Bool:
		return boolOf(rv.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Value{Kind: Int, typ: rv.Kind(), bits: uint64(rv.Int())}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return Value{Kind: Int, typ: rv.Kind(), bits: rv.Uint()}
	case reflect.Float32, reflect.Float64:
		return Value{Kind: Float, typ: rv.Kind(), bits: math.Float64bits(rv.Float())}
	case reflect.String:
		return textual(rv.String())
	}
	return Value{Kind: Other, rv: rv}
}

// stringer says whether a value has a String or Error method that may be called.
func stringer(rv reflect.Value) bool {
	if !rv.CanInterface() {
		return false
	}
	return rv.Type().Implements(stringerType) || reflect.PointerTo(rv.Type()).Implements(stringerType)
}

var stringerType = reflect.TypeFor[fmt.Stringer]()

// spoken returns what the value's String method says; false if it has none.
func (v *Value) spoken() (string, bool) {
	if v.Kind == Text {
		return v.text, true
	}
	if !v.rv.IsValid() || !stringer(v.rv) {
		return "", false
	}
	p := reflect.New(v.rv.Type())
	p.Elem().Set(v.rv)
	return text.Said("String", p.Interface().(fmt.Stringer).String), true
}

// compared compares two values. The result is None if one is missing; ok is false if their kinds cannot
// be compared so.
func compared(op string, a, b *Value) (v Value, ok bool) {
	if a.Kind == None || b.Kind == None {
		return Value{}, true
	}
	if op == "~" || a.Kind == Text || b.Kind == Text {
		return comparedTexts(op, a, b)
	}
	switch {
	case IsNumber(a) && IsNumber(b):
		c, ok := order(a, b)
		return boolOf(ok && Satisfies(op, c) || !ok && op == "!="), true
	case a.Kind == Bool && b.Kind == Bool && (op == "=" || op == "!="):
		return boolOf((a.bits == b.bits) == (op == "=")), true
	}
	return Value{}, false
}

// Satisfies says whether a comparison sign accepts the result of cmp.Compare.
func Satisfies(op string, c int) bool {
	switch op {
	case "=":
		return c == 0
	case "!=":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	case ">=":
		return c >= 0
	}
	return false
}

func comparedTexts(op string, a, b *Value) (Value, bool) {
	x, ok := a.spoken()
	y, ok2 := b.spoken()
	switch {
	case !ok || !ok2:
		return Value{}, false
	case op == "~":
		return boolOf(strings.Contains(x, y)), true
	}
	return boolOf(Satisfies(op, cmp.Compare(x, y))), true
}
