package text

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"machsim/ipc/quote"
)

// A value is shown up to so many characters, and so many pointers deep.
const (
	mostText  = 300
	mostDepth = 4
)

// Format says how a value is written.
type Format string

// The formats.
const (
	Plain Format = ""    // by its own String method, if it has one
	Raw   Format = "raw" // as Go has it: no method of its own is called
	Hex   Format = "x"   // Raw, and integers in hexadecimal
)

// Formats are the formats but for Plain.
var Formats = []Format{Raw, Hex}

// UnmarshalText reads a format, which has to be one that there is.
func (f *Format) UnmarshalText(text []byte) error {
	if *f = Format(text); *f != Plain && !slices.Contains(Formats, *f) {
		return fmt.Errorf("there is no format %q: raw, x or none", text)
	}
	return nil
}

// Value formats a value as fmt does, with its own String method if it has one. Instead of
// addresses, which differ between runs, it shows what pointers lead to.
func Value(x any) string { return Reflected(reflect.ValueOf(x)) }

// Reflected is Value for the value in v.
func Reflected(v reflect.Value) string { return Formatted(v, Plain, nil) }

// Formatted is Value for the value in v, in a format. In the plain one, own says of a value how it shows itself, if it
// knows another way than by a String method; nil knows none.
func Formatted(v reflect.Value, as Format, own func(x any) (string, bool)) string {
	if !v.IsValid() {
		return "nil"
	}
	if !v.CanAddr() && v.CanInterface() { // so that methods of pointers are found too
		a := reflect.New(v.Type()).Elem()
		a.Set(v)
		v = a
	}
	w := &writer{as: as, mine: own}
	w.value(v, 0)
	text := quote.Line(w.String())
	if text == "" && v.Kind() == reflect.String {
		return `""` // and not nothing, which is what has no value
	}
	if r := []rune(text); len(r) > mostText {
		text = string(r[:mostText]) + " ..."
	}
	return text
}

// writer writes a value up to a length limit.
type writer struct {
	strings.Builder
	as   Format
	mine func(x any) (string, bool)
}

func (w *writer) full() bool { return w.Len() > 4*mostText }

func (w *writer) value(v reflect.Value, depth int) {
	switch {
	case w.full():
		return
	case w.own(v):
		return
	case depth > mostDepth:
		w.WriteString("...")
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		w.to(v, depth)
	case reflect.Struct:
		w.fields(v, depth)
	case reflect.Slice, reflect.Array:
		w.list("[", v.Len(), "]", func(i int) { w.value(v.Index(i), depth+1) })
	case reflect.Map:
		keys := sorted(v)
		w.list("map[", len(keys), "]", func(i int) {
			w.value(keys[i], depth+1)
			w.WriteByte(':')
			w.value(v.MapIndex(keys[i]), depth+1)
		})
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		w.WriteString(v.Type().String())
	case reflect.String:
		if depth > 0 { // among other values one has to see where it begins and ends
			w.WriteString(strconv.Quote(v.String()))
			return
		}
		w.WriteString(v.String())
	default:
		w.basic(v)
	}
}

// basic writes a number or a truth value.
func (w *writer) basic(v reflect.Value) {
	if w.as == Hex && (v.CanInt() || v.CanUint()) {
		if v.CanInt() {
			fmt.Fprintf(w, "%#x", v.Int())
		} else {
			fmt.Fprintf(w, "%#x", v.Uint())
		}
		return
	}
	switch { // a reflect.Value of what has methods would be written by them
	case w.as == Plain:
		fmt.Fprintf(w, "%v", v)
	case v.CanInt():
		fmt.Fprint(w, v.Int())
	case v.CanUint():
		fmt.Fprint(w, v.Uint())
	case v.CanFloat():
		fmt.Fprint(w, v.Float())
	case v.CanComplex():
		fmt.Fprint(w, v.Complex())
	default:
		fmt.Fprint(w, v.Bool())
	}
}

// own writes a value by its own method, if it has one that may be called.
func (w *writer) own(v reflect.Value) bool {
	if w.as != Plain || !v.CanInterface() || v.Kind() == reflect.Pointer && v.IsNil() {
		return false
	}
	for _, x := range []reflect.Value{v, address(v)} {
		if !x.IsValid() {
			continue
		}
		if w.mine != nil {
			if said, ok := w.mine(x.Interface()); ok {
				w.WriteString(said)
				return true
			}
		}
		switch m := x.Interface().(type) {
		case error:
			w.WriteString(Said("Error", m.Error))
			return true
		case fmt.Stringer:
			w.WriteString(Said("String", m.String))
			return true
		}
	}
	return false
}

// Said returns the result of a method of a value; if the method panics, it says so.
func Said(name string, method func() string) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprintf("(its %s method panics: %v)", name, v)
		}
	}()
	return method()
}

// address returns a pointer to a value; the zero Value if it has no usable address.
func address(v reflect.Value) reflect.Value {
	if v.CanAddr() && v.Addr().CanInterface() {
		return v.Addr()
	}
	return reflect.Value{}
}

// to writes the target of a pointer or an interface.
func (w *writer) to(v reflect.Value, depth int) {
	if v.IsNil() {
		w.WriteString("nil")
		return
	}
	if v.Kind() == reflect.Pointer && v.Type().Elem().PkgPath() == "machsim/kernel" {
		w.WriteString(v.Type().String()) // a thread as its program has it leads to the whole machine
		return
	}
	if v.Kind() == reflect.Pointer {
		w.WriteByte('&')
		depth++
	}
	w.value(v.Elem(), depth)
}

func (w *writer) fields(v reflect.Value, depth int) {
	w.list("{", v.NumField(), "}", func(i int) {
		w.WriteString(v.Type().Field(i).Name + ":")
		w.value(v.Field(i), depth+1)
	})
}

// list writes n parts between brackets, up to the length limit.
func (w *writer) list(begin string, n int, end string, part func(i int)) {
	w.WriteString(begin)
	for i := 0; i < n && !w.full(); i++ {
		if i > 0 {
			w.WriteByte(' ')
		}
		part(i)
	}
	w.WriteString(end)
}

// sorted returns the keys of a map ordered as they are printed, numbers by size.
func sorted(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	text := func(k reflect.Value) string {
		w := &writer{}
		w.value(k, 0)
		return w.String()
	}
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		switch {
		case a.CanInt() && b.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanUint() && b.CanUint():
			return cmp.Compare(a.Uint(), b.Uint())
		}
		return strings.Compare(text(a), text(b))
	})
	return keys
}
