package wire

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"machsim/debugger"
)

// Rows of the Debugger go over the wire as objects with the names of their fields, of which the first word
// begins with a lower-case letter. A position is its text, an error what a failed call answers, a kind
// its word, a list never null. A number that JavaScript cannot hold is a text.

var (
	positionType = reflect.TypeFor[debugger.Position]()
	errorType    = reflect.TypeFor[error]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
	rawType      = reflect.TypeFor[json.RawMessage]()
)

// exact is above the numbers that JavaScript holds exactly.
const exact = 1 << 53

// Encode writes a row, or rows, as JSON.
func Encode(row any) json.RawMessage {
	return appendValue(nil, reflect.ValueOf(row))
}

func appendValue(b []byte, v reflect.Value) []byte {
	if !v.IsValid() {
		return append(b, "null"...)
	}
	switch t := v.Type(); {
	case t == positionType:
		return appendText(b, v.Interface().(debugger.Position).String())
	case t == rawType && v.Len() > 0:
		return append(b, v.Bytes()...)
	case t == rawType:
		return append(b, "null"...)
	case t.Implements(errorType) && t.Kind() == reflect.Interface && !v.IsNil():
		return appendValue(b, reflect.ValueOf(Described(v.Interface().(error))))
	case isWord(t):
		return appendText(b, v.Interface().(fmt.Stringer).String())
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...)
		}
		return appendValue(b, v.Elem())
	case reflect.Struct:
		return append(appendFields(append(b, '{'), v), '}')
	case reflect.Slice, reflect.Array:
		return appendList(b, v)
	case reflect.String:
		return appendText(b, v.String())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return appendNumber(b, v.Uint())
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		panic(err) // a row with something in it that no JSON has
	}
	return append(b, text...)
}

// isWord says whether a type is a kind of something, which has a word for each of its numbers.
func isWord(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 && t.Implements(stringerType)
}

func appendText(b []byte, s string) []byte {
	text, _ := json.Marshal(s)
	return append(b, text...)
}

func appendNumber(b []byte, n uint64) []byte {
	if n >= exact {
		return appendText(b, strconv.FormatUint(n, 10))
	}
	return strconv.AppendUint(b, n, 10)
}

func appendList(b []byte, v reflect.Value) []byte {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		text, _ := json.Marshal(v.Bytes())
		return append(b, text...)
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, v.Index(i))
	}
	return append(b, ']')
}

// appendFields writes the fields of a struct, and of those that are embedded in it.
func appendFields(b []byte, v reflect.Value) []byte {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case !f.IsExported() && !f.Anonymous, f.Type.Kind() == reflect.Func, isLeftOut(f) && v.Field(i).IsZero():
			continue
		case isEmbedded(f):
			inner := v.Field(i)
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.IsValid() {
				b = appendFields(b, inner)
			}
			continue
		}
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(appendText(b, jsonName(f)), ':')
		if f.Name == "Hash" && f.Type.Kind() == reflect.Uint64 {
			b = appendText(b, fmt.Sprintf("%016x", v.Field(i).Uint()))
			continue
		}
		b = appendValue(b, v.Field(i))
	}
	return b
}

// isEmbedded says whether the fields of a field are those of the struct that it is in.
func isEmbedded(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return f.Anonymous && t.Kind() == reflect.Struct && t != positionType
}

// isLeftOut says whether a field is left out where it has no value.
func isLeftOut(f reflect.StructField) bool { return strings.HasSuffix(f.Tag.Get("json"), ",omitempty") }

// jsonName is the name of a field on the wire.
func jsonName(f reflect.StructField) string {
	if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
		return tag
	}
	return lower(f.Name)
}

// lower writes the first word of a name in lower-case letters: "ID" as "id", "SoFar" as "soFar".
func lower(name string) string {
	r := []rune(name)
	for i := range r {
		if i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) || !unicode.IsUpper(r[i]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}
